//! Cards of the game as cards of the oracle, and back.

use elderhand_env::CardSet;
use elderhand_tests::oracle::card::{self, Card};

/// The oracle's cards for a set.
pub fn cards(set: CardSet) -> Vec<Card> {
    card::cards(&set.to_string())
}

/// The set of the oracle's cards.
pub fn set(cards: &[Card]) -> CardSet {
    let set: CardSet = cards.iter().map(|card| card.to_string().parse::<elderhand_env::Card>().unwrap()).collect();
    assert_eq!(set.len(), cards.len(), "a card comes twice: {cards:?}");
    set
}
