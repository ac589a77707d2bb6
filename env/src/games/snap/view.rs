//! What one seat of a game of Snap knows.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::table::{Phase, Public};
use super::{PerSeat, SNAP, WAIT};
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a game of Snap knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Who has snapped at the card just laid, an entry a seat: while they decide, only what this seat itself has done.
    pub snapped: PerSeat<bool>,
    /// What all see.
    pub table: Public,
}

impl View for SnapView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        let decides = self.table.phase == Phase::Snap && self.table.to_move == self.seat;
        if decides { [SNAP, WAIT].into_iter().collect() } else { ActionSet::EMPTY }
    }

    /// To snap at cards that do not match, even if it costs nothing.
    fn folly(&self) -> ActionSet {
        self.legal().iter().filter(|&action| action == SNAP && !self.table.cards.is_match()).collect()
    }
}
