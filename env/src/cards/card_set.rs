//! Sets of cards: one bit a card in one word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::cards::Card;

/// A set of cards, held as 54 bits: bit `i` is the card whose index is `i`.
///
/// It is written as a list of cards in order, and read from one; a card given twice is an error.
///
/// # Examples
///
/// ```
/// use elderhand_env::CardSet;
///
/// let hand: CardSet = "AS KD 7C".parse()?;
/// assert_eq!(hand.len(), 3);
/// assert_eq!(hand.to_string(), "7C KD AS");
/// # Ok::<(), elderhand_env::NotCards>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

/// A text or list that does not name a set of cards, or [`Cards`](crate::Cards).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotCards {
    /// One of the words is not a card.
    #[error(transparent)]
    Card(#[from] crate::NotACard),
    /// A card was given twice.
    #[error("the card {0} is given twice")]
    Twice(Card),
    /// A card was given three times where there may be two.
    #[error("the card {0} is given three times")]
    Thrice(Card),
}

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The whole pack of 52, without jokers.
    pub const PACK: CardSet = CardSet((1 << Card::COUNT) - 1);
    /// The whole pack of 54, with both jokers.
    pub const PACK_WITH_JOKERS: CardSet = CardSet((1 << Card::COUNT_WITH_JOKERS) - 1);
    /// The two jokers.
    pub const JOKERS: CardSet = CardSet(CardSet::PACK_WITH_JOKERS.0 & !CardSet::PACK.0);

    /// Makes a set from its 54 bits; higher bits are dropped.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::PACK_WITH_JOKERS.0)
    }

    /// The 54 bits of the set, the jokers highest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set has no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if a card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns `true` if every card of another set is in this one.
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts a card in.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Takes a card out, if it is there.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The set with a card put in.
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.index())
    }

    /// The set with a card taken out.
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.index()))
    }

    /// The first card in order, if there is one.
    pub const fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as u8)
    }

    /// The `n`th card in order, counted from 0, if there are so many.
    pub const fn nth(self, mut n: usize) -> Option<Card> {
        let mut bits = self.0;
        while n > 0 && bits != 0 {
            bits &= bits - 1;
            n -= 1;
        }
        CardSet(bits).first()
    }

    /// The cards in order.
    pub fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The cards of a set in order.
#[derive(Clone, Debug)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.remove(card);
        Some(card)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

/// The cards that are in one of the two only.
impl BitXor for CardSet {
    type Output = CardSet;
    fn bitxor(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for CardSet {
    fn bitand_assign(&mut self, other: CardSet) {
        *self = *self & other;
    }
}

impl BitXorAssign for CardSet {
    fn bitxor_assign(&mut self, other: CardSet) {
        *self = *self ^ other;
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        *self = *self - other;
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Collects cards, refusing one that comes twice.
fn distinct(cards: impl IntoIterator<Item = Card>) -> Result<CardSet, NotCards> {
    let mut set = CardSet::EMPTY;
    for card in cards {
        if set.contains(card) {
            return Err(NotCards::Twice(card));
        }
        set.insert(card);
    }
    Ok(set)
}

impl std::str::FromStr for CardSet {
    type Err = NotCards;

    fn from_str(text: &str) -> Result<CardSet, NotCards> {
        let cards = text.split_whitespace().map(str::parse).collect::<Result<Vec<Card>, _>>()?;
        distinct(cards)
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        distinct(Vec::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
