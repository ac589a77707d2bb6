//! Scripted gin players.

mod greedy;
mod laying;
mod simple;

pub use greedy::Greedy;
pub use simple::Simple;

use elderhand_env::gin::{Discards, GinView, in_runs, in_sets};

/// What each discard would leave, for a hand that is to discard.
fn discards(view: &GinView) -> Discards {
    Discards::new(view.hand, view.allowed_discards(), view.table.knock_limit.into(), view.options.sets())
}

/// Says whether the upcard would make a meld with cards of the hand.
fn upcard_melds(view: &GinView) -> bool {
    view.table.pile.top().is_some_and(|card| {
        let hand = view.hand.with(card);
        in_runs(hand).contains(card) || view.options.sets() && in_sets(hand).contains(card)
    })
}
