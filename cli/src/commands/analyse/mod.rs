//! `analyse`: what the moves of a recorded game were worth.

mod judge;
mod print;
mod report;

use std::io::Write;
use std::path::PathBuf;

use elderhand_agents::analysis::analyse;
use elderhand_env::{Seat, Table};

use self::report::Report;
use super::{dealing, replay};
use crate::args::{Seating, Unfamiliar};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  elderhand play gin --bot greedy --record game.json
  elderhand analyse game.json
  elderhand analyse game.json --bot checkpoint:gin --seat 0 --rollouts 4096 --worst 3
  elderhand analyse game.json --bot search:simple,time=1 --json

docs/analysing.md tells what the figures mean.";

/// Say what the moves of a recorded game were worth: the worst first, and an accuracy for each seat
///
/// The bot searches each decision in which there was a choice, from what the seat saw. If it would have chosen something
/// else, that and the move that was played are tried against each other, in worlds with the same hidden cards and the
/// same cards to come. A move is called a mistake if it lost more points than twice the standard error of that
/// difference. The accuracy of a seat is one at winning: it is made of the chances of that that it lost.
///
/// Of a game that a person has not played to its end, only that person's decisions are judged, so that nothing is told that
/// the person cannot see.
///
/// Betting games are not searched: of them is told only how likely the bot itself would have played each move, and no
/// points.
///
/// Equal seeds give equal results on any number of threads, unless the search goes by time. Ctrl-C stops after the
/// decision at hand and prints what there is.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The record, a JSON file; - reads standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// The bot that judges: a bundle, checkpoint:NAME or a built-in name, which then searches, or search:BOT,SETTING=…
    /// [default: the strongest, as `play` seats it]
    #[arg(long, value_name = "B")]
    bot: Option<String>,
    /// Judge only the decisions of this seat
    #[arg(long, value_name = "N")]
    seat: Option<Seat>,
    /// Judge all seats, also where a person has not played the game to its end
    #[arg(long, conflicts_with = "seat")]
    reveal: bool,
    /// Show so many of the worst moves
    #[arg(long, value_name = "N", default_value_t = 5)]
    worst: usize,
    /// Play on so many times for each decision, and as often again where another move was played
    /// [default: 512, fewer in a long game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rollouts: Option<u32>,
    /// The seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    seating: Seating,
    /// Print JSON, with every decision
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let replay::Opened { record, table, seat } = replay::open(&args.record, args.seat, args.reveal)?;
    let mut judge = judge::seated(args, &table)?;
    let bot = &mut judge.player;
    let unfamiliar = Unfamiliar::among([(bot.name(), bot.familiarity().clone())].into_iter());
    let stop = interrupt::catch();
    let bar = dealing::bar(0, "decisions").with_message(table.game().spec().id);
    let analysis = analyse(&table, bot, args.seed, seat, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        dealing::unless(stop)
    });
    bar.finish_and_clear();
    let analysis = analysis?;
    let about = record.about.unwrap_or_default();
    let report = Report::of(&table, &about, &judge, (args, seat), &analysis, unfamiliar);
    if args.json { out.json(&report) } else { print::print(&table, &report, &analysis, args.worst, out) }?;
    out.flush()?;
    match analysis.partial {
        true => Err(Interrupted("the analysis is partial").into()),
        false => Ok(()),
    }
}

/// Returns whether a game is over, and whether a cap ended it.
fn ended(table: &Table) -> (bool, bool) {
    (table.seat().is_none(), table.truncated())
}
