//! `sweep`: the same training over several seeds and settings. `elderhand-train` does it.

use std::path::PathBuf;

use crate::args::minutes;

const EXAMPLES: &str = "\
Examples:
  elderhand sweep configs/gin.toml --seeds 3 --decisions 5000000 --dir sweeps/gin
  elderhand sweep configs/leduc.toml --decisions 20000000 --dir sweeps/leduc \\
    --grid learning.epochs=1,2 --grid 'learning.rate={ from = 2e-3, to = 2e-5 }, { from = 1e-3, to = 1e-5 }'
  elderhand report sweeps/leduc/*                    the curves of its runs";

/// Train configs over several seeds and settings, and say what it came to
///
/// Every config is trained with every combination of the values of --grid, each once for every seed, on one thread, for as
/// long as its own budget says or for so many minutes or decisions. What would be exported is measured against the
/// opponents that the config names, and in a game that is small enough by its NashConv; the mean over the seeds comes with
/// a 95 % interval over them. Each is a run like those of `train`, in a directory of its own: Ctrl-C stops with
/// checkpoints, and the same command goes on. The JSON of one revision is what another is compared with.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The configs, TOML files such as configs/gin.toml
    #[arg(value_name = "CONFIG", required = true)]
    pub configs: Vec<PathBuf>,
    /// Where the runs are kept, one directory each
    #[arg(long, value_name = "D")]
    pub dir: PathBuf,
    /// Values that a key of the config takes in turn, separated by commas; may be repeated
    #[arg(long, value_name = "KEY=A,B,…")]
    pub grid: Vec<String>,
    /// How many seeds, from 1 on
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub seeds: u64,
    /// How long to train each time; evaluations do not count
    #[arg(long, value_name = "M", value_parser = minutes, conflicts_with = "decisions")]
    pub minutes: Option<f64>,
    /// How many decisions to train for each time, however long they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub decisions: Option<u64>,
    /// Set a key of every config; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How many runs go on side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// What this command printed with --json at another revision, to compare with
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
