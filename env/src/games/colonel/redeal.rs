//! Dealing the hidden cards again: nothing ties them, so any may be in the other hand.

use super::state::ColonelState;
use super::view::ColonelView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<ColonelState> for ColonelView {
    fn redeal(&self, chance: &mut Stream) -> ColonelState {
        let table = &self.table;
        let mut stock = self.unseen();
        let mut other = table.known[1 - self.seat];
        chance.fill(&mut other, self.others(), &mut stock);
        let mut hands = [other; 2];
        hands[self.seat] = self.hand;
        ColonelState::resume(self.options, *table, hands, stock, self.meld)
    }
}
