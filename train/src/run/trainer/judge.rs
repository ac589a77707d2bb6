//! Which average is the best, and how what is exported plays.

use std::sync::atomic::AtomicBool;

use super::Trainer;
use crate::error::TrainError;
use crate::learning::training::{Purpose, mark};
use crate::record::evaluation::Occasion;
use crate::run::hooks::{Evaluate, Observer};
use crate::run::lead::tell_model;
use crate::run::measure::{Measured, measure};
use crate::run::restore::Best;

impl Trainer {
    /// Returns whether the run compares its averages.
    pub(super) fn compares(&self) -> bool {
        let settings = &self.training.config.evaluation;
        settings.every.max(settings.times) > 0 && !settings.opponents.is_empty()
    }

    /// Measures the average as it is now, and keeps it if it is the best so far. Returns `false` if it was asked to stop before.
    ///
    /// The deals are the same every time, so that what changes from one evaluation to the next is the play.
    pub(super) fn compare(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<bool, TrainError> {
        let average = self.training.average.clone();
        let Some(measured) = self.met(&average, evaluate, observer, stop)? else { return Ok(false) };
        let score = measured.score(&self.training.config);
        self.dir.log(self.training.decisions, &measured.line)?;
        let unscored = self.best.as_ref().filter(|best| best.score.is_none()).map(|best| best.average.clone());
        if let Some(best) = unscored {
            let Some(measured) = self.met(&best, evaluate, observer, stop)? else { return Ok(false) };
            self.best = Some(Best { score: measured.score(&self.training.config), average: best });
        }
        // Two that have met the same opponents can be compared.
        let better = match &self.best {
            Some(best) => score.zip(best.score).is_some_and(|(score, best)| score > best),
            None => score.is_some(),
        };
        if better {
            self.best = Some(Best { score, average });
            self.evaluations.clear();
        }
        self.due = false;
        Ok(true)
    }

    /// Measures a network on the deals that are the same every time; `None` if it was asked to stop before.
    fn met(
        &mut self,
        weights: &[f32],
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Option<Measured>, TrainError> {
        let seed = mark(self.training.config.seed, Purpose::Comparison);
        self.measure(weights, seed, Occasion::Comparison, evaluate, observer, stop)
    }

    /// Compares the last average of a run that is over, and measures what is exported, on deals that had no part in choosing it.
    /// Returns `false` if it was asked to stop before.
    pub(super) fn conclude(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<bool, TrainError> {
        // What another test chose stays, now that the run is over.
        let compares = self.compares() && self.best.as_ref().is_none_or(|best| best.score.is_some());
        if compares && !self.compare(evaluate, observer, stop)? {
            return Ok(false);
        }
        let average = self.best.as_ref().map_or(&self.training.average, |best| &best.average).clone();
        let seed = mark(self.training.config.seed, Purpose::Conclusion);
        let measured = self.measure(&average, seed, Occasion::Conclusion, evaluate, observer, stop)?;
        let Some(measured) = measured else { return Ok(false) };
        self.dir.log(self.training.decisions, &measured.line)?;
        self.evaluations = measured.evaluations;
        Ok(true)
    }

    /// Has all ranks play a network.
    fn measure(
        &mut self,
        weights: &[f32],
        seed: u64,
        occasion: Occasion,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Option<Measured>, TrainError> {
        let (model, ranks) = (self.model_of(weights), &mut self.training.ranks);
        tell_model(ranks, seed, &model.info, weights)?;
        Ok(measure(&model, seed, occasion, ranks, evaluate, observer, stop)?)
    }
}
