//! What one seat of a game of Sum-Run-Set knows.

use serde::{Deserialize, Serialize};

use super::actions::{CAPTURE, CLOSE, LEAVE, PLAY, TAKE};
use super::ending::Ending;
use super::reach::Reach;
use super::rules::Rules;
use super::table::{Phase, Public};
use crate::cards::CardSet;
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a game of Sum-Run-Set knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumRunSetView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand, without the card that lies open.
    pub hand: CardSet,
    /// What all see.
    pub table: Public,
}

impl SumRunSetView {
    /// The cards whose place this seat does not know: in the pack or in the hands of others.
    pub fn unseen(&self) -> CardSet {
        let table = &self.table;
        CardSet::PACK - self.hand - table.pond - table.captured() - table.played.into_iter().collect()
    }

    /// What the seat may do, given what captures anything from the pond.
    #[inline]
    pub(super) fn actions(&self, reach: impl FnOnce() -> Reach) -> ActionSet {
        let (table, mut legal) = (&self.table, ActionSet::EMPTY);
        if table.to_move != self.seat {
            return legal;
        }
        match (table.phase, table.played, table.kind) {
            (Phase::Play, ..) => legal.insert_bits(PLAY, self.hand.bits()),
            (Phase::Choose, Some(played), _) => {
                let kinds = reach().of(played).fold(0, |kinds, kind| kinds | 1 << kind as u64);
                legal.insert_bits(LEAVE, 1 | kinds << (CAPTURE - LEAVE));
            }
            (Phase::Take, Some(played), Some(kind)) => {
                legal.insert_bits(TAKE, kind.next(played, table.pond, table.taken).bits());
                legal.insert_bits(CLOSE, kind.whole(played, table.taken).into());
            }
            _ => (),
        }
        legal
    }
}

impl View for SumRunSetView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.actions(|| Reach::new(self.table.pond, None))
    }

    /// When the last hands of two are dealt, both are known.
    fn reckoned(&self) -> Option<ActionSet> {
        Some(Ending::of(self)?.best)
    }
}
