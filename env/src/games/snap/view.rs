//! What one seat of a game of Snap knows.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::table::{Phase, Public};
use super::{PerSeat, SNAP, SnapState, WAIT, check, encode};
use crate::{ActionSet, Inconsistent, Redeal, Row, Seat, Stream, View};

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
    type State = SnapState;

    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        let decides = self.table.phase == Phase::Snap && self.table.to_move == self.seat;
        if decides { [SNAP, WAIT].into_iter().collect() } else { ActionSet::EMPTY }
    }

    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        encode::write(self, row);
    }

    fn check(&self) -> Result<(), Inconsistent> {
        check::check(self)
    }
}

impl Redeal for SnapView {
    /// Nobody's cards are hidden from some alone, so only what others have decided is drawn.
    fn redeal(&self, chance: &mut Stream) -> SnapState {
        let (table, mut snapped) = (&self.table, self.snapped);
        if table.phase == Phase::Snap {
            let others = (0..table.to_move).filter(|&seat| seat != self.seat);
            others.for_each(|seat| snapped[seat] = chance.below(2) == 0);
        }
        SnapState::resume(self.options, *table, snapped)
    }
}
