//! What the rummy games share: melds, deadwood, and the discard pile.

mod melds;
mod pile;

pub use melds::{Discards, best_melds, in_runs, in_sets, least_deadwood, value};
pub(crate) use melds::{each_choice, neighbours, whole_ranks};
pub use pile::Pile;
