//! The options of Snap.

use serde::{Deserialize, Serialize};

use crate::format::{Contest, Format};
use crate::rules::{Episode, OptionError};

/// The rules of a game of Snap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 10.
    pub seats: u8,
    /// How quick each seat is: weights of the lot among those who snap, 1 to 100.
    pub skill: [u8; Rules::SEATS],
    /// What a wrong snap costs.
    pub penalty: Penalty,
    /// What an episode is.
    pub episode: Episode,
    /// The games that win a match, 1 to 100.
    pub target: u16,
    /// A match is stopped after so many games, 1 to 100.
    pub rounds: u16,
}

/// What a wrong snap costs (D36).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Penalty {
    /// Nothing, as children play.
    None,
    /// The top card of one's packet, which goes under the pile.
    Card,
}

impl Rules {
    /// There are no more seats than this at a table.
    pub const SEATS: usize = 10;
    /// A game is stopped after so many cards have been laid (D37).
    pub const CARD_CAP: u16 = 1000;

    /// Snap among four.
    pub const fn snap() -> Rules {
        Rules {
            seats: 4,
            skill: [1; Rules::SEATS],
            penalty: Penalty::None,
            episode: Episode::Round,
            target: 3,
            rounds: 50,
        }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 11.., .. } => Err(OptionError::range("seats", self.seats, "2 to 10")),
            Rules { target: 0 | 101.., .. } => Err(OptionError::range("target", self.target, "1 to 100")),
            Rules { rounds: 0 | 101.., .. } => Err(OptionError::range("rounds", self.rounds, "1 to 100")),
            Rules { skill, .. } if skill.iter().any(|weight| !(1..=100).contains(weight)) => {
                Err(OptionError::range("skill", skill, "ten weights, each 1 to 100"))
            }
            _ => Ok(()),
        }
    }

    /// The match that games make.
    #[inline]
    pub fn contest(&self) -> Contest {
        let seats = usize::from(self.seats);
        Contest {
            format: Format::Series,
            players: seats,
            seats,
            target: Some(self.target),
            rounds: self.rounds,
            every: 0,
            partners: false,
        }
    }

    /// Says whether an episode is a match.
    #[inline]
    pub fn is_match(&self) -> bool {
        self.episode == Episode::Match
    }
}
