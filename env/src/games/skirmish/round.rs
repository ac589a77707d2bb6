//! The end of a round and what follows it.

use super::rules::{Format, Rules};
use super::score::{Score, scored};
use super::state::SkirmishState;
use super::table::{Phase, Public, Turned};
use crate::cards::CardSet;
use crate::games::kinds::Kinds;
use crate::rules::Seat;

impl SkirmishState {
    /// Gathers the cards for a new round.
    pub(super) fn gather(&mut self, starter: Seat, clockwise: bool) {
        let score = Score { fresh: [Kinds::NONE; Rules::HANDS], ..self.table.score };
        self.table = Public::new(&self.rules, starter, clockwise, score);
        self.hands = [CardSet::EMPTY; Rules::HANDS];
        self.stock = CardSet::PACK_WITH_JOKERS;
    }

    /// The hands of a seat: its own, and in Melee the open one.
    fn hands_of(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        (seat..self.table.hands.into()).step_by(self.seats())
    }

    /// The points of a seat in this round, as they would be if it ended now.
    pub(super) fn scores(&self, seat: Seat) -> i16 {
        self.hands_of(seat)
            .map(|hand| scored(self.table.laid[hand], self.hands[hand], self.table.stacks.dropped(hand)))
            .sum()
    }

    /// The points that a seat has laid in this round.
    fn laid_by(&self, seat: Seat) -> u16 {
        self.hands_of(seat).map(|hand| u16::from(self.table.laid[hand])).sum()
    }

    /// Counts a round that has ended, then goes on with the match or ends the episode.
    pub(super) fn finish(&mut self) {
        self.table.turn = Turned::default();
        self.table.known = self.hands;
        if !self.rules.is_match() {
            self.table.phase = Phase::Over;
            return;
        }
        let (mut points, mut laid) = ([0; Rules::HANDS], [0; Rules::HANDS]);
        for seat in 0..self.seats() {
            (points[seat], laid[seat]) = (self.scores(seat), self.laid_by(seat));
        }
        self.table.score.book(&self.rules, &points, &laid);
        if self.table.score.over(&self.rules) {
            self.table.phase = Phase::Over;
            return;
        }
        let starter = self.table.starter;
        if self.rules.open_hands {
            return self.gather(1 - starter, starter == 1);
        }
        let standing = |seat: &Seat| self.table.score.gone[*seat] == 0;
        let merit = |seat: Seat| (points[seat], laid[seat]);
        let best = (0..self.seats()).filter(standing).map(merit).max().unwrap_or_default();
        let mut winners = (0..self.seats()).filter(standing).filter(|&seat| merit(seat) == best);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => {
                self.table.to_move = winner;
                self.table.phase = Phase::Direction;
            }
            _ => {
                let starter = if standing(&starter) { starter } else { self.table.next(starter) };
                self.gather(starter, self.table.clockwise);
            }
        }
    }

    /// Says whether a cap ended the episode.
    pub(super) fn truncated(&self) -> bool {
        if self.rules.is_match() {
            self.rules.format == Format::Gems && self.table.score.gem_winner(&self.rules).is_none()
        } else {
            !self.table.ended()
        }
    }
}
