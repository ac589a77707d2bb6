//! What the caller of a run lends it: a measure of play, and someone who watches.

use elderhand_env::Overrides;
use serde::{Deserialize, Serialize};

use crate::record::export::Model;

/// The result of one evaluation; scores are points a round of the averaged policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The iteration after which it was measured.
    pub iteration: u64,
    /// The bot that was played against.
    pub opponent: String,
    /// The values of the options that vary; empty if none does.
    pub setting: Overrides,
    /// Mirrored deals that were played.
    pub deals: usize,
    /// The mean score.
    pub score: f64,
    /// The ends of the score's 95 % interval.
    pub score_interval: (f64, f64),
    /// The share of rounds won, a draw counting half.
    pub win_rate: f64,
    /// The ends of the win rate's 95 % interval.
    pub win_rate_interval: (f64, f64),
}

impl Evaluation {
    /// The opponent and the setting as words, such as `simple/seats=4`; the opponent alone if no option varies.
    pub fn title(&self) -> String {
        let setting = self.setting.iter().map(|(name, value)| format!("/{name}={value}"));
        setting.fold(self.opponent.clone(), |title, part| title + &part)
    }
}

/// Measures a policy by playing.
pub trait Evaluate: Send {
    /// Plays mirrored deals of the model's game, with a setting laid over its options, against a bot; equal seeds deal
    /// equal cards.
    ///
    /// # Errors
    ///
    /// Fails if there is no such bot or it misbehaves.
    fn evaluate(
        &mut self,
        model: &Model,
        opponent: &str,
        setting: &Overrides,
        deals: usize,
        seed: u64,
    ) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>>;
}

/// Nobody can be played against.
impl Evaluate for () {
    fn evaluate(
        &mut self,
        _: &Model,
        opponent: &str,
        _: &Overrides,
        _: usize,
        _: u64,
    ) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{opponent} cannot be met here").into())
    }
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Iterations done.
    pub iteration: u64,
    /// Decisions made.
    pub decisions: u64,
    /// The fraction of the budget used, from 0 to 1; 0 without a budget.
    pub fraction: f64,
    /// Decisions a second since this process took up the run.
    pub decisions_per_second: f64,
    /// Seconds that are left at this pace; nothing without a budget, or before the first decisions.
    pub seconds_left: Option<f64>,
}

/// Watches a run; every method may do nothing.
pub trait Observer: Send {
    /// Is told how far the run is, many times a second.
    fn progress(&mut self, _progress: &Progress) {}
    /// Is told the result of an evaluation.
    fn evaluated(&mut self, _evaluation: &Evaluation) {}
    /// Is told something that the user should know, though the run goes on.
    fn warn(&mut self, _text: &str) {}
}

/// Nobody watches.
impl Observer for () {}
