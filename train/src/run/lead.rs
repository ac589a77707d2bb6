//! What rank 0 tells the others and gets from them: it alone knows the clock, the run directory and the opponents.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{RanksError, TrainError};
use crate::learning::rollout::OpenDecision;
use crate::learning::training::Training;
use crate::ranks::{Ranks, Wait};
use crate::record::checkpoint::Checkpoint;
use crate::settings::config::Config;

/// What rank 0 tells the others to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Order {
    /// An iteration, at a fraction of the run.
    Iterate { fraction: f64 },
    /// To send what a checkpoint needs of them.
    Save,
    /// To wait, however long it takes.
    Rest,
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

/// Tells the other ranks what comes next.
pub(crate) fn order(ranks: &mut Ranks, order: Order) -> Result<(), RanksError> {
    if !ranks.is_alone() {
        ranks.spread(to_bytes(&order), Wait::Bounded)?;
    }
    Ok(())
}

/// Returns the next order of rank 0; after that to rest it may be long in coming.
pub(crate) fn next_order(ranks: &mut Ranks, after: Option<Order>) -> Result<Order, RanksError> {
    let wait = if after == Some(Order::Rest) { Wait::Unbounded } else { Wait::Bounded };
    from_bytes(&ranks.spread(Vec::new(), wait)?)
}

/// Tells the other ranks the config of the run.
pub(crate) fn tell_config(ranks: &mut Ranks, config: &Config) -> Result<(), RanksError> {
    if !ranks.is_alone() {
        ranks.spread(to_bytes(config), Wait::Bounded)?;
    }
    Ok(())
}

/// Returns the config that rank 0 tells.
pub(crate) fn hear_config(ranks: &mut Ranks) -> Result<Config, RanksError> {
    from_bytes(&ranks.spread(Vec::new(), Wait::Bounded)?)
}

/// Tells the other ranks where the run stands: at a checkpoint, or at its first weights.
pub(crate) fn tell_state(training: &mut Training, checkpoint: Option<&Checkpoint>) -> Result<(), RanksError> {
    if training.ranks.is_alone() {
        return Ok(());
    }
    let checkpoint = checkpoint.map(Checkpoint::to_bytes).unwrap_or_default();
    training.ranks.spread(checkpoint, Wait::Bounded)?;
    let weights = training.learner.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    training.ranks.spread(weights, Wait::Bounded)?;
    Ok(())
}

/// Sends rank 0 what a checkpoint needs of this rank; returns what it needs of all on rank 0.
///
/// Fails there if a rank has come to other weights.
pub(crate) fn save(training: &mut Training) -> Result<Option<Saved>, TrainError> {
    let weights = training.learner.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>();
    let open = to_bytes(&training.rollout.open());
    let lanes = training.self_play.save().into_bytes();
    let ranks = &mut training.ranks;
    if !ranks.is_alone() {
        let digests = ranks.collect(Sha256::digest(&weights).to_vec())?;
        if let Some(rank) = digests.iter().position(|digest| *digest != digests[0]) {
            return Err(RanksError::Apart { rank }.into());
        }
    }
    let (lanes, open) = (ranks.collect(lanes)?, ranks.collect(open)?);
    if lanes.is_empty() {
        return Ok(None);
    }
    let lanes: Vec<String> = lanes.into_iter().map(|text| String::from_utf8_lossy(&text).into_owned()).collect();
    let lanes: Vec<&str> = lanes.iter().map(|text| text.trim_matches(['[', ']'])).collect();
    let open = open.iter().map(|bytes| from_bytes::<Vec<OpenDecision>>(bytes)).collect::<Result<Vec<_>, _>>()?;
    let mut open: Vec<OpenDecision> = open.into_iter().flatten().collect();
    // As one process finds them.
    open.sort_by_key(|open| (open.decision.seat, open.lane));
    let open = serde_json::to_string(&open).expect("decisions are plain data");
    Ok(Some(Saved { lanes: format!("[{}]", lanes.join(",")), open }))
}

fn to_bytes(what: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(what).expect("it is plain data")
}

fn from_bytes<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, RanksError> {
    serde_json::from_slice(bytes).map_err(|error| RanksError::Garbled(error.to_string()))
}
