//! What can be laid next from a hand.

use elderhand_env::CardSet;
use elderhand_env::skirmish::{Board, Building, Combination, End, Kind, Kinds, Taken};

/// Something to lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Play {
    /// A whole combination.
    New(Combination),
    /// A card or a pair that grows the combination at a place of the table.
    Grow(u8, CardSet),
}

impl Play {
    /// The cards that it takes from the hand.
    pub fn cards(&self) -> CardSet {
        match self {
            Play::New(combination) => combination.cards(),
            Play::Grow(_, cards) => *cards,
        }
    }

    /// Lays it; a joker that may go to both ends goes to the high one.
    pub fn lay_on(&self, board: &mut Board) {
        match *self {
            Play::New(combination) => board.push(combination),
            Play::Grow(place, cards) => board.grow(place.into(), cards, End::High),
        }
    }
}

/// Lists what can be laid next; not everything, as [`begin`] says.
pub(super) fn plays(hand: CardSet, kinds: Kinds, board: &Board, taken: &Taken) -> Vec<Play> {
    let mut all = Vec::new();
    for (place, combination) in (0..).zip(board.all()) {
        let alone = (combination.fitting(taken) & hand).iter();
        all.extend(alone.map(|card| Play::Grow(place, CardSet::of(card))));
        for first in combination.firsts(hand, taken).iter() {
            let seconds = combination.seconds(first, hand).iter();
            all.extend(seconds.map(|second| Play::Grow(place, CardSet::of(first).with(second))));
        }
    }
    kinds.iter().for_each(|kind| begin(kind, hand, taken, &mut all));
    all
}

/// Lists combinations of a kind, of every length from every card on.
///
/// Of several cards that fit one place the first is put there, and jokers only where a card lacks. To try the
/// last card as well as the first wins no points.
fn begin(kind: Kind, hand: CardSet, taken: &Taken, all: &mut Vec<Play>) {
    for first in Building::new(kind).next(hand - CardSet::JOKERS, taken).iter() {
        let mut building = Building::new(kind);
        let mut next = Some(first);
        while let Some(card) = next {
            building.push(card);
            // A joker lies last only in what would be too short without it, or in a pair.
            let short = building.cards().len() < kind.least() + kind.width();
            if building.complete() && (short || !card.is_joker()) {
                all.push(Play::New(building.finish()));
            }
            next = building.next(hand - building.cards(), taken).first();
        }
    }
}
