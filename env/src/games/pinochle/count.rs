//! The count of a hand.

use serde::{Deserialize, Serialize};

use super::pack::value;
use crate::cards::Cards;
use crate::rules::Seat;

/// What the last trick counts.
pub(super) const LAST_TRICK: u16 = 10;

/// The count of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// For each seat, what it has in tricks, the last one included: 250 in all.
    pub tricks: [u16; 2],
    /// For each seat, what it scored: melds, nines, and its tricks, rounded.
    pub points: [u16; 2],
}

impl Count {
    /// Counts a hand, given what was scored for melds and nines, what both won, and who won the last trick.
    #[inline]
    pub(super) fn new(melds: [u16; 2], won: [Cards; 2], last: Seat) -> Count {
        let mut tricks = won.map(|cards| value(cards) as u16);
        tricks[last] += LAST_TRICK;
        Count { tricks, points: [0, 1].map(|seat| melds[seat] + rounded(tricks[seat])) }
    }
}

/// A count rounded to a multiple of ten, from 7 up and from 6 down.
#[inline]
pub fn rounded(count: u16) -> u16 {
    (count + 3) / 10 * 10
}
