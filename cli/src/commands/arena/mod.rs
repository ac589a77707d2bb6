//! `arena`: bots on mirrored deals, every pair of them at games for two, all at one table at games for more.

mod asked;
mod duels;
pub(super) mod outcome;
mod table;
pub(super) mod told;

use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use elderhand_agents::{Arena, ArenaError, Bot, Crew, Plan, Progress, Question, Stop, pairs};
use elderhand_env::{GameError, OptionError};

use self::asked::Asked;
use self::outcome::{Aivat, Outcome, Results};
use self::told::Head;
use super::games::titled;
use super::{dealing, heading, letter};
use crate::args::{Options, Seating, Threads, Together, Unfamiliar, named_game};
use crate::failure::{Interrupted, usage};
use crate::interrupt;
use crate::output::{Output, printable};

const EXAMPLES: &str = "\
Examples:
  elderhand arena --game gin --bots simple,greedy --deals 2000
  elderhand arena --game gin --bots simple,greedy --deals 100000 --until-decided
  elderhand arena --game gin --bots new.elderhand,old.elderhand --deals 100000 \\
    --sprt 0,0.02 --by won        is it no better, or does it win 52 %?

docs/comparing.md tells what each of them is worth, and how long it takes.";

/// Play bots against each other on mirrored deals and say who is better, by how much, how surely
///
/// Every deal is played once from each seat with the same cards. At games for two every pair plays. At games for more
/// all sit at one table, in order and again from the first until it is full, and move on by one seat after each round.
/// Points or chips, places and the share of rounds won (a tie is divided) come with intervals over the deals, of 95 % for
/// all pairs together. Equal seeds give equal results on any number of threads. Ctrl-C stops after the deals in play and
/// prints what there is.
///
/// An interval holds for a number of deals that was fixed before. Who goes on until it leaves out 0 will see that happen
/// to equal bots as well, far more often than one time in twenty. With --until-decided or --sprt the arena looks after
/// every deal and stops when it is told, and what is stated holds all the same.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(long, value_name = "ID")]
    game: String,
    /// The bots, at least two, separated by commas
    #[arg(long, value_name = "A,B,…", required_unless_present = "bot")]
    bots: Vec<String>,
    /// One more bot, whose name may hold commas, as cmd:PROGRAM can; may be repeated
    #[arg(long, value_name = "B")]
    bot: Vec<String>,
    /// The number of deals that a pair or a table plays, each from every seat; the most, if it may stop before
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    deals: u64,
    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play whole matches instead of single rounds; the same as --set episode=match
    #[arg(long = "match")]
    matches: bool,
    #[command(flatten)]
    asked: Asked,
    /// Take the luck of the cards out of the points by what this bundle expects of positions (AIVAT): the same mean, less
    /// spread, and more work for each deal
    #[arg(long, value_name = "BUNDLE", conflicts_with_all = ["until_decided", "sprt"])]
    aivat: Option<String>,
    #[command(flatten)]
    threads: Threads,
    /// Whether MPI has started others with it.
    #[command(flatten)]
    pub together: Together,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    seating: Seating,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays the deals, together with a crew if there is one.
pub fn run(args: &Args, crew: Option<&dyn Crew>, out: &mut Output) -> anyhow::Result<()> {
    let bots = args.seating.open_all(&args.bots, &args.bot)?;
    if bots.len() < 2 {
        return Err(usage(format!("{} bot: expected at least two, such as --bots random,greedy", bots.len())));
    }
    let question = args.asked.question()?;
    let aivat = args.aivat.as_deref().map(|name| args.seating.open(name)).transpose()?;
    let mut overrides = args.options.overrides()?;
    if args.matches && overrides.insert("episode".into(), "match".into()).is_some_and(|other| other != "match") {
        return Err(usage("--match plays matches: leave it out, or the episode of --set"));
    }
    let game = named_game(&args.game, &overrides).map_err(|error| match error.downcast_ref() {
        Some(GameError::Option { game, source: OptionError::Unknown { name, .. } })
            if args.matches && name == "episode" =>
        {
            usage(format!("`{game}` has no matches: leave out --match"))
        }
        _ => error,
    })?;
    let (options, seats) = (game.options(), game.spec().seats);
    if seats > 2 && bots.len() > seats {
        let more = if options.contains_key("seats") { ", or make it larger with --set seats=N" } else { "" };
        let count = bots.len();
        return Err(usage(format!("{count} bots at a table of {seats} seats: name at most {seats}{more}")));
    }
    // Each is seated once before the first deal, so that none is found wanting after an hour.
    let mut known = Vec::new();
    for bot in &bots {
        known.push((bot.name(), bot.player(&game)?.familiarity().clone()));
    }
    if let Some(bot) = &aivat {
        if !bot.expects(&game)? {
            return Err(usage(format!(
                "--aivat {}: it does not say what it expects here; name a bundle that learnt just this game",
                bot.name()
            )));
        }
        known.push((bot.name(), bot.player(&game)?.familiarity().clone()));
    }
    let unfamiliar = Unfamiliar::among(known.into_iter());
    let plan = Plan::new(args.deals as usize, args.seed).threads(args.threads.count()).crew(crew);
    let compared = pairs(bots.len()).count();
    let arena = Arena::new(&game, plan).without_luck(aivat.as_ref());
    let field = Field { arena, bots: &bots, plan, question, stop: interrupt::catch() };
    let (results, failed) = if seats == 2 {
        let (duels, failed) = duels::play(&field)?;
        (Results::Duels(duels), failed)
    } else {
        let (table, failed) = table::play(&field, seats)?;
        (Results::Table(table), failed)
    };
    let failed = failed.map(|error| match &results {
        Results::Duels(duels) => {
            let pair = duels.last().map_or_else(String::new, |duel| format!("{} against {}", duel.a, duel.b));
            anyhow::Error::from(error).context(pair)
        }
        Results::Table(_) => error.into(),
    });
    let stopped = dealing::stopped(field.stop, crew)?;
    let outcome = Outcome {
        head: Head {
            game: game.spec().id.into(),
            options: options.clone(),
            seed: plan.seed,
            deals: plan.deals,
            threads: plan.threads,
            question,
            compared,
            confidence: 1.0 - question.shared(compared).alpha,
            partial: stopped || failed.is_some(),
        },
        bots: bots.iter().map(|bot| bot.name().to_owned()).collect(),
        aivat: aivat.as_ref().and_then(Aivat::of),
        unfamiliar,
        results,
    };
    if args.json { out.json(&outcome) } else { print(&outcome, seats, out) }?;
    out.flush()?;
    // Ctrl-C may reach bots in other processes too, and their end is then no misbehaviour.
    match failed {
        _ if stopped => Err(Interrupted("the results are partial").into()),
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// What is to be played, ready to begin.
struct Field<'a> {
    arena: Arena<'a>,
    bots: &'a [Bot],
    plan: Plan<'a>,
    question: Question,
    stop: &'a AtomicBool,
}

impl Field<'_> {
    /// Plays behind a bar; gives what was finished, and how a bot misbehaved that spoilt the rest.
    fn play<T>(
        &self,
        title: String,
        play: impl FnOnce(Progress<'_>) -> Result<T, ArenaError<T>>,
    ) -> anyhow::Result<(T, Option<ArenaError<()>>)>
    where
        ArenaError<T>: Error + Send + Sync + 'static,
    {
        let bar = dealing::bar(self.plan.deals as u64, "deals").with_message(printable(title));
        let result = play(&dealing::progress(&bar, self.stop));
        bar.finish_and_clear();
        match result {
            Err(ArenaError::Question(error)) => Err(usage(format!("--sprt: {error}"))),
            result => dealing::finished(result),
        }
    }
}

fn print(outcome: &Outcome, seats: usize, out: &mut Output) -> anyhow::Result<()> {
    let Head { game, options, deals, seed, question, .. } = &outcome.head;
    let most = if question.stop == Stop::Deals { "" } else { "at most " };
    let title = titled(game, options);
    let head = format!("{title}, {most}{deals} deals from each of {seats} seats, seed {seed}");
    heading(&head, out)?;
    for (place, bot) in outcome.bots.iter().enumerate() {
        writeln!(out, "  {}  {}", letter(place), printable(bot))?;
    }
    if let Some(Aivat { bot, .. }) = &outcome.aivat {
        let said = format!("The luck of the cards is taken out of the points by {}.", printable(bot));
        writeln!(out)?;
        out.wrapped(0, " ", said.split(' '))?;
    }
    writeln!(out)?;
    match &outcome.results {
        Results::Duels(duels) => duels::print(outcome, duels, out),
        Results::Table(table) => table::print(outcome, table, seats, out),
    }?;
    let holds = outcome.head.holds(&outcome.told());
    if !holds.is_empty() {
        writeln!(out)?;
        out.wrapped(0, " ", holds.iter().flat_map(|line| line.split(' ')))?;
    }
    Ok(())
}

/// Says what keeps results from being what they seem, if anything does; `whose` begins the line.
fn caveats(outcome: &Outcome, whose: &str, truncated: f64, deals: usize, out: &mut Output) -> anyhow::Result<()> {
    if truncated > 0.0 {
        writeln!(out, "{whose}a cap ended {:.1} % of the {}", 100.0 * truncated, outcome.head.terms().many)?;
    }
    if outcome.head.partial && deals < outcome.head.deals {
        writeln!(out, "{whose}partial, {deals} of {} deals", outcome.head.deals)?;
    }
    Ok(())
}

/// A win rate and its interval in per cent.
fn win_rate(rate: f64, interval: (f64, f64)) -> [String; 2] {
    [format!("{:.1} %", 100.0 * rate), format!("{:.1} … {:.1}", 100.0 * interval.0, 100.0 * interval.1)]
}
