//! How a network plays: against every opponent, in every setting of the options that vary.

use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::Crew;
use elderhand_env::options::settings;
use serde_json::{Map, Value, json};

use crate::error::RanksError;
use crate::ranks::Ranks;
use crate::record::evaluation::{Evaluation, Occasion};
use crate::record::export::Model;
use crate::run::hooks::{Evaluate, Meeting, Observer};
use crate::settings::config::Config;

/// Returns the number of evaluations that a config asks for at once: of opponents times settings.
pub(crate) fn meetings(config: &Config) -> usize {
    config.evaluation.opponents.len() * settings(&config.self_play.vary).len()
}

/// Returns the score against the opponent that is hardest to beat: the least of the means over the settings.
///
/// A mean over the opponents would choose whoever gains most from the weakest of them.
fn hardest(evaluations: &[Evaluation]) -> f64 {
    let mean = |opponent: &str| {
        let scores = evaluations.iter().filter(|met| met.opponent == opponent).map(|met| met.score);
        scores.clone().sum::<f64>() / scores.count() as f64
    };
    evaluations.iter().map(|met| mean(&met.opponent)).fold(f64::INFINITY, f64::min)
}

/// What came out of the meetings of a network.
pub(crate) struct Measured {
    /// Of those that were held.
    pub evaluations: Vec<Evaluation>,
    /// A line of metrics.
    pub line: Map<String, Value>,
}

impl Measured {
    /// Returns the score against the opponent that is hardest to beat; `None` if fewer were met than the config asks for.
    pub fn score(&self, config: &Config) -> Option<f64> {
        (self.evaluations.len() == meetings(config)).then(|| hardest(&self.evaluations))
    }
}

/// Plays a model against every opponent in every setting, on all ranks together, and returns what came out.
///
/// `None` if any rank was asked to stop before the last meeting began. The observer is warned of an evaluation that fails, which is
/// left out.
pub(crate) fn measure(
    model: &Model,
    seed: u64,
    occasion: Occasion,
    ranks: &mut Ranks,
    evaluate: &mut dyn Evaluate,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Option<Measured>, RanksError> {
    let (config, iteration) = (&model.info.config, model.info.iteration);
    let mut line = Map::new();
    line.insert("iteration".into(), iteration.into());
    line.insert("decisions".into(), model.info.decisions.into());
    let mut evaluations = Vec::new();
    let several = !ranks.is_alone();
    let settings = settings(&config.self_play.vary);
    let opponents = config.evaluation.opponents.iter();
    for (opponent, setting) in opponents.flat_map(|opponent| settings.iter().map(move |setting| (opponent, setting))) {
        if ranks.any(stop.load(Ordering::Relaxed))? {
            return Ok(None);
        }
        let crew = ranks.crew();
        let crew: Option<&dyn Crew> = several.then_some(&crew);
        let deals = config.evaluation.deals;
        let evaluation = match evaluate.evaluate(model, &Meeting { opponent, setting, deals, seed, crew }) {
            Ok(evaluation) => Evaluation { iteration, ..evaluation },
            Err(error) => {
                observer.warn(&format!("the evaluation against `{opponent}` failed: {error}"));
                continue;
            }
        };
        observer.evaluated(&evaluation, occasion);
        let met = evaluation.title();
        let mut put = |name, number: f64| line.insert(format!("{}{met}/{name}", occasion.prefix()), json!(number));
        put("score", evaluation.score);
        put("ci_low", evaluation.score_interval.0);
        put("ci_high", evaluation.score_interval.1);
        put("win_rate", evaluation.win_rate);
        evaluations.push(evaluation);
    }
    Ok(Some(Measured { evaluations, line }))
}

#[cfg(test)]
mod tests {
    use elderhand_env::Overrides;

    use super::hardest;
    use crate::record::evaluation::Evaluation;

    #[test]
    fn the_hardest_opponent_counts_over_all_tables() {
        let met = |opponent: &str, score| Evaluation {
            iteration: 1,
            opponent: opponent.into(),
            setting: Overrides::new(),
            deals: 10,
            score,
            score_interval: (score, score),
            win_rate: 0.5,
            win_rate_interval: (0.5, 0.5),
        };
        let evaluations = [met("random", 9.0), met("random", 90.0), met("simple", -1.0), met("simple", 2.0)];
        assert_eq!(hardest(&evaluations), 0.5);
    }
}
