//! Captures: what a card takes from the pond, card by card in the order of the pack, so that there is one way to each.

use serde::{Deserialize, Serialize};

use super::ranks::{FACE_TOTAL, Ranks};
use crate::cards::{Card, CardSet};
use crate::games::moves::listed;
use crate::games::rummy::{ACES, value, whole_ranks};

/// The kinds of capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Two pip cards or more that add up to the card played.
    Sum,
    /// Cards that make a sequence with the card played.
    Run,
    /// Cards of the rank of the card played.
    Set,
}

/// The pip cards, from ace to ten.
pub(super) const PIPS: CardSet = CardSet::from_bits(((1 << 10) - 1) * ACES);

/// With fewer cards, the one played included, there is no run.
pub(super) const SHORTEST_RUN: usize = 3;

impl Kind {
    /// Every kind, in the order of the action table.
    pub const ALL: [Kind; 3] = [Kind::Sum, Kind::Run, Kind::Set];

    /// What a capture of the card that the player before has left brings more.
    pub const FALL: u16 = 2;
    /// What a capture of all cards of the pond brings more.
    pub const SWEEP: u16 = 2;

    /// Its name, as the action and the JSON have it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sum => "sum",
            Kind::Run => "run",
            Kind::Set => "set",
        }
    }

    /// The cards of the pond that come later in order than all that have been taken.
    #[inline]
    pub fn later(pond: CardSet, taken: CardSet) -> CardSet {
        CardSet::from_bits(pond.bits() & u64::MAX << (u64::BITS - taken.bits().leading_zeros()))
    }

    /// What the pond cards of a sum add up to, by the card that takes them.
    #[inline]
    pub fn target(played: Card) -> u32 {
        if played.rank() > 10 { FACE_TOTAL } else { played.rank().into() }
    }

    /// The cards of the pond, later in order than all that have been taken, with which a capture by `played` can still
    /// be completed; none if `taken` is no capture by this kind that has been begun.
    #[inline]
    pub fn next(self, played: Card, pond: CardSet, taken: CardSet) -> CardSet {
        let later = Kind::later(pond, taken);
        match self {
            Kind::Sum => next_of_sum(played, later & PIPS, taken),
            Kind::Run => next_of_run(played, later, taken),
            Kind::Set if whole_ranks(CardSet::of(played)).contains_all(taken) => {
                later & whole_ranks(CardSet::of(played))
            }
            Kind::Set => CardSet::EMPTY,
        }
    }

    /// Returns `true` if the cards taken, which [`Kind::next`] has offered one by one, are a whole capture.
    #[inline]
    pub fn whole(self, played: Card, taken: CardSet) -> bool {
        match self {
            Kind::Sum => taken.len() > 1 && value(taken) == Kind::target(played),
            Kind::Run => {
                let ranks = Ranks::of(taken.with(played));
                ranks.len() >= SHORTEST_RUN && ranks == ranks.sequence(played)
            }
            Kind::Set => !taken.is_empty(),
        }
    }

    /// What a whole capture from a pond brings, and whether it is a fall and a sweep; `left` is the card that the player
    /// before has left there.
    #[inline]
    pub fn scores(self, played: Card, taken: CardSet, pond: CardSet, left: Option<Card>) -> (u16, bool, bool) {
        let (fall, sweep) = (left.is_some_and(|left| taken.contains(left)), taken == pond);
        let more = if fall { Kind::FALL } else { 0 } + if sweep { Kind::SWEEP } else { 0 };
        (self.points(played, taken) + more, fall, sweep)
    }

    /// What a whole capture brings, without a fall or a sweep.
    #[inline]
    pub fn points(self, played: Card, taken: CardSet) -> u16 {
        let all = taken.with(played);
        match (self, all.len() as u16) {
            (Kind::Sum, _) => 2,
            (Kind::Run, length) if one_suit(all) => 2 * length,
            (Kind::Run, length) => length,
            (Kind::Set, 2) => 2,
            (Kind::Set, 3) => 6,
            (Kind::Set, _) => 12,
        }
    }
}

listed!(Kind);

/// Returns `true` if all cards are of the suit of the first.
#[inline]
fn one_suit(cards: CardSet) -> bool {
    let suit = |bits: u32| bits / 13;
    suit(cards.bits().trailing_zeros()) == suit(u64::BITS - 1 - cards.bits().leading_zeros())
}

/// The cards with which the rest of a total can be made, of pip cards that come later.
#[inline]
fn next_of_sum(played: Card, later: CardSet, taken: CardSet) -> CardSet {
    let Some(rest) = Kind::target(played).checked_sub(value(taken)) else { return CardSet::EMPTY };
    if rest == 0 || !PIPS.contains_all(taken) {
        return CardSet::EMPTY;
    }
    let (mut next, mut left) = (CardSet::EMPTY, later);
    // Bit by bit the totals of the cards behind the one at hand.
    let mut totals = 1_u16;
    while let Some(card) = last(left) {
        left.remove(card);
        let number = u32::from(card.rank());
        // One equal card is a set.
        let alone = taken.is_empty() && number == rest;
        if number <= rest && totals >> (rest - number) & 1 == 1 && !alone {
            next.insert(card);
        }
        totals |= totals << number;
    }
    next
}

/// The cards with which those taken can be completed to a sequence through the card played.
#[inline]
fn next_of_run(played: Card, later: CardSet, taken: CardSet) -> CardSet {
    let have = Ranks::of(taken.with(played));
    let reach = have.or(Ranks::of(later)).sequence(played);
    if have.len() != taken.len() + 1 || !have.within(reach) {
        return CardSet::EMPTY;
    }
    let (mut next, mut left) = (CardSet::EMPTY, later & reach.cards());
    let mut behind = Ranks::NONE;
    while let Some(card) = last(left) {
        left.remove(card);
        let rank = Ranks::one(card);
        let with = have.or(rank);
        let reach = with.or(behind).sequence(played);
        if with != have && with.within(reach) && reach.len() >= SHORTEST_RUN {
            next.insert(card);
        }
        behind = behind.or(rank);
    }
    next
}

/// The last card in order.
#[inline]
fn last(cards: CardSet) -> Option<Card> {
    (!cards.is_empty()).then(|| Card::from_index((u64::BITS - 1 - cards.bits().leading_zeros()) as u8)).flatten()
}
