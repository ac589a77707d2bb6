//! The averaged network of a checkpoint, for bundles.

use std::path::Path;

use elderhand_agents::network;
use ndarray::ArrayD;
use tch::Device;

use crate::error::CheckpointError;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::{NamedTensor, ParameterMap};
use crate::learning::network::workspace::Workspace;
use crate::record::checkpoint::{BEST, Checkpoint, CheckpointInfo};
use crate::record::run_dir::CHECKPOINTS;

/// An averaged network and where it comes from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Model {
    /// Where it comes from.
    pub info: CheckpointInfo,
    /// `trunk.{i}.weight`, `trunk.{i}.bias`, `policy.weight`, `policy.bias`, `value.weight`, `value.bias`, and
    /// `direct.weight` if the network has this part.
    pub tensors: Vec<NamedTensor>,
}

/// Returns the averaged network of a checkpoint, or of the newest intact one of a run directory.
///
/// In a run that compares its averages this is the best of them. `warn` is called for newer checkpoints that are damaged.
///
/// # Errors
///
/// Fails if the file is damaged or of another format, or if the directory has no intact checkpoint.
pub fn export_tensors(path: &Path, mut warn: impl FnMut(&str)) -> Result<Model, CheckpointError> {
    let checkpoint = match path.is_dir() {
        true => Checkpoint::newest(&path.join(CHECKPOINTS), |error| warn(&error.to_string()))?.1,
        false => Checkpoint::read(path)?,
    };
    let averaged = checkpoint.group(BEST).or_else(|| checkpoint.group("average"));
    match averaged.map(<[NamedTensor]>::to_vec) {
        Some(tensors) => Ok(Model::new(checkpoint.info, tensors)),
        None => Err(CheckpointError::Damaged { path: path.into(), reason: "it has no averaged weights".into() }),
    }
}

impl Model {
    /// Makes a model of the tensors of a checkpoint, without those of the critic, which sees hidden cards.
    pub(crate) fn new(info: CheckpointInfo, tensors: Vec<NamedTensor>) -> Model {
        Model { info, tensors: tensors.into_iter().filter(|tensor| !ParameterMap::is_critics(tensor)).collect() }
    }

    /// Returns the network as a bundle carries it: in pure Rust, its weights rounded to half precision.
    ///
    /// # Errors
    ///
    /// Fails if the tensors do not make a network.
    pub fn network(&self) -> Result<network::Network, network::NetworkError> {
        let tensors = self.tensors.iter().map(|NamedTensor { name, shape, data }| {
            let numbers = ArrayD::from_shape_vec(shape.as_slice(), data.clone());
            (name.clone(), numbers.expect("a tensor has as many numbers as its shape says"))
        });
        Ok(network::Network::from_tensors(tensors.collect())?.rounded())
    }

    /// Runs the network in libtorch on packed observations, for comparison with other implementations of it.
    ///
    /// Returns, for each row, the logits and then the value in units of the value scale.
    ///
    /// # Errors
    ///
    /// Fails with the name of a tensor that is missing or has another shape than the config and the given numbers of
    /// observation bits and actions ask for.
    pub fn forward(&self, bits: usize, actions: usize, rows: &[&[u64]]) -> Result<Vec<f32>, String> {
        let map = ParameterMap::new(bits, &self.info.config.network, actions);
        let network = Network::from_weights(&map, &map.join(&self.tensors)?, Device::Cpu);
        let mut out = Vec::new();
        Workspace::new(&map, rows.len()).forward(&network, rows.iter().copied(), &mut out);
        Ok(out)
    }
}
