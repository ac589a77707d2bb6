//! Players at one table, the same deals from every seat, and what the results say.

mod abreast;
mod crew;
mod deal;
mod duel;
mod luck;
mod meet;
#[cfg(feature = "threads")]
mod named;
mod question;
mod table;
mod work;

use std::error::Error;

use elderhand_env::{GameError, Spec, View};

use crate::measuring::sequential::SequentialError;
use crate::players::agent::{Agent, AgentError};

pub use crew::Crew;
pub use duel::{DuelResult, duel, duel_until};
pub use meet::{Met, meet};
#[cfg(feature = "threads")]
pub use named::{Arena, Progress};
pub use question::{Measure, Question, QuestionError, Ruling, Stop};
pub use table::{Against, ArenaEntry, ArenaResult, pairs, table, table_until};

type Loaded<V> = Result<Box<dyn Agent<V>>, Box<dyn Error + Send + Sync>>;

/// A player entered for an arena: its name, and how to make as many of it as are needed.
pub struct Entrant<'a, V: View> {
    name: String,
    make: Box<dyn Fn() -> Loaded<V> + Send + Sync + 'a>,
    abreast: usize,
}

impl<'a, V: View> Entrant<'a, V> {
    /// Enters a player.
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Agent<V>>, E> + Send + Sync + 'a,
    ) -> Entrant<'a, V> {
        Entrant { name: name.into(), make: Box::new(move || make().map_err(Into::into)), abreast: 1 }
    }

    /// The same for a player that keeps nothing of a game: so many deals are played side by side, and it is asked about all in
    /// which it is to move at once, by [`Agent::act_many`]. Results are those of one deal after the other.
    ///
    /// An arena that is stopped then leaves the deals that are being played, and asks its `progress` before each turn too.
    /// Where luck is taken out of points, deals are played one after the other all the same.
    #[must_use]
    pub fn abreast(self, deals: usize) -> Entrant<'a, V> {
        Entrant { abreast: deals.max(1), ..self }
    }

    /// The name it is reported by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// How much is played, and on what.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Plan<'a> {
    /// The number of deals; each is played once from every seat.
    pub deals: usize,
    /// The seed: equal seeds give equal deals and equal results, on any number of threads and in any crew.
    pub seed: u64,
    /// The number of threads of this process; 0 counts as 1, and without the feature `threads` every number does.
    pub threads: usize,
    /// The processes that play it together; `None` if this one plays it alone.
    pub crew: Option<&'a dyn Crew>,
}

impl<'a> Plan<'a> {
    /// Plans so many deals, on one thread of this process.
    #[must_use]
    pub fn new(deals: usize, seed: u64) -> Plan<'a> {
        Plan { deals, seed, threads: 1, crew: None }
    }

    /// The same on so many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Plan<'a> {
        Plan { threads, ..self }
    }

    /// The same with all processes of a crew, of which each makes the same call.
    #[must_use]
    pub fn crew(self, crew: Option<&'a dyn Crew>) -> Plan<'a> {
        Plan { crew, ..self }
    }
}

/// An arena that could not be finished; `T` is what it would have given.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError<T> {
    /// The players are too few or too many for the table.
    #[error("{entrants} players cannot share a table of {seats} seats: expected 2 to {seats}")]
    Entrants {
        /// How many were entered.
        entrants: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// The game cannot be made again by its id and options.
    #[error(transparent)]
    Game(#[from] GameError),
    /// What is asked has no answer.
    #[error(transparent)]
    Question(#[from] SequentialError),
    /// Luck is to be taken out of points that decide when to stop.
    #[error(
        "the luck of the cards can be taken out where all deals are played, and not where what is seen decides when to stop"
    )]
    Luck,
    /// A player cannot be made.
    #[error("{source}")]
    Load {
        /// The player.
        bot: String,
        /// Why not, as its maker tells it.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A player misbehaved.
    #[error("deal {deal}: {source}")]
    Bot {
        /// The number of the deal, counted from 0.
        deal: usize,
        /// The player and what it did.
        source: AgentError,
        /// The deals that were finished.
        finished: Box<T>,
    },
    /// Another process of the crew has failed, or does not come.
    #[error("{0}")]
    Crew(Box<dyn Error + Send + Sync>),
    /// The threads cannot be had.
    #[error("{threads} threads cannot be started: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// What the points of a player can be above the mean of its table, and above another's.
pub(super) fn points_bounds(spec: &Spec) -> [(f64, f64); 2] {
    let (least, most) = (f64::from(spec.returns.0), f64::from(spec.returns.1));
    let range = (least - most, most - least);
    [if spec.zero_sum { (least, most) } else { range }, range]
}

/// The rounds played in a second.
fn speed(rounds: usize, seconds: f64) -> f64 {
    if seconds > 0.0 { rounds as f64 / seconds } else { 0.0 }
}
