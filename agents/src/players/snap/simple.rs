//! A rule-based Snap player.

use elderhand_env::snap::{SNAP, SnapView, WAIT};
use elderhand_env::{Action, Seat};

use crate::players::agent::{Agent, AgentError};

/// Snaps whenever the snap is right, and never otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<SnapView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &SnapView) -> Result<Action, AgentError> {
        Ok(if view.table.cards.is_match() { SNAP } else { WAIT })
    }
}
