//! The end of a round.

use super::score::scored;
use super::state::SkirmishState;
use super::table::{Phase, Turned};
use crate::games::kinds::Kinds;
use crate::rules::Seat;

impl SkirmishState {
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
    pub(super) fn laid_by(&self, seat: Seat) -> u16 {
        self.hands_of(seat).map(|hand| u16::from(self.table.laid[hand])).sum()
    }

    /// The kinds that a seat has laid, in earlier rounds too; none where no charts are kept.
    pub(super) fn chart(&self, seat: Seat) -> Kinds {
        self.table.charts[seat].all()
    }

    /// Lays all hands open at the end.
    pub(super) fn finish(&mut self) {
        self.table.turn = Turned::default();
        self.table.known = self.hands;
        self.table.phase = Phase::Over;
    }
}
