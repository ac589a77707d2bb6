//! What a draw does to a rummy hand.

use super::melds::{Discards, completing, each_choice, highest, in_runs, least_deadwood, of_each_value, value};
use crate::cards::{Card, CardSet};

/// The least deadwood after drawing a card and discarding another; `sets` says whether sets are melds.
pub(super) fn after_drawing(hand: CardSet, card: Card, sets: bool) -> f32 {
    least_without(hand.with(card), hand, sets) as f32
}

/// The least deadwood that discarding one of some cards of a hand leaves.
fn least_without(hand: CardSet, allowed: CardSet, sets: bool) -> u32 {
    let mut least = Some(u32::MAX);
    each_choice(hand, sets, &mut |chosen| {
        let dead = hand - chosen - in_runs(hand - chosen);
        // While a card may be discarded that lies in no meld, none that does is a better one.
        let left = highest(dead & allowed).map(|points| value(dead) - points);
        least = least.zip(left).map(|(least, left)| least.min(left));
    });
    least.unwrap_or_else(|| Discards::new(hand, allowed, 0, sets).least)
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
    let less = least_without(hand, hand, sets);
    let useful = unseen & completing(hand, sets);
    let melding = useful.iter().map(|card| least_without(hand.with(card), hand, sets).min(now));
    // A card that no meld can use adds its own value to what a discard leaves.
    let loose = of_each_value(unseen - useful).map(|(points, count)| count * (less + points).min(now));
    (melding.sum::<u32>() + loose.sum::<u32>()) as f32 / unseen.len().max(1) as f32
}
