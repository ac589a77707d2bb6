//! The options of the Skirmish family, and the presets that are its variants.

use serde::{Deserialize, Serialize};

use crate::rules::OptionError;

/// The rules of one variant of Skirmish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 7; 2 in Melee.
    pub seats: u8,
    /// Each player has two hands, a hidden and an open one (Melee).
    pub open_hands: bool,
    /// Each player keeps a chart, on which a kind that was laid in an earlier round is closed (Gem Rum).
    pub charts: bool,
}

impl Rules {
    /// Each hand is dealt so many cards.
    pub const DEALT: usize = 7;
    /// There are no more hands than this at a table.
    pub const HANDS: usize = 7;
    /// A round stops after so many turns a hand.
    pub const TURN_CAP: usize = 60;
    /// All cards laid make so many points.
    pub(super) const MOST_LAID: i32 = 76;
    /// All cards dropped, both jokers among them, cost so many.
    pub(super) const MOST_COST: i32 = 2 * 76 + 2 * 5;

    /// Seven Card Skirmish.
    pub const fn skirmish() -> Rules {
        Rules { seats: 4, open_hands: false, charts: false }
    }

    /// Elimination Skirmish: seven players.
    pub const fn elimination() -> Rules {
        Rules { seats: 7, ..Rules::skirmish() }
    }

    /// Fourteen Card Melee.
    pub const fn melee() -> Rules {
        Rules { seats: 2, open_hands: true, ..Rules::skirmish() }
    }

    /// Gem Rum.
    pub const fn gem_rum() -> Rules {
        Rules { charts: true, ..Rules::skirmish() }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 8.., .. } => Err(OptionError::range("seats", self.seats, "2 to 7")),
            Rules { open_hands: true, seats: 3.., .. } => {
                Err(OptionError::range("seats", self.seats, "2, with open hands"))
            }
            Rules { open_hands: true, charts: true, .. } => {
                Err(OptionError::range("charts", self.charts, "false, with open hands"))
            }
            _ => Ok(()),
        }
    }

    /// The number of hands at the table.
    #[inline]
    pub fn hands(&self) -> usize {
        usize::from(self.seats) * if self.open_hands { 2 } else { 1 }
    }
}
