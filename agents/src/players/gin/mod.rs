//! Scripted gin players.

mod greedy;
mod laying;
mod patient;
mod simple;

pub use greedy::Greedy;
pub use patient::Patient;
pub use simple::Simple;

use elderhand_env::gin::{Discards, GinView};

/// What each discard would leave, for a hand that is to discard.
fn discards(view: &GinView) -> Discards {
    Discards::new(view.hand, view.allowed_discards(), view.table.knock_limit.into(), view.options.sets())
}
