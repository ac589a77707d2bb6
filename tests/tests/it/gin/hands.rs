//! Random hands in the oracle's cards and in the game's.

use elderhand_env::{Card, CardSet, Stream};
use elderhand_tests::oracle::C;
use elderhand_tests::oracle::gin::deal;

/// The game's card for the oracle's.
pub fn card(c: C) -> Card {
    Card::new(c.rank, c.suit)
}

/// The game's cards for the oracle's.
pub fn set(cards: &[C]) -> CardSet {
    cards.iter().map(|&c| card(c)).collect()
}

/// The oracle's cards for the game's.
pub fn cards(set: CardSet) -> Vec<C> {
    set.iter().map(|card| C { rank: card.rank(), suit: card.suit() }).collect()
}

/// A pack in random order; every second one begins with cards that compete for melds.
pub fn pack(number: usize, stream: &mut Stream) -> Vec<C> {
    let below = |n| stream.below(n);
    if number.is_multiple_of(2) { deal::shuffled(below) } else { deal::clustered_deck(below) }
}
