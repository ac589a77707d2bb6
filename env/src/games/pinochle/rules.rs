//! The options of pinochle.

use serde::{Deserialize, Serialize};

use crate::rules::{Episode, OptionError};

/// What an episode is, and how long a match lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// What an episode is.
    pub episode: Episode,
    /// The points to be exceeded in a match, 1 to 10000, before it grows.
    pub target: u16,
    /// A match is stopped, and truncated, after so many hands, 1 to 100.
    pub rounds: u8,
}

impl Rules {
    /// The cards that a seat holds, in its hand and on the table.
    pub const HAND: usize = 12;
    /// What the target grows by when both have exceeded it.
    pub const GROWTH: u32 = 250;
    /// The most points of both together in a hand, and so of one: the twelve best melds, one a trick (two flushes, twice
    /// the aces, the kings and the queens, four of 40 points), two nines, and 250 in tricks.
    pub(super) const MOST_POINTS: u16 = 2 * (150 + 100 + 80 + 60) + 4 * 40 + 2 * 10 + 250;
    /// The least points of both together in a hand: 250 in tricks, of which rounding can take ten.
    pub(super) const LEAST_POINTS: u16 = 240;

    /// Pinochle as it is registered.
    pub const fn pinochle() -> Rules {
        Rules { episode: Episode::Round, target: 1000, rounds: 50 }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { target: 0 | 10001.., .. } => Err(OptionError::range("target", self.target, "1 to 10000")),
            Rules { rounds: 0 | 101.., .. } => Err(OptionError::range("rounds", self.rounds, "1 to 100")),
            _ => Ok(()),
        }
    }
}
