//! The parameters of a network: where each is in one flat vector, and the named tensors that they are stored as.

use std::ops::Range;

use elderhand_env::Stream;
use tch::Kind;

use crate::learning::network::mixed;
use crate::settings::config::NetworkSettings;

/// A tensor with its name, as bundles and checkpoints hold it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTensor {
    /// The name, such as `trunk.0.weight`.
    pub name: String,
    /// The length of each dimension, the slowest first.
    pub shape: Vec<usize>,
    /// The numbers in row-major order.
    pub data: Vec<f32>,
}

/// The shape of a network, and where its parameters are in one flat vector.
///
/// The network is an MLP over observation bits, with ReLU between its layers and two linear heads, to whose outputs
/// every observation bit may also add directly.
///
/// The direct part learns at once what a bit says of an action, such as that a card is best discarded, and leaves the
/// rest to the trunk (Cheng 2016 calls it wide and deep).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParameterMap {
    /// The widths from the observation bits over the hidden layers to the actions.
    widths: Vec<usize>,
    /// The bits and the outputs that the direct part joins; `None` if there is none.
    direct: Option<(usize, usize)>,
    /// The map of the critic, whose parameters follow in the flat vector; `None` if there is none.
    critic: Option<Box<ParameterMap>>,
    /// Rows are added up bit by bit, without libtorch.
    sparse: bool,
    /// Products with rows are of rounded numbers.
    mixed: bool,
}

/// The prefix of the names of the tensors of the critic.
const CRITIC: &str = "critic.";

/// Where one tensor is in the flat vector.
struct Part {
    name: String,
    shape: Vec<usize>,
    offset: usize,
}

/// The tensors of the weights that observation bits lead to. In the flat vector all weights of a bit are adjacent, since
/// a row of bits is the sum of those that are on; stored, they have a row an output, as other weights have.
const OF_BITS: [&str; 2] = ["trunk.0.weight", "direct.weight"];

impl Part {
    fn len(&self) -> usize {
        self.shape.iter().product()
    }

    fn is_of_bits(&self) -> bool {
        OF_BITS.contains(&self.name.trim_start_matches(CRITIC))
    }

    /// Returns the numbers with rows and columns exchanged, if the flat vector has them so: from one order to the other,
    /// `width` being the length of a row of the first.
    fn reorder(&self, data: &[f32], width: usize) -> Vec<f32> {
        if !self.is_of_bits() {
            return data.to_vec();
        }
        (0..width).flat_map(|column| data.iter().skip(column).step_by(width).copied()).collect()
    }
}

impl ParameterMap {
    /// Makes the map of a network from observation bits to actions.
    pub fn new(bits: usize, form: &NetworkSettings, actions: usize) -> ParameterMap {
        let widths = [&[bits], form.trunk.as_slice(), &[actions]].concat();
        ParameterMap {
            widths,
            direct: form.direct.then_some((bits, actions + 1)),
            critic: None,
            sparse: false,
            mixed: false,
        }
    }

    /// Adds a critic: a network from bits of its own to one value, and to what each of so many actions adds to it.
    pub fn with_critic(mut self, bits: usize, trunk: &[usize], actions: usize) -> ParameterMap {
        let form = NetworkSettings { trunk: trunk.to_vec(), direct: true, hints: false, start: String::new() };
        self.critic = Some(Box::new(ParameterMap::new(bits, &form, actions)));
        self
    }

    /// Has rows added up bit by bit, which pays where few are on, or not.
    pub fn sparse(mut self, sparse: bool) -> ParameterMap {
        self.critic = self.critic.map(|critic| Box::new(critic.sparse(sparse)));
        ParameterMap { sparse, ..self }
    }

    /// Has products with rows reckoned in [mixed precision](super::mixed), or not.
    pub fn mixed(mut self, mixed: bool) -> ParameterMap {
        self.critic = self.critic.map(|critic| Box::new(critic.mixed(mixed)));
        ParameterMap { mixed, ..self }
    }

    /// Returns whether products with rows are of rounded numbers; what is added up bit by bit is not.
    pub fn is_mixed(&self) -> bool {
        self.mixed && !self.sparse
    }

    /// Returns the kind of the numbers that bits become.
    pub fn kind_of_rows(&self) -> Kind {
        if self.is_mixed() { mixed::KIND } else { Kind::Float }
    }

    /// Returns whether rows are added up bit by bit.
    pub fn is_sparse(&self) -> bool {
        self.sparse
    }

    /// Returns the map of the critic; `None` if there is none.
    pub fn critic(&self) -> Option<&ParameterMap> {
        self.critic.as_deref()
    }

    /// Returns the number of observation bits.
    pub fn bits(&self) -> usize {
        self.widths[0]
    }

    /// Returns the number of actions.
    pub fn actions(&self) -> usize {
        self.widths[self.widths.len() - 1]
    }

    /// Returns the number of parameters.
    pub fn parameters(&self) -> usize {
        self.own_parameters() + self.critic().map_or(0, ParameterMap::parameters)
    }

    /// Returns the number of parameters without those of the critic, which come after.
    pub fn own_parameters(&self) -> usize {
        self.layers().map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>() + self.direct_weights()
    }

    /// Returns the number of parameters below the heads, which come first.
    pub fn trunk_parameters(&self) -> usize {
        self.layers().take(self.widths.len() - 2).map(|(inputs, outputs)| (inputs + 1) * outputs).sum()
    }

    /// Returns where the weights that observation bits lead to are in the flat vector, in its order.
    pub fn of_bits(&self) -> Vec<Range<usize>> {
        self.parts().iter().filter(|part| part.is_of_bits()).map(|part| part.offset..part.offset + part.len()).collect()
    }

    /// Returns the multiplications and additions of one forward pass of one row.
    pub fn forward_flops(&self) -> f64 {
        let trunk: usize = self.layers().map(|(inputs, outputs)| inputs * outputs).sum();
        2.0 * (trunk + self.direct_weights()) as f64 + self.critic().map_or(0.0, ParameterMap::forward_flops)
    }

    /// Returns the multiplications and additions of learning from one row.
    ///
    /// These are forward, backward to the weights, and backward to the input of every layer but the first.
    pub fn learning_flops(&self) -> f64 {
        let bits = |map: &ParameterMap| 2.0 * (map.widths[0] * map.widths[1] + map.direct_weights()) as f64;
        3.0 * self.forward_flops() - bits(self) - self.critic().map_or(0.0, bits)
    }

    /// Returns the bits and the outputs that the direct part joins; `None` if there is none.
    pub fn direct(&self) -> Option<(usize, usize)> {
        self.direct
    }

    fn direct_weights(&self) -> usize {
        self.direct.map_or(0, |(bits, outputs)| bits * outputs)
    }

    /// Returns the inputs and outputs of each layer; the two heads are the last one, the value after the logits.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let last = self.widths.len() - 2;
        (0..=last).map(move |i| (self.widths[i], self.widths[i + 1] + usize::from(i == last)))
    }

    /// Returns the tensors in the order of the flat vector: the weights of both heads, and then their biases, are adjacent.
    fn parts(&self) -> Vec<Part> {
        let hidden = &self.widths[..self.widths.len() - 1];
        let mut shapes: Vec<(String, Vec<usize>)> = Vec::new();
        for (i, pair) in hidden.windows(2).enumerate() {
            shapes.push((format!("trunk.{i}.weight"), vec![pair[1], pair[0]]));
            shapes.push((format!("trunk.{i}.bias"), vec![pair[1]]));
        }
        let inner = hidden[hidden.len() - 1];
        shapes.push(("policy.weight".into(), vec![self.actions(), inner]));
        shapes.push(("value.weight".into(), vec![1, inner]));
        shapes.push(("policy.bias".into(), vec![self.actions()]));
        shapes.push(("value.bias".into(), vec![1]));
        shapes.extend(self.direct.map(|(bits, outputs)| ("direct.weight".into(), vec![outputs, bits])));
        let mut offset = 0;
        let own = shapes.into_iter().map(|(name, shape)| {
            let part = Part { name, shape, offset };
            offset += part.len();
            part
        });
        let mut parts: Vec<Part> = own.collect();
        // A critic has no actions, and so no policy.
        let critics = self.critic().into_iter().flat_map(ParameterMap::parts).filter(|part| part.len() > 0);
        parts.extend(critics.map(|part| Part {
            name: format!("{CRITIC}{}", part.name),
            offset: part.offset + offset,
            ..part
        }));
        parts
    }

    /// Draws the first weights, given the share of the observation bits that are on.
    ///
    /// They are uniform, with the variance that signals in a ReLU network neither grow nor fade by (He 2015), of which bits
    /// that are off carry none. The logits are near 0, so that the first policy is nearly uniform. Biases and the direct
    /// part are 0.
    pub(crate) fn first_weights(&self, stream: &mut Stream, density: f64) -> Vec<f32> {
        let mut flat = Vec::with_capacity(self.parameters());
        for part in self.parts() {
            let name = part.name.trim_start_matches(CRITIC);
            let inputs = part.shape[part.shape.len() - 1] as f32;
            let inputs = if part.is_of_bits() { (inputs * density as f32).max(1.0) } else { inputs };
            let gain = match name {
                "direct.weight" => 0.0,
                _ if part.name.ends_with("bias") => 0.0,
                "policy.weight" => 0.01,
                "value.weight" => 1.0,
                _ => 2f32.sqrt(),
            };
            let scale = gain * (3.0 / inputs).sqrt();
            flat.extend((0..part.len()).map(|_| scale * (2.0 * stream.unit() - 1.0)));
        }
        flat
    }

    /// Splits a flat vector into its named tensors.
    pub(crate) fn split(&self, flat: &[f32]) -> Vec<NamedTensor> {
        self.parts()
            .into_iter()
            .map(|part| {
                let data = part.reorder(&flat[part.offset..part.offset + part.len()], part.shape[0]);
                NamedTensor { name: part.name, shape: part.shape, data }
            })
            .collect()
    }

    /// Returns `true` if a tensor belongs to the critic.
    pub(crate) fn is_critics(tensor: &NamedTensor) -> bool {
        tensor.name.starts_with(CRITIC)
    }

    /// Joins named tensors to a flat vector.
    ///
    /// Fails with the name of a tensor that is missing or has another shape.
    pub(crate) fn join(&self, tensors: &[NamedTensor]) -> Result<Vec<f32>, String> {
        let mut flat = Vec::with_capacity(self.parameters());
        for part in self.parts() {
            let tensor = tensors.iter().find(|tensor| tensor.name == part.name);
            let tensor = tensor.ok_or_else(|| format!("the tensor `{}` is missing", part.name))?;
            if tensor.shape != part.shape || tensor.data.len() != part.len() {
                return Err(format!("`{}` has the shape {:?}, expected {:?}", part.name, tensor.shape, part.shape));
            }
            flat.extend(part.reorder(&tensor.data, part.shape[part.shape.len() - 1]));
        }
        Ok(flat)
    }
}
