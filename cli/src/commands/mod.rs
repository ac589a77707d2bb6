//! One file a command.

mod arena;
mod bench;
mod bot;
mod bots;
mod doctor;
mod exploitability;
mod export;
mod games;
mod play;
mod replay;
mod rules;
mod tournament;
mod train;
mod verify;

use clap::Subcommand;

use crate::output::Output;

/// What `elderhand` can be told to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Games(games::Args),
    Bots(bots::Args),
    Rules(rules::Args),
    Play(play::Args),
    Arena(arena::Args),
    Tournament(tournament::Args),
    Exploitability(exploitability::Args),
    Train(train::Args),
    Export(export::Args),
    Verify(verify::Args),
    Bot(bot::Args),
    Replay(replay::Args),
    Bench(bench::Args),
    Doctor(doctor::Args),
}

impl Command {
    /// Does it.
    pub fn run(self, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Command::Games(args) => games::run(&args, out),
            Command::Bots(args) => bots::run(&args, out),
            Command::Rules(args) => rules::run(&args, out),
            Command::Play(args) => play::run(&args, out),
            Command::Arena(args) => arena::run(&args, out),
            Command::Tournament(args) => tournament::run(&args, out),
            Command::Exploitability(args) => exploitability::run(&args, out),
            Command::Train(args) => train::run(&args, out),
            Command::Export(args) => export::run(&args, out),
            Command::Verify(args) => verify::run(&args, out),
            Command::Bot(args) => bot::run(&args),
            Command::Replay(args) => replay::run(&args, out),
            Command::Bench(args) => bench::run(&args, out),
            Command::Doctor(args) => doctor::run(&args, out),
        }
    }
}

/// A bot's letter, and after Z its number.
fn letter(place: usize) -> String {
    u8::try_from(place)
        .ok()
        .filter(|place| *place < 26)
        .map_or_else(|| place.to_string(), |i| char::from(b'A' + i).into())
}

/// What a command says that this build does not have.
#[cfg(not(feature = "train"))]
fn without_training(command: &str) -> anyhow::Error {
    crate::failure::usage(format!(
        "`{command}` needs libtorch, and this elderhand was built without it: build it with the cargo feature `train`"
    ))
}
