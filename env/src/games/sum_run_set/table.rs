//! What all seats see.

use serde::{Deserialize, Serialize};

use super::PerSeat;
use super::capture::Kind;
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::matches::Entering;
use crate::rules::Seat;

/// What a side lacks where there is no target.
const NO_TARGET: i32 = Entering::<()>::NO_TARGET;

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
    /// The pitch is over.
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
    /// For each seat, the points that its side lacked of the target before this pitch; only in a match that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<PerSeat<i32>>,
}

impl Public {
    /// The table before the first card of a pitch is dealt.
    #[inline]
    pub(super) fn new(rules: &Rules, lacks: Option<PerSeat<i32>>) -> Public {
        Public {
            phase: Phase::Deal,
            to_move: 0,
            pond: CardSet::EMPTY,
            left: None,
            played: None,
            kind: None,
            taken: CardSet::EMPTY,
            piles: PerSeat::new(rules.seats),
            pack: Card::COUNT,
            pegged: PerSeat::new(rules.sides() as u8),
            lacks,
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

    /// The number of cards that a seat holds.
    #[inline]
    pub fn holds(&self, rules: &Rules, seat: Seat) -> usize {
        self.sizes(rules)(seat)
    }

    /// The number of cards that each seat holds.
    #[inline]
    pub(super) fn sizes(&self, rules: &Rules) -> impl Fn(Seat) -> usize + use<> {
        let (seats, dealt, plays) = (usize::from(rules.seats), self.dealt(rules), self.plays(rules));
        move |seat| {
            // Cards are dealt and played in the same order.
            let share = |cards: usize| (cards + seats - 1 - seat) / seats;
            share(dealt).saturating_sub(share(plays))
        }
    }

    /// Says by what each side can reach the target of a match: the points that it lacked before this pitch.
    ///
    /// Where partners do not stay together it is what the one lacked who had more.
    #[inline]
    pub(super) fn lacks(&self, rules: &Rules) -> impl Fn(usize) -> i32 + use<> {
        let (lacks, seats, sides) = (self.lacks, usize::from(rules.seats), rules.sides());
        move |side| match lacks {
            Some(lacks) => (side..seats).step_by(sides).map(|seat| lacks[seat]).min().unwrap_or(NO_TARGET),
            None => NO_TARGET,
        }
    }
}
