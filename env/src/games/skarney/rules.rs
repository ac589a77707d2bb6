//! The options of Skarney, and the presets that are its variants.

use serde::{Deserialize, Serialize};

use crate::format::{Contest, Format, FormatError};
use crate::rules::{Episode, OptionError};

/// The rules of one variant of Skarney.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Sequences go round the corner: K A 2.
    pub corner: bool,
    /// The number of players, 2 to 6, of whom two play at a table.
    pub players: u8,
    /// Who meets whom in the rounds.
    pub format: Format,
    /// What an episode is.
    pub episode: Episode,
    /// The points that win a match, 1 to 1000.
    pub target: u16,
    /// A match of so many rounds is stopped; 1 to 1000.
    pub rounds: u16,
}

impl Rules {
    /// There are no more players than this.
    pub const PLAYERS: usize = 6;
    /// Each of the two is dealt so many cards.
    pub const DEALT: u8 = 10;
    /// The cards of the stock that are never drawn.
    pub const UNDRAWN: u8 = 2;
    /// A hand ends after so many turns (D16).
    pub const TURN_CAP: u8 = 200;
    /// The most cards that are laid off on one meld in a turn.
    pub const ADDED: u8 = 2;
    /// The points for being out, and for being out before the other has laid a contract.
    pub const OUT: [i16; 2] = [20, 40];
    /// The most rounds of a match of a set number: their points fit 16 bits with a sign, as a tally has them.
    const MOST_ROUNDS: u16 = i16::MAX as u16 / Rules::MOST_POINTS as u16;
    /// No hand scores more than the whole pack and the greater bonus.
    pub const MOST_POINTS: i16 = 4 * 99 + Rules::OUT[1];

    /// Skarney for two.
    pub const fn skarney() -> Rules {
        Rules { corner: false, players: 2, format: Format::Series, episode: Episode::Round, target: 200, rounds: 200 }
    }

    /// Skarney round the corner.
    pub const fn corner() -> Rules {
        Rules { corner: true, ..Rules::skarney() }
    }

    /// Three players, of whom the loser sits out (D17).
    pub const fn three() -> Rules {
        Rules { players: 3, format: Format::WinnerStaysOn, episode: Episode::Match, ..Rules::skarney() }
    }

    /// One against two who relieve each other.
    pub const fn captains() -> Rules {
        Rules { format: Format::Captains, ..Rules::three() }
    }

    /// Two against two at two tables.
    pub const fn partners() -> Rules {
        Rules { players: 4, format: Format::RotatingTeam, target: 300, ..Rules::three() }
    }

    /// The match that these rules make; a round is the first of its rounds.
    #[inline]
    pub fn contest(&self) -> Contest {
        Contest {
            format: self.format,
            players: self.players.into(),
            seats: 2,
            target: (self.format != Format::Rounds).then_some(self.target),
            rounds: self.rounds,
            every: 1,
            partners: false,
        }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let refuse = |name, found: u16, expected: &str| Err(OptionError::range(name, found, expected));
        match self {
            Rules { players: 0..2 | 7.., .. } => return refuse("players", self.players.into(), "2 to 6"),
            Rules { target: 0 | 1001.., .. } => return refuse("target", self.target, "1 to 1000"),
            Rules { rounds: 0 | 1001.., .. } => return refuse("rounds", self.rounds, "1 to 1000"),
            Rules { format: Format::Rounds, rounds, .. } if *rounds > Rules::MOST_ROUNDS => {
                let expected = format!("1 to {}, with `format` `rounds`", Rules::MOST_ROUNDS);
                return refuse("rounds", *rounds, &expected);
            }
            Rules { format: Format::Elimination | Format::Hotfoot, .. } => {
                return Err(OptionError::range(
                    "format",
                    self.format,
                    "a format for tables of two in which nobody leaves: `elderhand rules skarney` lists them",
                ));
            }
            _ => (),
        }
        match self.contest().check() {
            Ok(()) => Ok(()),
            Err(FormatError::Players { format, expected, .. }) => {
                refuse("players", self.players.into(), &format!("{expected}, with `format` `{format}`"))
            }
            Err(error) => refuse("players", self.players.into(), &error.to_string()),
        }
    }
}
