//! Scripted players of the Pinnacle family.

mod always_call;
mod showdown;
mod simple;
mod stake;

pub use always_call::AlwaysCall;
pub use simple::Simple;

use elderhand_env::pinnacle::{Move, PinnacleView};
use elderhand_env::{Action, View};

/// Returns the action that does this; `None` if it is not legal.
fn action_of(view: &PinnacleView, wanted: Move) -> Option<Action> {
    Some(wanted.action()).filter(|&action| view.legal().contains(action))
}
