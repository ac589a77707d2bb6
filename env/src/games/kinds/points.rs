//! What cards are worth.

use crate::cards::CardSet;
use crate::games::rummy::ACES;

/// The tens, jacks, queens and kings.
const COURTS: u64 = 0b1111 << 9 | 0b1111 << 22 | 0b1111 << 35 | 0b1111 << 48;

/// The points of cards that are laid: 3 an ace, 2 a ten, jack, queen or king, 1 another card; jokers count 0.
#[inline]
pub const fn points(cards: CardSet) -> u8 {
    let bits = cards.bits() & CardSet::PACK.bits();
    (bits.count_ones() + (bits & COURTS).count_ones() + 2 * (bits & ACES).count_ones()) as u8
}
