//! The melds on the table.

use serde::{Deserialize, Serialize};

use super::melds::{Melds, neighbours};
use crate::cards::CardSet;
use crate::games::rummy::whole_ranks;
use crate::rules::Seat;

/// The melds on the table, which belong to both.
///
/// Of a rank there is at most one set, and runs that meet are as good as one, so it is enough to know which cards lie in
/// sets and which in runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The cards in sets.
    pub sets: CardSet,
    /// The cards in runs.
    pub runs: CardSet,
    /// For each seat, the cards that it has laid.
    pub laid: [CardSet; 2],
}

impl Board {
    /// All the cards.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.sets | self.runs
    }

    /// The cards, wherever they are, that fit on a run.
    #[inline]
    pub fn fits_run(&self) -> CardSet {
        neighbours(self.runs) - self.cards()
    }

    /// The cards, wherever they are, that fit on a set.
    #[inline]
    pub fn fits_set(&self) -> CardSet {
        whole_ranks(self.sets) - self.cards()
    }

    /// Lays cards on runs, or as one.
    #[inline]
    pub(super) fn lay_run(&mut self, cards: CardSet, seat: Seat) {
        self.runs |= cards;
        self.laid[seat] |= cards;
    }

    /// Lays cards on a set, or as one.
    #[inline]
    pub(super) fn lay_set(&mut self, cards: CardSet, seat: Seat) {
        self.sets |= cards;
        self.laid[seat] |= cards;
    }

    /// Returns `true` if all cards lie in melds, and each was laid by one seat.
    pub(super) fn is_whole(&self) -> bool {
        let [elder, younger] = self.laid;
        let melds = Melds { sets: self.sets, runs: self.runs };
        melds.are_whole() && (elder & younger).is_empty() && elder | younger == self.cards()
    }
}
