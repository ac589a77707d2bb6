//! Dealing the hidden cards again.

use super::line::log_weight;
use super::state::GinState;
use super::view::GinView;
use crate::rules::{Action, Chance, Redeal, Stream};

impl Redeal<GinState> for GinView {
    fn redeal(&self, chance: &mut Stream) -> GinState {
        let table = &self.table;
        let mut stock = self.unseen();
        let mut other = table.known[1 - self.seat];
        let size = stock.len() + other.len() - usize::from(table.stock);
        chance.fill(&mut other, size, &mut stock);
        let mut hands = [other; 2];
        hands[self.seat] = self.hand;
        GinState::resume(self.options, *table, hands, stock, self.showdown.map(|showdown| showdown.knocker))
    }

    /// Swaps a card of the other hand for one of the stock.
    fn disturb(&self, world: &GinState, chance: &mut Stream) -> GinState {
        let table = &self.table;
        let hidden = world.hand(1 - self.seat) & self.unseen();
        let stock = self.unseen() - hidden;
        if hidden.is_empty() || stock.is_empty() {
            return world.clone();
        }
        let (given, taken) = (chance.deal(hidden.into()), chance.deal(stock.into()));
        let mut hands = [world.hand(1 - self.seat).without(given).with(taken); 2];
        hands[self.seat] = self.hand;
        let knocker = self.showdown.map(|showdown| showdown.knocker);
        GinState::resume(self.options, *table, hands, stock.without(taken).with(given), knocker)
    }

    fn log_weight(
        &self,
        world: &GinState,
        chance: &mut Stream,
        policy: &mut dyn FnMut(&GinView, Action) -> f32,
    ) -> Option<f32> {
        log_weight(self, world, chance, policy)
    }
}
