//! What a draw does to a rummy hand.

use super::melds::{Discards, in_runs, in_sets, least_deadwood, value};
use crate::cards::{Card, CardSet};

/// The least deadwood after drawing a card and discarding another; `sets` says whether sets are melds.
pub fn after_drawing(hand: CardSet, card: Card, sets: bool) -> f32 {
    Discards::new(hand.with(card), hand, 0, sets).least as f32
}

/// The deadwood to expect after a draw from cards that are equally likely and the best discard, the drawn card included.
///
/// # Examples
///
/// ```
/// use elderhand_env::gin::expected;
///
/// // The ace is a pair's third, and leaves the king; a queen is worth as much as the king.
/// let hand = "AC AD KS".parse()?;
/// assert_eq!(expected(hand, "AH QC".parse()?, true), (0.0 + 12.0) / 2.0);
/// # Ok::<(), elderhand_env::NotCards>(())
/// ```
pub fn expected(hand: CardSet, unseen: CardSet, sets: bool) -> f32 {
    let now = least_deadwood(hand, sets);
    let less = Discards::new(hand, hand, 0, sets).least;
    let after = |card: Card| {
        let with = hand.with(card);
        let in_any = in_runs(with) | if sets { in_sets(with) } else { CardSet::EMPTY };
        // A card that no meld can use adds its own value to what a discard leaves.
        let left = if in_any.contains(card) {
            after_drawing(hand, card, sets) as u32
        } else {
            less + value(CardSet::of(card))
        };
        left.min(now)
    };
    let total: u32 = unseen.iter().map(after).sum();
    total as f32 / unseen.len().max(1) as f32
}
