#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! This library is what the two programs share: every command's arguments, and all that works without libtorch.
#![forbid(unsafe_code)]

mod advice;
pub mod args;
mod cards;
pub mod commands;
pub mod date;
pub mod failure;
mod hand_over;
pub mod interrupt;
mod kept;
mod lines;
mod markdown;
pub mod output;
mod screen;
mod terminal;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  elderhand games                        what can be played
  elderhand bots                         the released bots
  elderhand play gin --bot greedy        sit down at the table
  elderhand arena --game gin --bots simple,greedy --deals 2000
  elderhand tournament --format outsider --game gin --bots simple,greedy,random
  elderhand arena --game gin --bots my.elderhand,\"cmd:./theirs\" --deals 500
  elderhand arena --game gin --bots checkpoint:gin,greedy --deals 2000
  elderhand analyse game.json --bot checkpoint:gin      which moves were mistakes
  elderhand train configs/gin.toml --run-dir runs/first
  elderhand report runs/first            curves and tables, as a page to read

A bot is named by a built-in name (random; simple, but not for Kuhn and Leduc;
for gin greedy and patient; for Pinnacle always-call), by the path of a bundle,
by checkpoint:NAME, a released bot of those that `elderhand bots` lists, or by
cmd:PROGRAM, which speaks the protocol of docs/protocol.md. search:BOT is a bot
that thinks before it moves, as in search:checkpoint:gin,time=0.2
(docs/search.md). easy:BOT and medium:BOT are a trained bot that plays below its
best.

Exit status: 0 all went well, 1 the work failed, 2 the command line is wrong,
130 interrupted.";

/// Strong players for traditional card games with hidden cards: train, measure, ship and play them
#[derive(Debug, Parser)]
#[command(name = "elderhand", version, max_term_width = 80, after_help = EXAMPLES, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A whole program: reads the command line, has the command run, and gives the exit status.
pub fn program(run: impl FnOnce(Command, &mut Output) -> anyhow::Result<()>) -> ExitCode {
    let command = Cli::parse().command;
    let mut out = Output::stdout();
    let result = interrupt::listen().and_then(|()| run(command, &mut out));
    // What was written comes before the error that ended it.
    let result = result.and(out.flush().map_err(Into::into));
    result.map_or_else(|error| failure::report(&error), |()| ExitCode::SUCCESS)
}
