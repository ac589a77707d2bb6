//! What an episode is, in the games that leave it open.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Overrides;

/// What an episode is; the option `episode` of the games that leave it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Episode {
    /// One round: a hand, a deal, a pitch.
    Round,
    /// Rounds until the match is decided.
    Match,
}

/// What people call an episode of a game with these options, one and several: a match if `episode` says so.
pub fn unit(options: &Overrides) -> (&'static str, &'static str) {
    match options.get("episode").and_then(Value::as_str) {
        Some("match") => ("match", "matches"),
        _ => ("round", "rounds"),
    }
}
