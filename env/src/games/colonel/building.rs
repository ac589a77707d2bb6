//! Building a meld card by card.
//!
//! A meld is built from its lowest card upwards (a set in the order of the suits, a run from two to ace), so that each
//! meld is built in one way; a card is admitted only if the meld can still be completed from the hand.

use super::melds::{HIGHEST, lowered, raised};
use crate::cards::CardSet;
use crate::games::rummy::whole_ranks;

/// Fewer cards are no meld.
const LEAST: usize = 3;

/// The cards that may come next of a meld that is being built, and whether it may end here; `hand` holds the meld.
#[inline]
pub(super) fn choices(hand: CardSet, meld: CardSet) -> (CardSet, bool) {
    match meld.first() {
        None => (run_starts(hand) | set_starts(hand), false),
        Some(_) => (run_goes_on(hand, meld) | set_goes_on(hand, meld), meld.len() >= LEAST),
    }
}

/// Returns `true` if cards are a meld that has been begun and can be completed from the hand, or none.
pub(super) fn is_begun(hand: CardSet, meld: CardSet) -> bool {
    let (next, end) = choices(hand, meld);
    let one_kind = meld.len() < 2 || is_set(meld) || is_sequence(meld);
    meld.is_empty() || hand.contains_all(meld) && one_kind && (end || !next.is_empty())
}

/// Returns `true` if all cards are of one rank.
#[inline]
pub(super) fn is_set(meld: CardSet) -> bool {
    meld.first().is_some_and(|first| whole_ranks(CardSet::of(first)).contains_all(meld))
}

/// Returns `true` if the cards are in sequence in one suit.
fn is_sequence(meld: CardSet) -> bool {
    let high = raised(meld);
    let follow = lowered(CardSet::from_bits((high.bits() & !HIGHEST) << 1));
    // All but the lowest follow another.
    (meld - follow).len() == 1
}

/// The cards with the next two above them.
#[inline]
fn run_starts(hand: CardSet) -> CardSet {
    let high = raised(hand).bits();
    let pairs = high & high >> 1 & !HIGHEST;
    lowered(CardSet::from_bits(pairs & pairs >> 1))
}

/// The cards with two others of the rank in later suits.
#[inline]
fn set_starts(hand: CardSet) -> CardSet {
    let [b, c, d] = later(hand);
    CardSet::from_bits(hand.bits() & (b & c | b & d | c & d))
}

/// The hand moved down by one, two and three suits.
#[inline]
fn later(hand: CardSet) -> [u64; 3] {
    [hand.bits() >> 13, hand.bits() >> 26, hand.bits() >> 39]
}

/// The card above the highest of a run.
#[inline]
fn run_goes_on(hand: CardSet, meld: CardSet) -> CardSet {
    let above = |cards: u64| (cards & !HIGHEST) << 1 & raised(hand).bits();
    let high = raised(meld).bits();
    let next = above(high) & !high;
    // A single card needs two more, and a set is no run.
    let goes = if meld.len() == 1 { above(next) != 0 } else { !is_set(meld) };
    if goes { lowered(CardSet::from_bits(next)) } else { CardSet::EMPTY }
}

/// The cards of a set's rank in later suits than it has.
#[inline]
fn set_goes_on(hand: CardSet, meld: CardSet) -> CardSet {
    let Some(first) = meld.first() else { return CardSet::EMPTY };
    let rank = whole_ranks(CardSet::of(first));
    if !rank.contains_all(meld) {
        return CardSet::EMPTY;
    }
    let last = u64::BITS - 1 - meld.bits().leading_zeros();
    let beyond = hand & rank & CardSet::from_bits(u64::MAX << last << 1);
    let [b, c, d] = later(hand);
    // The second card needs a third.
    if meld.len() == 1 { beyond & CardSet::from_bits(b | c | d) } else { beyond }
}
