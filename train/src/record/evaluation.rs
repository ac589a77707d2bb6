//! What an evaluation found, as checkpoints keep it.

use elderhand_env::Overrides;
use serde::{Deserialize, Serialize};

/// What an evaluation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// To choose the best average of the run, always on the same deals.
    Comparison,
    /// To say how what is exported plays, on deals that had no part in choosing it.
    Conclusion,
}

impl Occasion {
    /// Every occasion.
    pub(crate) const ALL: [Occasion; 2] = [Occasion::Comparison, Occasion::Conclusion];

    /// Returns what the names of its metrics begin with.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Occasion::Comparison => "eval/",
            Occasion::Conclusion => "final/",
        }
    }
}

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
