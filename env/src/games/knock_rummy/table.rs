//! What all seats see.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::{PerSeat, Pile};
use crate::cards::{Card, CardSet};
use crate::rules::Seat;

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The seat to move draws from the stock or takes the upcard.
    Draw,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The seat to move discards or knocks.
    Discard,
    /// The hand is over.
    Over,
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move, or to be dealt a card; when the hand is over the seat that moved last.
    pub to_move: Seat,
    /// The discard pile from bottom to top.
    pub pile: Pile,
    /// The number of cards in the stock.
    pub stock: u8,
    /// For each seat, the cards of its hand that all know: those it took from the discard pile and still holds; after a
    /// knock all of them.
    pub known: PerSeat<CardSet>,
    /// The cards that someone took from the discard pile and later discarded again.
    #[serde(default)]
    pub returned: CardSet,
    /// The card that the seat to move took from the discard pile in this turn.
    #[serde(default)]
    pub taken: Option<Card>,
    /// The turns that have been completed in this hand by all seats together.
    pub turns: u8,
}

impl Public {
    /// The table before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: &Rules) -> Public {
        Public {
            phase: Phase::Deal,
            to_move: 0,
            pile: Pile::default(),
            stock: Card::COUNT,
            known: PerSeat::new(rules.seats),
            returned: CardSet::EMPTY,
            taken: None,
            turns: 0,
        }
    }

    /// Returns the other seats, in the order of play from the left of one.
    #[inline]
    pub fn after(&self, rules: &Rules, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = usize::from(rules.seats);
        (1..seats).map(move |offset| (seat + offset) % seats)
    }

    /// Returns the number of cards that a seat holds.
    pub fn holds(&self, rules: &Rules, seat: Seat) -> usize {
        let seats = usize::from(rules.seats);
        if self.phase == Phase::Deal {
            return (usize::from(Card::COUNT - self.stock) + seats - 1 - seat) / seats;
        }
        let drawn = self.phase == Phase::Discard && self.to_move == seat;
        Rules::dealt(seats) + usize::from(drawn)
    }
}
