//! Recorded games: what was dealt and what was played, in JSON.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::driving::{About, Driver, PlayError};
use crate::rules::{Action, Game, Overrides, Seat};

/// A recorded game, or the beginning of one.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Game, Record, State, kuhn};
///
/// let record: Record = serde_json::from_str(
///     r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["bet", "call"]}"#,
/// )?;
/// let end = record.replay(&kuhn::Kuhn::new("kuhn", kuhn::Options {})?, |_, _| ())?;
/// assert_eq!(end.returns(0), 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The variant's id.
    pub game: String,
    /// Options that differ from the variant's own.
    #[serde(default, skip_serializing_if = "Overrides::is_empty")]
    pub options: Overrides,
    /// The number of seats.
    pub seats: usize,
    /// The seed that goes on where `deck` or `lots` end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Cards in dealing order; it may be partial, or left out where there is a seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deck: Vec<Card>,
    /// The seats that are drawn by lot, in order; it may be partial, or left out where there is a seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<Seat>,
    /// The actions by name.
    pub actions: Vec<String>,
    /// Who played it, when, and what became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
}

/// A record that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record is of another variant.
    #[error("the record is of `{found}`, not of `{expected}`")]
    Game {
        /// The game of the record.
        found: String,
        /// The game at hand.
        expected: &'static str,
    },
    /// The variant has another number of seats.
    #[error("`seats` is {found}, but the game has {expected}")]
    Seats {
        /// The seats of the record.
        found: usize,
        /// The seats of the game.
        expected: usize,
    },
    /// A card of the deck cannot be dealt where it stands.
    #[error("`deck`, card {place}: {card} cannot be dealt here")]
    Deal {
        /// The place in `deck`, counted from 1.
        place: usize,
        /// The card.
        card: Card,
    },
    /// The deck has run out and there is no seed.
    #[error("`deck` ends after {dealt} cards: add cards or a `seed`")]
    Exhausted {
        /// The number of cards dealt.
        dealt: usize,
    },
    /// A seat of the lots cannot be drawn where it stands.
    #[error("`lots`, entry {place}: seat {seat} cannot be drawn here")]
    Draw {
        /// The place in `lots`, counted from 1.
        place: usize,
        /// The seat.
        seat: Seat,
    },
    /// The lots have run out and there is no seed.
    #[error("`lots` ends after {drawn} seats: add seats or a `seed`")]
    Undrawn {
        /// The number of seats drawn.
        drawn: usize,
    },
    /// An action cannot be played where it stands.
    #[error("`actions`, action {place}: {source}")]
    Play {
        /// The place in `actions`, counted from 1.
        place: usize,
        /// The action and what is wrong with it.
        source: PlayError,
    },
}

impl Record {
    /// Plays the record and gives the position it ends in; `each` is shown every decision before it is made.
    ///
    /// # Errors
    ///
    /// Fails at the first card, lot or action that the rules do not allow, and if it ends where it is chance's turn.
    pub fn replay<G: Game>(&self, game: &G, each: impl FnMut(&G::State, Action)) -> Result<G::State, ReplayError> {
        let mut driver = Driver::take_up(game.clone(), self, each)?;
        driver.follow()?;
        Ok(driver.into_state())
    }
}
