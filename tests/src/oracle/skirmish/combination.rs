//! What a combination is, and which two may not lie on one table.

use std::fmt;
use std::str::FromStr;

use crate::oracle::C;
use crate::oracle::card::{Card, plain};

/// The seven kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Cards of one rank.
    Book,
    /// A sequence of one suit.
    Run,
    /// A sequence of pairs of one colour.
    Double,
    /// A sequence of one colour.
    Hand,
    /// A sequence of pairs.
    Triple,
    /// Cards of one suit.
    Flush,
    /// A sequence.
    Straight,
}

use Kind::{Book, Double, Flush, Hand, Run, Straight, Triple};

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] = [Book, Run, Double, Hand, Triple, Flush, Straight];

    /// The name that actions and views use.
    pub fn name(self) -> &'static str {
        ["book", "run", "double", "hand", "triple", "flush", "straight"][self as usize]
    }

    /// The least and the greatest number of cards.
    pub fn sizes(self) -> (usize, usize) {
        [(3, 4), (4, 13), (4, 26), (5, 13), (6, 26), (6, 13), (7, 13)][self as usize]
    }

    /// The number of cards that stand at one place of a sequence; nothing if it is no sequence.
    pub fn width(self) -> Option<usize> {
        match self {
            Book | Flush => None,
            Run | Hand | Straight => Some(1),
            Double | Triple => Some(2),
        }
    }

    /// Returns `true` if cards may stand together by their suits, or in a book by their rank.
    pub fn unites(self, cards: &[C]) -> bool {
        let all = |same: fn(C, C) -> bool| cards.iter().all(|&card| same(card, cards[0]));
        match self {
            Book => all(|a, b| a.rank == b.rank),
            Run | Flush => all(|a, b| a.suit == b.suit),
            Double | Hand => all(|a, b| red(a) == red(b)),
            Triple | Straight => true,
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| format!("not a kind: {text:?}"))
    }
}

/// Diamonds and hearts are red.
fn red(card: C) -> bool {
    card.suit == 1 || card.suit == 2
}

/// A kind and cards, in the order in which they lie: sequences from the low end, all else in the order of the pack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combination {
    /// What it was called when it was laid.
    pub kind: Kind,
    /// The cards, the two of a pair side by side.
    pub cards: Vec<Card>,
}

impl Combination {
    /// The combination that a text such as `"run 5C X1 7C 8C"` names, whether the rules allow it or not.
    ///
    /// # Panics
    ///
    /// If the text does not begin with a kind, or goes on with what is no card.
    pub fn read(text: &str) -> Combination {
        let (kind, cards) = text.split_once(' ').unwrap();
        Combination { kind: kind.parse().unwrap(), cards: crate::oracle::card::cards(cards) }
    }

    /// Returns `true` if it may lie on an empty table.
    pub fn is_valid(&self) -> bool {
        let (least, most) = self.kind.sizes();
        let plain = plain(&self.cards);
        let shape = match self.kind.width() {
            None => self.cards.is_sorted(),
            Some(_) => self.low().is_some(),
        };
        (least..=most).contains(&self.cards.len()) && !plain.is_empty() && self.kind.unites(&plain) && shape
    }

    /// The rank at the low end of a sequence; nothing if the cards are not in sequence or the kind is none.
    fn low(&self) -> Option<u8> {
        let width = self.kind.width()?;
        let whole = self.cards.len().is_multiple_of(width);
        (1..=13).find(|&low| {
            whole
                && self.cards.chunks(width).enumerate().all(|(place, cards)| {
                    cards.is_sorted() && plain(cards).iter().all(|card| card.rank == rank(low, place))
                })
        })
    }

    /// The ranks that a sequence covers, its jokers' included; none for a book or a flush.
    pub fn ranks(&self) -> Vec<u8> {
        match (self.low(), self.kind.width()) {
            (Some(low), Some(width)) => (0..self.cards.len() / width).map(|place| rank(low, place)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns `true` if it may not lie beside another one.
    pub fn overlaps(&self, other: &Combination) -> bool {
        let bound = self.kind == other.kind
            && match self.kind {
                Straight | Triple => true,
                Hand => red(plain(&self.cards)[0]) == red(plain(&other.cards)[0]),
                Book | Run | Double | Flush => false,
            };
        bound && self.ranks().iter().any(|rank| other.ranks().contains(rank))
    }

    /// The same combination, one that has gone full circle turned so that it begins with the ace.
    pub fn turned(mut self) -> Combination {
        let ranks = self.ranks();
        if let (13, Some(ace), Some(width)) = (ranks.len(), ranks.iter().position(|&rank| rank == 1), self.kind.width())
        {
            self.cards.rotate_left(ace * width);
        }
        self
    }
}

impl fmt::Debug for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        self.cards.iter().try_for_each(|card| write!(f, " {card}"))
    }
}

/// The rank so many places above `low`; the ace follows the king.
pub fn rank(low: u8, places: usize) -> u8 {
    let mut rank = low;
    for _ in 0..places {
        rank = if rank == 13 { 1 } else { rank + 1 };
    }
    rank
}

#[cfg(test)]
#[path = "combination_tests.rs"]
mod tests;
