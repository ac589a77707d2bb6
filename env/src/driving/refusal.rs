//! Why something cannot be done in a game; nothing has changed then.

use crate::cards::Card;
use crate::rules::{Action, Seat, hint};

/// An action that cannot be played; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// No action has this name.
    #[error("there is no action `{name}`; seat {seat} may: {legal}{}", hint(.nearest))]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The most similar legal action.
        nearest: Option<String>,
        /// The seat to move.
        seat: Seat,
        /// The legal actions by name.
        legal: String,
    },
    /// No action has this number.
    #[error("there is no action {}: the last is {}", .action.0, .actions - 1)]
    Beyond {
        /// The action that was tried.
        action: Action,
        /// The length of the action table.
        actions: usize,
    },
    /// The rules do not allow it now.
    #[error("`{name}` is not legal here; seat {seat} may: {legal}")]
    Illegal {
        /// The name of the action.
        name: String,
        /// The seat to move.
        seat: Seat,
        /// The legal actions by name.
        legal: String,
    },
    /// A card is to be dealt or a lot to be drawn first.
    #[error("it is chance's turn: deal a card or draw a lot first")]
    Chance,
    /// No seat is to move any more.
    #[error("the game is already over")]
    Over,
}

/// A card that cannot be dealt; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// It is not one of those of which one is dealt now.
    #[error("{card} cannot be dealt here")]
    Card {
        /// The card.
        card: Card,
    },
    /// No card is to be dealt.
    #[error("no card is to be dealt now")]
    Turn,
}

/// A seat that cannot be drawn; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// It is not one of those of which one is drawn now.
    #[error("seat {seat} cannot be drawn here")]
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// No lot is to be drawn.
    #[error("no lot is to be drawn now")]
    Turn,
}

/// A decision to which nobody can go back, since it has not been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are not {asked} decisions to go back to: {made} were made")]
pub struct UndoError {
    /// How many decisions were to remain.
    pub asked: usize,
    /// How many have been made.
    pub made: usize,
}
