//! The options of pinochle: a hand has none.

use serde::{Deserialize, Serialize};

/// The rules of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {}

impl Rules {
    /// The cards that a seat holds, in its hand and on the table.
    pub const HAND: usize = 12;
    /// The most points of both together in a hand, and so of one: the twelve best melds, one a trick (two flushes, twice
    /// the aces, the kings and the queens, four of 40 points), two nines, and 250 in tricks.
    pub(super) const MOST_POINTS: u16 = 2 * (150 + 100 + 80 + 60) + 4 * 40 + 2 * 10 + 250;
}
