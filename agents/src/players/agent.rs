//! What every player is: something that answers views with actions.

use elderhand_env::{Action, Seat, View};

/// A player of the games whose views are `V`.
pub trait Agent<V: View>: Send {
    /// Tells the agent that a game begins in which it holds a seat; the seed is the only randomness it may use.
    ///
    /// # Errors
    ///
    /// Fails only if the agent is another process that does not answer.
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError>;

    /// Chooses one of the legal actions of a view in which its seat is to move.
    ///
    /// # Errors
    ///
    /// Fails only if the agent is another process that does not answer, or answers wrongly.
    fn act(&mut self, view: &V) -> Result<Action, AgentError>;

    /// Chooses as [`Agent::act`] does and says how it came to it.
    ///
    /// # Errors
    ///
    /// As [`Agent::act`].
    fn decide(&mut self, view: &V) -> Result<Decision, AgentError> {
        let action = self.act(view)?;
        Ok(Decision { action, probabilities: vec![(action, 1.0)], value: None })
    }

    /// Gives each action that it may choose in a view with the probability of choosing it, in any order.
    ///
    /// These are [`Decision::probabilities`], unless they tell what the agent thinks of actions that it never plays.
    ///
    /// # Errors
    ///
    /// As [`Agent::act`].
    fn policy(&mut self, view: &V) -> Result<Vec<(Action, f32)>, AgentError> {
        Ok(self.decide(view)?.probabilities)
    }

    /// Tells the agent the returns of the game it began.
    ///
    /// # Errors
    ///
    /// As [`Agent::begin`].
    fn end(&mut self, _returns: &[f32]) -> Result<(), AgentError> {
        Ok(())
    }
}

/// A choice and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The action chosen.
    pub action: Action,
    /// Every legal action with its probability, likeliest first; they add up to 1.
    pub probabilities: Vec<(Action, f32)>,
    /// The expected return of the seat in points, if the agent estimates it.
    pub value: Option<f32>,
}

/// A player that misbehaves; the text names the player and what it did.
#[derive(Debug, thiserror::Error)]
#[error("{bot}: {problem}")]
pub struct AgentError {
    /// The player as it was named.
    pub bot: String,
    /// What it did, and what was expected.
    pub problem: String,
}
