//! Sets of ranks in which the pip cards and the face cards lie apart, as their runs do.

use crate::cards::{Card, CardSet};
use crate::games::kinds::cards::{of_ranks, ranks_of};

/// A set of ranks: bits 1 to 10 are the pip cards, bits 12 to 14 J Q K, so that no run leads from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Ranks(u16);

/// The pip cards from the ace to the ten.
const PIPS: u16 = 0x3ff << 1;
const FACES: u16 = 0b111 << 12;

impl Ranks {
    /// No rank.
    pub const NONE: Ranks = Ranks(0);

    /// The ranks of cards.
    #[inline]
    pub fn of(cards: CardSet) -> Ranks {
        let suit = ranks_of(cards);
        Ranks(suit << 1 & PIPS | suit << 2 & FACES)
    }

    /// The rank of one card.
    #[inline]
    pub const fn one(card: Card) -> Ranks {
        Ranks(1 << place(card))
    }

    /// The ranks whose number is a total; 15 stands for the face cards.
    #[inline]
    pub const fn totalling(totals: u16) -> Ranks {
        Ranks(totals & PIPS | if totals >> FACE_TOTAL & 1 == 1 { FACES } else { 0 })
    }

    /// All cards of these ranks.
    #[inline]
    pub fn cards(self) -> CardSet {
        of_ranks(self.0 >> 1 & 0x3ff | self.0 >> 2 & 0x1c00)
    }

    /// The ranks that make a run with two others of these.
    #[inline]
    pub const fn runs(self) -> Ranks {
        let (up, down) = (self.0 << 1, self.0 >> 1);
        Ranks((up & up << 1 | up & down | down & down >> 1) & (PIPS | FACES))
    }

    /// The longest sequence through the rank of a card, which is one of these.
    #[inline]
    pub const fn sequence(self, through: Card) -> Ranks {
        let place = place(through);
        let upwards = (self.0 >> place).trailing_ones();
        let downwards = (self.0 << (u16::BITS - 1 - place)).leading_ones();
        // One is counted twice.
        Ranks(((1 << (upwards + downwards - 1)) - 1) << (place + 1 - downwards))
    }

    /// The number of ranks.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if all of these are among others.
    #[inline]
    pub const fn within(self, others: Ranks) -> bool {
        self.0 & !others.0 == 0
    }

    /// The ranks of either.
    #[inline]
    pub const fn or(self, others: Ranks) -> Ranks {
        Ranks(self.0 | others.0)
    }
}

/// The total that face cards capture by sum.
pub(super) const FACE_TOTAL: u32 = 15;

/// The bit of a card's rank.
#[inline]
const fn place(card: Card) -> u32 {
    let rank = card.rank() as u32;
    if rank > 10 { rank + 1 } else { rank }
}
