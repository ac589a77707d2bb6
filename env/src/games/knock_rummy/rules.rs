//! The options of Knock Rummy.

use serde::{Deserialize, Serialize};

use crate::format::{Contest, Format};
use crate::rules::{Episode, OptionError};

/// The rules of a game of Knock Rummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 6.
    pub seats: u8,
    /// A card taken from the discard pile may be discarded in the same turn (D4 forbids it in gin).
    pub return_taken: bool,
    /// What an episode is.
    pub episode: Episode,
    /// How hands make a match: a series, a number of rounds, or an elimination.
    pub format: Format,
    /// The points that win a series, 1 to 1000.
    pub target: u16,
    /// The number of hands in a match of rounds, and the most in a series; 1 to 75.
    pub rounds: u16,
    /// In an elimination the lowest leaves after so many hands, 1 to 10.
    pub every: u8,
}

impl Rules {
    /// There are no more seats than this at a table.
    pub const SEATS: usize = 6;
    /// A hand is dead after so many turns of all seats together (D38).
    pub const TURN_CAP: u8 = 200;
    /// What a knocker who wins without deadwood collects more from each (D11).
    pub const NO_DEADWOOD: i32 = 25;
    /// What a beaten knocker pays more (D11).
    pub const BEATEN: i32 = 10;

    /// Knock Rummy among four.
    pub const fn knock_rummy() -> Rules {
        Rules {
            seats: 4,
            return_taken: false,
            episode: Episode::Round,
            format: Format::Series,
            target: 100,
            rounds: 75,
            every: 2,
        }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 7.., .. } => Err(OptionError::range("seats", self.seats, "2 to 6")),
            Rules { target: 0 | 1001.., .. } => Err(OptionError::range("target", self.target, "1 to 1000")),
            // So many hands of six seats, none of which wins more than 425 in one, keep totals within 16 bits.
            Rules { rounds: 0 | 76.., .. } => Err(OptionError::range("rounds", self.rounds, "1 to 75")),
            Rules { every: 0 | 11.., .. } => Err(OptionError::range("every", self.every, "1 to 10")),
            Rules { format: Format::Series | Format::Rounds | Format::Elimination, .. } => Ok(()),
            _ => {
                let expected = "\"series\", \"rounds\" or \"elimination\"";
                Err(OptionError::range("format", self.format, expected))
            }
        }
    }

    /// The match that hands make.
    #[inline]
    pub fn contest(&self) -> Contest {
        let seats = usize::from(self.seats);
        Contest {
            format: self.format,
            players: seats,
            seats,
            target: (self.format == Format::Series).then_some(self.target),
            rounds: match self.format {
                // Then one is left.
                Format::Elimination => u16::from(self.every) * u16::from(self.seats - 1),
                _ => self.rounds,
            },
            every: self.every,
            partners: false,
        }
    }

    /// Says whether an episode is a match.
    #[inline]
    pub fn is_match(&self) -> bool {
        self.episode == Episode::Match
    }

    /// Says whether seats leave in the course of an episode.
    #[inline]
    pub(super) fn eliminates(&self) -> bool {
        self.is_match() && self.format == Format::Elimination
    }

    /// The cards dealt to each of so many players.
    #[inline]
    pub fn dealt(players: usize) -> usize {
        match players {
            ..=2 => 10,
            3 | 4 => 7,
            _ => 6,
        }
    }

    /// No seat wins or loses more in a hand: all cards of all others at 10, and the greater bonus from each.
    pub(super) fn most_points(&self) -> i32 {
        // The number of others times their cards grows with the players, so those who leave make it no more.
        let players = usize::from(self.seats);
        (players as i32 - 1) * (10 * Rules::dealt(players) as i32 + Rules::NO_DEADWOOD)
    }
}
