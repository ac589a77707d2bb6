#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! [`Config::load`] reads what to train; a [`Trainer`] runs it in a directory; [`export_tensors`] takes the averaged
//! network out of a checkpoint. To read the algorithm, begin with `learning/training/mod.rs`.
#![forbid(unsafe_code)]

mod diagnosis;
mod error;
mod learning;
mod ranks;
mod record;
mod run;
pub mod settings;

pub use diagnosis::bench::{BenchReport, bench};
pub use diagnosis::doctor::{DoctorReport, doctor};
pub use error::{CheckpointError, RanksError, RunError, StartError, TrainError};
pub use learning::network::parameters::NamedTensor;
pub use learning::times::Times;
pub use ranks::Ranks;
pub use record::checkpoint::CheckpointInfo;
pub use record::evaluation::{Evaluation, Occasion};
pub use record::export::{Model, export_tensors};
pub use record::run_dir::{BOT, Provenance, config_of_run, default_run_dir};
pub use run::follow::follow;
pub use run::hooks::{Evaluate, Meeting, Observer, Progress};
pub use run::trainer::{Outcome, Trainer};
pub use settings::config::{Budget, Config};
pub use settings::layers::ConfigError;
