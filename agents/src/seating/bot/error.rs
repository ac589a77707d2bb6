//! Why a player cannot be had.

use super::{COMMAND, TIMEOUT};
use crate::carrying::bundle::{BundleError, Problem};
use crate::carrying::released::{NotReleased, RELEASED};
use crate::players::agent::AgentError;
use crate::searching::{PREFIX as SEARCH, SearchError};
use crate::seating::level::Level;

/// A player that cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// Nothing has this name.
    #[error(
        "there is no bot `{name}`: a bot is {known}, the path of a bundle, {RELEASED}NAME, {SEARCH}BOT, easy:BOT, medium:BOT, or {COMMAND}PROGRAM{}",
        .nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
    )]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The released bot of this name, or the most similar built-in one.
        nearest: Option<String>,
        /// The built-in names.
        known: String,
    },
    /// It is none of those that may sit down there.
    #[error("bot `{name}` may not sit down here: those that may are {known}")]
    NotInvited {
        /// The name as it was given.
        name: String,
        /// Those that may.
        known: String,
    },
    /// It is another program, and whoever named it may not start one.
    #[error("bot `{0}` is a program: one is started only where whoever runs Elderhand has named it")]
    Program(
        /// The name as it was given.
        String,
    ),
    /// The player does not play the game.
    #[error("bot `{bot}` does not play `{game}`: it plays {games}")]
    Game {
        /// The player.
        bot: String,
        /// The game at hand.
        game: &'static str,
        /// What it plays.
        games: String,
    },
    /// The player is a bundle that was made for other options of the game.
    #[error(
        "bot `{bot}`: {problem}; leave that as it is in the bundle, or let it play all the same (`any_options`, `--any-options`)"
    )]
    Options {
        /// The player.
        bot: String,
        /// Where they differ.
        problem: Box<Problem>,
    },
    /// The text after `cmd:` is not a command line.
    #[error("bot `{0}`: expected a program and its arguments after cmd:, with every quote closed")]
    Command(String),
    /// It is another process, and this program was built without the feature `process`.
    #[error("bot `{0}`: this program was built without players that are other processes")]
    NoProcesses(String),
    /// The time allowed to other processes is not one.
    #[error("{TIMEOUT}: {0}")]
    Timeout(TimeoutError),
    /// There is no released bot of this name.
    #[error(transparent)]
    Released(#[from] NotReleased),
    /// The bundle cannot be read.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The name of a player that searches does not say how.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The player cannot search, or cannot help in a search.
    #[error("`{0}` cannot be part of a search: expected a built-in bot or a bundle")]
    Searches(String),
    /// Only a network knows what else it might do.
    #[error("`{bot}` has no level {level}: expected a trained bot, such as {level}:{RELEASED}gin")]
    NoLevels {
        /// The player.
        bot: String,
        /// The level it was asked for.
        level: Level,
    },
    /// Worlds dealt anew do not tell what a bluff is worth.
    #[error(
        "bot `{bot}`: `{game}` is a game of betting, where a search of the cards finds no bluff; play `{plain}` itself"
    )]
    Bets {
        /// The player.
        bot: String,
        /// The game at hand.
        game: &'static str,
        /// The player that would have searched.
        plain: String,
    },
    /// The process did not start or did not introduce itself as it should.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// A text that does not say how long a process may take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time-out: expected seconds, more than 0 and at most 86400, such as 10 or 0.5")]
pub struct TimeoutError(
    /// The text as it was given.
    pub String,
);
