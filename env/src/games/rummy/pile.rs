//! The discard pile.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::cards::{Card, CardSet, Places};
use crate::rules::Seat;

/// The discard pile of so many seats at most, bottom to top, with who discarded each card.
///
/// Its JSON is a list from bottom to top of `{"card": "7C", "by": 0}`; the turned-up card has no `by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile<const SEATS: usize> {
    cards: CardSet,
    by: [CardSet; SEATS],
    places: Places,
}

impl<const SEATS: usize> Default for Pile<SEATS> {
    #[inline]
    fn default() -> Pile<SEATS> {
        Pile { cards: CardSet::EMPTY, by: [CardSet::EMPTY; SEATS], places: Places::default() }
    }
}

impl<const SEATS: usize> Pile<SEATS> {
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

    /// The places of the cards, counted from 0 at the bottom.
    #[inline]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Returns `true` if there is no card.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The upcard.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.places.at(self.cards, self.len().wrapping_sub(1))
    }

    /// The card that was turned up from the stock, if nobody has taken it.
    #[inline]
    pub fn turned(&self) -> Option<Card> {
        self.by.iter().fold(self.cards, |cards, &by| cards - by).first()
    }

    /// Puts a card on top, discarded by a seat or turned up from the stock.
    #[inline]
    pub fn push(&mut self, card: Card, by: Option<Seat>) {
        self.places.set(card, self.len());
        self.cards.insert(card);
        if let Some(seat) = by {
            self.by[seat].insert(card);
        }
    }

    /// Takes the upcard.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        let card = self.top()?;
        let one = CardSet::of(card);
        self.cards -= one;
        self.by.iter_mut().for_each(|cards| *cards -= one);
        self.places.clear(one);
        Some(card)
    }

    /// The cards from bottom to top.
    pub fn iter(&self) -> impl Iterator<Item = (Card, Option<Seat>)> {
        let by = self.by;
        self.places.iter(self.cards).map(move |card| (card, (0..SEATS).find(|&seat| by[seat].contains(card))))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Discarded {
    card: Card,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<Seat>,
}

impl<const SEATS: usize> Serialize for Pile<SEATS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(card, by)| Discarded { card, by }))
    }
}

impl<'de, const SEATS: usize> Deserialize<'de> for Pile<SEATS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pile<SEATS>, D::Error> {
        let mut pile = Pile::default();
        for Discarded { card, by } in Vec::deserialize(deserializer)? {
            if pile.cards.contains(card) {
                return Err(de::Error::custom(format_args!("the card {card} is twice in the discard pile")));
            }
            if by.is_none() && !pile.is_empty() {
                return Err(de::Error::custom(format_args!("the card {card} of the discard pile has no `by`")));
            }
            if by.is_some_and(|seat| seat >= SEATS) {
                return Err(de::Error::custom(format_args!("`by` must be a seat, at most {}", SEATS - 1)));
            }
            pile.push(card, by);
        }
        Ok(pile)
    }
}
