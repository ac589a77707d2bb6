//! The options of Snap.

use serde::{Deserialize, Serialize};

use crate::rules::OptionError;

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
    /// When the game is over.
    pub end: End,
    /// The game is stopped when so many cards have been laid, 1 to 1000.
    pub cap: u16,
}

/// When a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// When a seat has all cards, or nobody can lay any more.
    AllCards,
    /// When a seat has laid its last card and the snap at it is decided.
    FirstOut,
}

/// What a wrong snap costs.
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
    /// No game lasts for more cards than this.
    const MOST_CARDS: u16 = 1000;

    /// Snap among four.
    pub const fn snap() -> Rules {
        Rules { seats: 4, skill: [1; Rules::SEATS], penalty: Penalty::None, end: End::AllCards, cap: Rules::MOST_CARDS }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 11.., .. } => Err(OptionError::range("seats", self.seats, "2 to 10")),
            Rules { skill, .. } if skill.iter().any(|weight| !(1..=100).contains(weight)) => {
                Err(OptionError::range("skill", skill, "ten weights, each 1 to 100"))
            }
            Rules { cap, .. } if !(1..=Rules::MOST_CARDS).contains(cap) => {
                Err(OptionError::range("cap", cap, "1 to 1000"))
            }
            _ => Ok(()),
        }
    }
}
