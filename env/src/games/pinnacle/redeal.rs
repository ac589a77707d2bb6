//! Dealing the hidden cards again.

use super::state::PinnacleState;
use super::view::PinnacleView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<PinnacleState> for PinnacleView {
    fn redeal(&self, chance: &mut Stream) -> PinnacleState {
        let table = &self.table;
        let mut stock = self.unseen();
        let mut hole = table.shown;
        hole[self.seat] = self.hole;
        for (seat, cards) in hole.iter_mut().enumerate().filter(|&(seat, _)| seat != self.seat) {
            chance.fill(cards, table.dealt_to(&self.options, seat).0, &mut stock);
        }
        PinnacleState { rules: self.options, table: *table, hole, stock, amount: self.amount }
    }
}
