//! What every player is: something that answers views with actions.

use std::sync::Arc;

use elderhand_env::{Action, ActionSet, Seat, Spec, View};
use serde::{Serialize, Serializer};

/// Returns `true` if nobody waits any more for what a player thinks about.
pub type Stopped = Arc<dyn Fn() -> bool + Send + Sync>;

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

    /// Chooses in each of several views of different games, an action a view in their order, whatever game was begun.
    ///
    /// It is for players that keep nothing of a game and are quicker about many views than about each: the others are not asked so.
    ///
    /// # Errors
    ///
    /// As [`Agent::act`].
    fn act_many(&mut self, views: &[V]) -> Result<Vec<Action>, AgentError> {
        views.iter().map(|view| self.act(view)).collect()
    }

    /// Chooses as [`Agent::act`] does and says how it came to it.
    ///
    /// # Errors
    ///
    /// As [`Agent::act`].
    fn decide(&mut self, view: &V) -> Result<Decision, AgentError> {
        Ok(Decision::of(self.act(view)?))
    }

    /// Decides as [`Agent::decide`] does, and says what a legal action costs that is played instead, if the agent can tell.
    ///
    /// # Errors
    ///
    /// As [`Agent::act`].
    fn judge(&mut self, view: &V, _action: Action) -> Result<Judgement, AgentError> {
        Ok(Judgement { decision: self.decide(view)?, loss: None })
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

    /// Returns what the seat of a view may expect, in points, whoever is to move; `None` if the agent does not estimate it.
    fn expects(&mut self, _view: &V) -> Option<f32> {
        None
    }

    /// Gives the agent what to ask while it thinks for long; it may fail in place of deciding where that says `true`.
    ///
    /// Only players that search ask.
    fn heed(&mut self, _stopped: &Stopped) {}

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
    /// What was found by trying actions before the choice was made; `None` if the agent does not search.
    pub findings: Option<Findings>,
}

impl Decision {
    /// The choice of an agent that would choose nothing else, and does not say what it expects.
    pub fn of(action: Action) -> Decision {
        Decision::drawn(action, vec![(action, 1.0)])
    }

    /// The choice of an agent that draws by these probabilities, and does not say what it expects.
    pub fn drawn(action: Action, probabilities: Vec<(Action, f32)>) -> Decision {
        Decision { action, probabilities, value: None, findings: None }
    }

    /// The same choice if it is one of these actions, of which there is one at least; else the likeliest of them.
    pub(crate) fn among(self, actions: &ActionSet) -> Decision {
        let known =
            |action| self.probabilities.iter().find(|(other, _)| *other == action).map_or(0.0, |&(_, share)| share);
        let mut probabilities: Vec<(Action, f32)> = actions.iter().map(|action| (action, known(action))).collect();
        let all: f32 = probabilities.iter().map(|(_, share)| share).sum();
        let even = 1.0 / probabilities.len() as f32;
        probabilities.iter_mut().for_each(|(_, share)| *share = if all > 0.0 { *share / all } else { even });
        probabilities.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let action = if actions.contains(self.action) { self.action } else { probabilities[0].0 };
        Decision { action, probabilities, ..self }
    }
}

/// A decision, and what an action costs that is played instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What the agent would do.
    pub decision: Decision,
    /// What the action costs; `None` if the agent does not search.
    pub loss: Option<Loss>,
}

/// How much less an action brought than the one that a search chose, when both were tried in the same worlds with the same
/// cards to come. These are not those in which the choice was made, so that neither is favoured; equal actions lose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// In points.
    pub points: Gap,
    /// In chances of winning the episode, from -1 to 1; `None` where episodes were not played out to their end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Gap>,
}

/// A mean difference, and how surely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Gap {
    /// The mean of the differences; below 0 where the action brought more.
    pub mean: f32,
    /// The standard error of the mean.
    pub error: f32,
}

impl Gap {
    /// So many standard errors stand between luck and a mistake.
    const CLEAR: f32 = 2.0;

    /// Returns `true` if something was lost beyond what luck explains: more than twice the standard error.
    pub fn is_clear(&self) -> bool {
        self.mean > Gap::CLEAR * self.error
    }
}

/// Puts what is likelier first.
pub(crate) fn likeliest_first(probabilities: &mut [(Action, f32)]) {
    probabilities.sort_by(|a, b| b.1.total_cmp(&a.1));
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// What each action that was tried brought, those first that the bot held likeliest before.
    pub tried: Vec<Tried>,
    /// How many equally likely worlds would tell as much as those that were looked into, which are more where some are
    /// likelier than others.
    pub worlds: f32,
}

impl Findings {
    /// Returns the same with the names that a game gives its actions.
    pub fn named(&self, spec: &Spec) -> NamedFindings {
        let tried = self.tried.iter().map(|tried| (spec.name(tried.action).to_owned(), *tried));
        NamedFindings { tried: tried.collect(), worlds: self.worlds }
    }
}

/// What a search found, as it is written: `tried` is an object by the names of actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedFindings {
    /// As [`Findings::tried`].
    #[serde(serialize_with = "as_object")]
    pub tried: Vec<(String, Tried)>,
    /// As [`Findings::worlds`].
    pub worlds: f32,
}

/// Writes pairs as an object, in their order.
pub(crate) fn as_object<T: Serialize, S: Serializer>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// What an action brought when it was tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// The action.
    #[serde(skip)]
    pub action: Action,
    /// The mean return of the seat, in points.
    pub value: f32,
    /// The standard error of the mean; `None` if it was tried in one world only, which does not tell how far worlds differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f32>,
    /// How often it was played out.
    pub rollouts: u32,
    /// The part of the episodes that the seat's side won, from 0 to 1, ties divided: the chance of winning. `None` where
    /// they were not played out to their end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f32>,
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
