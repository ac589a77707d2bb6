//! The order of cards in stacks, kept as sets of cards.

use crate::cards::{Card, CardSet};

/// The places of cards in stacks: for each binary digit of a place, the cards in whose place it is 1.
///
/// A card lies in one stack at most, so one of these serves any number of stacks; which cards make up a stack is kept
/// beside it. An observation copies the digits as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Places([CardSet; Places::DIGITS]);

impl Places {
    /// The binary digits of a place: no stack reaches 64 cards.
    pub const DIGITS: usize = 6;

    /// For each binary digit, the lowest first, the cards in whose place it is 1.
    #[inline]
    pub fn digits(&self) -> &[CardSet; Places::DIGITS] {
        &self.0
    }

    /// Notes the place of a card that has none, counted from 0 at the bottom.
    #[inline]
    pub(crate) fn set(&mut self, card: Card, place: usize) {
        for (digit, cards) in self.0.iter_mut().enumerate() {
            if place >> digit & 1 == 1 {
                cards.insert(card);
            }
        }
    }

    /// Forgets the places of cards.
    #[inline]
    pub(crate) fn clear(&mut self, cards: CardSet) {
        self.0.iter_mut().for_each(|digit| *digit -= cards);
    }

    /// The card at a place of a stack.
    #[inline]
    pub(crate) fn at(&self, stack: CardSet, place: usize) -> Option<Card> {
        let fits = |cards: CardSet, digit: usize| {
            if place >> digit & 1 == 1 { cards & self.0[digit] } else { cards - self.0[digit] }
        };
        (0..Places::DIGITS).fold(stack, fits).first()
    }

    /// The cards of a stack from one of them upwards, that card included.
    #[inline]
    pub(crate) fn from(&self, stack: CardSet, card: Card) -> CardSet {
        // Digit by digit from the highest: what is above already, and what is equal so far.
        let (mut above, mut equal) = (CardSet::EMPTY, stack);
        for &digit in self.0.iter().rev() {
            if digit.contains(card) {
                equal &= digit;
            } else {
                above |= equal & digit;
                equal -= digit;
            }
        }
        above | equal
    }

    /// The cards of a stack from bottom to top.
    pub(crate) fn iter(&self, stack: CardSet) -> impl Iterator<Item = Card> + use<> {
        let places = *self;
        (0..stack.len()).filter_map(move |place| places.at(stack, place))
    }
}
