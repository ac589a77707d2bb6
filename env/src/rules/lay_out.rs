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
    /// Refuses hands of no round between so many seats that are dealt so many cards each: a card more lies in one hand
    /// alone, or in that of a knocker who need not discard.
    pub(crate) fn check(&self, seats: usize, dealt: usize, discards: bool) -> Result<(), Inconsistent> {
        let count = self.hands.len();
        require_or(count == 1 || count == seats, || {
            format!("`hands` has {count} hands: expected one alone, or one for each of {seats} seats")
        })?;
        require_or(self.knocker < count, || {
            format!("`knocker` is {}: expected one whose hand is there", self.knocker)
        })?;
        let mut seen = self.pile;
        for (seat, &hand) in self.hands.iter().enumerate() {
            require((hand & seen).is_empty(), "`hands`: a card lies in two places")?;
            let (held, more) = (hand.len(), dealt + 1);
            let (one, knocks) = (count == 1, count > 1 && seat == self.knocker);
            require_or(!one || held <= more, || format!("`hands`: a hand has {held} cards, but at most {more}"))?;
            require(
                !(knocks && discards && held == more),
                "`hands`: the knocker has a card too many: leave out the one that was discarded",
            )?;
            let most = if knocks && !discards { more } else { dealt };
            require_or(one || (dealt..=most).contains(&held), || {
                let expected = if most > dealt { format!("{dealt} or {most}") } else { dealt.to_string() };
                format!("`hands`: seat {seat} has {held} cards: expected {expected}")
            })?;
            seen |= hand;
        }
        require((seen & CardSet::JOKERS).is_empty(), "a joker is not in this pack")
    }
}
