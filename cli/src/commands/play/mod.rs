//! `play`: people against bots in the terminal.

mod again;
mod choose;
mod course;
mod help;
mod input;
mod keep;
mod moves;
mod onlooker;
mod pages;
mod place;
mod prompt;
mod seats;
mod shelf;
mod start;
mod verdict;

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use elderhand_agents::Level;
use elderhand_env::Seat;

use self::course::{Course, Ending};
use self::input::Input;
use self::keep::Keeper;
use self::start::Start;
use crate::args::{Options, Seating, named_variant};
use crate::output::{Output, rounded};

/// Play a game against bots in the terminal
///
/// Moves are chosen by number, by name, or by any beginning or card that only one of them has. `help` tells what else can
/// be typed: a hint, the rules, undo. You see what your seat sees and nothing else. Moves that are the only one are made
/// for you. A game is one round; `--set episode=match` plays a match of several. In a terminal the game is kept as it is
/// played, `--resume` goes on with it, and `--kept` lists those that were kept.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(value_name = "ID", required_unless_present_any = ["resume", "kept"])]
    game: Option<String>,
    /// The bots in the other seats, in their order, or one for all of them [default: the strongest that fits the
    /// options, by what was measured at such a table]
    #[arg(long, value_name = "A,B,…")]
    bots: Vec<String>,
    /// One more bot, whose name may hold commas
    #[arg(long, value_name = "B")]
    bot: Vec<String>,
    /// Your seat, counted from 0; several for people who take turns at this terminal [default: 0; at a match one drawn by
    /// lot]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    seat: Vec<Seat>,
    /// What you are called; several names for several people
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    name: Vec<String>,
    /// How well trained bots play
    #[arg(long, value_name = "LEVEL", default_value_t,
        value_parser = PossibleValuesParser::new(Level::ALL.map(Level::name)).map(|word| Level::named(&word).expect("it is a level")))]
    level: Level,
    /// The seed of the deal [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    seating: Seating,
    /// Keep the record of the game in this new file [default: in a terminal a file in your folder for kept games, which
    /// ELDERHAND_GAMES names]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Let the record replace a file that is there
    #[arg(long, requires = "record")]
    force: bool,
    /// Keep no record
    #[arg(long, conflicts_with = "record")]
    no_record: bool,
    /// Go on with a kept game: a file, or a name that --kept lists [default: the one that was played last and is not over]
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seed", "set", "level"])]
    resume: Option<Option<PathBuf>>,
    /// List the games that were kept, the one played last first
    #[arg(long, conflicts_with_all = ["resume", "record", "seed", "set", "level", "seat", "bots", "bot"])]
    kept: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    if args.kept {
        return shelf::list(args.game.as_deref().map(named_variant).transpose()?, out);
    }
    let mut input = Input::stdin();
    let mut start = Start::new(args, input.terminal)?;
    let mut score = vec![0.0; start.seats()];
    loop {
        let players = start.players()?;
        start.greet(out)?;
        let keeper = Keeper::new(start.file(), start.about()?);
        let company = &start.company;
        let mut course = Course::new(start.table()?, company, players, keeper, &mut input, out)?;
        let ending = course.play()?;
        let returns = course.returns();
        if ending != Ending::Next {
            return Ok(());
        }
        // Who sits where turns with the deals; the score stays with who it is of.
        let seats = score.len();
        returns.iter().enumerate().for_each(|(seat, won)| score[(seat + seats - start.number % seats) % seats] += won);
        start.next()?;
        let named = (0..seats).map(|seat| {
            let whose = (seat + seats - start.number % seats) % seats;
            let alone = start.company.people() == [seat];
            let name = if alone { "you".into() } else { start.company.names()[seat].clone() };
            format!("{name} {:+}", rounded(score[whose]))
        });
        let named: Vec<String> = named.collect();
        let deals = if start.number == 1 { "1 deal".into() } else { format!("{} deals", start.number) };
        writeln!(out)?;
        out.wrapped(0, " ", format!("After {deals}: {}.", named.join(", ")).split(' '))?;
    }
}
