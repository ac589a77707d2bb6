//! What an evaluation found, as checkpoints keep it.

use elderhand_env::Overrides;
use serde::{Deserialize, Serialize};

/// The result of one evaluation of the averaged policy; scores are in points a round.
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
    /// Returns the opponent and the setting as words, such as `simple/seats=4`; the opponent alone if no option varies.
    #[must_use]
    pub fn title(&self) -> String {
        let setting = self.setting.iter().map(|(name, value)| format!("/{name}={value}"));
        setting.fold(self.opponent.clone(), |title, part| title + &part)
    }
}
