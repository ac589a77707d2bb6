//! What is asked of a contest, and how that is settled which is left open.

use elderhand_env::format::{Contest, Format};
use elderhand_env::{AnyGame, Game};

use super::TournamentError;

/// The target where neither it nor a number of rounds is given.
const TARGET: u16 = 100;
/// The rounds of `rounds`.
const ROUNDS: u16 = 6;

/// What is asked of a contest: how rounds are joined, and, as far as it is said, when it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// How rounds are joined.
    pub format: Format,
    /// The points that win. Where neither they nor rounds are given, they are 100 for `series`, `winner-stays-on`,
    /// `loser-stays-on` and `captains`.
    pub target: Option<u16>,
    /// It ends after so many rounds. Where neither they nor a target are given, they are 6 for `rounds`, and where all meet by a
    /// schedule as many as it takes that all meet twice; else they are no more than [`Contest::MOST_ROUNDS`].
    pub rounds: Option<u16>,
    /// In an elimination at one table the lowest leaves after so many rounds, 1 if it is not given. An elimination of pairs
    /// is a knock-out.
    pub every: Option<u8>,
}

impl Asked {
    /// Returns the contest of so many players at a game, with nothing left open.
    ///
    /// # Errors
    ///
    /// Fails if the format does not fit the players and the table, and if it is said how often the lowest leaves where nobody does.
    ///
    /// # Examples
    ///
    /// ```
    /// use elderhand_agents::Asked;
    /// use elderhand_env::{Overrides, format::Format, game};
    ///
    /// let asked = Asked { format: Format::Clockwise, target: None, rounds: None, every: None };
    /// let contest = asked.contest(&game("kuhn", &Overrides::new())?, 4)?;
    /// assert_eq!((contest.target, contest.rounds), (None, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contest(&self, game: &AnyGame, players: usize) -> Result<Contest, TournamentError> {
        let Asked { format, target, rounds, every } = *self;
        let seats = game.spec().seats;
        // It is at one table that the lowest leaves: say so before the numbers are found not to fit one.
        if every.is_some() && !(format == Format::Elimination && players == seats) {
            return Err(TournamentError::Every);
        }
        let contest = Contest {
            format,
            players,
            seats,
            target,
            rounds: rounds.unwrap_or(Contest::MOST_ROUNDS),
            // In games for two an elimination is a knock-out, unless it is said how often one of the two leaves.
            every: every.unwrap_or(u8::from(seats > 2)),
            partners: game.has_partners(),
        };
        let contest = if target.is_none() && rounds.is_none() { settled(contest) } else { contest };
        contest.check()?;
        Ok(contest)
    }
}

/// A contest with an end, where none was said.
fn settled(contest: Contest) -> Contest {
    match contest.format {
        Format::Series | Format::WinnerStaysOn | Format::LoserStaysOn | Format::Captains => {
            Contest { target: Some(TARGET), ..contest }
        }
        Format::Rounds => Contest { rounds: ROUNDS, ..contest },
        // These end when one is left.
        Format::Elimination | Format::FreezeOut => contest,
        Format::Clockwise | Format::SeatSwap | Format::Outsider | Format::Hotfoot | Format::RotatingTeam => {
            Contest { rounds: 2 * contest.cycle() as u16, ..contest }
        }
    }
}
