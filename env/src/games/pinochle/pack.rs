//! The pack: two each of A T K Q J 9 in four suits.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Cards};
use crate::games::kinds::cards::{rank as whole_rank, suit};
use crate::games::rummy::ACES;

/// The bits of a suit.
const SUIT: u64 = (1 << 13) - 1;
/// The ranks that the pack has, the highest first.
const RANKS: [u8; 6] = [1, 10, 13, 12, 11, 9];
/// What cards of these ranks count in tricks.
const VALUES: [u32; 6] = [11, 10, 4, 3, 2, 0];

/// The 24 different cards.
pub(super) const KINDS: CardSet = CardSet::from_bits(ACES * (1 | 0b1_1111 << 8));
/// The 48 cards.
pub(super) const PACK: Cards = Cards::twice(KINDS);

/// A suit, in the order of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Suit {
    /// Clubs.
    C,
    /// Diamonds.
    D,
    /// Hearts.
    H,
    /// Spades.
    S,
}

impl Suit {
    /// The four suits.
    pub const ALL: [Suit; 4] = [Suit::C, Suit::D, Suit::H, Suit::S];

    /// The suit of a card of this pack.
    #[inline]
    pub fn of(card: Card) -> Suit {
        Suit::ALL[usize::from(card.suit()) % 4]
    }

    /// Its six cards.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(suit(self as u8).bits() & KINDS.bits())
    }

    /// Its card of a rank, 1 to 13.
    #[inline]
    pub const fn card(self, rank: u8) -> Card {
        Card::new(rank, self as u8)
    }

    /// Its nine, which as a trump can be laid.
    #[inline]
    pub const fn nine(self) -> Card {
        self.card(9)
    }
}

/// The four cards of a rank.
#[inline]
pub(super) const fn of_rank(rank: u8) -> CardSet {
    whole_rank(rank - 1)
}

/// How high a card ranks in its suit: 5 for the ace, then T K Q J, 0 for the nine.
#[inline]
pub fn strength(card: Card) -> u8 {
    match card.rank() {
        1 => 5,
        10 => 4,
        9 => 0,
        rank => rank - 10,
    }
}

/// What cards count in tricks, 0 to 240: A 11, T 10, K 4, Q 3, J 2.
#[inline]
pub fn value(cards: Cards) -> u32 {
    let [kinds, pairs] = [cards.kinds(), cards.pairs()];
    let count = |rank: u8| ((kinds & of_rank(rank)).len() + (pairs & of_rank(rank)).len()) as u32;
    (0..5).map(|i| VALUES[i] * count(RANKS[i])).sum()
}

/// All cards of the suits that these cards have.
#[inline]
pub(super) fn whole_suits(cards: CardSet) -> CardSet {
    let bits = cards.bits();
    let folded = bits | bits >> 8 | bits >> 9 | bits >> 10 | bits >> 11 | bits >> 12;
    CardSet::from_bits((folded & ACES) * SUIT) & KINDS
}

/// The cards of the pack that none of these is higher than in its own suit.
#[inline]
pub(super) fn highest(others: CardSet) -> CardSet {
    let (mut high, mut below) = (CardSet::EMPTY, CardSet::EMPTY);
    for rank in RANKS {
        high |= of_rank(rank) - below;
        below |= whole_suits(others & of_rank(rank));
    }
    high
}

/// The cards of the pack as 24 bits, six a suit in the order A 9 T J Q K.
#[inline]
pub(super) fn compact(cards: CardSet) -> u64 {
    let bits = cards.bits();
    // Six neighbouring bits at the foot of each suit, then suits moved together in twos.
    let feet = (bits & ACES) | ((bits >> 7) & (ACES * 0b11_1110));
    let twos = (feet | feet >> 7) & (0xfff | 0xfff << 26);
    (twos | twos >> 14) & 0xff_ffff
}

/// The card at a place of [`compact`], below 24.
#[inline]
pub(super) fn card_at(place: u8) -> Card {
    const IN_SUIT: [u8; 6] = [1, 9, 10, 11, 12, 13];
    Card::new(IN_SUIT[usize::from(place % 6)], place / 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cards_of_the_pack_lie_close_in_order() {
        let all: Vec<Card> = KINDS.iter().collect();
        assert_eq!((all.len(), PACK.len(), compact(KINDS)), (24, 48, (1 << 24) - 1));
        for (place, &card) in all.iter().enumerate() {
            assert_eq!((compact(CardSet::of(card)), card_at(place as u8)), (1 << place, card));
            assert_eq!(whole_suits(CardSet::of(card)), Suit::of(card).cards());
        }
    }

    #[test]
    fn the_ten_is_above_the_king() {
        let mut cards: Vec<Card> = Suit::H.cards().iter().collect();
        cards.sort_by_key(|&card| strength(card));
        assert_eq!(cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "), "9H JH QH KH TH AH");
        for card in KINDS {
            for other in KINDS {
                let beaten = other.suit() == card.suit() && strength(other) > strength(card);
                assert_eq!(highest(CardSet::of(other)).contains(card), !beaten, "{card} {other}");
            }
        }
    }
}
