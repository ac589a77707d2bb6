//! `bench train`: how much of the machine's arithmetic training uses. `elderhand-train` does it.

use std::path::PathBuf;

/// Decisions a second in training, and achieved against measured peak GFLOP/s
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The config, a TOML file such as configs/gin.toml
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Set a key of the config; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = super::env::seconds)]
    pub seconds: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
