//! One file a command. Those that need libtorch or MPI have their arguments here, and are done by `elderhand-train`.

mod analyse;
pub mod arena;
pub mod bench;
mod bot;
mod bots;
mod completions;
mod dealing;
pub mod doctor;
pub mod exploit;
mod exploitability;
pub mod export;
pub mod games;
mod ladder;
mod opponent;
mod play;
pub mod rate;
mod replay;
pub mod report;
mod rules;
#[cfg(feature = "serve")]
mod serve;
pub mod sweep;
mod tournament;
pub mod train;
mod verify;

use std::io::{self, Write};

use clap::Subcommand;

use crate::hand_over::hand_over;
use crate::output::{Output, printable};

/// What `elderhand` can be told to do.
#[derive(Debug, Subcommand)]
#[allow(missing_docs, reason = "the help of a command stands at its arguments")]
pub enum Command {
    Games(games::Args),
    Bots(bots::Args),
    Ladder(ladder::Args),
    Rules(rules::Args),
    Play(play::Args),
    Arena(arena::Args),
    Rate(rate::Args),
    Tournament(tournament::Args),
    Exploitability(exploitability::Args),
    Exploit(exploit::Args),
    Train(train::Args),
    Sweep(sweep::Args),
    Export(export::Args),
    Verify(verify::Args),
    Bot(bot::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Replay(replay::Args),
    Report(report::Args),
    Analyse(analyse::Args),
    Bench(bench::Args),
    Doctor(doctor::Args),
    Completions(completions::Completions),
    Man(completions::Man),
}

impl Command {
    /// Does it, or has `elderhand-train` do it.
    pub fn run(self, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Command::Games(args) => games::run(&args, out),
            Command::Bots(args) => bots::run(&args, out),
            Command::Ladder(args) => ladder::run(&args, out),
            Command::Rules(args) => rules::run(&args, out),
            Command::Play(args) => play::run(&args, out),
            Command::Arena(args) if args.together.mpi => Err(hand_over("arena --mpi")),
            Command::Arena(args) => arena::run(&args, None, out),
            Command::Rate(args) if args.together.mpi => Err(hand_over("rate --mpi")),
            Command::Rate(args) => rate::run(&args, None, out),
            Command::Tournament(args) => tournament::run(&args, out),
            Command::Exploitability(args) => exploitability::run(&args, out),
            Command::Exploit(_) => Err(hand_over("exploit")),
            Command::Train(_) => Err(hand_over("train")),
            Command::Sweep(_) => Err(hand_over("sweep")),
            Command::Export(args) if args.onnx => export::onnx(&args, out),
            Command::Export(_) => Err(hand_over("export")),
            Command::Verify(args) => verify::run(&args, out),
            Command::Bot(args) => bot::run(&args, out),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(&args, out),
            Command::Replay(args) => replay::run(&args, out),
            Command::Report(args) => report::run(&args, out),
            Command::Analyse(args) => analyse::run(&args, out),
            Command::Bench(args) => bench::run(&args, out),
            Command::Doctor(args) => doctor::run(&args, out),
            Command::Completions(args) => completions::completions(&args, out),
            Command::Man(args) => completions::man(&args, out),
        }
    }
}

/// Writes what a table of figures is about, in bold, and an empty line.
fn heading(text: &str, out: &mut Output) -> io::Result<()> {
    bold(text, out)?;
    writeln!(out)
}

/// Writes a line in bold, or several where it is too long for one.
fn bold(text: &str, out: &mut Output) -> io::Result<()> {
    let (words, paint) = (printable(text), out.paint);
    out.wrapped(0, " ", words.split(' ').map(|word| paint.bold(word)))
}

/// A bot's letter, and after Z its number.
fn letter(place: usize) -> String {
    u8::try_from(place)
        .ok()
        .filter(|place| *place < 26)
        .map_or_else(|| place.to_string(), |i| char::from(b'A' + i).into())
}
