//! What can be laid next from a hand.

use crate::cards::{Card, CardSet};
use crate::games::kinds::cards::{colour, of_ranks, suit};
use crate::games::kinds::ranks::RANKS;
use crate::games::kinds::{Holding, Kind, Kinds};
use crate::games::skirmish::board::{Board, Taken};
use crate::games::skirmish::building::Building;
use crate::games::skirmish::combination::{Combination, End};

/// Something to lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A whole combination.
    New(Combination),
    /// A card or a pair that grows the combination at a place of the table.
    Grow(u8, CardSet),
}

impl Play {
    /// The cards that it takes from the hand.
    #[inline]
    pub fn cards(&self) -> CardSet {
        match self {
            Play::New(combination) => combination.cards(),
            Play::Grow(_, cards) => *cards,
        }
    }

    /// Lays it; a joker that may go to both ends goes to the high one.
    #[inline]
    pub(super) fn lay_on(&self, board: &mut Board) {
        match *self {
            Play::New(combination) => board.push(combination),
            Play::Grow(place, cards) => board.grow(place.into(), cards, End::High),
        }
    }
}

/// Hands over what can be laid next with a card that must be laid, if there is one; not everything, as [`begin`] says.
pub(super) fn plays(
    hand: CardSet,
    kinds: Kinds,
    board: &Board,
    taken: &Taken,
    must: Option<Card>,
    mut each: impl FnMut(Play),
) {
    let mut each = |play: Play| {
        if must.is_none_or(|card| play.cards().contains(card)) {
            each(play);
        }
    };
    for (place, combination) in (0..).zip(board.all()) {
        let alone = combination.fitting(taken) & hand;
        alone.iter().for_each(|card| each(Play::Grow(place, CardSet::of(card))));
        for first in combination.firsts(hand, taken).iter() {
            let seconds = combination.seconds(first, hand);
            seconds.iter().for_each(|second| each(Play::Grow(place, CardSet::of(first).with(second))));
        }
    }
    let holding = Holding::new(hand);
    for kind in kinds.iter() {
        begin(kind, hand, &holding, taken, None, &mut each);
        if must.is_some() {
            begin(kind, hand, &holding, taken, must, &mut each);
        }
    }
}

/// Hands over combinations of a kind, of every length from every card on.
///
/// Of several cards that fit one place the first is put there, and jokers only where a card lacks; but `wanted` wherever
/// it fits. To try the last card as well as the first wins no points.
fn begin(
    kind: Kind,
    hand: CardSet,
    holding: &Holding,
    taken: &Taken,
    wanted: Option<Card>,
    each: &mut impl FnMut(Play),
) {
    for first in firsts(kind, holding, taken).iter().filter(|&card| hand.contains(card)) {
        let mut building = Building::new(kind);
        let mut next = Some(first);
        while let Some(card) = next {
            building.push(card);
            // A joker lies last only in what would be too short without it, or in a pair.
            let short = building.cards().len() < kind.least() + kind.width();
            if building.complete() && (short || !card.is_joker()) {
                each(Play::New(building.finish()));
            }
            let fitting = building.next(hand - building.cards(), taken);
            next = wanted.filter(|&card| fitting.contains(card)).or(fitting.first());
        }
    }
}

/// The cards, not all of which are in the hand, from which the shortest combination of a kind can begin.
fn firsts(kind: Kind, holding: &Holding, taken: &Taken) -> CardSet {
    (0..kind.groups()).fold(CardSet::EMPTY, |cards, group| {
        let of = match kind {
            Kind::Run | Kind::Flush => suit(group as u8),
            Kind::Double | Kind::Hand => colour(group as u8),
            Kind::Book | Kind::Triple | Kind::Straight => CardSet::PACK,
        };
        cards | of & of_ranks(holding.open_windows(kind, group, taken) & RANKS)
    })
}
