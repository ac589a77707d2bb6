//! Combinations on the table, and how they grow.

use super::board::Taken;
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kind;
use crate::games::kinds::cards::{after, rank, ranks_of};
use crate::games::kinds::ranks::{span, step};
use crate::games::moves::listed;

/// Stands for no rank.
pub(super) const NOWHERE: u8 = 13;

/// A combination that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    pub(super) kind: Kind,
    /// The rank of its low end or of the book, counted from 0; 0 for a flush and for what has gone full circle.
    pub(super) start: u8,
    /// The places of a sequence; the cards of a book or flush.
    pub(super) places: u8,
    /// Its cards, jokers among them.
    pub(super) cards: CardSet,
    /// The rank that each joker stands for in a sequence.
    pub(super) stands: [u8; 2],
}

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Below its lowest card.
    Low,
    /// Above its highest card.
    High,
}

impl End {
    /// Both ends, in the order of the action table.
    pub(super) const ALL: [End; 2] = [End::Low, End::High];

    /// The name, as in the action table.
    const fn name(self) -> &'static str {
        ["low", "high"][self as usize]
    }
}

listed!(End);

/// The ranks at the ends of a sequence where it may grow; where both are the same it counts as the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub low: Option<u8>,
    pub high: Option<u8>,
}

impl Ends {
    /// The cards, without jokers, of the ranks at the ends.
    fn cards(self) -> CardSet {
        [self.low, self.high].into_iter().flatten().fold(CardSet::EMPTY, |cards, end| cards | rank(end))
    }
}

impl Combination {
    /// The kind, as it was named when it was laid.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The cards, jokers among them.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// The ranks on which it lies, one bit a rank, the ace lowest; of a flush, those of its cards that are no jokers.
    #[inline]
    pub fn ranks(&self) -> u16 {
        match self.kind {
            Kind::Book => 1 << self.start,
            Kind::Flush => ranks_of(self.cards & CardSet::PACK),
            _ => span(self.start, self.places.into()),
        }
    }

    /// A card of it that is no joker.
    #[inline]
    pub(super) fn natural(&self) -> Option<Card> {
        self.cards.first()
    }

    /// The cards, without jokers, of which it may be made.
    #[inline]
    pub(super) fn group(&self) -> CardSet {
        self.natural().map_or(CardSet::EMPTY, |card| self.kind.group(card))
    }

    /// The ends where a sequence may grow.
    #[inline]
    pub(super) fn ends(&self, taken: &Taken) -> Ends {
        if !self.kind.sequence() || self.places >= 13 {
            return Ends::default();
        }
        let closed = self.natural().map_or(0, |card| taken.of(self.kind, card));
        let open = |rank: u8| (closed >> rank & 1 == 0).then_some(rank);
        let (low, high) = (step(self.start, 12), step(self.start, self.places));
        Ends { low: if low == high { None } else { open(low) }, high: open(high) }
    }

    /// The cards, jokers among them, each of which may be added alone; none where it takes pairs.
    #[inline]
    pub fn fitting(&self, taken: &Taken) -> CardSet {
        match self.kind {
            Kind::Double | Kind::Triple => CardSet::EMPTY,
            Kind::Book | Kind::Flush if usize::from(self.places) < self.kind.most() => {
                (self.group() - self.cards) | CardSet::JOKERS
            }
            Kind::Book | Kind::Flush => CardSet::EMPTY,
            _ => {
                let fitting = self.ends(taken).cards() & self.group();
                if fitting.is_empty() { fitting } else { fitting | CardSet::JOKERS }
            }
        }
    }

    /// The cards of a hand with which a pair may be begun that grows it; none unless it takes pairs. The first joker begins
    /// the pair of both.
    #[inline]
    pub fn firsts(&self, hand: CardSet, taken: &Taken) -> CardSet {
        if self.kind.width() == 1 {
            return CardSet::EMPTY;
        }
        let ends = self.ends(taken);
        let (pool, jokers) = (ends.cards() & self.group() & hand, hand & CardSet::JOKERS);
        if ends == Ends::default() || (pool | jokers).len() < 2 {
            return CardSet::EMPTY;
        }
        (pool | jokers).iter().filter(|&card| !self.seconds(card, hand).is_empty()).collect()
    }

    /// The cards of a hand that complete a pair begun with a card: later ones of its rank, and jokers; after a joker, a later
    /// one.
    #[inline]
    pub fn seconds(&self, first: Card, hand: CardSet) -> CardSet {
        if first.is_joker() {
            return hand & CardSet::JOKERS & after(first);
        }
        let pair = self.group() & rank(first.rank() - 1) & after(first);
        hand & (pair | CardSet::JOKERS)
    }

    /// The cards of a hand that may be added, alone or in a pair.
    #[inline]
    pub(super) fn growing(&self, hand: CardSet, taken: &Taken) -> CardSet {
        let firsts = self.firsts(hand, taken);
        firsts.iter().fold(self.fitting(taken) & hand | firsts, |cards, first| cards | self.seconds(first, hand))
    }

    /// Returns `true` if a card of a hand may be added next, alone or in a pair.
    #[inline]
    pub(super) fn takes(&self, card: Card, hand: CardSet, taken: &Taken) -> bool {
        if self.kind.width() == 1 {
            return self.fitting(taken).contains(card);
        }
        let pool = if card.is_joker() { hand } else { hand & (rank(card.rank() - 1) | CardSet::JOKERS) };
        self.growing(pool, taken).contains(card)
    }

    /// Adds a card or a pair; jokers alone go to the end that is given.
    pub(super) fn grow(&mut self, cards: CardSet, end: End, taken: &Taken) {
        let ends = self.ends(taken);
        self.cards |= cards;
        self.places += 1;
        if !self.kind.sequence() {
            return;
        }
        let high = match cards.first() {
            Some(card) if !card.is_joker() => ends.high == Some(card.rank() - 1),
            _ => ends.high.is_some() && (end == End::High || ends.low.is_none()),
        };
        let rank = if high { ends.high } else { ends.low }.unwrap_or(NOWHERE);
        if !high {
            self.start = step(self.start, 12);
        }
        if self.places == 13 {
            self.start = 0;
        }
        for (joker, stands) in Card::JOKERS.into_iter().zip(&mut self.stands) {
            if cards.contains(joker) {
                *stands = rank;
            }
        }
    }

    /// Its cards from the low end; pairs, books and flushes in the order of the pack with jokers last.
    pub fn in_order(&self) -> Vec<Card> {
        if !self.kind.sequence() {
            return self.cards.iter().collect();
        }
        (0..self.places).flat_map(|place| self.at(step(self.start, place)).iter()).collect()
    }

    /// Its cards on a rank, jokers that stand for it among them.
    fn at(&self, at: u8) -> CardSet {
        let jokers = Card::JOKERS.into_iter().zip(self.stands).filter(|&(_, stands)| stands == at);
        self.cards & rank(at) | jokers.map(|(joker, _)| joker).collect()
    }
}
