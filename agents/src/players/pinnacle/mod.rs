//! Scripted players of the Pinnacle family.

mod always_call;
mod showdown;
mod simple;
mod stake;

pub use always_call::AlwaysCall;
pub use simple::Simple;

use elderhand_env::pinnacle::{Move, PinnacleView};
use elderhand_env::{Action, View};

/// The legal action that does this, if there is one.
fn action_of(view: &PinnacleView, wanted: Move) -> Option<Action> {
    view.legal().iter().find(|&action| Move::of(&view.options, action) == Some(wanted))
}
