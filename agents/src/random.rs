//! The player that chooses at random.

use elderhand_env::{Action, Seat, Stream, View};

use crate::{Agent, AgentError};

/// Plays every legal action with equal probability.
#[derive(Clone, Debug)]
pub struct Random(Stream);

impl Default for Random {
    fn default() -> Random {
        Random(Stream::new(0))
    }
}

impl<V: View> Agent<V> for Random {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.0 = Stream::new(seed);
        Ok(())
    }

    fn act(&mut self, view: &V) -> Result<Action, AgentError> {
        Ok(self.0.pick(&view.legal()))
    }
}
