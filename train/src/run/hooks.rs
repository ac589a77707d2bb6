//! What the caller of a run gives it: someone who evaluates play, and someone who watches.

use elderhand_agents::Crew;
use elderhand_env::Overrides;

use crate::record::evaluation::{Evaluation, Occasion};
use crate::record::export::Model;

/// What an evaluation plays: mirrored deals of the model's game against a bot.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Meeting<'a> {
    /// The bot.
    pub opponent: &'a str,
    /// What is laid over the game's options.
    pub setting: &'a Overrides,
    /// The number of deals.
    pub deals: usize,
    /// The seed; equal ones must deal equal cards.
    pub seed: u64,
    /// The ranks that may play it together; `None` if there is one. All of them are asked for the same.
    pub crew: Option<&'a dyn Crew>,
}

/// Evaluates a network by playing.
pub trait Evaluate: Send {
    /// Has a network meet a bot.
    ///
    /// # Errors
    ///
    /// Fails if there is no such bot or it misbehaves; on every rank, if on any.
    fn evaluate(
        &mut self,
        model: &Model,
        meeting: &Meeting<'_>,
    ) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>>;
}

/// Evaluates nothing: every opponent is an error.
impl Evaluate for () {
    fn evaluate(
        &mut self,
        _: &Model,
        meeting: &Meeting<'_>,
    ) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{} cannot be met here", meeting.opponent).into())
    }
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Iterations done.
    pub iteration: u64,
    /// Decisions made.
    pub decisions: u64,
    /// The fraction of the budget used, from 0 to 1; 0 without a budget.
    pub fraction: f64,
    /// Decisions a second since this process took up the run.
    pub decisions_per_second: f64,
    /// The seconds that are left at this pace; `None` without a budget, or before the first decisions.
    pub seconds_left: Option<f64>,
}

/// Watches a run; every method may do nothing.
pub trait Observer: Send {
    /// Called with how far the run is, many times a second.
    fn progress(&mut self, _progress: &Progress) {}
    /// Called with the result of an evaluation.
    fn evaluated(&mut self, _evaluation: &Evaluation, _occasion: Occasion) {}
    /// Called with what the user may want to know.
    fn note(&mut self, _text: &str) {}
    /// Called with what the user should know, though the run goes on.
    fn warn(&mut self, _text: &str) {}
}

/// Watches nothing.
impl Observer for () {}
