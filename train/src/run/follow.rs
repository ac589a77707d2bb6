//! A run as the ranks but the first see it: they do what rank 0 tells them.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{CheckpointError, TrainError};
use crate::learning::training::{Training, threads};
use crate::ranks::Ranks;
use crate::record::checkpoint::Checkpoint;
use crate::record::evaluation::Occasion;
use crate::run::hooks::Evaluate;
use crate::run::lead::{Order, hear, hear_model, hear_weights, save};
use crate::run::measure::measure;
use crate::run::restore::restore;
use crate::settings::config::Config;

/// Trains as one of the ranks but the first, until that one says that the run is over or stops it.
///
/// Config and checkpoint come from rank 0, so nothing is read from a run directory. What rank 0 has evaluated, this rank
/// evaluates too. If `stop` is set, the whole run stops, as if rank 0 had been asked to.
///
/// # Errors
///
/// Fails as a run of one process does, and if another rank fails or does not come in time.
pub fn follow(mut ranks: Ranks, evaluate: &mut dyn Evaluate, stop: &AtomicBool) -> Result<(), TrainError> {
    let (config, made): (Config, u64) = hear(&mut ranks)?;
    threads(&config)?.install(|| {
        let mut training = Training::among(ranks, &config, made)?;
        take_up(&mut training)?;
        loop {
            match hear(&mut training.ranks)? {
                Order::Iterate { fraction } => {
                    training.iterate(fraction, &mut |_| {})?;
                    training.ranks.any(stop.load(Ordering::Relaxed))?;
                }
                Order::Save => drop(save(&mut training)?),
                Order::Measure { seed } => {
                    let model = hear_model(&mut training)?;
                    // What it is for, and what came out, matters to rank 0 alone.
                    measure(&model, seed, Occasion::Comparison, &mut training.ranks, evaluate, &mut (), stop)?;
                }
                Order::End => return Ok(training.ranks.end()?),
            }
        }
    })
}

/// Puts training where rank 0 says that the run stands.
fn take_up(training: &mut Training) -> Result<(), TrainError> {
    let checkpoint = training.ranks.spread(Vec::new())?;
    let weights = hear_weights(training)?;
    if checkpoint.is_empty() {
        training.begin(weights);
        return Ok(());
    }
    let path = Path::new("from rank 0");
    let checkpoint = Checkpoint::from_bytes(&checkpoint, path)?;
    let damaged = |reason| CheckpointError::Damaged { path: path.into(), reason };
    Ok(restore(training, &checkpoint).map_err(damaged)?)
}
