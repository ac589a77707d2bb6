//! Dealing the hidden cards again.

use super::state::SnapState;
use super::table::Phase;
use super::view::SnapView;
use crate::rules::{Redeal, Stream};

impl Redeal<SnapState> for SnapView {
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
