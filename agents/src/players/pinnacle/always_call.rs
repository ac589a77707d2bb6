//! A Pinnacle player that stays in whatever it holds.

use elderhand_env::pinnacle::{Move, PinnacleView};
use elderhand_env::{Action, Seat, View};

use super::action_of;
use crate::players::agent::{Agent, AgentError};

/// Checks, and calls where it cannot check: it never folds or bets. An amount that somebody else began it ends as it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlwaysCall;

impl Agent<PinnacleView> for AlwaysCall {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &PinnacleView) -> Result<Action, AgentError> {
        let stays = action_of(view, Move::Check).or(action_of(view, Move::Call));
        Ok(stays.or(view.legal().iter().next()).unwrap_or(Action(0)))
    }
}
