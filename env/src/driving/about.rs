//! Who played a recorded game, when, and what became of it.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

/// What is told of a recorded game beside what was dealt and played; the rules look at none of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// Who played, one a seat: a bot by the name under which it is found, a person by any name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The seats that people held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Seat>,
    /// The seed from which the cards came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The day, YYYY-MM-DD in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The program that wrote it, with its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The returns, one a seat; left out while the game is not over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub returns: Vec<f32>,
    /// What was taken back, in the order in which it was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Undone>,
}

/// Decisions that were taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// The number of decisions that stood before them.
    pub after: usize,
    /// Their names, in the order in which they had been played.
    pub actions: Vec<String>,
}
