//! Dealing the hidden cards again.

use super::state::SumRunSetState;
use super::view::SumRunSetView;
use crate::rules::{Chance, Redeal, Stream};

impl Redeal<SumRunSetState> for SumRunSetView {
    fn redeal(&self, chance: &mut Stream) -> SumRunSetState {
        let (table, rules) = (&self.table, &self.options);
        let (mut pack, mut hands) = (self.unseen(), super::PerSeat::new(rules.seats));
        hands[self.seat] = self.hand;
        for seat in 0..rules.seats.into() {
            chance.fill(&mut hands[seat], table.holds(rules, seat), &mut pack);
        }
        SumRunSetState::resume(*rules, *table, hands, pack)
    }
}
