//! A run as the ranks but the first see it: they do what rank 0 tells them.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{CheckpointError, RanksError, TrainError};
use crate::learning::training::{Training, threads};
use crate::ranks::{Ranks, Wait};
use crate::record::checkpoint::Checkpoint;
use crate::run::lead::{Order, hear, next_order, save};
use crate::run::restore::restore;
use crate::settings::config::Config;

/// Trains as one of the ranks but the first, until that one says that the run is over or stops it.
///
/// Config and checkpoint come from rank 0, so nothing is read from a run directory. If `stop` is set, the whole run stops
/// after the iteration, as if rank 0 had been asked to.
///
/// # Errors
///
/// Fails as a run of one process does, and if another rank fails or does not come in time.
pub fn follow(mut ranks: Ranks, stop: &AtomicBool) -> Result<(), TrainError> {
    let config: Config = hear(&mut ranks, Wait::Bounded)?;
    threads(&config)?.install(|| {
        let mut training = Training::among(ranks, &config)?;
        take_up(&mut training)?;
        let mut last = None;
        loop {
            let order = next_order(&mut training.ranks, last)?;
            match order {
                Order::Iterate { fraction } => {
                    training.iterate(fraction, &mut |_| {})?;
                    training.ranks.any(stop.load(Ordering::Relaxed))?;
                }
                Order::Save => drop(save(&mut training)?),
                Order::Rest => {}
                Order::End => return Ok(training.ranks.end()?),
            }
            last = Some(order);
        }
    })
}

/// Puts training where rank 0 says that the run stands.
fn take_up(training: &mut Training) -> Result<(), TrainError> {
    let checkpoint = training.ranks.spread(Vec::new(), Wait::Bounded)?;
    let weights = training.ranks.spread(Vec::new(), Wait::Bounded)?;
    if checkpoint.is_empty() {
        let weights: Vec<f32> = weights.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if weights.len() != training.learner.weights.len() {
            return Err(RanksError::Garbled(format!("{} weights", weights.len())).into());
        }
        training.begin(weights);
        return Ok(());
    }
    let path = Path::new("from rank 0");
    let checkpoint = Checkpoint::from_bytes(&checkpoint, path)?;
    let damaged = |reason| CheckpointError::Damaged { path: path.into(), reason };
    Ok(restore(training, &checkpoint).map_err(damaged)?)
}
