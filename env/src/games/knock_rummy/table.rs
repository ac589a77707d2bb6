//! What all seats see.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::{PerSeat, Pile};
use crate::cards::{Card, CardSet};
use crate::format::Tally;
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
    /// How the match stands; in a single round as at its start.
    pub contest: Tally,
}

impl Public {
    /// The table before the first card of a hand is dealt.
    #[inline]
    pub(super) fn new(rules: &Rules, contest: Tally) -> Public {
        Public {
            phase: Phase::Deal,
            to_move: rules.contest().at(&contest, 0, 0),
            pile: Pile::default(),
            stock: Card::COUNT,
            known: PerSeat::new(rules.seats),
            returned: CardSet::EMPTY,
            taken: None,
            turns: 0,
            contest,
        }
    }

    /// The number of seats that play in this hand; once all is over, that played in the last.
    #[inline]
    pub fn players(&self, rules: &Rules) -> usize {
        let has_left = self.phase == Phase::Over
            && rules.eliminates()
            && self.contest.rounds().is_multiple_of(usize::from(rules.every));
        self.contest.playing() + usize::from(has_left)
    }

    /// Says whether a seat plays in this hand, as [`Public::players`] counts.
    #[inline]
    pub fn plays(&self, rules: &Rules, seat: Seat) -> bool {
        // Who left last comes first after those who are still in.
        !rules.eliminates() || self.contest.order().take(self.players(rules)).any(|player| player == seat)
    }

    /// The other seats that play, in the order of play from the left of one.
    #[inline]
    pub fn after(&self, rules: &Rules, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let seats = usize::from(rules.seats);
        (1..seats).map(move |offset| (seat + offset) % seats).filter(|&other| self.plays(rules, other))
    }

    /// The seat whose turn follows that of another.
    #[inline]
    pub(super) fn next(&self, rules: &Rules, seat: Seat) -> Seat {
        self.after(rules, seat).next().unwrap_or(seat)
    }

    /// The number of cards that a seat holds.
    pub fn holds(&self, rules: &Rules, seat: Seat) -> usize {
        let players = self.players(rules);
        if !self.plays(rules, seat) {
            return 0;
        }
        if self.phase == Phase::Deal {
            let elder = rules.contest().at(&self.contest, 0, 0);
            let place = self.after(rules, elder).take_while(|&other| other != seat).count() + 1;
            let place = if seat == elder { 0 } else { place };
            return (usize::from(Card::COUNT - self.stock) + players - 1 - place) / players;
        }
        let drawn = self.phase == Phase::Discard && self.to_move == seat;
        Rules::dealt(players) + usize::from(drawn)
    }
}
