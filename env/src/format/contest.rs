//! What a contest is, what a round changes, and when it is over.

use serde::{Deserialize, Serialize};

use super::{Player, Tally, ahead, lowest};
use crate::rules::Inconsistent;

/// How rounds are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// One table, until a player has reached the target and is alone ahead.
    Series,
    /// One table, a set number of rounds.
    Rounds,
    /// At one table the lowest leaves again and again; in pairs the losers leave. The last one wins.
    Elimination,
    /// One table; whoever has nothing left to play for leaves. The last one wins.
    FreezeOut,
    /// One table of two; who loses goes to the end of the queue. After a tie the pair plays again.
    WinnerStaysOn,
    /// One table of two; who wins goes to the end of the queue. After a tie the pair plays again.
    LoserStaysOn,
    /// Player 0 against all others, who share a score and relieve each other after a lost round.
    Captains,
    /// Four or six in pairs: everyone but the first moves on one place clockwise, so that everyone meets everyone.
    Clockwise,
    /// Four in two pairs: after each round two change places, so that everyone meets everyone.
    SeatSwap,
    /// One more player than there are seats: each sits out in turn.
    Outsider,
    /// Four at a table of partners: partners change after every round.
    Hotfoot,
    /// Two teams, the even and the odd players, in pairs across; opponents rotate, and the team that is ahead scores the
    /// difference of the round.
    RotatingTeam,
}

/// A format that cannot be played so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The number of players does not fit.
    #[error("`{format}` is for {expected}, not for {players}")]
    Players {
        /// The format.
        format: String,
        /// Whom it is for.
        expected: String,
        /// The number of players given.
        players: usize,
    },
    /// The tables of the game do not fit.
    #[error("`{format}` is for games of {expected} seats, and this game has {seats}")]
    Seats {
        /// The format.
        format: String,
        /// How many seats are needed.
        expected: usize,
        /// The seats of the game.
        seats: usize,
    },
    /// Too few rounds, or more than a match can have.
    #[error("`{0}` needs a number of rounds, 1 to {most}", most = Contest::MOST_ROUNDS)]
    Rounds(String),
    /// A target that is none, or that the format does not heed.
    #[error("`{0}` has no target, or a target of 0")]
    Target(String),
}

/// A match or an event of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// How rounds are joined.
    pub format: Format,
    /// The number of players.
    pub players: usize,
    /// The seats at each table; in an elimination at one table, those at the beginning.
    pub seats: usize,
    /// The even seats of a table are partners against the odd ones, and where they stay together one side.
    pub partners: bool,
    /// The points that win; none if only rounds are counted, and for `rounds` and `elimination`.
    pub target: Option<u16>,
    /// It ends after so many rounds.
    pub rounds: u16,
    /// In an elimination at one table the lowest leaves after so many rounds; 0 for a knock-out of pairs.
    pub every: u8,
}

impl Format {
    /// Every format, in the order in which they are listed.
    pub const ALL: [Format; 12] = [
        Format::Series,
        Format::Rounds,
        Format::Elimination,
        Format::FreezeOut,
        Format::WinnerStaysOn,
        Format::LoserStaysOn,
        Format::Captains,
        Format::Clockwise,
        Format::SeatSwap,
        Format::Outsider,
        Format::Hotfoot,
        Format::RotatingTeam,
    ];

    /// Returns `true` if it has no target: points do not end it.
    pub const fn counts_rounds(self) -> bool {
        matches!(self, Format::Rounds | Format::Elimination | Format::FreezeOut)
    }

    /// Its name, as options and commands write it; its JSON is the same.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Series => "series",
            Format::Rounds => "rounds",
            Format::Elimination => "elimination",
            Format::FreezeOut => "freeze-out",
            Format::WinnerStaysOn => "winner-stays-on",
            Format::LoserStaysOn => "loser-stays-on",
            Format::Captains => "captains",
            Format::Clockwise => "clockwise",
            Format::SeatSwap => "seat-swap",
            Format::Outsider => "outsider",
            Format::Hotfoot => "hotfoot",
            Format::RotatingTeam => "rotating-team",
        }
    }
}

impl Contest {
    /// No contest has more rounds.
    pub const MOST_ROUNDS: u16 = 1000;

    /// Checks that the players fit the format and the tables.
    ///
    /// # Errors
    ///
    /// Fails with what does not fit and what would.
    pub fn check(&self) -> Result<(), FormatError> {
        let (players, seats) = (self.players, self.seats);
        let table = format!("{seats} players, one a seat");
        let (fits, expected, tables) = match self.format {
            Format::Series | Format::Rounds | Format::FreezeOut => (players == seats, table, seats),
            Format::Elimination if self.every > 0 => (players == seats, table, seats),
            Format::Elimination => (players >= 2, "two players or more".into(), 2),
            Format::WinnerStaysOn | Format::LoserStaysOn | Format::Captains => {
                (players >= 3, "three players or more".into(), 2)
            }
            Format::Clockwise => ([4, 6].contains(&players), "four or six players".into(), 2),
            Format::SeatSwap => (players == 4, "four players".into(), 2),
            Format::Outsider if seats == 2 => {
                (players >= 3 && players % 2 == 1, "an odd number of players, three or more".into(), 2)
            }
            Format::Outsider => (players == seats + 1, format!("{} players, one more than seats", seats + 1), seats),
            Format::Hotfoot => (players == 4, "four players".into(), 4),
            Format::RotatingTeam => {
                (players >= 4 && players % 2 == 0, "an even number of players, four or more".into(), 2)
            }
        };
        let format = || self.format.name().to_owned();
        // Nobody meets anybody at a smaller table.
        let tables = tables.max(2);
        if tables != seats {
            return Err(FormatError::Seats { format: format(), expected: tables, seats });
        }
        if players > Tally::MOST {
            return Err(FormatError::Players {
                format: format(),
                expected: format!("at most {}", Tally::MOST),
                players,
            });
        }
        if !fits {
            return Err(FormatError::Players { format: format(), expected, players });
        }
        if self.rounds == 0 || self.rounds > Contest::MOST_ROUNDS {
            return Err(FormatError::Rounds(format()));
        }
        if self.target.is_some_and(|target| target == 0 || self.format.counts_rounds()) {
            return Err(FormatError::Target(format()));
        }
        Ok(())
    }

    /// How it stands before the first round.
    #[inline]
    pub fn start(&self) -> Tally {
        let mut tally = Tally {
            players: self.players as u8,
            playing: self.players as u8,
            sides: self.sides() as u8,
            ..Tally::default()
        };
        (0..self.players).for_each(|player| tally.order[player] = player as u8);
        tally
    }

    /// The number of sides: players, or teams that share a score.
    #[inline]
    pub fn sides(&self) -> usize {
        match self.format {
            Format::Captains | Format::RotatingTeam => 2,
            _ if self.stay_partners() => 2,
            _ => self.players,
        }
    }

    /// The side of a player.
    #[inline]
    pub fn side(&self, player: Player) -> usize {
        match self.format {
            Format::Captains => player.min(1),
            Format::RotatingTeam => player % 2,
            _ if self.stay_partners() => player % 2,
            _ => player,
        }
    }

    /// Returns `true` if partners stay together, so that they are a side.
    #[inline]
    fn stay_partners(&self) -> bool {
        self.partners && matches!(self.format, Format::Series | Format::Rounds)
    }

    /// Books a round, given what each player scored in it, and seats the next; who sat out scored nothing, and partners
    /// scored the same. Of equal totals, who scored less in this round leaves an elimination.
    pub fn book(&self, tally: &mut Tally, scored: &[i32]) {
        self.book_by(tally, scored, scored);
    }

    /// As [`Contest::book`], with another measure between equal totals, more being better.
    pub fn book_by(&self, tally: &mut Tally, scored: &[i32], tiebreak: &[i32]) {
        let mut gained = [0; Tally::MOST];
        for (player, &points) in scored.iter().enumerate().take(self.players) {
            // Partners have the same points, which count once.
            if !self.stay_partners() || player == self.side(player) {
                gained[self.side(player)] += points;
            }
        }
        if self.format == Format::RotatingTeam {
            // Only the difference counts, for the team that is ahead.
            let ahead = gained[0] - gained[1];
            (gained[0], gained[1]) = (ahead.max(0), (-ahead).max(0));
        }
        for (total, points) in tally.points.iter_mut().zip(gained) {
            *total += points;
        }
        self.reseat(tally, scored);
        tally.rounds += 1;
        let due = self.format == Format::Elimination && self.shrinks();
        if due && tally.rounds().is_multiple_of(usize::from(self.every)) {
            let merit = |player: Player| (tally.points[player], tiebreak.get(player).copied());
            if let Some(player) = lowest(tally.order().take(tally.playing()), merit) {
                self.leave(tally, player);
            }
        }
    }

    /// Lets a player leave.
    pub fn leave(&self, tally: &mut Tally, player: Player) {
        let playing = tally.playing();
        if let Some(place) = tally.order().take(playing).position(|other| other == player) {
            tally.order[place..playing].rotate_left(1);
            tally.playing -= 1;
        }
    }

    /// Returns `true` if the table becomes smaller: all who have not left sit at one table.
    #[inline]
    pub fn shrinks(&self) -> bool {
        self.format == Format::Elimination && self.every > 0 || self.format == Format::FreezeOut
    }

    /// Returns `true` if it is over.
    #[inline]
    pub fn over(&self, tally: &Tally) -> bool {
        tally.rounds >= self.rounds || tally.playing <= 1 || self.reached(tally).is_some()
    }

    /// The side that has reached the target and is alone ahead.
    #[inline]
    pub fn reached(&self, tally: &Tally) -> Option<usize> {
        ahead(tally.points().iter().copied(), self.target?.into())
    }

    /// Returns `true` if the cap on rounds stopped it, with a target not reached or several players still in.
    pub fn truncated(&self, tally: &Tally) -> bool {
        match self.format {
            Format::Elimination | Format::FreezeOut => tally.playing > 1,
            _ => self.target.is_some() && self.reached(tally).is_none(),
        }
    }

    /// What places go by, more being better: the points of a player's side; under elimination who stayed longer.
    pub fn merit(&self, tally: &Tally, player: Player) -> i32 {
        match self.format {
            Format::Elimination | Format::FreezeOut => {
                let place = tally.order().position(|other| other == player).unwrap_or_default();
                // Those who are still in stand level.
                -(place.saturating_sub(tally.playing().saturating_sub(1)) as i32)
            }
            _ => tally.points[self.side(player)],
        }
    }

    /// What a match between two sides that is over pays a player.
    pub(crate) fn pays_sides(&self, tally: &Tally, player: Player) -> f32 {
        let own = self.side(player);
        (tally.points[own] - tally.points[1 - own]).signum() as f32 * self.share(own)
    }

    /// The part of a stake that each player of a side plays for: as many are at stake as the smallest side has members.
    pub(crate) fn share(&self, side: usize) -> f32 {
        let staked = (0..self.sides()).map(|side| self.members(side)).min().unwrap_or_default();
        staked as f32 / self.members(side) as f32
    }

    /// Checks that this contest can stand so between two rounds, as far as that shows.
    ///
    /// # Errors
    ///
    /// Fails with the field that cannot be.
    pub fn admits(&self, tally: &Tally) -> Result<(), Inconsistent> {
        let wrong = |text: &str| Err(Inconsistent(format!("`match.{text}")));
        let mut seen = [false; Tally::MOST];
        tally.order().filter(|&player| player < self.players).for_each(|player| seen[player] = true);
        let all = seen.iter().filter(|&&seen| seen).count();
        if all != self.players || usize::from(tally.players) != self.players {
            return wrong(&format!("order` must name each of the {} players once", self.players));
        }
        if usize::from(tally.sides) != self.sides() {
            return wrong(&format!("points` must have {} entries", self.sides()));
        }
        if tally.rounds > self.rounds {
            return wrong("rounds` is beyond the end of the match");
        }
        let playing = match self.format {
            Format::FreezeOut => 1..=self.players,
            Format::Elimination if self.shrinks() => {
                let left = self.players.saturating_sub(tally.rounds() / usize::from(self.every)).max(1);
                left..=left
            }
            Format::Elimination => 1..=self.players,
            _ => self.players..=self.players,
        };
        if !playing.contains(&tally.playing()) {
            return wrong("playing` is not a number of players that can be left");
        }
        if !self.orders(tally) {
            return wrong("order` is not an order that comes up after so many rounds");
        }
        if tally.rounds == 0 && *tally != self.start() {
            return wrong("rounds` is 0, but `order`, `playing` or `points` are not as at the beginning");
        }
        if tally.points().iter().any(|&points| points.unsigned_abs() >= Tally::BOUND) {
            return wrong("points` is beyond what a match can bring");
        }
        Ok(())
    }
}
