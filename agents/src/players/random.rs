//! The player that chooses at random.

use elderhand_env::{Action, Seat, Stream, View};

use crate::players::agent::{Agent, AgentError, Decision};

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

    fn decide(&mut self, view: &V) -> Result<Decision, AgentError> {
        let (action, legal) = (self.act(view)?, view.legal());
        let probability = 1.0 / legal.len() as f32;
        Ok(Decision::drawn(action, legal.iter().map(|action| (action, probability)).collect()))
    }
}
