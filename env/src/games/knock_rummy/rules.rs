//! The options of Knock Rummy.

use serde::{Deserialize, Serialize};

use crate::rules::OptionError;

/// The rules of a game of Knock Rummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 6.
    pub seats: u8,
    /// A card taken from the discard pile may be discarded in the same turn, which gin forbids.
    pub return_taken: bool,
}

impl Rules {
    /// There are no more seats than this at a table.
    pub const SEATS: usize = 6;
    /// A hand is dead after so many turns of all seats together.
    pub const TURN_CAP: u8 = 200;
    /// What a knocker who wins without deadwood collects more from each.
    pub const NO_DEADWOOD: i32 = 25;
    /// What a beaten knocker pays more.
    pub const BEATEN: i32 = 10;

    /// Knock Rummy among four.
    pub const fn knock_rummy() -> Rules {
        Rules { seats: 4, return_taken: false }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self.seats {
            2..=6 => Ok(()),
            _ => Err(OptionError::range("seats", self.seats, "2 to 6")),
        }
    }

    /// The cards dealt to each of so many players.
    #[inline]
    pub fn dealt(players: usize) -> usize {
        match players {
            ..=2 => 10,
            3 | 4 => 7,
            _ => 6,
        }
    }

    /// No seat wins or loses more: all cards of all others at 10, and the greater bonus from each.
    pub(super) fn most_points(&self) -> i32 {
        // The number of others times their cards grows with the players, so at a table that others have left it is less.
        let players = usize::from(self.seats);
        (players as i32 - 1) * (10 * Rules::dealt(players) as i32 + Rules::NO_DEADWOOD)
    }
}
