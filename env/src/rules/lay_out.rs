//! Hands that lie open at the end of a round.

use super::check::{Inconsistent, require, require_or};
use super::state::Seat;
use crate::cards::CardSet;

/// Hands that lie open, to be laid out by the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenHands {
    /// The hands: one alone, or that of every seat.
    pub hands: Vec<CardSet>,
    /// The seat that has knocked, where the hands of all are there.
    pub knocker: Seat,
    /// The discard pile, which tells a game what nobody can lay off any more.
    pub pile: CardSet,
}

/// Hands that cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayOutError {
    /// The game does not do that.
    #[error("`{0}` lays out no hands by itself under these options: its players do, or nothing is laid out")]
    ByPlayers(&'static str),
    /// They cannot lie so.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
}

impl OpenHands {
    /// Refuses hands that do not fit at a table of so many seats, each of at most so many cards.
    pub(crate) fn check(&self, seats: usize, most: usize) -> Result<(), Inconsistent> {
        let count = self.hands.len();
        require_or(count == 1 || count == seats, || {
            format!("`hands` has {count} hands: expected one alone, or one for each of {seats} seats")
        })?;
        require_or(self.knocker < count, || {
            format!("`knocker` is {}: expected one whose hand is there", self.knocker)
        })?;
        let mut seen = self.pile;
        for &hand in &self.hands {
            require((hand & seen).is_empty(), "`hands`: a card lies in two places")?;
            require_or(hand.len() <= most, || format!("`hands`: a hand has {} cards, but at most {most}", hand.len()))?;
            seen |= hand;
        }
        Ok(())
    }
}
