//! The end of a hand and what follows it.

use super::rules::Rules;
use super::state::SkarneyState;
use super::table::{Phase, Public, count};
use crate::cards::CardSet;
use crate::rules::{Episode, Seat};

impl SkarneyState {
    /// Counts a hand that has ended, then deals the next or ends the episode.
    pub(super) fn finish(&mut self) {
        let points = self.counted();
        for (seat, points) in self.table.chairs.into_iter().zip(points) {
            self.table.scored[seat] = points;
        }
        self.table.capped |= self.rules.episode == Episode::Round && self.table.at_turn_cap();
        let contest = self.rules.contest();
        let next = self.table.table + 1;
        if usize::from(next) < contest.tables(&self.table.contest) {
            return self.gather(next, self.table.scored);
        }
        if self.rules.episode == Episode::Match {
            contest.book(&mut self.table.contest, &self.table.scored.map(i32::from));
            if !contest.over(&self.table.contest) {
                return self.gather(0, [0; Rules::PLAYERS]);
            }
        }
        self.table.phase = Phase::Over;
        self.table.shown = self.hands;
    }

    /// Gathers the cards for the hand of a table.
    fn gather(&mut self, table: u8, scored: [i16; Rules::PLAYERS]) {
        let undealt = Public::undealt(&self.rules, self.table.contest, table, scored);
        // Only a single round remembers that the cap ended one of its hands.
        self.table = Public { capped: self.table.capped, ..undealt };
        self.hands = [CardSet::EMPTY; 2];
        self.stock = CardSet::PACK;
    }

    /// What each of the two scores.
    fn counted(&self) -> [i16; 2] {
        let mut points = [0; 2];
        let counts = self.hands.map(|hand| count(hand) as i16);
        if let Some(out) = (0..2).find(|&chair| self.hands[chair].is_empty()) {
            let other = 1 - out;
            points[out] = counts[other] + Rules::OUT[usize::from(!self.table.contract(other))];
        } else {
            points[0] = (counts[1] - counts[0]).max(0);
            points[1] = (counts[0] - counts[1]).max(0);
        }
        points
    }

    /// What a seat has won in a single round: its points less those of the other at its table.
    pub(super) fn of_round(&self, seat: Seat) -> f32 {
        let (contest, tally) = (self.rules.contest(), &self.table.contest);
        let scored = |seat: Seat| f32::from(self.table.scored[seat]);
        for table in 0..contest.tables(tally) {
            let [first, second] = [contest.at(tally, table, 0), contest.at(tally, table, 1)];
            if seat == first {
                return scored(first) - scored(second);
            }
            if seat == second {
                return scored(second) - scored(first);
            }
        }
        0.0
    }

    /// Says whether a cap ended the episode.
    pub(super) fn truncated(&self) -> bool {
        match self.rules.episode {
            Episode::Match => self.rules.contest().truncated(&self.table.contest),
            Episode::Round => self.table.capped,
        }
    }
}
