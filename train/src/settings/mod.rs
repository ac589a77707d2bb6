//! What a run is told: every setting, the layers of files that settings come from, and the checks that they pass.

mod check;
pub(crate) mod config;
pub(crate) mod layers;

pub use config::{
    AveragingSettings, CONFIG_VERSION, CheckpointSettings, CriticSettings, EvaluationSettings, Hardware,
    LearningSettings, NetworkSettings, PoolSettings, Schedule, SelfPlaySettings, ShapingSettings,
};
pub use layers::Origin;
