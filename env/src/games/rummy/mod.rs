//! What the rummy games share: melds, deadwood, how a hand is laid out, and the discard pile.

mod drawing;
mod layout;
mod look;
mod melds;
mod outlook;
mod pile;
mod values;

pub use drawing::expected;
pub use layout::{Defence, Layout};
pub(crate) use look::Look;
pub(crate) use melds::{ACES, each_choice, neighbours, whole_ranks};
pub use melds::{Discards, best_melds, in_runs, in_sets, least_deadwood, value};
pub use outlook::{Drawing, Promise};
pub(crate) use outlook::{Outlook, Prospect};
pub use pile::Pile;
pub(crate) use values::Values;
