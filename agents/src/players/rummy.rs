//! What a draw does to a rummy hand.

use elderhand_env::gin::{Discards, least_deadwood};
use elderhand_env::{Card, CardSet};

/// The least deadwood after drawing a card and discarding another; `sets` says whether sets are melds.
pub(crate) fn after_drawing(hand: CardSet, card: Card, sets: bool) -> f32 {
    Discards::new(hand.with(card), hand, 0, sets).least as f32
}

/// The deadwood to expect after a draw from cards that are equally likely and the best discard, the drawn card included.
pub(crate) fn expected(hand: CardSet, unseen: CardSet, sets: bool) -> f32 {
    let now = least_deadwood(hand, sets) as f32;
    let total: f32 = unseen.iter().map(|card| after_drawing(hand, card, sets).min(now)).sum();
    total / unseen.len().max(1) as f32
}
