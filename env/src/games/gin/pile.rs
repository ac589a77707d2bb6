//! The discard pile: an ordered stack kept as sets of cards.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Card, CardSet, Seat};

/// The discard pile, bottom to top, with who discarded each card.
///
/// The place of a card is spread over six sets, one a binary digit, so that an observation can copy them as they are.
/// Its JSON is a list from bottom to top of `{"card": "7C", "by": 0}`; the turned-up card has no `by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pile {
    cards: CardSet,
    by: [CardSet; 2],
    digits: [CardSet; Pile::DIGITS],
}

impl Pile {
    /// The binary digits of a place: no pile reaches 64 cards.
    pub const DIGITS: usize = 6;

    /// The cards in the pile.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// The cards in the pile that a seat discarded.
    #[inline]
    pub fn by(&self, seat: Seat) -> CardSet {
        self.by[seat]
    }

    /// For each binary digit of the places, counted from 0 at the bottom, the cards in whose place it is 1.
    #[inline]
    pub fn digits(&self) -> &[CardSet; Pile::DIGITS] {
        &self.digits
    }

    /// The number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Says whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The card at a place counted from the bottom.
    #[inline]
    pub fn at(&self, place: usize) -> Option<Card> {
        let fits = |cards: CardSet, digit: usize| {
            if place >> digit & 1 == 1 { cards & self.digits[digit] } else { cards - self.digits[digit] }
        };
        (0..Pile::DIGITS).fold(self.cards, fits).first()
    }

    /// The upcard.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.at(self.len().wrapping_sub(1))
    }

    /// The card that was turned up from the stock, if nobody has taken it.
    #[inline]
    pub fn turned(&self) -> Option<Card> {
        (self.cards - self.by[0] - self.by[1]).first()
    }

    /// Puts a card on top, discarded by a seat or turned up from the stock.
    #[inline]
    pub fn push(&mut self, card: Card, by: Option<Seat>) {
        let place = self.len();
        let one = CardSet::of(card);
        for (digit, cards) in self.digits.iter_mut().enumerate() {
            if place >> digit & 1 == 1 {
                *cards |= one;
            }
        }
        self.cards |= one;
        if let Some(seat) = by {
            self.by[seat] |= one;
        }
    }

    /// Takes the upcard.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        let card = self.top()?;
        let one = CardSet::of(card);
        self.cards -= one;
        self.by.iter_mut().chain(&mut self.digits).for_each(|cards| *cards -= one);
        Some(card)
    }

    /// The cards from bottom to top.
    pub fn iter(&self) -> impl Iterator<Item = (Card, Option<Seat>)> {
        (0..self.len()).filter_map(|place| {
            let card = self.at(place)?;
            Some((card, (0..2).find(|&seat| self.by[seat].contains(card))))
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Discarded {
    card: Card,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<Seat>,
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(card, by)| Discarded { card, by }))
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pile, D::Error> {
        let mut pile = Pile::default();
        for Discarded { card, by } in Vec::deserialize(deserializer)? {
            if pile.cards.contains(card) {
                return Err(de::Error::custom(format_args!("the card {card} is twice in the discard pile")));
            }
            if by.is_none() && !pile.is_empty() {
                return Err(de::Error::custom(format_args!("the card {card} of the discard pile has no `by`")));
            }
            if by.is_some_and(|seat| seat > 1) {
                return Err(de::Error::custom("`by` must be 0 or 1"));
            }
            pile.push(card, by);
        }
        Ok(pile)
    }
}
