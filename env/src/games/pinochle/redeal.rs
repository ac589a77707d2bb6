//! Dealing the hidden cards again: nothing ties them, so any may be in the other hand.

use super::state::PinochleState;
use super::view::PinochleView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<PinochleState> for PinochleView {
    fn redeal(&self, chance: &mut Stream) -> PinochleState {
        let mut stock = self.unseen();
        let mut other = self.table.known[1 - self.seat];
        chance.fill(&mut other, self.others(), &mut stock);
        let mut hands = [other; 2];
        hands[self.seat] = self.hand;
        PinochleState::resume(self.options, self.table, hands, stock, self.building)
    }
}
