//! `verify`: a bundle's hashes, layouts and golden positions.

use std::path::PathBuf;

use crate::output::Output;

/// Check a bot file: its hashes, layouts and golden positions
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bundle, a file or a folder
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let _ = (args, out);
    Ok(())
}
