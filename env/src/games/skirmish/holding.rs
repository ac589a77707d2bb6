//! What can be laid from a hand, found for all ranks at once.

use super::board::{Board, Taken};
use crate::cards::{Card, CardSet};
use crate::games::kinds::cards::{colour, of_ranks, suit};
use crate::games::kinds::ranks::{RANKS, back, span, step};
use crate::games::kinds::{Holding, Kind, Kinds};

impl Holding {
    /// The kinds, of some, of which a combination can be laid.
    #[inline]
    pub fn kinds(&self, of: Kinds, taken: &Taken) -> Kinds {
        of.iter().filter(|&kind| (0..kind.groups()).any(|group| self.open_windows(kind, group, taken) != 0)).collect()
    }

    /// The kinds, of some, of which a combination with a certain card of the hand can be laid.
    #[inline]
    pub fn kinds_with<'a>(&'a self, card: Card, of: Kinds, taken: &'a Taken) -> impl Iterator<Item = Kind> + 'a {
        of.iter().filter(move |&kind| self.lays(kind, card, taken))
    }

    /// Returns `true` if a combination of a kind with a certain card of the hand can be laid.
    #[inline]
    fn lays(&self, kind: Kind, card: Card, taken: &Taken) -> bool {
        if card.is_joker() {
            // It may take the place of another card in any of them.
            return (0..kind.groups()).any(|group| self.open_windows(kind, group, taken) != 0);
        }
        let group = match kind {
            Kind::Run | Kind::Flush => card.suit().into(),
            Kind::Double | Kind::Hand => card.is_red().into(),
            Kind::Book | Kind::Triple | Kind::Straight => 0,
        };
        let (at, length) = (card.rank() - 1, kind.window());
        let around = if kind == Kind::Flush { !0 } else { span(step(at, 14 - length as u8), length) };
        self.open_windows(kind, group, taken) & around != 0
    }

    /// The cards that may lie in some combination that the hand can lay, of these kinds.
    #[inline]
    pub fn layable(&self, kinds: Kinds, taken: &Taken) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for kind in kinds.iter() {
            for group in 0..kind.groups() {
                let windows = self.open_windows(kind, group, taken);
                if windows == 0 {
                    continue;
                }
                // Every rank that one of the windows covers.
                let length = kind.window() as u32;
                let ranks = (1..length).fold(windows & RANKS, |ranks, steps| ranks | back(windows & RANKS, 13 - steps));
                let of = match kind {
                    Kind::Run | Kind::Flush => suit(group as u8),
                    Kind::Double | Kind::Hand => colour(if group == 0 { 0 } else { 1 }),
                    Kind::Book | Kind::Triple | Kind::Straight => CardSet::PACK,
                };
                cards |= of & of_ranks(ranks) | CardSet::JOKERS;
            }
        }
        cards
    }

    /// The ranks at which the shortest combinations of a kind can begin without overlapping what closes them.
    #[inline]
    pub(super) fn open_windows(&self, kind: Kind, group: usize, taken: &Taken) -> u16 {
        let windows = self.windows(kind, group);
        match kind {
            Kind::Hand | Kind::Triple | Kind::Straight => windows & !taken.windows(kind, group, kind.window() as u32),
            _ => windows,
        }
    }
}

impl Taken {
    /// The windows of a length that touch a rank closed to a kind, in a colour for hands.
    #[inline]
    fn windows(&self, kind: Kind, colour: usize, length: u32) -> u16 {
        match self.ranks(kind, colour) {
            0 => 0,
            closed => (0..length).fold(0, |windows, steps| windows | back(closed, steps)),
        }
    }
}

/// The cards of a hand that may lie in some combination of these kinds that it can lay.
#[inline]
pub(super) fn layable(hand: CardSet, kinds: Kinds, taken: &Taken) -> CardSet {
    Holding::new(hand).layable(kinds, taken) & hand
}

/// Returns `true` if a card can be laid next, in a new combination of these kinds or on one that lies; the hand has it.
#[inline]
pub(super) fn can_lay(card: Card, hand: CardSet, kinds: Kinds, board: &Board, taken: &Taken) -> bool {
    board.all().iter().any(|combination| combination.takes(card, hand, taken))
        || Holding::new(hand).kinds_with(card, kinds, taken).next().is_some()
}
