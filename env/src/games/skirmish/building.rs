//! A combination that is being laid, card by card.

use serde::{Deserialize, Serialize};

use super::board::Taken;
use super::combination::{Combination, NOWHERE};
use super::wire;
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kind;
use crate::games::kinds::cards::{after, rank};
use crate::games::kinds::ranks::{span, step};

/// A combination that is being laid: the kind is named, and some of its cards lie in order.
///
/// Sequences are laid from the low end upwards. The cards of a pair, a book or a flush come in the order of the pack,
/// jokers last, so that there is one way only to lay a combination.
///
/// Its JSON is the kind and the cards in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "wire::Laid", into = "wire::Laid")]
pub struct Building {
    pub(super) kind: Kind,
    pub(super) cards: CardSet,
    /// The rank of the first place, or [`NOWHERE`] until a card that is no joker has told.
    pub(super) start: u8,
    /// The place of each joker, counted from the first.
    pub(super) places: [u8; 2],
    last: Option<Card>,
}

impl Building {
    /// Begins a combination.
    #[inline]
    pub fn new(kind: Kind) -> Building {
        Building { kind, cards: CardSet::EMPTY, start: NOWHERE, places: [NOWHERE; 2], last: None }
    }

    /// The kind that was named.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The cards so far.
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// The place on which the next card comes to lie, counted from the first.
    #[inline]
    fn place(&self) -> usize {
        self.cards.len() / self.kind.width()
    }

    /// Returns `true` if a pair has been begun.
    #[inline]
    fn half(&self) -> bool {
        self.cards.len() % self.kind.width() == 1
    }

    /// The first card that is no joker.
    #[inline]
    fn natural(&self) -> Option<Card> {
        self.cards.first().filter(|card| !card.is_joker())
    }

    /// Puts a card down.
    ///
    /// It must be one of [`Building::next`].
    #[inline]
    pub fn push(&mut self, card: Card) {
        let place = self.place() as u8;
        if let Some(joker) = Card::JOKERS.iter().position(|&joker| joker == card) {
            self.places[joker] = place;
        } else if self.start == NOWHERE {
            self.start = match self.kind {
                Kind::Book => card.rank() - 1,
                Kind::Flush => 0,
                _ => step(card.rank() - 1, 13 - place),
            };
        }
        self.cards.insert(card);
        self.last = Some(card);
    }

    /// The cards of a hand that may lie next, whether or not the combination can then be completed.
    #[inline]
    pub fn next(&self, hand: CardSet, taken: &Taken) -> CardSet {
        let jokers = hand & CardSet::JOKERS;
        match (self.natural(), self.last) {
            _ if self.cards.len() >= self.kind.most() => CardSet::EMPTY,
            (None, None) if !self.kind.sequence() => hand - CardSet::JOKERS,
            (Some(natural), Some(last)) if !self.kind.sequence() => {
                hand & (self.kind.group(natural) | CardSet::JOKERS) & after(last)
            }
            (_, Some(last)) if self.half() && last.is_joker() => jokers & after(last),
            (_, Some(last)) if self.half() => {
                hand & self.kind.group(last) & rank(last.rank() - 1) & after(last) | jokers
            }
            (Some(natural), _) => {
                let next = step(self.start, self.place() as u8);
                let closed = taken.of(self.kind, natural) >> next & 1 == 1;
                if closed { CardSet::EMPTY } else { hand & self.kind.group(natural) & rank(next) | jokers }
            }
            (None, _) => {
                let (place, length) = (self.place() as u8, self.place() + 1);
                let free = |card: &Card| {
                    let start = step(card.rank() - 1, 13 - place);
                    taken.of(self.kind, *card) & span(start, length) == 0
                };
                (hand - CardSet::JOKERS).iter().filter(free).collect::<CardSet>() | jokers
            }
        }
    }

    /// The cards of a hand that may lie next so that the combination can be completed and contain a certain card.
    pub(super) fn choices(&self, hand: CardSet, taken: &Taken, must: Option<Card>) -> CardSet {
        let leads = |&card: &Card| self.with(card).can_finish(hand.without(card), taken, left(must, card));
        self.next(hand, taken).iter().filter(leads).collect()
    }

    /// Returns `true` if what lies is a combination.
    #[inline]
    pub fn complete(&self) -> bool {
        self.cards.len() >= self.kind.least() && !self.half() && self.natural().is_some()
    }

    /// The combination, which must be complete.
    pub fn finish(&self) -> Combination {
        let places = if self.kind.sequence() { self.place() } else { self.cards.len() };
        let stands = self.places.map(|place| match place {
            NOWHERE => NOWHERE,
            _ if !self.kind.sequence() => NOWHERE,
            _ => step(self.start, place),
        });
        let circle = self.kind.sequence() && places == 13;
        let start = if circle { 0 } else { self.start };
        Combination { kind: self.kind, start, places: places as u8, cards: self.cards, stands }
    }

    /// Returns `true` if no card lies on a rank that is closed to it.
    pub(super) fn fits(&self, taken: &Taken) -> bool {
        let closed = self.natural().map_or(0, |card| taken.of(self.kind, card));
        closed == 0 || span(self.start, self.cards.len().div_ceil(self.kind.width())) & closed == 0
    }

    /// The cards in the order in which they were laid.
    pub fn in_order(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.cards.iter().collect();
        if self.kind.sequence() {
            let place = |card: &Card| match Card::JOKERS.iter().position(|joker| joker == card) {
                Some(joker) => self.places[joker],
                None => step(card.rank() - 1, 13 - self.start),
            };
            cards.sort_by_key(|card| (place(card), *card));
        }
        cards
    }

    #[inline]
    fn with(mut self, card: Card) -> Building {
        self.push(card);
        self
    }

    /// Returns `true` if cards of a hand can complete what lies, with a certain card in it if one is still to come.
    fn can_finish(&self, hand: CardSet, taken: &Taken, must: Option<Card>) -> bool {
        let Some(last) = self.last else { return !self.choices(hand, taken, must).is_empty() };
        if !self.kind.sequence() {
            let later = self.next(hand, taken);
            let enough = self.cards.len() + later.len() >= self.kind.least();
            return enough && must.is_none_or(|card| later.contains(card));
        }
        match self.natural() {
            Some(natural) => self.can_go_on(hand, taken, must, natural, last),
            // A joker, or two, so far: what comes next tells.
            None => !self.choices(hand, taken, must).is_empty(),
        }
    }

    /// As [`Building::can_finish`], for a sequence whose ranks are known.
    ///
    /// Cards that are no jokers go wherever they can, and jokers fill what lacks.
    fn can_go_on(&self, hand: CardSet, taken: &Taken, must: Option<Card>, natural: Card, last: Card) -> bool {
        let (width, group) = (self.kind.width(), self.kind.group(natural) & hand);
        let closed = taken.of(self.kind, natural);
        let jokers = (hand & CardSet::JOKERS).len();
        let mut place = self.place();
        let mut least = self.kind.least() / width;
        let mut lacking = 0;
        let wanted = must.filter(|card| !card.is_joker());
        if self.half() {
            let second = self.next(hand, taken);
            if second.is_empty() {
                return false;
            }
            let on_this_place = wanted.filter(|card| card.rank() - 1 == step(self.start, place as u8));
            if on_this_place.is_some_and(|card| !second.contains(card)) {
                return false;
            }
            lacking += usize::from(last.is_joker() || (second - CardSet::JOKERS).is_empty());
            place += 1;
        }
        least = least.max(place);
        if let Some(card) = wanted {
            let offset = usize::from(step(card.rank() - 1, 13 - self.start));
            if !group.contains(card) || offset < self.place() {
                return false;
            }
            least = least.max(offset + 1);
        }
        for place in place..least {
            let at = step(self.start, place as u8);
            if closed >> at & 1 == 1 {
                return false;
            }
            lacking += width - (group & rank(at)).len().min(width);
        }
        if lacking > jokers {
            return false;
        }
        match must {
            Some(joker) if joker.is_joker() => {
                // It takes the place of any card to come, or lengthens what is whole.
                let open = width * least > self.cards.len();
                let next = step(self.start, (least % 13) as u8);
                let partner = width == 1 || jokers == 2 || !(group & rank(next)).is_empty();
                hand.contains(joker) && (open || least < 13 && closed >> next & 1 == 0 && partner)
            }
            _ => true,
        }
    }
}

/// The card that must still be laid after another.
#[inline]
pub(super) fn left(must: Option<Card>, card: Card) -> Option<Card> {
    must.filter(|&wanted| wanted != card)
}
