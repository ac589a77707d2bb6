//! The options of Sum-Run-Set.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::rules::{OptionError, Seat};

/// The rules of a pitch of Sum-Run-Set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 5.
    pub seats: u8,
    /// Two pairs across the table; needs four seats.
    pub partners: bool,
}

impl Rules {
    /// There are no more seats than this at a table.
    pub const SEATS: usize = 5;
    /// What the most cards score at the end of a pitch.
    pub const CARDS: u16 = 3;
    /// What the most Fives, Tens and Kings score at the end of a pitch.
    pub const HONOURS: u16 = 5;
    /// No more is pegged in a pitch by all sides together: a capture brings at most four points a card (the set of four
    /// cards that is also a fall and a sweep), and after it come cards and honours.
    pub(super) const MOST_POINTS: u16 = 4 * Card::COUNT as u16 + Rules::CARDS + Rules::HONOURS;

    /// Sum-Run-Set for two.
    pub const fn sum_run_set() -> Rules {
        Rules { seats: 2, partners: false }
    }

    /// Sum-Run-Set for two pairs.
    pub const fn partners() -> Rules {
        Rules { seats: 4, partners: true }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 6.., .. } => Err(OptionError::range("seats", self.seats, "2 to 5")),
            Rules { partners: true, seats: 2 | 3 | 5, .. } => {
                Err(OptionError::range("seats", self.seats, "4, with `partners`"))
            }
            _ => Ok(()),
        }
    }

    /// The number of sides: seats, or pairs.
    #[inline]
    pub fn sides(&self) -> usize {
        if self.partners { 2 } else { self.seats.into() }
    }

    /// The side of a seat.
    #[inline]
    pub fn side(&self, seat: Seat) -> usize {
        if self.partners { seat % 2 } else { seat }
    }

    /// The cards that are turned up before the first hands.
    #[inline]
    pub(super) fn pond(&self) -> u8 {
        if self.seats == 5 { 7 } else { 4 }
    }

    /// The cards dealt to a seat at a time: three to each of five, else four.
    #[inline]
    pub fn hand(&self) -> u8 {
        if self.seats == 5 { 3 } else { 4 }
    }

    /// The cards dealt to all seats at a time.
    #[inline]
    pub(super) fn deal(&self) -> u8 {
        self.seats * self.hand()
    }
}
