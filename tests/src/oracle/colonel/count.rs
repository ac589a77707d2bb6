//! What cards count, and what a hand scores.

use super::hand::{End, Hand};
use crate::oracle::C;

/// What cards count that are left in a hand: 10 for A K Q J T, others their number.
fn count(cards: &[C]) -> i64 {
    cards.iter().map(|card| if card.rank == 1 || card.rank > 9 { 10 } else { i64::from(card.rank) }).sum()
}

impl Hand {
    /// What each player scores; nothing before the end.
    pub fn points(&self) -> [i64; 2] {
        let counts = [0, 1].map(|player| count(&self.cards[player]));
        let lower = match counts[0].cmp(&counts[1]) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(1),
        };
        let (winner, less) = match self.end {
            None | Some(End::Capped) => return [0, 0],
            Some(End::Out(player)) => (Some(player), false),
            Some(End::Challenge) => (lower, false),
            Some(End::Exhausted) => (lower, true),
        };
        let mut points = [0, 0];
        if let Some(winner) = winner {
            points[winner] = counts[1 - winner] - if less { counts[winner] } else { 0 };
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    #[test]
    fn the_pack_counts_376() {
        assert_eq!(count(&deck()), 4 * (50 + 44));
        assert_eq!(count(&cards("AC 2D 9H TS KD")), 41);
    }
}
