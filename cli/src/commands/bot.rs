//! `bot`: the protocol on standard input and output.

use std::io;

use elderhand_agents::{Bot, protocol};

use crate::output::{Output, say};

/// Answer another program: the JSON-lines protocol of docs/protocol.md on stdin and stdout
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bot: a bundle, checkpoint:NAME, a built-in name, or cmd:PROGRAM
    #[arg(value_name = "BUNDLE_OR_NAME")]
    bot: String,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    Ok(protocol::serve(io::stdin().lock(), out, &Bot::open(&args.bot)?, say)?)
}
