//! Which average is the best, and how what is exported plays.

use serde_json::{Map, Value};

use super::Trainer;
use crate::error::TrainError;
use crate::learning::training::{Purpose, mark};
use crate::record::evaluation::{Evaluation, Occasion};
use crate::run::hooks::{Evaluate, Observer};
use crate::run::lead::tell_model;
use crate::run::measure::{hardest, measure, meetings};
use crate::run::restore::Best;

impl Trainer {
    /// Returns whether the run compares its averages.
    pub(super) fn compares(&self) -> bool {
        let settings = &self.training.config.evaluation;
        settings.every.max(settings.times) > 0 && !settings.opponents.is_empty()
    }

    /// Measures the average as it is now, and keeps it if it is the best so far.
    ///
    /// The deals are the same every time, so that what changes from one evaluation to the next is the play.
    pub(super) fn compare(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainError> {
        let seed = mark(self.training.config.seed, Purpose::Comparison);
        let average = self.training.average.clone();
        let (found, line) = self.measure(&average, seed, Occasion::Comparison, evaluate, observer)?;
        let config = &self.training.config;
        // What has met fewer opponents than it should cannot be compared.
        let complete = found.len() == meetings(config);
        self.dir.log(self.training.decisions, &line)?;
        let score = hardest(&found);
        if complete && self.best.as_ref().is_none_or(|best| score > best.score) {
            self.best = Some(Best { score, average: self.training.average.clone() });
            self.evaluations.clear();
        }
        Ok(())
    }

    /// Measures what is exported, on deals that had no part in choosing it.
    pub(super) fn conclude(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainError> {
        let average = self.best.as_ref().map_or(&self.training.average, |best| &best.average).clone();
        let seed = mark(self.training.config.seed, Purpose::Conclusion);
        let (found, line) = self.measure(&average, seed, Occasion::Conclusion, evaluate, observer)?;
        self.dir.log(self.training.decisions, &line)?;
        if let Some(best) = self.best.as_mut().filter(|_| self.chosen && !found.is_empty()) {
            // By which the averages that follow are compared with it, should the run go on.
            best.score = hardest(&found);
            self.chosen = false;
        }
        self.evaluations = found;
        Ok(())
    }

    /// Has all ranks play a network.
    fn measure(
        &mut self,
        weights: &[f32],
        seed: u64,
        occasion: Occasion,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<Evaluation>, Map<String, Value>), TrainError> {
        let (model, ranks) = (self.model_of(weights), &mut self.training.ranks);
        tell_model(ranks, seed, &model.info, weights)?;
        Ok(measure(&model, seed, occasion, ranks, evaluate, observer))
    }
}
