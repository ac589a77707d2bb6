//! The combinations on the table, and the ranks that they have taken.

use super::combination::{Combination, End, NOWHERE};
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kind;
use crate::games::kinds::ranks::span;

/// The combinations on the table in the order in which they were laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    count: u8,
    all: [Combination; Board::MOST],
}

impl Board {
    /// No table holds more: each has three cards or more of 54.
    pub const MOST: usize = 18;
    /// What lies in the places that are not used.
    const NOTHING: Combination =
        Combination { kind: Kind::Book, start: 0, places: 0, cards: CardSet::EMPTY, stands: [NOWHERE; 2] };
    /// An empty table.
    pub const EMPTY: Board = Board { count: 0, all: [Board::NOTHING; Board::MOST] };

    /// The combinations.
    #[inline]
    pub fn all(&self) -> &[Combination] {
        &self.all[..self.count.into()]
    }

    /// The cards on the table.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.all().iter().fold(CardSet::EMPTY, |cards, combination| cards | combination.cards)
    }

    /// The ranks at which nothing more may lie of kinds that do not overlap.
    #[inline]
    pub fn taken(&self) -> Taken {
        let mut taken = Taken::default();
        self.all().iter().for_each(|combination| taken.add(combination));
        taken
    }

    /// Lays a combination; there is room for all that one pack can make.
    #[inline]
    pub fn push(&mut self, combination: Combination) {
        self.all[usize::from(self.count)] = combination;
        self.count += 1;
    }

    /// Adds a card or a pair to the combination at a place, which takes it; a joker alone goes to the end that is given.
    #[inline]
    pub fn grow(&mut self, place: usize, cards: CardSet, end: End) {
        let taken = self.taken();
        self.all[place].grow(cards, end, &taken);
    }
}

/// The ranks that combinations which may not overlap have taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    straights: u16,
    triples: u16,
    /// Of hands in black and in red.
    hands: [u16; 2],
}

impl Taken {
    /// The ranks closed to a kind; for hands, to those in black (0) or red (1).
    #[inline]
    pub(super) fn ranks(&self, kind: Kind, colour: usize) -> u16 {
        match kind {
            Kind::Straight => self.straights,
            Kind::Triple => self.triples,
            Kind::Hand => self.hands[colour],
            _ => 0,
        }
    }

    /// The ranks closed to a kind with a card that is no joker.
    #[inline]
    pub(super) fn of(&self, kind: Kind, card: Card) -> u16 {
        self.ranks(kind, card.is_red().into())
    }

    /// Notes the ranks of a combination.
    #[inline]
    pub(super) fn add(&mut self, combination: &Combination) {
        let taken = match combination.kind {
            Kind::Straight => &mut self.straights,
            Kind::Triple => &mut self.triples,
            Kind::Hand => &mut self.hands[usize::from(combination.natural().is_some_and(Card::is_red))],
            _ => return,
        };
        *taken |= span(combination.start, combination.places.into());
    }
}
