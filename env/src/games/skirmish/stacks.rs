//! The discard stack, and the stack of each hand.

use super::rules::Rules;
use crate::cards::{Card, CardSet, Places};

/// The stacks on the table, each ordered from bottom to top, and who discarded what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stacks {
    discards: CardSet,
    dropped: [CardSet; Rules::HANDS],
    /// The hand that discarded each card as a binary number, counted from 1; 0 for the card that was turned up.
    by: [CardSet; 3],
    places: Places,
}

impl Stacks {
    /// The cards of the discard stack.
    #[inline]
    pub fn discards(&self) -> CardSet {
        self.discards
    }

    /// The cards that a hand has dropped.
    #[inline]
    pub fn dropped(&self, hand: usize) -> CardSet {
        self.dropped[hand]
    }

    /// The places of the cards, each in its stack, counted from 0 at the bottom.
    #[inline]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The discard stack from bottom to top, with the hand that discarded each card.
    pub fn iter_discards(&self) -> impl Iterator<Item = (Card, Option<usize>)> + use<> {
        let stacks = *self;
        self.places.iter(self.discards).map(move |card| (card, stacks.by(card)))
    }

    /// What a hand has dropped from bottom to top.
    pub fn iter_dropped(&self, hand: usize) -> impl Iterator<Item = Card> + use<> {
        self.places.iter(self.dropped[hand])
    }

    /// The hand that discarded a card; nothing for the card that was turned up.
    #[inline]
    pub fn by(&self, card: Card) -> Option<usize> {
        let digits = self.by.iter().rev();
        digits.fold(0, |number, digit| number << 1 | usize::from(digit.contains(card))).checked_sub(1)
    }

    /// The cards of the discard stack that a hand discarded.
    #[inline]
    pub(super) fn by_hand(&self, hand: usize) -> CardSet {
        let number = hand + 1;
        let with = |cards: CardSet, digit: usize| {
            if number >> digit & 1 == 1 { cards & self.by[digit] } else { cards - self.by[digit] }
        };
        (0..3).fold(self.discards, with)
    }

    /// The card of the discard stack from which one takes up to the top, and all that one takes.
    #[inline]
    pub fn from(&self, card: Card) -> CardSet {
        self.places.from(self.discards, card)
    }

    /// Puts a card on the discard stack.
    #[inline]
    pub(super) fn discard(&mut self, card: Card, by: Option<usize>) {
        self.places.set(card, self.discards.len());
        self.discards.insert(card);
        let number = by.map_or(0, |hand| hand + 1);
        for (digit, cards) in self.by.iter_mut().enumerate() {
            if number >> digit & 1 == 1 {
                cards.insert(card);
            }
        }
    }

    /// Puts a card on a hand's own stack.
    #[inline]
    pub(super) fn drop(&mut self, card: Card, hand: usize) {
        self.places.set(card, self.dropped[hand].len());
        self.dropped[hand].insert(card);
    }

    /// Takes a card and all above it off the discard stack.
    #[inline]
    pub(super) fn pick_up(&mut self, card: Card) -> CardSet {
        let cards = self.from(card);
        self.discards -= cards;
        self.places.clear(cards);
        self.by.iter_mut().for_each(|digit| *digit -= cards);
        cards
    }

    /// Takes a card and all above it off a hand's own stack.
    #[inline]
    pub(super) fn retrieve(&mut self, card: Card, hand: usize) -> CardSet {
        let cards = self.places.from(self.dropped[hand], card);
        self.dropped[hand] -= cards;
        self.places.clear(cards);
        cards
    }

    /// The cards in all stacks.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.dropped.iter().fold(self.discards, |cards, &dropped| cards | dropped)
    }
}
