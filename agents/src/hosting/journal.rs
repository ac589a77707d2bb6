//! What is told of a house as it happens, so that it can be kept.

use elderhand_env::{Record, Seat, Undone};
use serde::{Deserialize, Serialize};

/// Who keeps what happens in a house, and may tell others that something has.
pub trait Journal: Send + Sync {
    /// Keeps a table as it stands after a change. What somebody was told has been kept before.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be kept; the change is then taken back.
    fn keep(&self, table: &str, saved: &Saved) -> Result<(), String>;

    /// Forgets a table that is cleared away.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be forgotten; the table then stays, since it would be there again, with all its seats.
    fn forget(&self, table: &str) -> Result<(), String>;
}

/// A table as it is kept, with all that is hidden there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// What was dealt and played, and what is known to be dealt next.
    pub record: Record,
    /// Who sits in each seat.
    pub chairs: Vec<SavedChair>,
    /// Bots may sit down that learnt the game with other options.
    pub any_options: bool,
    /// Whoever opened the table chose its cards.
    pub prepared: bool,
    /// Decisions may be taken back.
    pub undo: bool,
    /// Where bots take their chances from.
    pub seed: u64,
    /// Where somebody could choose: who, and the number of decisions before.
    pub choices: Vec<(Seat, usize)>,
    /// What was taken back.
    pub undone: Vec<Undone>,
    /// The record has been read.
    #[serde(default)]
    pub read: bool,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SavedChair {
    /// A bot by its name.
    Bot(String),
    /// A person.
    Person {
        /// What others are told.
        name: String,
        /// By what the seat is held.
        token: String,
    },
    /// Nobody.
    Free,
}
