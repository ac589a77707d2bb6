//! Choosing the cards of a meld of which copies lie on the table.
//!
//! Each card of which a copy on the table may serve is asked for, in the order of the pack, and all others come from the
//! hand. So what is asked depends on the table alone, and tells nothing of the hand.

use serde::{Deserialize, Serialize};

use super::laid::Laid;
use super::meld::Meld;
use super::pack::Suit;
use crate::cards::CardSet;

/// A meld of which some cards are still to be chosen; all of them are where they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// The meld.
    pub meld: Meld,
    /// The cards that come from the hand.
    #[serde(default)]
    pub hand: CardSet,
    /// The cards of which the first, or only, copy on the table is taken.
    #[serde(default)]
    pub table: CardSet,
    /// The cards of which the second copy on the table is taken.
    #[serde(default)]
    pub second: CardSet,
}

/// How a card of a meld can be had.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// From the hand.
    pub(super) hand: CardSet,
    /// From the table, where the first copy or the only one is meant.
    pub(super) table: CardSet,
    /// From the table, where the second copy is meant, which differs from the first.
    pub(super) second: CardSet,
}

impl Building {
    /// A meld with the cards settled that are not asked for; it must be possible.
    #[inline]
    pub(super) fn new(meld: Meld, laid: &Laid, trumps: Suit) -> Building {
        let [table, second] = laid.usable(meld.service());
        let hand = meld.cards(trumps) - table - second;
        Building { meld, hand, table: CardSet::EMPTY, second: CardSet::EMPTY }
    }

    /// The cards that are settled.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.hand | self.table | self.second
    }

    /// How the next card can be had so that the meld can be completed; in no way if it is whole.
    ///
    /// At least one card must come from the hand.
    #[inline]
    pub(super) fn next(&self, hand: CardSet, laid: &Laid, trumps: Suit) -> Ways {
        let rest = self.meld.cards(trumps) - self.cards();
        let next: CardSet = rest.first().into_iter().collect();
        let [table, second] = laid.usable(self.meld.service());
        let hand_helps = !self.hand.is_empty() || !(hand & (rest - next)).is_empty();
        let lying = if hand_helps { next } else { CardSet::EMPTY };
        Ways { hand: hand & next, table: table & lying, second: second & lying }
    }

    /// Returns `true` if this is a choice that a seat may be about to make.
    pub(super) fn is_open(&self, hand: CardSet, laid: &Laid, trumps: Suit) -> bool {
        let [table, second] = laid.usable(self.meld.service());
        let mut again = Building::new(self.meld, laid, trumps);
        for card in self.meld.cards(trumps) - again.hand {
            let (ways, this) = (again.next(hand, laid, trumps), CardSet::of(card) & self.cards());
            again.hand |= self.hand & ways.hand & this;
            again.table |= self.table & ways.table & this;
            again.second |= self.second & ways.second & this;
            if !again.cards().contains(card) {
                break;
            }
        }
        let once = self.hand.len() + self.table.len() + self.second.len() == self.cards().len();
        let begun = possible(self.meld, hand, table | second, trumps) && once && again == *self;
        begun && self.cards() != self.meld.cards(trumps)
    }
}

/// Returns `true` if a meld can be laid: each card is in the hand or may serve again, and one at least is in the hand.
#[inline]
pub(super) fn possible(meld: Meld, hand: CardSet, usable: CardSet, trumps: Suit) -> bool {
    let cards = meld.cards(trumps);
    (hand | usable).contains_all(cards) && !(hand & cards).is_empty()
}
