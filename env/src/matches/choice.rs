//! The choices between rounds: whoever may, chooses the direction of play, and then who starts.

use serde::{Deserialize, Serialize};

use crate::format::Player;
use crate::rules::{Action, ActionSet};

/// What is being chosen between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choosing {
    /// The direction of play of the next round.
    Direction,
    /// Who starts the next round.
    Start,
}

/// An action between rounds, numbered from the first one after those of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Play goes clockwise, or not.
    Direction(bool),
    /// The player so many places on in the direction of play starts.
    Start(usize),
}

const CLOCKWISE: u16 = 0;
const START: u16 = 2;

impl Choice {
    /// Returns the names of the choices at a table of so many seats, in order.
    pub(super) fn names(seats: usize) -> impl Iterator<Item = String> {
        let directions = ["clockwise", "counterclockwise"].map(String::from);
        directions.into_iter().chain((0..seats).map(|places| format!("start +{places}")))
    }

    /// Reads an action; `first` is the number of the first choice.
    pub(super) fn of(first: u16, action: Action) -> Option<Choice> {
        match action.0.checked_sub(first)? {
            id @ ..START => Some(Choice::Direction(id == CLOCKWISE)),
            id => Some(Choice::Start((id - START).into())),
        }
    }

    /// Returns the legal choices: `starts` says whether the player so many places on, fewer than `players`, still plays.
    pub(super) fn legal(first: u16, choosing: Choosing, players: Player, starts: impl Fn(usize) -> bool) -> ActionSet {
        let mut legal = ActionSet::EMPTY;
        match choosing {
            Choosing::Direction => legal.insert_bits(first + CLOCKWISE, 0b11),
            Choosing::Start => {
                let places = (0..players).filter(|&places| starts(places));
                legal.insert_bits(first + START, places.fold(0, |bits, places| bits | 1 << places));
            }
        }
        legal
    }
}
