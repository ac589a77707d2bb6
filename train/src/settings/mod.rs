//! The settings of a run, the layers of files that they come from, and the checks that they must pass.

mod check;
pub(crate) mod config;
pub(crate) mod layers;

pub use config::{
    AveragingSettings, BurnInSettings, CONFIG_VERSION, CheckpointSettings, CriticSettings, EvaluationSettings,
    Hardware, ImitationSettings, LearningSettings, NetworkSettings, OpponentSettings, PoolSettings, Precision,
    Schedule, SelfPlaySettings, ShapingSettings,
};
pub use layers::Origin;
