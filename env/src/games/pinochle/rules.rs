//! The options of pinochle.

use serde::{Deserialize, Serialize};

/// The rules of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When the last card of the stock is shown.
    pub last_card: LastCard,
}

/// When the last card of the stock is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastCard {
    /// As soon as it lies there alone, before the trick for it.
    TurnedUp,
    /// As the winner of that trick takes it.
    AsDrawn,
}

impl Rules {
    /// The cards that a seat holds, in its hand and on the table.
    pub const HAND: usize = 12;
    /// The cards in the stock when the first trick begins.
    pub(super) const STOCK: usize = 48 - 2 * Rules::HAND - 1;
    /// Cards go out so many at a time.
    pub(super) const DEALT: u8 = 3;
    /// The most points of both together in a hand, and so of one: the twelve best melds, one a trick (two flushes, twice
    /// the aces, the kings and the queens, four of 40 points), two nines, and 250 in tricks.
    pub(super) const MOST_POINTS: u16 = 2 * (150 + 100 + 80 + 60) + 4 * 40 + 2 * 10 + 250;

    /// Pinochle.
    pub const fn pinochle() -> Rules {
        Rules { last_card: LastCard::TurnedUp }
    }

    /// Returns `true` if the last card of the stock is turned up before the trick for it.
    #[inline]
    pub fn turns_last(&self) -> bool {
        self.last_card == LastCard::TurnedUp
    }
}
