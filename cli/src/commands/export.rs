//! `export`: a run's best weights as a bundle.

use std::path::PathBuf;

use crate::output::Output;

/// Make a bot file of a run or a checkpoint, with its model card
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The run directory, or one of its checkpoints
    #[arg(value_name = "RUN_OR_CHECKPOINT")]
    pub from: PathBuf,
    /// The bundle to write, such as gin.elderhand
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

pub fn run(_: &Args, _: &mut Output) -> anyhow::Result<()> {
    Err(super::without_training("export"))
}
