//! Arguments that several commands share.

use std::thread::available_parallelism;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use elderhand_agents::hosting::Guests;
use elderhand_agents::{Bot, BotError, Familiarity, Measure, Releases, distinct_names, search_names};
use elderhand_env::options::{nearest, parse_options};
use elderhand_env::{AnyGame, GameError, OptionError, Overrides, VARIANTS, game};
use serde::Serialize;

use crate::failure::usage;
use crate::output::say;

/// Options of a game.
#[derive(Args, Debug)]
pub struct Options {
    /// Set an option of the game, such as gin_bonus=25; may be repeated (see `elderhand rules ID`)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Options {
    /// The options as they overlay the variant's own.
    pub fn overrides(&self) -> Result<Overrides, OptionError> {
        parse_options(&self.set)
    }
}

/// Makes the game that is named: a variant with options laid over its own, or that of a released bot, laid over the bot's.
pub fn named_game(name: &str, overrides: &Overrides) -> anyhow::Result<AnyGame> {
    let (id, options) = Guests::Any.game(name, overrides);
    game(&id, &options).map_err(|error| match error {
        GameError::Unknown { .. } => {
            let releases = Releases::find();
            let bots = releases.names().iter().map(String::as_str);
            let known = nearest(name, VARIANTS.iter().map(|variant| variant.id).chain(bots));
            let meant = known.map_or_else(String::new, |known| format!(", did you mean `{known}`?"));
            usage(format!(
                "there is no game `{name}`{meant}; `elderhand games` and `elderhand bots` list what there is"
            ))
        }
        error => error.into(),
    })
}

/// The variant of the game that is named, whatever its options.
pub fn named_variant(name: &str) -> anyhow::Result<&'static str> {
    Ok(named_game(name, &Overrides::new())?.spec().id)
}

/// What counts in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Points or chips a round
    Points,
    /// The share of rounds won, 0 to 1
    Won,
}

impl From<By> for Measure {
    fn from(by: By) -> Measure {
        match by {
            By::Points => Measure::Points,
            By::Won => Measure::Won,
        }
    }
}

/// Reads how many minutes a training may take.
pub fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|&minutes: &f64| minutes > 0.0 && minutes <= 1e6);
    minutes.ok_or_else(|| "expected minutes, more than 0 and at most 1000000, such as 30 or 0.5".into())
}

/// The bots of `--bots`, which are lists, then those of `--bot`, each of which is one.
pub fn named(lists: &[String], single: &[String]) -> impl Iterator<Item = String> {
    lists.iter().flat_map(|list| search_names(list)).chain(single.iter().cloned())
}

/// Under which options bots may sit down.
#[derive(Args, Debug)]
pub struct Seating {
    /// Let a bundle play under options that it was not made for, by what is the same in both; what it does not know is
    /// said
    #[arg(long)]
    pub any_options: bool,
}

impl Seating {
    /// Finds a bot.
    pub fn open(&self, name: &str) -> Result<Bot, BotError> {
        Ok(Bot::open(name)?.with_any_options(self.any_options))
    }

    /// Finds the bots of `--bots` and `--bot`, each with its number behind its name where that comes several times.
    pub fn open_all(&self, lists: &[String], single: &[String]) -> Result<Vec<Bot>, BotError> {
        let bots = named(lists, single).map(|name| self.open(&name)).collect::<Result<Vec<_>, _>>()?;
        let names = distinct_names(&bots.iter().map(Bot::name).collect::<Vec<_>>());
        Ok(bots.into_iter().zip(names).map(|(bot, name)| bot.called(name)).collect())
    }

    /// Finds a bot whose name comes from a file, and which therefore may not be a program; `file` is the file and its verb.
    pub fn open_from(&self, file: &str, name: &str) -> anyhow::Result<Bot> {
        let bot = self.open(name)?;
        if bot.is_program() {
            let remedy = "name it with --bot, if it is yours";
            return Err(usage(format!("{file} a program, which no file starts: {remedy}: {name}")));
        }
        Ok(bot)
    }
}

/// A bot that knows a game less than wholly.
#[derive(Debug, Serialize)]
pub struct Unfamiliar {
    bot: String,
    #[serde(flatten)]
    familiarity: Familiarity,
}

impl Unfamiliar {
    /// Says once of every bot that was made for other options that it was, and keeps it for the results.
    pub fn among<'a>(bots: impl Iterator<Item = (&'a str, Familiarity)>) -> Vec<Unfamiliar> {
        let mut all: Vec<Unfamiliar> = Vec::new();
        for (name, familiarity) in bots {
            if familiarity == Familiarity::Game || all.iter().any(|known| known.bot == name) {
                continue;
            }
            if matches!(familiarity, Familiarity::OtherOptions { .. }) {
                say(&format!("warning: {name} {familiarity}"));
            }
            all.push(Unfamiliar { bot: name.into(), familiarity });
        }
        all
    }
}

/// A number of threads.
#[derive(Args, Debug)]
pub struct Threads {
    /// The number of threads [default: one a core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number given, or one a core.
    pub fn count(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

/// Whether this is one of the processes that MPI has started together.
#[derive(Args, Debug)]
pub struct Together {
    /// Work as one of the processes that MPI has started together, each with its part (docs/cluster.md); needs a program that
    /// was built with the cargo feature `mpi`
    #[arg(long)]
    pub mpi: bool,
    /// With --mpi, end when a process has waited so long for the others [default: 300]
    #[arg(long, value_name = "SECONDS", requires = "mpi", value_parser = clap::value_parser!(u64).range(1..))]
    patience: Option<u64>,
}

impl Together {
    /// How long a process waits for the others.
    #[must_use]
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.unwrap_or(300))
    }
}

/// The number of threads that the machine runs at once.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// A seed that differs from run to run, short enough to be typed again.
pub fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64 / 1_000 % 1_000_000_000)
}
