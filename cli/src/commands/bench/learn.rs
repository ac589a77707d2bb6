//! `bench learn`: how much training learns in a fixed time. `elderhand-train` does it.

use std::path::PathBuf;

/// What some minutes or decisions of training come to, over several seeds
///
/// Trains every config on one thread for so many minutes, or for so many decisions where the machine has other work to do,
/// once for each seed, and measures what would be exported against the opponents that the config names; in a game that is
/// small enough also by its NashConv. The JSON of one revision is what another is compared with.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The configs, TOML files such as configs/gin.toml
    #[arg(value_name = "CONFIG", required = true)]
    pub configs: Vec<PathBuf>,
    /// How long to train each time; evaluations do not count
    #[arg(long, value_name = "M", default_value_t = 3.0)]
    pub minutes: f64,
    /// How many decisions to train for each time, however long they take
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub decisions: Option<u64>,
    /// How many seeds, from 1 on
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub seeds: u64,
    /// Set a key of every config; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// What this command printed with --json at another revision, to compare with
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
