//! How a run is taken up from a checkpoint, and which settings may have changed since.

use std::borrow::Cow;

use elderhand_env::options::changed;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::error::TrainError;
use crate::learning::rollout::OpenDecision;
use crate::learning::training::Training;
use crate::record::checkpoint::{BEST, Checkpoint};
use crate::settings::config::Config;

/// The best average so far, by what the evaluations of a run say.
pub(crate) struct Best {
    /// Its score against the hardest opponent, in points a round; `None` where another test chose it than the config asks for.
    pub score: Option<f64>,
    pub average: Vec<f32>,
}

impl Best {
    /// Returns the best average that a checkpoint holds.
    ///
    /// `None` if it has none.
    pub fn restore(training: &Training, checkpoint: &Checkpoint) -> Result<Option<Best>, String> {
        let score = checkpoint.info.best;
        let best = checkpoint.group(BEST).map(|group| Ok(Best { score, average: training.map.join(group)? }));
        best.transpose()
    }
}

/// Puts training where a checkpoint left it.
pub(crate) fn restore(training: &mut Training, checkpoint: &Checkpoint) -> Result<(), String> {
    let map = training.map.clone();
    let take = |prefix: &str| {
        let group = checkpoint.group(prefix).ok_or_else(|| format!("it has no `{prefix}` tensors"))?;
        map.join(group)
    };
    training.begin(take("model")?);
    let learner = &mut training.learner;
    // A run that has not been drawn to anything so far is drawn to where it stands.
    if let Some(magnet) = learner.magnet.as_mut().filter(|_| checkpoint.group("magnet").is_some()) {
        magnet.set(take("magnet")?);
    }
    learner.adam.first_moment = take("moment1")?;
    learner.adam.second_moment = take("moment2")?;
    learner.adam.steps = checkpoint.info.optimiser_steps;
    training.average = take("average")?;
    let members = checkpoint.groups.iter().filter(|(prefix, _)| prefix.starts_with("pool/"));
    training.pool.members = members.map(|(_, group)| map.join(group)).collect::<Result<_, _>>()?;
    let lanes = own_lanes(training, &checkpoint.lanes)?;
    training.self_play.load(&lanes).map_err(|error| error.to_string())?;
    let mut open: Vec<OpenDecision> = serde_json::from_str(&checkpoint.open).map_err(|error| error.to_string())?;
    // What is another rank's is not ours; what is nobody's is refused.
    let lanes = training.config.self_play.lanes;
    open.retain(|decision| training.share.has(decision.lane) || decision.lane >= lanes);
    training.rollout.take_open(&open, map.actions())?;
    let info = &checkpoint.info;
    training.pool.interval = info.pool_interval.max(1);
    (training.iteration, training.decisions, training.steps) = (info.iteration, info.decisions, info.steps);
    Ok(())
}

/// Returns this rank's part of the lanes of a checkpoint, which are those of all ranks.
fn own_lanes<'a>(training: &Training, lanes: &'a str) -> Result<Cow<'a, str>, String> {
    let share = &training.share;
    if training.ranks.is_alone() {
        return Ok(lanes.into());
    }
    let all: Vec<&RawValue> = serde_json::from_str(lanes).map_err(|error| error.to_string())?;
    let own = all.get(share.first..share.first + share.lanes);
    let own =
        own.ok_or_else(|| format!("it has {} lanes instead of {}", all.len(), training.config.self_play.lanes))?;
    Ok(serde_json::to_string(own).map_err(|error| error.to_string())?.into())
}

/// Returns whether two configs measure bots that choose alike against the same opponents on the same deals.
pub(crate) fn same_test(config: &Config, other: &Config) -> bool {
    let Config { evaluation, seed, temperature, .. } = config;
    let test = (&evaluation.opponents, evaluation.deals, *seed, *temperature);
    test == (&other.evaluation.opponents, other.evaluation.deals, other.seed, other.temperature)
}

/// Checks that a config asks for the games and the network of a checkpoint.
///
/// Fails with the first setting that differs.
pub(crate) fn same_shape(config: &Config, checkpoint: &Config) -> Result<(), TrainError> {
    let shape = |config: &Config| -> [(&'static str, Value); 14] {
        [
            ("game", json!(config.game)),
            // One that is named has the same value as one that is not, if that is the game's own.
            ("options", json!(changed(&config.game, &config.options))),
            ("value_scale", json!(config.value_scale)),
            ("network.trunk", json!(config.network.trunk)),
            ("network.direct", json!(config.network.direct)),
            ("network.hints", json!(config.network.hints)),
            ("network.start", json!(config.network.start)),
            ("critic", json!(config.critic)),
            ("self_play.lanes", json!(config.self_play.lanes)),
            ("self_play.vary", json!(config.self_play.vary)),
            ("pool.every", json!(config.pool.every)),
            ("imitation.teacher", json!(config.imitation.teacher)),
            ("imitation.decisions", json!(config.imitation.decisions)),
            ("burn_in.decisions", json!(config.burn_in.decisions)),
        ]
    };
    for ((key, found), (_, expected)) in shape(config).into_iter().zip(shape(checkpoint)) {
        if found != expected {
            return Err(TrainError::Changed { key, config: found.to_string(), checkpoint: expected.to_string() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Overrides, game};

    use super::same_shape;
    use crate::settings::config::Config;

    #[test]
    fn a_run_keeps_its_game_and_its_teacher() {
        let gin = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/gin-quick.toml");
        let config =
            |sets: &[&str]| Config::load(gin.as_ref(), &sets.iter().map(ToString::to_string).collect::<Vec<_>>());
        let taken_up = |before: &[&str], now: &[&str]| {
            same_shape(&config(now).unwrap(), &config(before).unwrap()).map_err(|error| error.to_string())
        };
        // An option that is named as the game has it anyway changes nothing.
        let own = game("gin", &Overrides::new()).unwrap();
        let named = format!("options.gin_bonus={}", own.options()["gin_bonus"]);
        assert_eq!((taken_up(&[], &[&named]), taken_up(&[&named], &[])), (Ok(()), Ok(())));
        let refused = taken_up(&[&named], &["options.gin_bonus=7"]).unwrap_err();
        assert!(
            refused.starts_with("`options` is {\"gin_bonus\":7}, but the checkpoint was written with {}"),
            "{refused}"
        );
        // What the teacher chose last would be learnt as if the learner had.
        let taught = ["imitation.teacher=simple", "imitation.decisions=1000"];
        for (changed, refusal) in [
            ("imitation.decisions=0", "`imitation.decisions` is 0, but the checkpoint was written with 1000"),
            (
                "imitation.teacher=greedy",
                "`imitation.teacher` is \"greedy\", but the checkpoint was written with \"simple\"",
            ),
        ] {
            let refused = taken_up(&taught, &[&taught[..], &[changed]].concat()).unwrap_err();
            assert!(refused.starts_with(refusal), "{refused}");
        }
        assert_eq!(taken_up(&taught, &[&taught[..], &["budget.decisions=9"]].concat()), Ok(()));
    }
}
