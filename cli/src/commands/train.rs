//! `train`: self-play from a config to a bot.

use std::path::PathBuf;

use crate::output::Output;

/// Train a bot by self-play
///
/// Writes checkpoints, metrics and the resolved config to the run directory. Ctrl-C stops cleanly with a checkpoint;
/// --resume goes on from there.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The config, a TOML file such as configs/gin.toml
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Set a key of the config, such as learning_rate=3e-4; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The run directory [default: runs/ and the config's name and the time]
    #[arg(long, value_name = "D", conflicts_with = "resume")]
    pub run_dir: Option<PathBuf>,
    /// Go on with the run in this directory
    #[arg(long, value_name = "D")]
    pub resume: Option<PathBuf>,
    /// Stop after this many decisions
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
}

pub fn run(_: &Args, _: &mut Output) -> anyhow::Result<()> {
    Err(super::without_training("train"))
}
