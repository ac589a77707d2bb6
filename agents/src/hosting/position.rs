//! What somebody at a table is shown.

use elderhand_env::{AnyView, NoSeat, Seat, Table};
use serde::Serialize;
use serde_json::Value;

/// No more steps than these are told at once.
const STEPS: usize = 100;

/// What somebody at a table is shown: the view of the seat, and what everybody knows of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Position {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// Who sits in each seat: a bot or a person by name; `None` while nobody does.
    pub players: Vec<Option<String>>,
    /// The seats that people hold, whatever they call themselves.
    pub people: Vec<Seat>,
    /// The number of decisions that have been made by all.
    pub decisions: usize,
    /// The seat to move; `None` when the game is over.
    pub turn: Option<Seat>,
    /// The names of the actions that this seat may play now; none where it is not to move.
    pub legal: Vec<String>,
    /// What the seat knows.
    pub view: Value,
    /// What has happened since the decision that was asked about, oldest first; a hundred steps at most, so there may be
    /// more to ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Step>>,
    /// Whoever opened the table gave its seed or its record, and so may know every card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prepared: bool,
    /// Whoever sits here may take choices back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
    /// How often something was taken back. Where that has grown, other decisions may stand under the same numbers as before.
    #[serde(skip_serializing_if = "is_none")]
    pub undone: usize,
    /// How it ended; `None` while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Whether there is nothing of something that is counted.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// How much of the course of a table somebody knows who plays there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// How many decisions have been made; `None` for whoever plays whatever has happened.
    pub decisions: Option<usize>,
    /// How often something was taken back; `None` likewise.
    pub undone: Option<usize>,
}

/// A decision as one seat has seen it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Who made it.
    pub seat: Seat,
    /// What the seat that is shown this knew after it.
    pub view: Value,
    /// The rounds of a match that ended then, as [`Table::ended`] tells them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<Value>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The points, or chips, of every seat.
    pub returns: Vec<f32>,
    /// A cap has stopped it.
    pub truncated: bool,
}

/// Returns what a seat saw of the decisions of a table after the first `since` of them.
///
/// They are played once more, so nothing need be kept for those who look away.
///
/// # Errors
///
/// Fails if there is no such seat.
pub(super) fn steps(table: &Table, seat: Seat, since: usize) -> Result<Vec<Step>, NoSeat> {
    let later = table.actions().get(since..).unwrap_or_default();
    let mut past = table.clone();
    past.undo_to(table.length() - later.len()).expect("no more is taken back than was played");
    let mut steps = Vec::with_capacity(later.len().min(STEPS));
    for &action in later.iter().take(STEPS) {
        let mover = past.seat().unwrap_or_default();
        past.play(action).expect("it was played before, with the same cards");
        let ended = past.ended(seat)?.iter().map(AnyView::json).collect();
        steps.push(Step { seat: mover, view: past.view(seat)?.json(), ended });
    }
    Ok(steps)
}
