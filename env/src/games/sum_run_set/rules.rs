//! The options of Sum-Run-Set.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::format::{Contest, Format, Tally, ahead};
use crate::rules::{Episode, OptionError, Seat};

/// The rules of a game of Sum-Run-Set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of players, 2 to 5.
    pub seats: u8,
    /// Two pairs across the table; needs four seats.
    pub partners: bool,
    /// What an episode is.
    pub episode: Episode,
    /// The points that win a match, 1 to 1000.
    pub target: u16,
    /// A match is stopped after so many pitches, 1 to 100.
    pub rounds: u16,
}

impl Rules {
    /// There are no more seats than this at a table.
    pub const SEATS: usize = 5;
    /// What the most cards score at the end of a pitch.
    pub const CARDS: u16 = 3;
    /// What the most Fives, Tens and Kings score at the end of a pitch.
    pub const HONOURS: u16 = 5;
    /// No more is pegged in a pitch by all sides together: a capture brings at most four points a card (the set of four
    /// cards that is also a fall and a sweep), and after it come cards and honours.
    pub(super) const MOST_POINTS: u16 = 4 * Card::COUNT as u16 + Rules::CARDS + Rules::HONOURS;
    /// Who has not reached so many points before the target is lurched (D35).
    const LURCH: u16 = 30;

    /// Sum-Run-Set for two.
    pub const fn sum_run_set() -> Rules {
        Rules { seats: 2, partners: false, episode: Episode::Round, target: 91, rounds: 50 }
    }

    /// Sum-Run-Set for two pairs.
    pub const fn partners() -> Rules {
        Rules { seats: 4, partners: true, ..Rules::sum_run_set() }
    }

    /// Checks the ranges.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        match self {
            Rules { seats: 0 | 1 | 6.., .. } => Err(OptionError::range("seats", self.seats, "2 to 5")),
            Rules { partners: true, seats: 2 | 3 | 5, .. } => {
                Err(OptionError::range("seats", self.seats, "4, with `partners`"))
            }
            // Nobody's points reach the target before the capture that ends the match, so totals fit 16 bits.
            Rules { target: 0 | 1001.., .. } => Err(OptionError::range("target", self.target, "1 to 1000")),
            Rules { rounds: 0 | 101.., .. } => Err(OptionError::range("rounds", self.rounds, "1 to 100")),
            _ => Ok(()),
        }
    }

    /// The number of sides: seats, or pairs.
    #[inline]
    pub fn sides(&self) -> usize {
        if self.partners { 2 } else { self.seats.into() }
    }

    /// The side of a seat.
    #[inline]
    pub fn side(&self, seat: Seat) -> usize {
        if self.partners { seat % 2 } else { seat }
    }

    /// The match that pitches make; its players are the sides.
    #[inline]
    pub fn contest(&self) -> Contest {
        let sides = self.sides();
        let target = Some(self.target);
        Contest {
            format: Format::Series,
            players: sides,
            seats: sides,
            target,
            rounds: self.rounds,
            every: 0,
            partners: false,
        }
    }

    /// Says whether an episode is a match.
    #[inline]
    pub fn is_match(&self) -> bool {
        self.episode == Episode::Match
    }

    /// The cards that are turned up before the first hands.
    #[inline]
    pub(super) fn pond(&self) -> u8 {
        if self.seats == 5 { 7 } else { 4 }
    }

    /// The cards dealt to a seat at a time: three to each of five, else four.
    #[inline]
    pub fn hand(&self) -> u8 {
        if self.seats == 5 { 3 } else { 4 }
    }

    /// The cards dealt to all seats at a time.
    #[inline]
    pub(super) fn deal(&self) -> u8 {
        self.seats * self.hand()
    }

    /// The side that has won a match that is over, and its match points: 1, and 1 more for each other side that is
    /// lurched. Nobody if it was stopped.
    pub(super) fn won(&self, tally: &Tally) -> Option<(usize, u16)> {
        let points = || tally.points().iter().copied();
        let winner = ahead(points(), self.target.into())?;
        let safe = i32::from(self.target) - i32::from(Rules::LURCH);
        Some((winner, 1 + points().filter(|&points| points < safe).count() as u16))
    }

    /// What a seat is paid for a match that is over.
    pub(super) fn pays(&self, tally: &Tally, seat: Seat) -> f32 {
        match self.won(tally) {
            None => 0.0,
            Some((winner, points)) if winner == self.side(seat) => points.into(),
            Some((_, points)) => -f32::from(points) / (self.sides() - 1) as f32,
        }
    }
}
