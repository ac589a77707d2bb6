//! Sets of cards by rank, suit and colour.

use super::ranks::RANKS;
use crate::cards::{Card, CardSet};

/// The four cards of a rank counted from 0, the ace.
#[inline]
pub(crate) const fn rank(rank: u8) -> CardSet {
    CardSet::from_bits((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank)
}

/// The thirteen cards of a suit.
#[inline]
pub(crate) const fn suit(suit: u8) -> CardSet {
    CardSet::from_bits((RANKS as u64) << (13 * suit))
}

/// The 26 cards of a suit's colour: clubs and spades are black.
#[inline]
pub(crate) fn colour(of: u8) -> CardSet {
    suit(of) | suit(3 - of)
}

/// The cards after one of them in the order of the pack.
#[inline]
pub(crate) fn after(card: Card) -> CardSet {
    CardSet::from_bits(!0 << card.index() << 1)
}

/// All cards of some ranks.
#[inline]
pub(crate) const fn of_ranks(ranks: u16) -> CardSet {
    let ranks = ranks as u64;
    CardSet::from_bits(ranks | ranks << 13 | ranks << 26 | ranks << 39)
}

/// One bit for each rank of some cards, jokers left out.
#[inline]
pub(crate) fn ranks_of(cards: CardSet) -> u16 {
    let bits = cards.bits();
    ((bits | bits >> 13 | bits >> 26 | bits >> 39) as u16) & RANKS
}
