//! The options of Colonel.

use serde::{Deserialize, Serialize};

use crate::format::{Contest, Format};
use crate::rules::{Episode, OptionError};

/// The rules of Colonel as far as they are open, and what an episode is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Before he draws, a player may challenge the other, once a turn (D10).
    pub challenge: bool,
    /// A card taken from the discard pile may be discarded in the same turn, as in gin (D4).
    pub return_taken: bool,
    /// What an episode is.
    pub episode: Episode,
    /// How hands are joined to a match: a series to the target, or a set number of rounds.
    pub format: Format,
    /// The points that win a series, 1 to 1000.
    pub target: u16,
    /// A match has so many hands, 1 to 327; a series of so many is stopped, and truncated, 1 to 1000.
    pub rounds: u16,
}

impl Rules {
    /// The cards dealt to each seat.
    pub const HAND: usize = 10;
    /// A hand ends after so many turns (D38).
    pub const TURN_CAP: u8 = 200;
    /// The most hands of a match of a set number: their points fit 16 bits with a sign, as a tally has them.
    const MOST_ROUNDS: u16 = i16::MAX as u16 / Rules::MOST_POINTS as u16;
    /// The most that a hand can be worth to a seat: ten cards of the other at 10 points.
    ///
    /// Nobody holds more when a hand is counted: who goes out does it in his own turn, and after a discard, or before a
    /// draw, no hand has grown beyond the ten that were dealt.
    pub(super) const MOST_POINTS: u8 = 100;

    /// Colonel as it is registered.
    pub const fn colonel() -> Rules {
        Rules {
            challenge: false,
            return_taken: false,
            episode: Episode::Round,
            format: Format::Series,
            target: 100,
            rounds: 200,
        }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { target: 0 | 1001.., .. } => Err(OptionError::range("target", self.target, "1 to 1000")),
            Rules { rounds: 0 | 1001.., .. } => Err(OptionError::range("rounds", self.rounds, "1 to 1000")),
            Rules { format: Format::Rounds, rounds, .. } if *rounds > Rules::MOST_ROUNDS => {
                let expected = format!("1 to {}, with `format` `rounds`", Rules::MOST_ROUNDS);
                Err(OptionError::range("rounds", rounds, &expected))
            }
            Rules { format: Format::Series | Format::Rounds, .. } => Ok(()),
            _ => Err(OptionError::range("format", self.format, "\"series\" or \"rounds\"")),
        }
    }

    /// The match that hands are joined to.
    #[inline]
    pub fn contest(&self) -> Contest {
        let target = (self.format == Format::Series).then_some(self.target);
        Contest { format: self.format, players: 2, seats: 2, target, rounds: self.rounds, every: 1, partners: false }
    }
}
