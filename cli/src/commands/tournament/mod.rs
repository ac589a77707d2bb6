//! `tournament`: a whole event of bots in one of the formats.

mod formats;
pub(super) mod log;
pub(super) mod sheet;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::ValueEnum;
use elderhand_agents::{Asked, Bot, BotError, Contestant, Event, Outcome, TournamentError, tournament_from};
use elderhand_env::format::{Contest, Format, FormatError, Player, draw_places};
use elderhand_env::{AnyGame, Overrides, Stream, game};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use self::log::Log;
use crate::args::{Options, Seating, Threads, Unfamiliar, named_game};
use crate::failure::{Interrupted, usage};
use crate::interrupt;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  elderhand tournament --format clockwise --game gin \\
    --bots simple,greedy,random,random        everyone meets everyone, twice
  elderhand tournament --format elimination --game skirmish --every 2 \\
    --bots simple,simple,random,random        the lowest leaves, again and again
  elderhand tournament --format captains --game gin --target 200 \\
    --bots greedy,simple,simple --log evening
  elderhand replay evening/round-0001-table-1.json

docs/tournaments.md shows who meets whom in each format.";

/// The purpose of the stream from which seats are drawn; deals and players have others.
const DRAWING: u64 = 2;

/// Play a tournament of bots: who meets whom, round after round, and who stands where at the end
///
/// Each table of a round plays one round of the game, and what a score sheet would say of it is written down: points, or
/// chips. With --set episode=match each table plays a whole match, and what it gives its winner is written down: 1, or the
/// match points, or what was gambled for. Partners are one side. Who is elder hand follows the rule of the game. Unlike in
/// the arena, luck in the cards is part of it: every table has cards of its own. Equal seeds give equal results on any number
/// of threads. Ctrl-C stops after the tables in play and prints what there is; with --log the same command goes on from there.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How rounds are joined
    #[arg(long, value_name = "FORMAT", value_parser = formats::parser())]
    format: Format,
    /// The game, as `elderhand games` lists it; one whose seats are an option gets as many as the format needs
    #[arg(long, value_name = "ID")]
    game: String,
    /// The bots, separated by commas; one may come several times. Of two teams they come in turn, a captain comes first
    #[arg(long, value_name = "A,B,…", required_unless_present = "bot")]
    bots: Vec<String>,
    /// One more bot, whose name may hold commas, as cmd:PROGRAM can; may be repeated
    #[arg(long, value_name = "B")]
    bot: Vec<String>,
    /// It is over when a side has so many points and is alone ahead [default: 100 for series, winner-stays-on,
    /// loser-stays-on and captains, if --rounds is not given either; else none]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    target: Option<u16>,
    /// It is over after so many rounds [default: 1000 where there is a target, and for elimination; 6 for rounds; else
    /// as many as it takes that all meet twice, with the seats changed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(Contest::MOST_ROUNDS)))]
    rounds: Option<u16>,
    /// In an elimination at one table the lowest leaves after every so many rounds [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    every: Option<u8>,
    /// Who sits where: drawn by lot from the seed, sides staying together, or as the bots are named
    #[arg(long, value_enum, default_value = "drawn")]
    order: Order,
    /// What is paid once a side has the target: nothing, or by gambling the difference to the winner of each side's points,
    /// 20 for every round won, and 100 for the game (200 if the other of two never scored)
    #[arg(long, value_enum, default_value = "none")]
    settlement: Settlement,
    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    seating: Seating,
    /// Keep a record of every table in this directory, as round-0001-table-1.json, and go on from those that it holds; `elderhand
    /// replay` shows one, `elderhand report` all
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Drawn by lot from the seed
    Drawn,
    /// In the order of the names
    Given,
}

/// What is paid once a side has the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Settlement {
    /// Nothing; points alone count
    None,
    /// The differences of points, with bonuses for the game and for rounds won
    Gambling,
}

impl Args {
    /// What is asked of the contest.
    fn asked(&self) -> Asked {
        Asked { format: self.format, target: self.target, rounds: self.rounds, every: self.every }
    }
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Report<'a> {
    game: &'static str,
    options: &'a Overrides,
    format: Format,
    target: Option<u16>,
    rounds: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    every: Option<u8>,
    settlement: Settlement,
    order: Order,
    seed: u64,
    threads: usize,
    /// In the order in which they are numbered.
    players: &'a [&'a str],
    /// Those that were not made for just this game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfamiliar: Vec<Unfamiliar>,
    /// It was stopped, or a bot misbehaved.
    partial: bool,
    #[serde(flatten)]
    outcome: Outcome,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let bots = args.seating.open_all(&args.bots, &args.bot)?;
    let overrides = args.options.overrides()?;
    let named = named_game(&args.game, &overrides)?;
    let needed = formats::seats(args.format, bots.len());
    let open = !overrides.contains_key("seats") && named.options().contains_key("seats");
    let game = if open && named.spec().seats != needed {
        let mut options = named.options().clone();
        options.insert("seats".into(), needed.into());
        // A game that has one table only may have one that fits as well, as pairs do at `outsider`.
        let misfits = || matches!(args.asked().contest(&named, bots.len()), Err(TournamentError::Format(_)));
        game(named.spec().id, &options)
            .or_else(|error| if misfits() { Err(error) } else { Ok(named.clone()) })
            .with_context(|| format!("`{}` needs a table of {needed} here", args.format.name()))?
    } else {
        named
    };
    play(args, &game, &bots, out)
}

/// Which of the bots, as they are named, has each number.
fn order(args: &Args, contest: &Contest) -> Vec<Player> {
    let players = 0..contest.players;
    match args.order {
        Order::Given => players.collect(),
        Order::Drawn => {
            let sides: Vec<usize> = players.map(|player| contest.side(player)).collect();
            draw_places(&sides, &mut Stream::keyed([args.seed, 0, DRAWING]))
        }
    }
}

/// Plays the event and prints what came of it.
fn play(args: &Args, game: &AnyGame, bots: &[Bot], out: &mut Output) -> anyhow::Result<()> {
    let refused = |error: TournamentError| usage(format!("{error}: {}", remedy(&error, game.options())));
    let contest = args.asked().contest(game, bots.len()).map_err(refused)?;
    let event = Event {
        contest,
        gambling: args.settlement == Settlement::Gambling,
        seed: args.seed,
        threads: args.threads.count(),
    };
    event.check(game).map_err(refused)?;
    let known = bots.iter().map(|bot| Ok((bot.name(), bot.player(game)?.familiarity().clone())));
    let unfamiliar = Unfamiliar::among(known.collect::<Result<Vec<_>, BotError>>()?.into_iter());
    let log = args.log.as_deref().map(|path| Log::open(path, args.seed)).transpose()?;
    let order = order(args, &contest);
    let enter = |&named: &Player| Contestant::new(bots[named].name(), move |game: &AnyGame| bots[named].player(game));
    let contestants: Vec<_> = order.iter().map(enter).collect();
    let names: Vec<&str> = order.iter().map(|&named| bots[named].name()).collect();

    let stop = interrupt::catch();
    // Behind a bar on standard error, which shows itself only on a terminal.
    let style = ProgressStyle::with_template("{msg} {wide_bar:.dim} round {pos} of at most {len}");
    let bar = ProgressBar::new(formats::most_rounds(&contest) as u64).with_message(contest.format.name());
    let bar = bar.with_style(style.expect("the template is well formed"));
    let unwritten = Mutex::new(None);
    let kept = |round, table| log.as_ref().and_then(|log| log.kept(round, table)).cloned();
    let played = tournament_from(game, &contestants, &event, kept, |result, record| {
        bar.set_position(result.round as u64);
        let seated = || result.players.iter().map(|&player| names[player].to_owned()).collect();
        let written = log.as_ref().map_or(Ok(()), |log| log.write(result, record, seated()));
        let go_on = written.is_ok() && !stop.load(Ordering::Relaxed);
        if let (Err(error), Ok(mut unwritten)) = (written, unwritten.lock()) {
            unwritten.get_or_insert(error);
        }
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    let (outcome, failed) = match played {
        Ok(outcome) => (outcome, None),
        Err(TournamentError::Bot { round, table, source, finished }) => {
            let failed = format!("round {round}, table {table}");
            (*finished, Some(anyhow::Error::from(source).context(failed)))
        }
        // Nothing is printed and nothing written of an event that is another than that of the directory.
        Err(TournamentError::Kept { round, table, problem }) => {
            let path = log.as_ref().map(|log| log.path(round, table).display().to_string()).unwrap_or_default();
            return Err(usage(format!("{path}: {problem}: name another directory for this tournament")));
        }
        Err(error) => return Err(error.into()),
    };
    let failed = unwritten.into_inner().ok().flatten().or(failed);
    let report = Report {
        game: game.spec().id,
        options: game.options(),
        format: contest.format,
        target: contest.target,
        rounds: contest.rounds,
        every: contest.shrinks().then_some(contest.every),
        settlement: args.settlement,
        order: args.order,
        seed: event.seed,
        threads: event.threads,
        players: &names,
        unfamiliar,
        partial: !outcome.over,
        outcome,
    };
    let concluded = log.as_ref().map_or(Ok(()), |log| log.conclude(&report));
    if args.json { out.json(&report) } else { sheet::print(&report, &contest, out) }?;
    out.flush()?;
    // Ctrl-C may reach bots in other processes too, and their end is then no misbehaviour.
    match failed {
        _ if stop.load(Ordering::Relaxed) && report.partial => Err(Interrupted("the results are partial").into()),
        Some(error) => Err(error),
        None => concluded,
    }
}

/// What to do about a tournament that cannot be played as it is asked for.
fn remedy(error: &TournamentError, options: &Overrides) -> String {
    match error {
        TournamentError::Format(FormatError::Players { .. }) => "name that many with --bots".into(),
        TournamentError::Format(FormatError::Seats { expected, .. }) if options.contains_key("seats") => {
            format!("--set seats={expected}")
        }
        TournamentError::Format(FormatError::Seats { .. }) => "`elderhand games` lists the seats of each".into(),
        TournamentError::Format(FormatError::Rounds(_)) => "see --rounds".into(),
        TournamentError::Format(FormatError::Target(_)) => "leave out --target".into(),
        TournamentError::Every => "leave out --every".into(),
        TournamentError::Uneven(_) => "leave it out; the arena plays every seat".into(),
        TournamentError::Gambling(format) if format.counts_rounds() => {
            "choose another format, or leave out --settlement".into()
        }
        TournamentError::Gambling(_) => "add --target, or leave out --settlement".into(),
        _ => "`elderhand tournament --help` describes the formats".into(),
    }
}
