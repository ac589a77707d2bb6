//! `export`: a run's averaged weights as a bundle. `elderhand-train` does it, whose checkpoints they are.

use std::path::PathBuf;

/// Make a bot file of a run or a checkpoint, with its model card
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The run directory, or one of its checkpoints
    #[arg(value_name = "RUN_OR_CHECKPOINT")]
    pub from: PathBuf,
    /// The bundle to write, such as gin.elderhand
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Let the bundle replace a file that is not one
    #[arg(long)]
    pub force: bool,
}
