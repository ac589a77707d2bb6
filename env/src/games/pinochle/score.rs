//! The count of a hand, and how a match stands.

use serde::{Deserialize, Serialize};

use super::pack::value;
use super::rules::Rules;
use crate::cards::Cards;
use crate::rules::Seat;

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
        tricks[last] += 10;
        Count { tricks, points: [0, 1].map(|seat| melds[seat] + rounded(tricks[seat])) }
    }
}

/// A count rounded to a multiple of ten, from 7 up and from 6 down.
#[inline]
pub fn rounded(count: u16) -> u16 {
    (count + 3) / 10 * 10
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// For each seat, its points.
    pub points: [u32; 2],
    /// The hands that have been played.
    pub hands: u8,
    /// The points to be exceeded now.
    pub target: u32,
}

impl Score {
    /// How a match begins.
    #[inline]
    pub(super) fn start(rules: &Rules) -> Score {
        Score { points: [0; 2], hands: 0, target: rules.target.into() }
    }

    /// Books a hand, and says whether the match is over; if it is not, and both have exceeded the target, this grows.
    #[inline]
    pub(super) fn book(&mut self, points: [u16; 2], rules: &Rules) -> bool {
        for (total, points) in self.points.iter_mut().zip(points) {
            *total += u32::from(points);
        }
        self.hands += 1;
        if self.victor().is_some() || self.hands >= rules.rounds {
            return true;
        }
        if self.exceeded() == [true; 2] {
            self.target += Rules::GROWTH;
        }
        false
    }

    /// For each seat, whether it has more than the target.
    #[inline]
    pub(super) fn exceeded(&self) -> [bool; 2] {
        self.points.map(|points| points > self.target)
    }

    /// Of a match that is over, the seat that alone has exceeded the target; nobody if it was stopped.
    #[inline]
    pub fn victor(&self) -> Option<Seat> {
        match self.exceeded() {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }
}
