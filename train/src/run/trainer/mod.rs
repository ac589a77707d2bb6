//! A run: iterations until the budget is used, with a log, evaluations and checkpoints.

mod begin;
mod judge;
mod keep;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;

use crate::error::{RunError, TrainError};
use crate::learning::training::Training;
use crate::record::evaluation::Evaluation;
use crate::record::export::Model;
use crate::record::run_dir::RunDir;
use crate::run::clock::Clock;
use crate::run::hooks::{Evaluate, Observer};
use crate::run::lead::{Order, tell};
use crate::run::measure::meetings;
use crate::run::restore::Best;
use crate::settings::config::Config;

/// How a run ended without an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the budget is used and what came out is measured; otherwise the run was asked to stop.
    pub finished: bool,
    /// The last checkpoint.
    pub checkpoint: PathBuf,
    /// Decisions made over every resumption.
    pub decisions: u64,
    /// How the bot of the run plays: against each opponent in each setting.
    pub evaluations: Vec<Evaluation>,
}

/// A run that owns its directory.
pub struct Trainer {
    training: Training,
    dir: RunDir,
    threads: Arc<ThreadPool>,
    /// How the network that would be exported now plays, on deals that had no part in choosing it; empty until it is known.
    evaluations: Vec<Evaluation>,
    best: Option<Best>,
    /// A comparison is due of the averages as they are now.
    due: bool,
    last_good: Option<PathBuf>,
    /// Seconds of training before this process took up the run.
    seconds_before: f64,
    actions_hash: String,
    layout_hash: String,
}

impl Trainer {
    /// Returns the config of the run.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.training.config
    }

    /// Returns the directory of the run.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir.path
    }

    /// Returns the decisions that have been made in the run.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.training.decisions
    }

    /// Returns the averaged network as it is now.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model_of(&self.training.average)
    }

    fn model_of(&self, weights: &[f32]) -> Model {
        Model::new(self.info(0.0), self.training.map.split(weights))
    }

    /// Trains until the budget is used or `stop` is set, and leaves a checkpoint.
    ///
    /// An iteration that has begun is finished first, and an evaluation ends before its next meeting and is made anew when the
    /// run is resumed, so that a stopped run goes on as if it had never been stopped.
    ///
    /// # Errors
    ///
    /// Fails if a number is not finite or a file cannot be written. The last good checkpoint, which the error names, is
    /// kept. The observer is warned of an evaluation that fails, which is left out.
    pub fn run(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Outcome, RunError> {
        let threads = Arc::clone(&self.threads);
        threads
            .install(|| self.iterations(evaluate, observer, stop))
            .map_err(|source| RunError { source: Box::new(source), last_good: self.last_good.clone() })
    }

    fn iterations(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Outcome, TrainError> {
        let mut clock = Clock::new(&self.training.config, self.seconds_before, self.training.decisions);
        // How much of the run has been looked at: what is saved in between takes time too.
        let mut looked = clock.fraction(self.training.decisions);
        let (mut finished, mut stopped) = (looked >= 1.0, false);
        while !finished && !stopped && !stop.load(Ordering::Relaxed) {
            if self.due && self.compares() && !clock.leave_out(|| self.compare(evaluate, observer, stop))? {
                break;
            }
            let fraction = clock.fraction(self.training.decisions);
            let number = self.training.iteration;
            let mut tick = |decisions| observer.progress(&clock.progress(number, decisions));
            tell(&mut self.training.ranks, &Order::Iterate { fraction })?;
            let iteration = self.training.iterate(fraction, &mut tick)?;
            stopped = self.training.ranks.any(stop.load(Ordering::Relaxed))?;
            let number = self.training.iteration;
            if self.best.is_none() {
                // What would be exported is another network than the one that was measured.
                self.evaluations.clear();
            }
            observer.progress(&clock.progress(number, self.training.decisions));
            self.log(&iteration, &clock)?;

            let now = clock.fraction(self.training.decisions);
            finished = now >= 1.0;
            self.due = !finished && self.compares() && self.training.config.evaluation.is_due(number, looked..now);
            looked = now;
            // What was learnt is safe before it is compared, which may take long.
            if self.due || number.is_multiple_of(self.training.config.checkpoint.every) {
                let saved = self.save()?;
                self.checkpoint(&clock, saved)?;
            }
        }
        // What was learnt is safe before it is measured; a run that was ended in between is measured when it is resumed.
        let saved = self.save()?;
        self.checkpoint(&clock, saved.clone())?;
        if finished && !is_evaluated(&self.evaluations, &self.training.config, self.training.iteration) {
            finished = clock.leave_out(|| self.conclude(evaluate, observer, stop))?;
            if finished {
                self.checkpoint(&clock, saved)?;
            }
        }
        tell(&mut self.training.ranks, &Order::End)?;
        self.training.ranks.end()?;
        if finished {
            self.dir.end(self.training.decisions)?;
        }
        self.seconds_before = clock.seconds();
        Ok(Outcome {
            finished,
            checkpoint: self.last_good.clone().unwrap_or_default(),
            decisions: self.training.decisions,
            evaluations: self.evaluations.clone(),
        })
    }
}

/// Returns whether a run that has come so far has used its budget.
fn is_over(config: &Config, seconds: f64, decisions: u64) -> bool {
    Clock::new(config, seconds, decisions).fraction(decisions) >= 1.0
}

/// Returns whether every opponent has been met in every setting by the bot as it is after an iteration.
fn is_evaluated(evaluations: &[Evaluation], config: &Config, iteration: u64) -> bool {
    evaluations.iter().filter(|evaluation| evaluation.iteration == iteration).count() >= meetings(config)
}
