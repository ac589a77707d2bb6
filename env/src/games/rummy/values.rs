//! What cards that are left in a hand count.

use super::melds::ACES;
use crate::cards::CardSet;

/// The values of the ranks: pips their number, T J Q K 10, and the ace what a game says.
///
/// Held as the cards whose value has bit 0, 1, 2, 3 set: the value of a set of cards is four counts.
#[derive(Clone, Copy, Debug)]
pub struct Values([u64; 4]);

impl Values {
    /// The values with aces at `ace` points, below 16.
    pub const fn with_ace(ace: u64) -> Values {
        let mut masks = [0; 4];
        let mut rank = 1;
        while rank <= 13 {
            let value = match rank {
                1 => ace,
                2..=10 => rank,
                _ => 10,
            };
            let mut bit = 0;
            while bit < 4 {
                masks[bit] |= (value >> bit & 1) * (ACES << (rank - 1));
                bit += 1;
            }
            rank += 1;
        }
        Values(masks)
    }

    /// The value of some cards together, in points.
    #[inline]
    pub fn of(&self, cards: CardSet) -> u32 {
        let count = |bit: usize| (cards.bits() & self.0[bit]).count_ones() << bit;
        count(0) + count(1) + count(2) + count(3)
    }
}
