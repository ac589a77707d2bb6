//! The oracle for Colonel: melds, by trying all triples, and a referee of whole games.

mod doing;
pub mod hand;
pub mod meld;
pub mod referee;

use super::C;

/// What cards count that are left in a hand: 10 for A K Q J T, others their number.
pub fn count(cards: &[C]) -> i64 {
    cards.iter().map(|card| if card.rank == 1 || card.rank > 9 { 10 } else { i64::from(card.rank) }).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{cards, deck};
    use super::*;

    #[test]
    fn the_pack_counts_376() {
        assert_eq!(count(&deck()), 4 * (50 + 44));
        assert_eq!(count(&cards("AC 2D 9H TS KD")), 41);
    }
}
