//! Tricks: what beats what, and what must be played.

use super::pack::{Suit, highest, strength, whole_suits};
use crate::cards::{Card, CardSet};

/// The cards that take a trick to which a card was led: higher ones of its suit, and trumps if it is none.
#[inline]
pub fn beating(led: Card, trumps: Suit) -> CardSet {
    let suit = Suit::of(led);
    let higher = match strength(led) {
        5 => CardSet::EMPTY,
        4 => CardSet::of(suit.card(1)),
        // The cards above a king or less but for the nine: those of higher ranks, the ten and the ace.
        0 => suit.cards().without(suit.nine()),
        _ => {
            let above = CardSet::from_bits(u64::MAX << led.index() << 1) & suit.cards();
            above.with(suit.card(10)).with(suit.card(1))
        }
    };
    if suit == trumps { higher } else { higher | trumps.cards() }
}

/// The cards of a hand with which one may follow in the second half of a hand: the suit led, a higher trump if trumps were
/// led; without the suit trumps; else anything.
#[inline]
pub(super) fn allowed(hand: CardSet, led: Card, trumps: Suit) -> CardSet {
    let same = hand & Suit::of(led).cards();
    if same.is_empty() {
        let ruffs = hand & trumps.cards();
        return if ruffs.is_empty() { hand } else { ruffs };
    }
    let higher = same & beating(led, trumps);
    if Suit::of(led) == trumps && !higher.is_empty() { higher } else { same }
}

/// The cards of the pack that win when they are led, whatever the other plays of what he may hold; `strict` says that he
/// must follow suit.
#[inline]
pub(super) fn winners(others: CardSet, trumps: Suit, strict: bool) -> CardSet {
    let high = highest(others);
    if (others & trumps.cards()).is_empty() {
        return high;
    }
    // Who need not follow, or cannot, takes it with a trump.
    let followed = if strict { whole_suits(others) } else { CardSet::EMPTY };
    high & (trumps.cards() | followed)
}
