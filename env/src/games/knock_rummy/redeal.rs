//! Dealing the hidden cards again.

use super::state::KnockState;
use super::view::KnockView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<KnockState> for KnockView {
    fn redeal(&self, chance: &mut Stream) -> KnockState {
        let (table, rules) = (&self.table, &self.options);
        let (mut stock, mut hands) = (self.unseen(), table.known);
        hands[self.seat] = self.hand;
        for seat in 0..rules.seats.into() {
            chance.fill(&mut hands[seat], table.holds(rules, seat), &mut stock);
        }
        KnockState::resume(self.options, *table, hands, stock, self.showdown.map(|showdown| showdown.knocker))
    }
}
