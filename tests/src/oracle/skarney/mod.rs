//! The oracle for Skarney: every contract of a hand, by trying all triples, and a referee of whole games.

pub mod contest;
pub mod contract;
mod doing;
pub mod hand;
pub mod meld;
pub mod referee;
mod shown;

use super::C;

/// What cards count that are left in a hand: an ace 15, K Q J T 10, others their number.
pub fn count(cards: &[C]) -> i64 {
    let value = |card: &C| match card.rank {
        1 => 15,
        10..=13 => 10,
        rank => i64::from(rank),
    };
    cards.iter().map(value).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{cards, deck};
    use super::*;

    #[test]
    fn the_pack_counts_396() {
        assert_eq!(count(&deck()), 4 * (15 + 44 + 40));
        assert_eq!(count(&cards("AC 2D 9H TS KD")), 46);
    }
}
