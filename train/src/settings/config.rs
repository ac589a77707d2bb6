//! The settings of a run as plain data, as a config file has them.

use std::ops::Range;

use elderhand_env::{BatchOptions, Overrides, Variation};
use serde::{Deserialize, Serialize};

/// The version of the config format that this program reads.
pub const CONFIG_VERSION: u32 = 1;

/// The settings of a training run; `configs/base.toml` explains each and holds its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
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
    /// How exactly the network is computed.
    pub precision: Precision,
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
    /// The critic.
    pub critic: CriticSettings,
    /// The rollouts.
    pub self_play: SelfPlaySettings,
    /// Whose play is learnt first.
    pub imitation: ImitationSettings,
    /// When values alone are learnt.
    pub burn_in: BurnInSettings,
    /// The update rule.
    pub learning: LearningSettings,
    /// Rewards for changes of a potential.
    pub shaping: ShapingSettings,
    /// The average that is exported.
    pub averaging: AveragingSettings,
    /// The bots to play against.
    pub opponents: OpponentSettings,
    /// The past policies to play against.
    pub pool: PoolSettings,
    /// When checkpoints are written.
    pub checkpoint: CheckpointSettings,
    /// When and against whom the average is measured.
    pub evaluation: EvaluationSettings,
}

/// Where the network is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Hardware {
    /// The processor.
    Cpu,
    /// The first CUDA device.
    Cuda,
}

/// How exactly the network is computed in training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Precision {
    /// In f32.
    Full,
    /// Products with the bits of observations in bfloat16, all else in f32.
    Mixed,
}

/// When a run ends: at whichever limit comes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Decisions in all; 0 is no limit.
    pub decisions: u64,
    /// Minutes in all, over every resumption and without evaluations; 0 is no limit.
    pub minutes: f64,
}

/// The network's form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct NetworkSettings {
    /// The widths of the hidden layers.
    pub trunk: Vec<usize>,
    /// Whether every observation bit also adds to the outputs directly.
    pub direct: bool,
    /// Whether the network sees the planes that are dear to work out, where the game has any.
    pub hints: bool,
    /// The bot whose weights it begins with; empty to draw them.
    pub start: String,
}

/// The critic: a network of its own that estimates the value from a privileged observation, in training only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CriticSettings {
    /// The widths of its hidden layers; empty for no critic.
    pub trunk: Vec<usize>,
    /// The planes of the other seats' observations that are in the privileged observation.
    pub planes: Vec<String>,
    /// It estimates what each action is worth, and the value from these and the policy.
    pub actions: bool,
}

/// The rollouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SelfPlaySettings {
    /// Games side by side.
    pub lanes: usize,
    /// Decisions of each lane between two updates.
    pub horizon: usize,
    /// The values that options take, lane by lane in turn.
    pub vary: Variation,
}

/// The player whose play is learnt before anything else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ImitationSettings {
    /// A bot that plays by what it sees at the moment.
    pub teacher: String,
    /// The decisions that are its; 0 for no teacher.
    pub decisions: u64,
}

/// The start of a run, in which the policy stays as it is and only its values are learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BurnInSettings {
    /// Its decisions; 0 for none.
    pub decisions: u64,
    /// The step of the optimiser in it.
    pub rate: f64,
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
    /// Returns its value at a fraction of the run, from 0 to 1.
    #[must_use]
    pub fn at(self, fraction: f64) -> f64 {
        self.from + (self.to - self.from) * fraction
    }

    /// Returns what part of its highest value it has at a fraction of the run; 1 if it is 0 all along.
    pub(crate) fn pace(self, fraction: f64) -> f64 {
        let top = self.from.max(self.to);
        if top > 0.0 { self.at(fraction) / top } else { 1.0 }
    }
}

/// The update rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct LearningSettings {
    /// The step of the optimiser.
    pub rate: Schedule,
    /// The weight of the entropy bonus.
    pub entropy: Schedule,
    /// The weight of the pull to where the policy has been lately.
    pub magnet: Schedule,
    /// The iterations that the magnet is behind while the rate is at its highest; the more, the lower that is.
    pub magnet_lag: f64,
    /// Passes over each rollout.
    pub epochs: usize,
    /// Decisions in one step of the optimiser.
    pub minibatch: usize,
    /// The clip range of the probability ratio.
    pub clip: f32,
    /// The discount for each decision of a seat.
    pub gamma: f32,
    /// The decay of the advantage estimate: 0 trusts the values, 1 the outcome.
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
#[non_exhaustive]
pub struct ShapingSettings {
    /// The plane whose bits that are on are counted; empty for no shaping.
    pub plane: String,
    /// The points of a bit.
    pub weight: Schedule,
}

/// The average that is exported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AveragingSettings {
    /// How strongly recent weights count; 0 is a plain mean over the whole run.
    pub recency: f64,
}

/// The bots that hold seats against the learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct OpponentSettings {
    /// Bots that play by what they see at the moment; in a lane one of them holds every seat but the learner's.
    pub bots: Vec<String>,
    /// The share of lanes in which they play.
    pub share: f64,
}

/// The past policies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct CheckpointSettings {
    /// Iterations between two.
    pub every: u64,
    /// The number of newest ones kept.
    pub keep: usize,
}

/// When and against whom the average is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EvaluationSettings {
    /// Iterations between two; 0 is only by `times`.
    pub every: u64,
    /// How many there are along the budget, evenly; 0 is only at the end.
    pub times: u64,
    /// The bots to play against.
    pub opponents: Vec<String>,
    /// Mirrored deals against each.
    pub deals: usize,
}

impl EvaluationSettings {
    /// Returns `true` if the averages are compared after an iteration that took a run so far along its budget.
    pub(crate) fn is_due(&self, iteration: u64, fraction: Range<f64>) -> bool {
        let passed = |fraction: f64| (fraction * self.times as f64) as u64;
        self.every > 0 && iteration.is_multiple_of(self.every) || passed(fraction.start) < passed(fraction.end)
    }
}

impl Config {
    /// Returns the config as the text of a file that [`Config::load`] reads.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a config is plain data")
    }

    /// Returns how a batch of so many lanes is set up for the run.
    pub(crate) fn batch(&self, lanes: usize) -> BatchOptions {
        BatchOptions::new(lanes).hints(self.network.hints).sensible(true)
    }

    /// Returns the number of threads to use: one a core if `threads` is 0.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            threads => threads,
        }
    }
}
