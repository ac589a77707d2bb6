//! Cards: a rank and a suit in one byte, written `7C`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

/// A card of the 52-card pack, ordered by suit (clubs, diamonds, hearts, spades) and then by rank, ace low; or one of the
/// two jokers, which come last and are written `X1` and `X2`.
///
/// # Examples
///
/// ```
/// use elderhand_env::Card;
///
/// let card: Card = "TD".parse()?;
/// assert_eq!((card.rank(), card.suit()), (10, 1));
/// assert_eq!(card.to_string(), "TD");
/// # Ok::<(), elderhand_env::NotACard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A text that does not name a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a card: expected a rank (A 2 … 9 T J Q K) and a suit (C D H S), such as `7C`, or a joker, X1 or X2"
)]
pub struct NotACard(
    /// The text as it was given.
    pub String,
);

impl Card {
    /// The number of cards in the pack without jokers.
    pub const COUNT: u8 = 52;
    /// The number of cards in the pack with both jokers.
    pub const COUNT_WITH_JOKERS: u8 = 54;
    /// The two jokers.
    pub const JOKERS: [Card; 2] = [Card(52), Card(53)];

    /// Makes the card of a rank (1, the ace, to 13, the king) and a suit (0 to 3).
    ///
    /// # Panics
    ///
    /// Panics if the rank or the suit is out of range.
    pub const fn new(rank: u8, suit: u8) -> Card {
        assert!(rank >= 1 && rank <= 13 && suit < 4);
        Card(suit * 13 + rank - 1)
    }

    /// Gives the card at a place in the pack, 0 to 53, or nothing beyond it; the jokers are at 52 and 53.
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < Card::COUNT_WITH_JOKERS { Some(Card(index)) } else { None }
    }

    /// The card's place in the pack, 0 to 53.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns `true` if it is a joker.
    pub const fn is_joker(self) -> bool {
        self.0 >= Card::COUNT
    }

    /// The rank, from 1 for the ace to 13 for the king; 0 for a joker.
    pub const fn rank(self) -> u8 {
        if self.is_joker() { 0 } else { self.0 % 13 + 1 }
    }

    /// The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades; 4 for a joker.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// Returns `true` if its suit is red: diamonds or hearts.
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }

    /// The 52 cards that are no jokers, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::COUNT).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = match self.0 {
            52 => *b"X1",
            53 => *b"X2",
            _ => [RANKS[self.rank() as usize - 1], SUITS[self.suit() as usize]],
        };
        f.pad(std::str::from_utf8(&letters).expect("the letters are ASCII"))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let place = |letters: &[u8], letter: u8| letters.iter().position(|&l| l == letter.to_ascii_uppercase());
        match text.as_bytes() {
            b"X1" | b"x1" => return Ok(Card::JOKERS[0]),
            b"X2" | b"x2" => return Ok(Card::JOKERS[1]),
            &[rank, suit] => place(RANKS, rank).zip(place(SUITS, suit)),
            _ => None,
        }
        .map(|(rank, suit)| Card((suit * 13 + rank) as u8))
        .ok_or_else(|| NotACard(text.chars().take(20).collect()))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
