//! The options of the Skirmish family, and the presets that are its variants.

use serde::{Deserialize, Serialize};

use crate::rules::{Episode, OptionError};

/// The rules of one variant of Skirmish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 7; 2 in Melee.
    pub seats: u8,
    /// Each player has two hands, a hidden and an open one (Melee).
    pub open_hands: bool,
    /// What an episode is.
    pub episode: Episode,
    /// How rounds make a match.
    pub format: Format,
    /// The rounds of a match, 1 to 200; under `gems` the most that there can be (D25).
    pub rounds: u8,
    /// Under `elimination` the lowest leaves after so many rounds, 1 to 20.
    pub every: u8,
    /// What a match pays.
    pub payoff: Payoff,
}

/// How rounds make a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A set number of rounds.
    Rounds,
    /// The lowest total leaves again and again (D24).
    Elimination,
    /// Until a seat has laid every kind and is ahead (D25).
    Gems,
}

/// What a match pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Payoff {
    /// 1 to the winner, from the others in equal parts.
    Win,
    /// The last pays the first 1, the second-last pays the second ½.
    Ladder,
}

impl Rules {
    /// Each hand is dealt so many cards.
    pub const DEALT: usize = 7;
    /// There are no more hands than this at a table.
    pub const HANDS: usize = 7;
    /// A round stops after so many turns a hand (D23).
    pub const TURN_CAP: usize = 60;

    /// Seven Card Skirmish.
    pub const fn skirmish() -> Rules {
        Rules {
            seats: 4,
            open_hands: false,
            episode: Episode::Round,
            format: Format::Rounds,
            rounds: 6,
            every: 2,
            payoff: Payoff::Win,
        }
    }

    /// Elimination Skirmish: seven players and twelve rounds.
    pub const fn elimination() -> Rules {
        Rules { seats: 7, episode: Episode::Match, format: Format::Elimination, ..Rules::skirmish() }
    }

    /// Fourteen Card Melee.
    pub const fn melee() -> Rules {
        Rules { seats: 2, open_hands: true, ..Rules::skirmish() }
    }

    /// Gem Rum.
    pub const fn gem_rum() -> Rules {
        Rules { episode: Episode::Match, format: Format::Gems, rounds: 100, ..Rules::skirmish() }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let refuse = |name, found: u8, expected| Err(OptionError::range(name, found, expected));
        match self {
            Rules { seats: 0 | 1 | 8.., .. } => refuse("seats", self.seats, "2 to 7"),
            Rules { open_hands: true, seats: 3.., .. } => refuse("seats", self.seats, "2, with open hands"),
            Rules { rounds: 0 | 201.., .. } => refuse("rounds", self.rounds, "1 to 200"),
            Rules { every: 0 | 21.., .. } => refuse("every", self.every, "1 to 20"),
            Rules { open_hands: true, format: Format::Elimination | Format::Gems, .. } => {
                Err(OptionError::range("format", self.format, "\"rounds\", with open hands"))
            }
            _ => Ok(()),
        }
    }

    /// The number of hands at the table.
    #[inline]
    pub fn hands(&self) -> usize {
        usize::from(self.seats) * if self.open_hands { 2 } else { 1 }
    }

    /// Says whether an episode is a match.
    #[inline]
    pub fn is_match(&self) -> bool {
        self.episode == Episode::Match
    }

    /// The most rounds of an episode.
    pub fn most_rounds(&self) -> usize {
        match (self.episode, self.format) {
            (Episode::Round, _) => 1,
            (Episode::Match, Format::Elimination) => usize::from(self.every) * usize::from(self.seats - 1),
            (Episode::Match, _) => self.rounds.into(),
        }
    }
}
