//! A rule-based gin player that waits for gin.

use elderhand_env::gin::GinView;
use elderhand_env::{Action, Seat};

use super::greedy::{Knocks, choose};
use crate::players::agent::{Agent, AgentError};

/// Plays as [`Greedy`](super::Greedy) does, but knocks with gin alone: so it often holds little deadwood when others knock,
/// and undercuts those who knock too readily.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patient;

impl Agent<GinView> for Patient {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &GinView) -> Result<Action, AgentError> {
        Ok(choose(view, Knocks::WithGin).action())
    }
}
