//! `train`: self-play from a config to a bot. `elderhand-train` does it.

use std::path::PathBuf;

use crate::args::Together;

/// Train a bot by self-play
///
/// Writes checkpoints, metrics and the resolved config to the run directory, and at the end measures the bot, exports
/// it and says what to try next. Ctrl-C stops cleanly with a checkpoint; --resume goes on from there.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The config, a TOML file such as configs/gin.toml; configs/base.toml explains every key
    #[arg(value_name = "CONFIG", required_unless_present = "resume", conflicts_with = "resume")]
    pub config: Option<PathBuf>,
    /// Set a key of the config, such as learning.minibatch=4096; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The run directory, a new one or one in which nothing is that a run writes [default: runs/ and the config's name and the
    /// time]
    #[arg(long, value_name = "D", conflicts_with = "resume")]
    pub run_dir: Option<PathBuf>,
    /// Go on with the run in this directory, under its own config
    #[arg(long, value_name = "D")]
    pub resume: Option<PathBuf>,
    /// Make this many decisions, whatever the config says; with --resume, stop after this many more, and leave the
    /// budget of the run as it is
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Whether MPI has started others with it.
    #[command(flatten)]
    pub together: Together,
}
