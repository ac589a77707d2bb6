//! What cards count, and what a hand scores.

use super::hand::{End, Hand};
use crate::oracle::C;

/// What cards count that are left in a hand: an ace 15, K Q J T 10, others their number.
fn count(cards: &[C]) -> i64 {
    let value = |card: &C| match card.rank {
        1 => 15,
        10..=13 => 10,
        rank => i64::from(rank),
    };
    cards.iter().map(value).sum()
}

impl Hand {
    /// What each player scores; nothing before the end.
    pub fn points(&self) -> [i64; 2] {
        let counts = [0, 1].map(|player| count(&self.cards[player]));
        let mut points = [0, 0];
        match self.end {
            None => {}
            Some(End::Out(player)) => {
                let bonus = if self.contract[1 - player].is_some() { 20 } else { 40 };
                points[player] = counts[1 - player] + bonus;
            }
            Some(_) => {
                points[0] = (counts[1] - counts[0]).max(0);
                points[1] = (counts[0] - counts[1]).max(0);
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    #[test]
    fn the_pack_counts_396() {
        assert_eq!(count(&deck()), 4 * (15 + 44 + 40));
        assert_eq!(count(&cards("AC 2D 9H TS KD")), 46);
    }
}
