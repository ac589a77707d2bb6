//! Cards of a doubled pack: of each as many as two.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::cards::{Card, CardSet, NotCards};

/// Cards of which each may be there once or twice, as in two packs shuffled together. Equal cards are equal: nothing
/// tells one copy from the other.
///
/// It is written as a list of cards in order, and read from one; a card given a third time is an error.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Card, Cards, CardSet, NotCards};
///
/// let hand: Cards = "QS 9C QS".parse()?;
/// let queen: Card = "QS".parse().unwrap();
/// assert_eq!((hand.len(), hand.count(queen)), (3, 2));
/// assert_eq!(hand.to_string(), "9C QS QS");
/// assert_eq!((hand.kinds().to_string(), hand.pairs().to_string()), ("9C QS".into(), "QS".into()));
/// assert_eq!("QS QS 9C QS".parse::<Cards>(), Err(NotCards::Thrice(queen)));
///
/// // Sums and differences count.
/// let pack = Cards::twice("9C QS".parse::<CardSet>()?);
/// assert_eq!((pack - hand).to_string(), "9C");
/// assert_eq!((hand - pack, (pack - hand) + hand), (Cards::EMPTY, pack));
/// assert!(pack.contains_all(hand) && !hand.contains_all(pack));
/// # Ok::<(), NotCards>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    /// Of these there is at least one.
    kinds: CardSet,
    /// Of these there are two; all are in `kinds`.
    pairs: CardSet,
}

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards { kinds: CardSet::EMPTY, pairs: CardSet::EMPTY };

    /// Two of each card of a set.
    #[inline]
    pub const fn twice(cards: CardSet) -> Cards {
        Cards { kinds: cards, pairs: cards }
    }

    /// The number of cards, equal ones counted apart.
    #[inline]
    pub const fn len(self) -> usize {
        self.kinds.len() + self.pairs.len()
    }

    /// Returns `true` if there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.kinds.is_empty()
    }

    /// How often a card is there: 0, 1 or 2.
    #[inline]
    pub const fn count(self, card: Card) -> usize {
        self.kinds.contains(card) as usize + self.pairs.contains(card) as usize
    }

    /// Returns `true` if a card is there at least once.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.kinds.contains(card)
    }

    /// Returns `true` if every card of others is here at least as often.
    #[inline]
    pub const fn contains_all(self, others: Cards) -> bool {
        self.kinds.contains_all(others.kinds) && self.pairs.contains_all(others.pairs)
    }

    /// Puts a card in, of which there must not be two yet.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        debug_assert!(!self.pairs.contains(card), "there are two of it already");
        if self.kinds.contains(card) {
            self.pairs.insert(card);
        } else {
            self.kinds.insert(card);
        }
    }

    /// Takes one copy of a card out, if it is there.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        if self.pairs.contains(card) {
            self.pairs.remove(card);
        } else {
            self.kinds.remove(card);
        }
    }

    /// The cards with one more, of which there must not be two yet.
    #[inline]
    pub const fn with(mut self, card: Card) -> Cards {
        self.insert(card);
        self
    }

    /// The cards with one copy of a card taken out.
    #[inline]
    pub const fn without(mut self, card: Card) -> Cards {
        self.remove(card);
        self
    }

    /// The cards of which there is at least one.
    #[inline]
    pub const fn kinds(self) -> CardSet {
        self.kinds
    }

    /// The cards of which there are two.
    #[inline]
    pub const fn pairs(self) -> CardSet {
        self.pairs
    }

    /// The first card in order, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        self.kinds.first()
    }

    /// The cards in order, equal ones one after the other.
    pub fn iter(self) -> Iter {
        Iter(self)
    }
}

/// Cards in order.
#[derive(Clone, Debug)]
pub struct Iter(Cards);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.remove(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl From<CardSet> for Cards {
    #[inline]
    fn from(cards: CardSet) -> Cards {
        Cards { kinds: cards, pairs: CardSet::EMPTY }
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl Add for Cards {
    type Output = Cards;

    /// All of both together; of no card may there be three.
    #[inline]
    fn add(self, other: Cards) -> Cards {
        let third = (self.pairs & other.kinds) | (self.kinds & other.pairs);
        debug_assert!(third.is_empty(), "three of {third}");
        Cards { kinds: self.kinds | other.kinds, pairs: self.pairs | other.pairs | (self.kinds & other.kinds) }
    }
}

impl Sub for Cards {
    type Output = Cards;

    /// What is left when as many of the others are taken out as there are.
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards { kinds: (self.kinds - other.kinds) | (self.pairs - other.pairs), pairs: self.pairs - other.kinds }
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Cards) {
        *self = *self + other;
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Collects cards, refusing one that comes a third time.
fn at_most_twice(list: Vec<Card>) -> Result<Cards, NotCards> {
    let mut cards = Cards::EMPTY;
    for card in list {
        if cards.pairs.contains(card) {
            return Err(NotCards::Thrice(card));
        }
        cards.insert(card);
    }
    Ok(cards)
}

impl std::str::FromStr for Cards {
    type Err = NotCards;

    fn from_str(text: &str) -> Result<Cards, NotCards> {
        at_most_twice(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        at_most_twice(Vec::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
