//! What a training run is told: every setting, its range, and its checks.

use elderhand_env::{Overrides, Variation, settings, varied_env, vec_env};
use serde::{Deserialize, Serialize};

use crate::settings::layers::{ConfigError, Layers};

/// The version of the config format that this program reads.
pub const CONFIG_VERSION: u32 = 1;

/// No rollout holds more decisions than this, which keeps it within a few gigabytes.
const MAX_ROLLOUT: usize = 1 << 24;

/// The settings of a training run; `configs/base.toml` explains each and holds its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The version of the format, [`CONFIG_VERSION`].
    pub version: u32,
    /// The id of the variant.
    pub game: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads for games and network together; 0 is one a core.
    pub threads: usize,
    /// Where the network is computed.
    pub device: Hardware,
    /// The points that the value head counts as 1.
    pub value_scale: f32,
    /// What the logits are divided by when the exported bot draws its action; 0 takes the likeliest always.
    pub temperature: f32,
    /// Options of the game, by name.
    pub options: Overrides,
    /// When the run ends.
    pub budget: Budget,
    /// The network's form.
    pub network: NetworkSettings,
    /// The critic that sees hidden cards.
    pub critic: CriticSettings,
    /// The rollouts.
    pub self_play: SelfPlaySettings,
    /// The update rule.
    pub learning: LearningSettings,
    /// Help on the way that is gone at the end.
    pub shaping: ShapingSettings,
    /// The average that is exported.
    pub averaging: AveragingSettings,
    /// The past policies.
    pub pool: PoolSettings,
    /// When checkpoints are written.
    pub checkpoint: CheckpointSettings,
    /// When and against whom the average is measured.
    pub evaluation: EvaluationSettings,
}

/// Where the network is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hardware {
    /// The processor.
    Cpu,
    /// The first CUDA device.
    Cuda,
}

/// When a run ends: at whichever limit comes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Decisions in all; 0 is no limit.
    pub decisions: u64,
    /// Minutes in all, over every resumption; 0 is no limit.
    pub minutes: f64,
}

/// The network's form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSettings {
    /// The widths of the hidden layers.
    pub trunk: Vec<usize>,
    /// Every observation bit also adds to the outputs directly.
    pub direct: bool,
    /// The bot whose weights it begins with; empty to draw them.
    pub start: String,
}

/// A value head of its own that sees hidden cards, in training only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticSettings {
    /// The widths of its hidden layers; none for no critic.
    pub trunk: Vec<usize>,
    /// The planes of the other seats' observations that it sees.
    pub planes: Vec<String>,
}

/// The rollouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// Games side by side.
    pub lanes: usize,
    /// Decisions of each lane between two updates.
    pub horizon: usize,
    /// The values that options take, lane by lane in turn.
    pub vary: Variation,
}

/// A number that moves linearly along the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Its value at the start.
    pub from: f64,
    /// Its value at the end.
    pub to: f64,
}

impl Schedule {
    /// Its value at a fraction of the run, from 0 to 1.
    pub fn at(self, progress: f64) -> f64 {
        self.from + (self.to - self.from) * progress
    }
}

/// The update rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningSettings {
    /// The step of the optimiser.
    pub rate: Schedule,
    /// The weight of the entropy bonus.
    pub entropy: Schedule,
    /// The weight of the pull to where the policy has been lately.
    pub magnet: Schedule,
    /// The iterations that the magnet is behind.
    pub magnet_lag: f64,
    /// Passes over each rollout.
    pub epochs: usize,
    /// Decisions in one step of the optimiser.
    pub minibatch: usize,
    /// The clip range of the probability ratio.
    pub clip: f32,
    /// The discount for each decision of a seat.
    pub gamma: f32,
    /// The decay of the advantage estimate.
    pub lambda: f32,
    /// The weight of the value loss.
    pub value: f32,
    /// The greatest length of a gradient.
    pub max_grad_norm: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// The divergence that ends an update early; 0 is never.
    pub kl_stop: f64,
}

/// Rewards for changes of a potential that an observation plane shows (Ng, Harada, Russell 1999).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapingSettings {
    /// The plane whose bits that are on are counted; empty for no shaping.
    pub plane: String,
    /// The points of a bit.
    pub weight: Schedule,
}

/// The average that is exported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AveragingSettings {
    /// How strongly recent weights count; 0 is a plain mean over the whole run.
    pub recency: f64,
}

/// The past policies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolSettings {
    /// The share of lanes in which one seat is held by a past policy.
    pub share: f64,
    /// The number of policies kept.
    pub size: usize,
    /// Iterations between two that are kept, at first.
    pub every: u64,
    /// Policies drawn for each rollout.
    pub opponents: usize,
}

/// When checkpoints are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointSettings {
    /// Iterations between two.
    pub every: u64,
    /// The number of newest ones kept.
    pub keep: usize,
}

/// When and against whom the average is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSettings {
    /// Iterations between two; 0 is only at the end.
    pub every: u64,
    /// The bots to play against.
    pub opponents: Vec<String>,
    /// Mirrored deals against each.
    pub deals: usize,
}

impl Config {
    /// Reads a config file laid over its bases, and lays settings of the form `key=value` over both.
    ///
    /// # Errors
    ///
    /// Fails with the file, line and key of the first thing that is wrong.
    pub fn load(path: &std::path::Path, sets: &[String]) -> Result<Config, ConfigError> {
        let mut layers = Layers::builtin()?;
        layers.file(path)?;
        layers.sets(sets)?;
        let config = layers.config()?;
        config.check(&layers)?;
        Ok(config)
    }

    /// The config as a file that [`Config::load`] reads.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a config is plain data")
    }

    /// The number of threads to use.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            threads => threads,
        }
    }

    fn check(&self, layers: &Layers) -> Result<(), ConfigError> {
        let learning = &self.learning;
        #[rustfmt::skip]
        let ranges: &[(&str, f64, f64, f64)] = &[
            ("version", self.version.into(), CONFIG_VERSION.into(), CONFIG_VERSION.into()),
            ("seed", self.seed as f64, 0.0, i64::MAX as f64),
            ("threads", self.threads as f64, 0.0, 1024.0),
            ("value_scale", self.value_scale.into(), 1e-3, 1e6),
            ("temperature", self.temperature.into(), 0.0, 10.0),
            ("budget.decisions", self.budget.decisions as f64, 0.0, 1e15),
            ("budget.minutes", self.budget.minutes, 0.0, 1e6),
            ("network.trunk", self.network.trunk.len() as f64, 1.0, 8.0),
            ("critic.trunk", self.critic.trunk.len() as f64, 0.0, 8.0),
            ("self_play.lanes", self.self_play.lanes as f64, 1.0, 65536.0),
            ("self_play.horizon", self.self_play.horizon as f64, 4.0, 65536.0),
            ("learning.rate.from", learning.rate.from, 0.0, 1.0),
            ("learning.rate.to", learning.rate.to, 0.0, 1.0),
            ("learning.entropy.from", learning.entropy.from, 0.0, 10.0),
            ("learning.entropy.to", learning.entropy.to, 0.0, 10.0),
            ("learning.magnet.from", learning.magnet.from, 0.0, 10.0),
            ("learning.magnet.to", learning.magnet.to, 0.0, 10.0),
            ("learning.magnet_lag", learning.magnet_lag, 1.0, 1e6),
            ("learning.epochs", learning.epochs as f64, 1.0, 100.0),
            ("learning.minibatch", learning.minibatch as f64, 1.0, MAX_ROLLOUT as f64),
            ("learning.clip", learning.clip.into(), 1e-3, 10.0),
            ("learning.gamma", learning.gamma.into(), 0.0, 1.0),
            ("learning.lambda", learning.lambda.into(), 0.0, 1.0),
            ("learning.value", learning.value.into(), 0.0, 100.0),
            ("learning.max_grad_norm", learning.max_grad_norm, 1e-3, 1e6),
            ("learning.weight_decay", learning.weight_decay, 0.0, 1.0),
            ("learning.kl_stop", learning.kl_stop, 0.0, 10.0),
            ("shaping.weight.from", self.shaping.weight.from, -1e6, 1e6),
            ("shaping.weight.to", self.shaping.weight.to, -1e6, 1e6),
            ("averaging.recency", self.averaging.recency, 0.0, 1e6),
            ("pool.share", self.pool.share, 0.0, 1.0),
            ("pool.size", self.pool.size as f64, 1.0, 1000.0),
            ("pool.every", self.pool.every as f64, 1.0, 1e9),
            ("pool.opponents", self.pool.opponents as f64, 1.0, 64.0),
            ("checkpoint.every", self.checkpoint.every as f64, 1.0, 1e9),
            ("checkpoint.keep", self.checkpoint.keep as f64, 1.0, 1e6),
            ("evaluation.every", self.evaluation.every as f64, 0.0, 1e9),
            ("evaluation.deals", self.evaluation.deals as f64, 1.0, 1e7),
        ];
        for &(key, found, least, greatest) in ranges {
            // Written so that NaN, which TOML can say, is out of every range.
            if !(least <= found && found <= greatest) {
                let expected = match (least, greatest) {
                    (least, greatest) if least == greatest => format!("{least}"),
                    _ if key.ends_with("trunk") => format!("{least} to {greatest} widths"),
                    _ => format!("{least} to {greatest}"),
                };
                return Err(layers.wrong(key, expected));
            }
        }
        for (key, trunk) in [("network.trunk", &self.network.trunk), ("critic.trunk", &self.critic.trunk)] {
            if trunk.iter().any(|width| !(1..=8192).contains(width)) {
                return Err(layers.wrong(key, "widths from 1 to 8192".into()));
            }
        }
        if self.self_play.lanes * self.self_play.horizon > MAX_ROLLOUT {
            let expected = format!("at most {MAX_ROLLOUT} decisions in lanes × horizon");
            return Err(layers.wrong("self_play.horizon", expected));
        }
        if self.game.is_empty() {
            return Err(layers.wrong("game", "the id of a variant, such as \"gin\"".into()));
        }
        let env = vec_env(&self.game, &self.options, 1).map_err(|source| layers.game(source, "options"))?;
        let SelfPlaySettings { lanes, vary, .. } = &self.self_play;
        if let Some(name) = vary.keys().find(|name| self.options.contains_key(*name)) {
            let expected = "nothing, since `self_play.vary` gives it other values; or `vary = {}` beside it".into();
            return Err(layers.wrong(&format!("options.{name}"), expected));
        }
        varied_env(&self.game, &self.options, vary, 1).map_err(|source| layers.game(source, "self_play.vary"))?;
        let settings = settings(vary).len();
        if *lanes < settings {
            return Err(layers.wrong("self_play.lanes", format!("at least one for each of {settings} settings")));
        }
        let planes = &env.spec().planes;
        let shaping = Some(&self.shaping.plane).filter(|plane| !plane.is_empty()).map(|plane| ("shaping.plane", plane));
        let mut named = self.critic.planes.iter().map(|plane| ("critic.planes", plane)).chain(shaping);
        let is_known = |plane: &str| planes.iter().any(|known| known.name == plane);
        if let Some((key, _)) = named.find(|(_, plane)| !is_known(plane)) {
            let names: Vec<&str> = planes.iter().map(|plane| plane.name).collect();
            return Err(layers.wrong(key, format!("a plane of `{}`: {}", self.game, names.join(", "))));
        }
        Ok(())
    }
}
