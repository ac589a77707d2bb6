//! `rate`: ratings of a pool of bots over one game or several.

pub(super) mod file;
mod play;
mod print;
pub(super) mod unit;

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use elderhand_agents::rating::{Aim, Contest, Ratings, Results, Schedule};
use elderhand_agents::{Bot, Crew, Familiarity, Measure};
use elderhand_env::{AnyGame, game};
use serde::Serialize;

use self::file::{File, Found};
use self::play::Pool;
use self::unit::usual;
use crate::args::{By, Options, Seating, Threads, Together, Unfamiliar, named, named_game};
use crate::failure::{Interrupted, usage};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  elderhand rate --game gin --bots simple,greedy,random --deals 3000 \\
    --results gin.jsonl           rates three bots, and keeps what they played
  elderhand rate --game gin --gauntlet new.elderhand --deals 2000 \\
    --results gin.jsonl           one more meets all who are in the file
  elderhand rate --game pinnacle-nine --bots simple,always-call,random \\
    --deals 3000                  a game for chips: rated by the chips a round
  elderhand rate --results gin.jsonl --join other.jsonl
                                  shows what two machines have played

docs/comparing.md describes ratings and the file.";

/// Rate a pool of bots: how strong each is, how surely, and where that does not add up
///
/// Every two bots of the pool meet on mirrored deals of every game, first a few times, then those whose deals tell most about
/// the ratings. Ratings are by maximum likelihood from all deals at once, each game counting the same. By what is won they are
/// on Elo's scale: who is 400 ahead wins ten of eleven. By points, as in games of betting, who is 3 ahead makes 3 a round against
/// the other. Intervals are of 95 %, by the bootstrap over deals. The cross table says who beats whom, and circles and surprises
/// where the ratings do not tell it.
///
/// With --results every batch is kept as a line of a file as soon as it is played; the same command then goes on where it was
/// stopped, and comes to what it would have come to. Files of several machines, which play under different seeds, are joined;
/// a deal that is in two of them counts once. Ctrl-C stops after the deals in play and prints what there is.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The games, separated by commas, as `elderhand games` lists them [default: those of the results]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    game: Vec<String>,
    /// The bots, separated by commas; those who played these games in the results belong to the pool too
    #[arg(long, value_name = "A,B,…")]
    bots: Vec<String>,
    /// One more bot, whose name may hold commas, as cmd:PROGRAM can; may be repeated
    #[arg(long, value_name = "B")]
    bot: Vec<String>,
    /// Only this bot plays, against each of the others
    #[arg(long, value_name = "BOT")]
    gauntlet: Option<String>,
    /// The bot whose rating is 0 [default: the mean of the pool is]
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
    /// Who is how strong: by the part of the rounds that is won, or by points [default: points where all games are of betting,
    /// else won]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// The number of deals to come to, each from every seat. Those that the results hold under this seed count, in a gauntlet
    /// its own only
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    deals: u64,
    /// The number of deals that two bots play before it is seen who plays next
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    batch: u64,
    /// The seed of the deals; several machines take different ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Keep results in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Count the results of this file too; may be repeated
    #[arg(long, value_name = "FILE")]
    join: Vec<PathBuf>,
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

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Report {
    games: Vec<Contest>,
    seed: u64,
    /// All deals that count.
    deals: usize,
    anchor: Option<String>,
    /// Those of the pool that have met nobody.
    unmet: Vec<String>,
    /// The games in the results that do not count here, such as those by other options.
    left_out: Vec<Contest>,
    /// Those that were not made for just these games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfamiliar: Vec<Unfamiliar>,
    partial: bool,
    #[serde(flatten)]
    ratings: Ratings,
}

/// Plays what tells most, together with a crew if there is one, and rates the pool.
pub fn run(args: &Args, crew: Option<&dyn Crew>, out: &mut Output) -> anyhow::Result<()> {
    let (mut found, mut file) = (crew.map_or_else(Found::default, |_| Found::to_tell()), None);
    // Of a crew one reads and writes.
    if crew.is_none_or(|crew| crew.rank() == 0) {
        file = args.results.as_deref().map(|path| File::open(path, args.deals > 0, &mut found)).transpose()?;
        args.join.iter().try_for_each(|path| found.join(path))?;
    }
    let mut results = match crew {
        Some(crew) => found.tell(crew)?,
        None => found.results,
    };
    let (games, named) = (games(args, &results)?, bots(args)?);
    let contests: Vec<usize> = games.iter().map(|game| results.contest(&contest(game))).collect();
    let bots = pool(args, named, &results, &contests)?;
    let numbers: Vec<usize> = bots.iter().map(|bot| results.bot(bot.name())).collect();
    let anchor = args.anchor.as_ref().map(|name| numbered(args, "--anchor", name, &results)).transpose()?;
    let by = args.by.map_or_else(|| usual(&games), Measure::from);

    let (mut unfamiliar, mut stopped, mut failed) = (Vec::new(), false, None);
    if args.deals > 0 {
        let mut seen = Vec::new();
        for game in &games {
            for bot in &bots {
                seen.push((bot.name(), familiarity(bot, game)?));
            }
        }
        unfamiliar = Unfamiliar::among(seen.into_iter());
        let aim = match &args.gauntlet {
            Some(name) => Aim::Gauntlet { bot: numbered(args, "--gauntlet", name, &results)? },
            None => Aim::All,
        };
        let schedule = Schedule::new(contests.clone(), &numbers, aim, by, args.seed, args.batch);
        let pool = Pool { games: &games, contests: &contests, bots: &bots, numbers: &numbers, crew };
        let played = play::play(args, &pool, schedule, &mut results, file.as_mut())?;
        (stopped, failed) = (played.stopped, played.failed);
    }
    let ratings = Ratings::of(&results, &contests, by, anchor)?;
    if ratings.pairs.is_empty() && failed.is_none() && !stopped {
        return Err(usage("no results: add --deals N, and --bots for who plays"));
    }
    let met = |name: &str| ratings.ratings.iter().any(|rated| rated.bot == name);
    let unmet = bots.iter().map(Bot::name).filter(|name| !met(name)).map(str::to_owned).collect();
    let report = Report {
        games: games.iter().map(contest).collect(),
        seed: args.seed,
        deals: ratings.pairs.iter().map(|pair| pair.deals).sum(),
        anchor: anchor.map(|anchor| results.bots()[anchor].clone()).filter(|name| met(name)),
        unmet,
        left_out: left_out(&results, &contests),
        unfamiliar,
        partial: stopped || failed.is_some(),
        ratings,
    };
    if args.json { out.json(&report) } else { print::print(&report, &games, out) }?;
    out.flush()?;
    match failed {
        _ if stopped => Err(Interrupted("the ratings are of what there is").into()),
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The games that are named, or those that have been played.
fn games(args: &Args, results: &Results) -> anyhow::Result<Vec<AnyGame>> {
    let overrides = args.options.overrides()?;
    if !args.game.is_empty() {
        let games: Vec<AnyGame> =
            args.game.iter().map(|name| named_game(name, &overrides)).collect::<anyhow::Result<_>>()?;
        return match (1..games.len()).find(|&place| games[..place].contains(&games[place])) {
            Some(place) => Err(usage(format!("--game: `{}` comes twice", args.game[place]))),
            None => Ok(games),
        };
    }
    if !overrides.is_empty() {
        return Err(usage("--set is for the games of --game: add it"));
    }
    if results.contests().is_empty() {
        return Err(usage("no game: add --game ID, such as --game gin, or --results FILE"));
    }
    open(results.contests())
}

/// Makes games of results again.
pub(super) fn open(contests: &[Contest]) -> anyhow::Result<Vec<AnyGame>> {
    let made = |contest: &Contest| {
        let made = game(&contest.game, &contest.options);
        made.map_err(|error| anyhow!("in the results {error}: name the games that are to count with --game"))
    };
    contests.iter().map(made).collect()
}

/// The games in the results that are not among those that count.
fn left_out(results: &Results, contests: &[usize]) -> Vec<Contest> {
    let others = results.contests().iter().enumerate().filter(|(number, _)| !contests.contains(number));
    others.map(|(_, contest)| contest.clone()).collect()
}

/// The bots that are named, each of which comes once.
fn bots(args: &Args) -> anyhow::Result<Vec<Bot>> {
    let mut bots: Vec<Bot> = Vec::new();
    for name in named(&args.bots, &args.bot) {
        let bot = args.seating.open(&name)?;
        if bots.iter().any(|known| known.name() == bot.name()) {
            return Err(usage(format!("`{name}` comes twice: a pool has everyone once")));
        }
        bots.push(bot);
    }
    if let Some(name) = &args.gauntlet {
        let bot = args.seating.open(name)?;
        if bots.iter().all(|known| known.name() != bot.name()) {
            bots.push(bot);
        }
    }
    Ok(bots)
}

/// The bots of the pool: those that are named, and if anything is played those of the results.
fn pool(args: &Args, mut bots: Vec<Bot>, results: &Results, contests: &[usize]) -> anyhow::Result<Vec<Bot>> {
    if args.deals == 0 {
        return Ok(bots);
    }
    for name in results.players(contests) {
        if bots.iter().all(|known| known.name() != name) {
            bots.push(args.seating.open_from("the results name", name)?);
        }
    }
    match bots.len() {
        0 | 1 => Err(usage(format!("{} bot: expected at least two, such as --bots random,simple", bots.len()))),
        _ => Ok(bots),
    }
}

/// The number in the results of a bot that an option names, be it as the results do or otherwise.
fn numbered(args: &Args, option: &str, name: &str, results: &Results) -> anyhow::Result<usize> {
    let known = |name: &str| results.bots().iter().position(|bot| bot == name);
    let opened = || args.seating.open(name).ok().and_then(|bot| known(bot.name()));
    known(name).or_else(opened).ok_or_else(|| usage(format!("{option} {name}: expected a bot of the pool")))
}

fn contest(game: &AnyGame) -> Contest {
    Contest { game: game.spec().id.into(), options: game.options().clone() }
}

/// How well a bot knows a game; it is seated there once, so that none is found wanting after an hour.
fn familiarity(bot: &Bot, game: &AnyGame) -> anyhow::Result<Familiarity> {
    Ok(bot.player(game)?.familiarity().clone())
}
