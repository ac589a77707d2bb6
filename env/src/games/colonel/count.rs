//! How a hand ends, and what it scores.

use serde::{Deserialize, Serialize};

use super::melds::value;
use crate::cards::CardSet;

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A player had played his last card.
    Out,
    /// The stock was empty after a turn.
    Stock,
    /// A challenge was accepted.
    Challenge,
    /// The cap on turns stopped it.
    TurnCap,
}

/// The count of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// How it ended.
    pub end: End,
    /// For each seat, what was left in its hand, 0 to 100 points.
    pub totals: [u8; 2],
    /// For each seat, what it scored, 0 to 100 points.
    pub points: [u8; 2],
}

impl Count {
    /// Counts two hands, at most ten cards each: the lower total wins the other's whole total if someone went out or a
    /// challenge was accepted, the difference if the stock is empty; equal totals, and a hand that the cap stopped, win nothing.
    #[inline]
    pub(super) fn new(end: End, hands: [CardSet; 2]) -> Count {
        let totals = hands.map(|hand| value(hand) as u8);
        let points = |own: u8, other: u8| match end {
            // The cap leaves a dead hand.
            End::TurnCap => 0,
            _ if own >= other => 0,
            End::Out | End::Challenge => other,
            End::Stock => other - own,
        };
        Count { end, totals, points: [points(totals[0], totals[1]), points(totals[1], totals[0])] }
    }
}
