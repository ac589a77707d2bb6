//! What rank 0 tells the others and gets from them: it alone knows the clock and the run directory.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{RanksError, TrainError};
use crate::learning::rollout::OpenDecision;
use crate::learning::self_play::joined;
use crate::learning::training::Training;
use crate::ranks::Ranks;
use crate::record::checkpoint::{Checkpoint, CheckpointInfo};
use crate::record::export::Model;

/// What rank 0 tells the others to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Order {
    /// An iteration, at a fraction of the run.
    Iterate { fraction: f64 },
    /// To send what a checkpoint needs of them.
    Save,
    /// To play what follows, a model, with a seed.
    Measure { seed: u64 },
    /// To leave.
    End,
}

/// What a checkpoint has of the lanes of all ranks.
#[derive(Clone)]
pub(crate) struct Saved {
    /// The lanes as text.
    pub lanes: String,
    /// The open decisions as text.
    pub open: String,
}

/// Tells the other ranks something, as an order or the config of the run; they hear it.
pub(crate) fn tell(ranks: &mut Ranks, what: &impl Serialize) -> Result<(), RanksError> {
    if !ranks.is_alone() {
        ranks.spread(to_bytes(what))?;
    }
    Ok(())
}

/// Returns what rank 0 tells.
pub(crate) fn hear<T: DeserializeOwned>(ranks: &mut Ranks) -> Result<T, RanksError> {
    from_bytes(&ranks.spread(Vec::new())?)
}

/// Tells the other ranks where the run stands: at a checkpoint, or at its first weights.
pub(crate) fn tell_state(training: &mut Training, checkpoint: Option<&Checkpoint>) -> Result<(), RanksError> {
    if training.ranks.is_alone() {
        return Ok(());
    }
    let checkpoint = checkpoint.map(Checkpoint::to_bytes).unwrap_or_default();
    training.ranks.spread(checkpoint)?;
    training.ranks.spread(weights(&training.learner.weights))?;
    Ok(())
}

/// Has the other ranks play a model, of which these are the weights; they [hear](hear_model) it.
pub(crate) fn tell_model(ranks: &mut Ranks, seed: u64, info: &CheckpointInfo, flat: &[f32]) -> Result<(), RanksError> {
    if ranks.is_alone() {
        return Ok(());
    }
    tell(ranks, &Order::Measure { seed })?;
    tell(ranks, info)?;
    ranks.spread(weights(flat))?;
    Ok(())
}

/// Returns the model that all ranks are to play.
pub(crate) fn hear_model(training: &mut Training) -> Result<Model, RanksError> {
    let info = hear(&mut training.ranks)?;
    let weights = hear_weights(training)?;
    Ok(Model::new(info, training.map.split(&weights)))
}

/// Returns weights that rank 0 tells.
pub(crate) fn hear_weights(training: &mut Training) -> Result<Vec<f32>, RanksError> {
    let bytes = training.ranks.spread(Vec::new())?;
    let weights: Vec<f32> = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    match weights.len() == training.map.parameters() {
        true => Ok(weights),
        false => Err(RanksError::Garbled(format!("{} weights", weights.len()))),
    }
}

/// Sends rank 0 what a checkpoint needs of this rank; returns what it needs of all on rank 0.
///
/// Fails there if a rank has come to other weights.
pub(crate) fn save(training: &mut Training) -> Result<Option<Saved>, TrainError> {
    let (lanes, open) = (training.self_play.save(), training.rollout.open());
    if training.ranks.is_alone() {
        return Ok(Some(Saved { lanes, open: to_text(&open) }));
    }
    let digest = Sha256::digest(weights(&training.learner.weights)).to_vec();
    let ranks = &mut training.ranks;
    let digests = ranks.collect(digest)?;
    if let Some(rank) = digests.iter().position(|digest| *digest != digests[0]) {
        return Err(RanksError::Apart { rank }.into());
    }
    let (lanes, open) = (ranks.collect(lanes.into_bytes())?, ranks.collect(to_bytes(&open))?);
    if lanes.is_empty() {
        return Ok(None);
    }
    let lanes = joined(lanes.iter().map(|text| String::from_utf8_lossy(text).into_owned()));
    let open = open.iter().map(|bytes| from_bytes::<Vec<OpenDecision>>(bytes)).collect::<Result<Vec<_>, _>>()?;
    let mut open: Vec<OpenDecision> = open.into_iter().flatten().collect();
    // As one process finds them.
    open.sort_by_key(|open| (open.decision.seat, open.lane));
    Ok(Some(Saved { lanes, open: to_text(&open) }))
}

/// Returns weights as bytes.
fn weights(flat: &[f32]) -> Vec<u8> {
    flat.iter().flat_map(|weight| weight.to_le_bytes()).collect()
}

fn to_text(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("it is plain data")
}

fn to_bytes(what: &impl Serialize) -> Vec<u8> {
    to_text(what).into_bytes()
}

fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RanksError> {
    serde_json::from_slice(bytes).map_err(|error| RanksError::Garbled(error.to_string()))
}
