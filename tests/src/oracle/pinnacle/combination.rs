//! What a combination is: the table of kinds, line by line.

use crate::oracle::C;
use crate::oracle::card::{Card, plain};

/// The seven kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 3 or 4 cards of one rank.
    Book,
    /// 4 cards of one suit in sequence.
    Run,
    /// 2 pairs of one colour in sequence.
    Double,
    /// 5 cards of one colour in sequence.
    Hand,
    /// 3 pairs in sequence.
    Triple,
    /// 6 cards of one suit.
    Flush,
    /// 7 cards in sequence.
    Straight,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] =
        [Kind::Book, Kind::Run, Kind::Double, Kind::Hand, Kind::Triple, Kind::Flush, Kind::Straight];

    /// The numbers of cards that it may have.
    pub fn sizes(self) -> &'static [usize] {
        match self {
            Kind::Book => &[3, 4],
            Kind::Run => &[4],
            Kind::Double => &[4],
            Kind::Hand => &[5],
            Kind::Triple => &[6],
            Kind::Flush => &[6],
            Kind::Straight => &[7],
        }
    }

    /// Returns `true` if these cards, all of them together, are a combination of this kind.
    pub fn is(self, cards: &[Card]) -> bool {
        self.sizes().contains(&cards.len()) && {
            let plain = plain(cards);
            match self {
                Kind::Book => same(&plain, |card| card.rank),
                Kind::Run => same(&plain, |card| card.suit) && sequence(&plain, 4, 1),
                Kind::Double => same(&plain, is_red) && sequence(&plain, 2, 2),
                Kind::Hand => same(&plain, is_red) && sequence(&plain, 5, 1),
                Kind::Triple => sequence(&plain, 3, 2),
                Kind::Flush => same(&plain, |card| card.suit),
                Kind::Straight => sequence(&plain, 7, 1),
            }
        }
    }
}

/// Returns `true` if all cards are alike in something. A joker can be made alike, so it is not asked.
fn same<T: PartialEq>(cards: &[C], what: fn(C) -> T) -> bool {
    cards.iter().all(|&card| what(card) == what(cards[0]))
}

/// Diamonds and hearts are red, clubs and spades black.
fn is_red(card: C) -> bool {
    card.suit == 1 || card.suit == 2
}

/// Returns `true` if the cards leave only gaps in a sequence of so many ranks with so many cards each; the ace follows
/// the king. The number of cards is right, so there are as many jokers as gaps.
fn sequence(cards: &[C], length: u8, width: usize) -> bool {
    (1..=13).any(|low| {
        let mut there = [0; 14];
        for card in cards {
            there[usize::from(card.rank)] += 1;
        }
        let mut inside = 0;
        for place in 0..length {
            let rank = if low + place > 13 { low + place - 13 } else { low + place };
            if there[usize::from(rank)] > width {
                return false;
            }
            inside += there[usize::from(rank)];
        }
        inside == cards.len()
    })
}

#[cfg(test)]
#[path = "combination_tests.rs"]
mod tests;
