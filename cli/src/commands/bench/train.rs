//! `bench train`: how much of the machine's arithmetic training uses.

use std::path::PathBuf;

use crate::output::Output;

/// Decisions a second in training, and achieved against measured peak GFLOP/s
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The config, a TOML file such as configs/gin.toml
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Set a key of the config; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(_: &Args, _: &mut Output) -> anyhow::Result<()> {
    Err(crate::commands::without_training("bench train"))
}
