//! What was bet in a round, in as few numbers as tell everything.
//!
//! Who acts when follows from the rules, and so does every check and call: who did not bet and did not fold did that.
//! So the raises of each cycle in their order and where each seat folded are the whole history.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use crate::rules::Seat;

/// A bet or raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Raise {
    /// Who bet.
    pub seat: u8,
    /// The seat's bet of the cycle after it, before any later cut-back.
    pub to: u16,
}

/// The bets, raises and folds of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct History {
    raises: [[Raise; Rules::SEATS]; Rules::CYCLES],
    counts: [u8; Rules::CYCLES],
    folds: [Option<Fold>; Rules::SEATS],
}

/// Where a seat folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fold {
    /// The cycle, counted from 0.
    pub cycle: u8,
    /// The bets and raises that there had been in it.
    pub raises: u8,
}

impl History {
    /// The bets and raises of a cycle in order.
    #[inline]
    pub fn raises(&self, cycle: usize) -> &[Raise] {
        // A position that comes from outside may say that there were more than there can be, and is refused then.
        &self.raises[cycle][..Rules::SEATS.min(self.counts[cycle].into())]
    }

    /// Where a seat folded, if it has.
    #[inline]
    pub fn fold(&self, seat: Seat) -> Option<Fold> {
        self.folds[seat]
    }

    /// Notes a bet or raise.
    #[inline]
    pub(super) fn raised(&mut self, cycle: usize, seat: Seat, to: u16) {
        let count = &mut self.counts[cycle];
        self.raises[cycle][usize::from(*count)] = Raise { seat: seat as u8, to };
        *count += 1;
    }

    /// Notes that a seat has folded.
    #[inline]
    pub(super) fn folded(&mut self, cycle: usize, seat: Seat) {
        self.folds[seat] = Some(Fold { cycle: cycle as u8, raises: self.counts[cycle] });
    }
}
