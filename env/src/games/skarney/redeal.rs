//! Dealing the hidden cards again.

use super::state::SkarneyState;
use super::table::Phase;
use super::view::SkarneyView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<SkarneyState> for SkarneyView {
    fn redeal(&self, chance: &mut Stream) -> SkarneyState {
        let table = &self.table;
        let mut stock = self.unseen();
        let mut hands = [0, 1].map(|seat| match table.phase {
            _ if seat == self.seat => self.hand,
            Phase::Over => table.shown[seat],
            _ => table.known(seat),
        });
        stock -= hands[0] | hands[1];
        for (hand, &size) in hands.iter_mut().zip(&table.sizes) {
            chance.fill(hand, size.into(), &mut stock);
        }
        SkarneyState::resume(self.options, *table, hands, stock, self.laying)
    }
}
