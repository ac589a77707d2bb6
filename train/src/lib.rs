//! Training by self-play: PPO with one network for all seats, past policies to play against, and averaged weights.
//!
//! [`Config::load`] reads what to train; a [`Trainer`] runs it in a directory; [`export_tensors`] takes the averaged
//! network out of a checkpoint. To read the algorithm, begin with `training.rs`, then `advantage.rs` and `loss.rs`.
#![forbid(unsafe_code)]

mod adam;
mod advantage;
mod bench;
mod calendar;
mod checkpoint;
mod clock;
mod config;
mod doctor;
mod error;
mod evaluate;
mod events;
mod export;
mod files;
mod insight;
mod layers;
mod learner;
mod loss;
mod magnet;
mod model;
mod network;
mod policy;
mod pool;
mod rollout;
mod run_dir;
mod self_play;
mod start;
mod times;
mod trainer;
mod training;
mod worker;

pub use bench::{BenchReport, bench};
pub use calendar::date;
pub use checkpoint::{CHECKPOINT_FORMAT, CheckpointError, CheckpointInfo};
pub use config::{
    AveragingSettings, Budget, CONFIG_VERSION, CheckpointSettings, Config, CriticSettings, EvaluationSettings,
    Hardware, LearningSettings, NetworkSettings, PoolSettings, Schedule, SelfPlaySettings, ShapingSettings,
};
pub use doctor::{LIBTORCH, Report, doctor};
pub use error::{RunError, TrainError};
pub use evaluate::{Evaluate, Evaluation, Observer, Progress};
pub use export::{Model, export_tensors};
pub use layers::{ConfigError, Place};
pub use model::NamedTensor;
pub use run_dir::{Provenance, default_run_dir};
pub use start::StartError;
pub use times::Times;
pub use trainer::{Outcome, Trainer};
