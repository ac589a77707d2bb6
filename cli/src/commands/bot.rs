//! `bot`: the protocol on standard input and output.

use crate::output::Output;

/// Answer another program: the JSON-lines protocol of docs/protocol.md on stdin and stdout
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bot: a bundle, a built-in name, or cmd:PROGRAM
    #[arg(value_name = "BUNDLE_OR_NAME")]
    bot: String,
}
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let _ = (args, out);
    Ok(())
}
