//! How the averages of a run play: compared on the way, and measured at the end.

use elderhand_env::settings;
use serde_json::{Map, json};

use super::Trainer;
use crate::error::TrainError;
use crate::learning::training::Training;
use crate::record::checkpoint::{BEST, Checkpoint};
use crate::record::export::Model;
use crate::run::hooks::{Evaluate, Evaluation, Observer};
use crate::settings::config::Config;

/// The best average so far, as the opponents of the evaluations tell.
pub(super) struct Best {
    /// Its mean score, over all opponents and settings.
    pub score: f64,
    pub average: Vec<f32>,
}

impl Best {
    /// What a checkpoint holds of it; nothing if it has stood its test against other opponents or on other deals than
    /// those of the run that is taken up.
    pub fn restore(training: &Training, checkpoint: &Checkpoint) -> Result<Option<Best>, String> {
        let test = |config: &Config| (config.evaluation.opponents.clone(), config.evaluation.deals, config.seed);
        let found = checkpoint.info.best.zip(checkpoint.group(BEST));
        let found = found.filter(|_| test(&training.config) == test(&checkpoint.info.config));
        found.map(|(score, group)| Ok(Best { score, average: training.layout.join(group)? })).transpose()
    }
}

impl Trainer {
    /// Says whether all is known of the bot as it is now.
    pub(super) fn is_evaluated(&self) -> bool {
        let now = self.evaluations.iter().filter(|evaluation| evaluation.iteration == self.training.iteration);
        now.count() >= self.meetings()
    }

    /// The number of opponents in all settings.
    fn meetings(&self) -> usize {
        let Config { evaluation, self_play, .. } = &self.training.config;
        evaluation.opponents.len() * settings(&self_play.vary).len()
    }

    /// Measures the average as it is now, and keeps it if it is the best so far. The deals are the same every time, so
    /// that what changes from one evaluation to the next is the play.
    pub(super) fn compare(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainError> {
        let seed = self.training.config.seed;
        let found = self.measure(&self.model(), seed, "eval", evaluate, observer)?;
        let score = found.iter().map(|evaluation| evaluation.score).sum::<f64>() / found.len().max(1) as f64;
        // What has met fewer opponents than it should cannot be compared.
        if found.len() == self.meetings() && self.best.as_ref().is_none_or(|best| score > best.score) {
            self.best = Some(Best { score, average: self.training.average.clone() });
            self.evaluations = found;
        }
        Ok(())
    }

    /// Measures what is exported, on deals that had no part in choosing it.
    pub(super) fn conclude(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainError> {
        let model = self.model_of(self.best.as_ref().map_or(&self.training.average, |best| &best.average));
        let seed = self.training.config.seed.wrapping_add(1);
        self.evaluations = self.measure(&model, seed, "final", evaluate, observer)?;
        Ok(())
    }

    /// Plays against every opponent in every setting, and writes down what came out.
    fn measure(
        &mut self,
        model: &Model,
        seed: u64,
        title: &str,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Evaluation>, TrainError> {
        let number = self.training.iteration;
        let config = &self.training.config;
        let mut line = Map::new();
        line.insert("iteration".into(), number.into());
        line.insert("decisions".into(), self.training.decisions.into());
        let mut evaluations = Vec::new();
        let settings = settings(&config.self_play.vary);
        let meetings =
            config.evaluation.opponents.iter().flat_map(|o| settings.iter().map(move |setting| (o, setting)));
        for (opponent, setting) in meetings {
            let result = evaluate.evaluate(model, opponent, setting, config.evaluation.deals, seed);
            let evaluation = match result {
                Ok(evaluation) => Evaluation { iteration: number, ..evaluation },
                Err(error) => {
                    observer.warn(&format!("the evaluation against `{opponent}` failed: {error}"));
                    continue;
                }
            };
            observer.evaluated(&evaluation);
            let met = evaluation.title();
            let mut put = |name, number: f64| line.insert(format!("{title}/{met}/{name}"), json!(number));
            put("score", evaluation.score);
            put("ci_low", evaluation.score_interval.0);
            put("ci_high", evaluation.score_interval.1);
            put("win_rate", evaluation.win_rate);
            evaluations.push(evaluation);
        }
        self.dir.log(number, &line)?;
        Ok(evaluations)
    }
}
