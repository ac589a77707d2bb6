//! What one seat of a match knows.

use serde::{Deserialize, Serialize};

use super::choice::Choice;
use super::rounds::Rounds;
use super::settings::MatchOptions;
use super::standing::Standing;
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a match knows: how the match stands, and its view of the round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct MatchView<S: Rounds> {
    /// The rules of a round, and how rounds make the match.
    pub options: MatchOptions<S::Rules>,
    /// The seat whose view it is: the number of the player.
    pub seat: Seat,
    /// How the match stands.
    #[serde(rename = "match")]
    pub standing: Standing<S::Carried>,
    /// What the player knows of the round, in whose seats players are numbered from elder hand; `None` for who sits out.
    ///
    /// Between two rounds, and at the end, it is the round that has just been counted.
    #[serde(default)]
    pub round: Option<S::View>,
}

impl<S: Rounds> MatchView<S> {
    /// Returns `true` if this seat chooses between two rounds.
    #[inline]
    pub fn is_choosing(&self) -> bool {
        self.standing.choosing.is_some() && usize::from(self.standing.elder) == self.seat
    }

    /// The choices between rounds that this seat has.
    #[inline]
    pub(super) fn choices(&self) -> ActionSet {
        let Some(choosing) = self.standing.choosing.filter(|_| self.is_choosing()) else { return ActionSet::EMPTY };
        let (standing, players) = (&self.standing, self.standing.players());
        let starts = |places| standing.tally.plays(standing.on(self.seat, places));
        Choice::legal(S::actions(&self.options.rules), choosing, players, starts)
    }
}

impl<S: Rounds> View for MatchView<S> {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        match &self.round {
            _ if self.standing.choosing.is_some() => self.choices(),
            Some(round) => round.legal(),
            None => ActionSet::EMPTY,
        }
    }

    /// What is folly in the round.
    fn folly(&self) -> ActionSet {
        match &self.round {
            Some(round) if self.standing.choosing.is_none() => round.folly(),
            _ => ActionSet::EMPTY,
        }
    }

    /// What is reckoned in the round.
    fn reckoned(&self) -> Option<ActionSet> {
        self.round.as_ref().filter(|_| self.standing.choosing.is_none())?.reckoned()
    }
}
