//! What all seats see.

use serde::{Deserialize, Serialize};

use super::PerSeat;
use super::capture::Kind;
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::format::Tally;
use crate::rules::Seat;

/// What is going on in a pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The pond or new hands are being dealt.
    Deal,
    /// The seat to move plays a card.
    Play,
    /// The card that it has played lies open: it chooses how to capture with it, or leaves it.
    Choose,
    /// It names the cards that it captures.
    Take,
    /// The episode is over.
    Over,
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move, or to be dealt a card; when all is over the seat that moved last.
    pub to_move: Seat,
    /// The elder hand of this pitch.
    pub elder: Seat,
    /// The cards in the pond.
    pub pond: CardSet,
    /// The card of the pond that the player before has just left there.
    #[serde(default)]
    pub left: Option<Card>,
    /// The card that lies open until it has captured something or is left.
    #[serde(default)]
    pub played: Option<Card>,
    /// The kind of the capture that is being made.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The cards named for it so far; they still lie in the pond.
    #[serde(default)]
    pub taken: CardSet,
    /// For each seat, the cards it has captured, those with which it has captured included.
    pub piles: PerSeat<CardSet>,
    /// The number of cards in the pack.
    pub pack: u8,
    /// The points that each side has pegged in this pitch; a side is a seat, or a pair.
    pub pegged: PerSeat<u16>,
    /// How the match stood before this pitch, and at its end after it; in a single pitch as at the start.
    pub contest: Tally,
}

impl Public {
    /// The table before the first card of a pitch is dealt.
    #[inline]
    pub(super) fn new(rules: &Rules, contest: Tally) -> Public {
        let elder = contest.rounds() % usize::from(rules.seats);
        Public {
            phase: Phase::Deal,
            to_move: elder,
            elder,
            pond: CardSet::EMPTY,
            left: None,
            played: None,
            kind: None,
            taken: CardSet::EMPTY,
            piles: PerSeat::new(rules.seats),
            pack: Card::COUNT,
            pegged: PerSeat::new(rules.sides() as u8),
            contest,
        }
    }

    /// The number of cards that have been dealt to hands in this pitch.
    #[inline]
    pub fn dealt(&self, rules: &Rules) -> usize {
        usize::from((Card::COUNT - rules.pond()).saturating_sub(self.pack))
    }

    /// The cards that all seats together have captured.
    #[inline]
    pub fn captured(&self) -> CardSet {
        self.piles.as_slice().iter().fold(CardSet::EMPTY, |all, &pile| all | pile)
    }

    /// The number of cards that have been played in this pitch, the one that lies open included.
    #[inline]
    pub fn plays(&self, rules: &Rules) -> usize {
        let open = self.pond.len() + self.captured().len() + usize::from(self.played.is_some());
        open.saturating_sub(rules.pond().into())
    }

    /// The seat so many places after elder hand.
    #[inline]
    pub(super) fn after_elder(&self, rules: &Rules, places: usize) -> Seat {
        (self.elder + places) % usize::from(rules.seats)
    }

    /// The number of cards that a seat holds.
    #[inline]
    pub fn holds(&self, rules: &Rules, seat: Seat) -> usize {
        self.sizes(rules)(seat)
    }

    /// The number of cards that each seat holds.
    #[inline]
    pub(super) fn sizes(&self, rules: &Rules) -> impl Fn(Seat) -> usize + use<> {
        let (seats, elder) = (usize::from(rules.seats), self.elder);
        let (dealt, plays) = (self.dealt(rules), self.plays(rules));
        move |seat| {
            let place = (seat + seats - elder) % seats;
            // Cards are dealt and played in the same order.
            let share = |cards: usize| (cards + seats - 1 - place) / seats;
            share(dealt).saturating_sub(share(plays))
        }
    }

    /// The points of a side, in a match those from before this pitch included; before the end, where the pitch is booked.
    #[inline]
    pub(super) fn points(&self, side: usize) -> i32 {
        self.contest.points()[side] + i32::from(self.pegged[side])
    }
}
