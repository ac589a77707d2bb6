//! Finds players by their names.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use elderhand_env::options::nearest;

#[cfg(feature = "process")]
use super::TIMEOUT;
use super::{Bot, BotError, COMMAND, Kind, RANDOM, Searching, TimeoutError};
use crate::carrying::bundle::Bundle;
use crate::carrying::lent::lent;
use crate::carrying::released::{RELEASED, Releases, bundle_path};
use crate::players::scripted::SCRIPTED;
use crate::searching::{ITSELF, PREFIX as SEARCH, Search};
use crate::seating::level::Level;
#[cfg(feature = "process")]
use crate::speaking::process::{Command, DEFAULT_TIMEOUT};

impl Bot {
    /// Finds a player; a process is started only when it is seated.
    ///
    /// A process may take 10 seconds for each answer, or what the environment variable `ELDERHAND_BOT_TIMEOUT` says
    /// in seconds; [`Bot::with_timeout`] overrules both.
    ///
    /// # Errors
    ///
    /// Fails if the name is unknown, the bundle or the command line cannot be read, or the environment variable is not a
    /// number.
    pub fn open(name: &str) -> Result<Bot, BotError> {
        let name = unmarked(name);
        if let Some((level, bot)) = Level::of(name) {
            let bot = unmarked(bot);
            // Told before it is opened, since what is sent could be levels of levels without end.
            if Level::of(bot).is_some() || bot.starts_with(SEARCH) {
                return Err(BotError::NoLevels { bot: bot.into(), level });
            }
            return Bot::open(bot)?.at(level);
        }
        let kind = if name == RANDOM {
            Kind::Random
        } else if let Some(scripted) = SCRIPTED.iter().find(|scripted| scripted.name == name) {
            Kind::Scripted(scripted.name)
        } else if let Some(line) = name.strip_prefix(COMMAND) {
            command(name, line)?
        } else if let Some(search) = name.strip_prefix(SEARCH) {
            Kind::Search(Arc::new(searching(Search::parse(search)?)?))
        } else if let Some(bundle) = name.strip_prefix(RELEASED).and_then(lent) {
            Kind::Bundle(bundle)
        } else if name.starts_with(RELEASED) || Path::new(name).exists() {
            Kind::Bundle(Arc::new(Bundle::open(&bundle_path(Path::new(name))?)?))
        } else {
            let released = Releases::find().names().iter().any(|released| released == name);
            let released = released.then(|| format!("{RELEASED}{name}"));
            let nearest = released.or_else(|| nearest(name, Bot::built_in()).map(str::to_owned));
            let known = Bot::built_in().collect::<Vec<_>>().join(", ");
            return Err(BotError::Unknown { name: name.into(), nearest, known });
        };
        Ok(Bot { name: name.into(), kind, level: Level::Strong, any_options: false })
    }

    /// Finds a released bot by its name without `checkpoint:`.
    ///
    /// # Errors
    ///
    /// Fails if there is none of this name, or its bundle cannot be read.
    pub fn released(name: &str) -> Result<Bot, BotError> {
        Bot::open(&format!("{RELEASED}{name}"))
    }
}

impl From<Bundle> for Bot {
    /// Returns the player that a bundle is, by the name of the bundle.
    fn from(bundle: Bundle) -> Bot {
        let name = bundle.name().to_owned();
        Bot { name, kind: Kind::Bundle(Arc::new(bundle)), level: Level::Strong, any_options: false }
    }
}

/// Reads how long a process may take for each answer, in seconds.
///
/// # Errors
///
/// Fails on what is not a number above 0 and at most 86400, a day.
pub fn parse_timeout(text: &str) -> Result<Duration, TimeoutError> {
    let seconds = text.trim().parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    // What is less than a nanosecond would be no time at all.
    let timeout = seconds.map(Duration::from_secs_f64).filter(|timeout| !timeout.is_zero());
    timeout.ok_or_else(|| TimeoutError(text.into()))
}

/// Returns a name without the mark of the level at which every bot plays.
fn unmarked(mut name: &str) -> &str {
    while let Some((Level::Strong, bot)) = Level::of(name) {
        name = bot;
    }
    name
}

/// Finds who takes part in a search.
fn searching(search: Search) -> Result<Searching, BotError> {
    let open = |name: &str| {
        // Told before it is opened, since what is sent could be searches of searches without end.
        let opened = (!unmarked(name).starts_with(SEARCH)).then(|| Bot::open(name)).transpose()?;
        let fit = |bot: &Bot| matches!(bot.kind, Kind::Random | Kind::Scripted(_) | Kind::Bundle(_));
        opened.filter(fit).ok_or_else(|| BotError::Searches(name.into()))
    };
    let bot = open(&search.bot)?;
    let opened = |name: &Option<String>| match name.as_deref() {
        Some(ITSELF) => Ok(Some(bot.clone())),
        name => name.map(open).transpose(),
    };
    let (by, others, believe) = (opened(&search.by)?, opened(&search.others)?, opened(&search.believe)?);
    Ok(Searching { search, bot, by, others, believe })
}

/// The player that a command line starts.
#[cfg(feature = "process")]
fn command(name: &str, line: &str) -> Result<Kind, BotError> {
    Command::parse(line, timeout()?).map(Kind::Command).ok_or_else(|| BotError::Command(name.into()))
}

#[cfg(not(feature = "process"))]
fn command(name: &str, _line: &str) -> Result<Kind, BotError> {
    Err(BotError::NoProcesses(name.into()))
}

#[cfg(feature = "process")]
fn timeout() -> Result<Duration, BotError> {
    match std::env::var_os(TIMEOUT) {
        Some(text) => parse_timeout(&text.to_string_lossy()).map_err(BotError::Timeout),
        None => Ok(DEFAULT_TIMEOUT),
    }
}
