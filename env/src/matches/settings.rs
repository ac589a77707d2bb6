//! How rounds make a match: the same settings for every game.

use serde::{Deserialize, Serialize};

use super::rounds::Rounds;
use crate::format::{Contest, Format, FormatError};
use crate::rules::{Episode, OptionError, Seat};

/// How rounds make a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings {
    /// What an episode is: of a registered variant, what it is unless somebody says otherwise; of a match, a match.
    pub episode: Episode,
    /// Who meets whom in the rounds, and who leaves.
    pub format: Format,
    /// The number of players; 0 for as many as there are seats at a table.
    pub players: u8,
    /// The points that win, 0 to 10000; 0 to win by being ahead when one may. Formats that count rounds do not heed it.
    pub target: u16,
    /// The number of rounds, and where there is a target the most; 1 to 1000. An elimination has as many as it needs.
    pub rounds: u16,
    /// In an elimination the lowest leaves after so many rounds, 1 to 20.
    pub every: u8,
    /// Who is elder hand after each round, in games that do not say so themselves.
    pub deal: Deal,
    /// What a match pays.
    pub settlement: Settlement,
    /// What the target grows by whenever several have exceeded it, 0 to 10000; 0 for a target that stays, and need only
    /// be reached.
    pub growth: u16,
    /// Under `settlement` `lurch`: who lacks more than so many points of the target is lurched, 0 to 10000.
    pub lurch: u16,
    /// A match that is stopped before it is decided is won by whoever is ahead; if not, it pays nothing.
    pub cap_pays: bool,
}

/// Who is elder hand after each round; after a dead one the same dealer deals again, unless players take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// Players take turns, as the format seats them.
    Turns,
    /// The loser of the last round; after a tie it stays. For two at a table.
    Loser,
    /// Players take turns, a tie included.
    Alternate,
    /// Players take turns after each round that somebody won.
    AlternateIfScored,
}

impl Deal {
    /// Returns the seat that is elder hand after a round; `None` if players take turns.
    ///
    /// Seat 0 was elder hand in it, and play went on with seat 1.
    pub fn elder(self, winner: Option<Seat>, dead: bool) -> Option<Seat> {
        match self {
            Deal::Turns => None,
            _ if dead => Some(0),
            Deal::Alternate => Some(1),
            Deal::Loser => Some(winner.map_or(0, |winner| 1 - winner)),
            Deal::AlternateIfScored => Some(winner.map_or(0, |_| 1)),
        }
    }
}

/// What a match pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settlement {
    /// 1 to the winner, from the others in equal parts.
    Win,
    /// The last pays the first 1, the second-last pays the second ½.
    Ladder,
    /// Each other side pays the winner the difference of the scores, after 100 to the winner (between two, 200 if the
    /// other never scored) and 20 to each for every round won.
    Gambling,
    /// 1 to the winner, and 1 more for each other side that is lurched.
    Lurch,
}

impl Settings {
    /// No setting of points is more than this.
    const MOST_POINTS: u16 = 10_000;
    /// The totals of a match fit so many bits, one of them for the sign.
    pub(super) const BITS: u32 = 18;

    /// Returns the settings of a series at one table to so many points, of at most so many rounds, in which the winner is
    /// paid 1; an episode is a round until someone says otherwise.
    pub const fn series(target: u16, rounds: u16) -> Settings {
        Settings {
            episode: Episode::Round,
            format: Format::Series,
            players: 0,
            target,
            rounds,
            every: 2,
            deal: Deal::Turns,
            settlement: Settlement::Win,
            growth: 0,
            lurch: 30,
            cap_pays: false,
        }
    }

    /// Returns what the target grows by; 0 in formats that have none.
    #[inline]
    pub(super) fn growth(&self) -> u16 {
        if self.format.counts_rounds() { 0 } else { self.growth }
    }

    /// Returns the number of players at a game with so many seats at a table.
    #[inline]
    pub fn players(&self, seats: usize) -> usize {
        if self.players == 0 { seats } else { self.players.into() }
    }

    /// Returns the contest that these settings make of the rounds of a game.
    #[inline]
    pub fn contest<S: Rounds>(&self, rules: &S::Rules) -> Contest {
        let seats = S::seats(rules);
        let players = self.players(seats);
        Contest {
            format: self.format,
            players,
            seats,
            partners: S::partners(rules),
            target: (!self.format.counts_rounds() && self.target > 0).then_some(self.target),
            rounds: match self.format {
                // Then one is left.
                Format::Elimination => u16::from(self.every) * (players as u16 - 1),
                _ => self.rounds,
            },
            every: self.every,
        }
    }

    /// Returns the least and the most that a side can gain in a round.
    #[inline]
    pub(super) fn gains<S: Rounds>(&self, rules: &S::Rules) -> (i32, i32) {
        let (least, most) = S::range(rules);
        match self.format {
            // The team that is ahead scores the difference at all tables together.
            Format::RotatingTeam => (0, (most - least) * (self.players(S::seats(rules)) / 2) as i32),
            _ => (least, most),
        }
    }

    /// Returns `true` if the seats go round a circle of those who are still in, and not by a schedule.
    #[inline]
    pub(super) fn is_circle<S: Rounds>(&self) -> bool {
        let one_table =
            matches!(self.format, Format::Series | Format::Rounds | Format::Elimination | Format::FreezeOut);
        one_table && (S::OWN_ELDER || self.deal != Deal::Turns)
    }

    /// Returns `true` if players bring to a round the stakes that the last one left them.
    #[inline]
    pub(super) fn keeps_stakes<S: Rounds>(&self, rules: &S::Rules) -> bool {
        self.format == Format::FreezeOut && S::stake(&S::first(rules)).is_some()
    }

    /// Returns `true` if what players take from a round is what they bring to the next one.
    #[inline]
    pub(super) fn keeps<S: Rounds>(&self, rules: &S::Rules) -> bool {
        self.format == Format::FreezeOut || S::stake(&S::first(rules)).is_none()
    }

    /// Checks the ranges, and that the game can be played so.
    pub(super) fn check<S: Rounds>(&self, rules: &S::Rules) -> Result<(), OptionError> {
        let refuse = |name, found: u16, expected: &str| Err(OptionError::range(name, found, expected));
        let points = |name, found: u16| match found {
            0..=Settings::MOST_POINTS => Ok(()),
            _ => Err(OptionError::range(name, found, "0 to 10000")),
        };
        points("target", self.target)?;
        points("growth", self.growth)?;
        points("lurch", self.lurch)?;
        if self.episode != Episode::Match {
            return Err(OptionError::range("episode", self.episode, "\"match\""));
        }
        if !(1..=1000).contains(&self.rounds) {
            return refuse("rounds", self.rounds, "1 to 1000");
        }
        if !(1..=20).contains(&self.every) {
            return refuse("every", self.every.into(), "1 to 20");
        }
        let (seats, players) = (S::seats(rules), self.players(S::seats(rules)));
        if self.deal == Deal::Loser && seats != 2 {
            return Err(OptionError::range("deal", self.deal, "another one: `loser` is for two at a table"));
        }
        let contest = self.contest::<S>(rules);
        match contest.check() {
            Ok(()) => (),
            Err(FormatError::Players { format, expected, .. }) => {
                return refuse("players", players as u16, &format!("{expected}, with `format` `{format}`"));
            }
            Err(error) => return Err(OptionError::range("format", self.format, &error.to_string())),
        }
        // Those who stay need rules for a smaller table.
        if contest.shrinks() && players > 2 && S::seats(&S::with_seats(*rules, 2)) != 2 {
            return Err(OptionError::range("format", self.format, "another one: nobody can leave this table"));
        }
        let (least, most) = self.gains::<S>(rules);
        // However many rounds there are, nobody can lose more than the first stake.
        let rounds = if self.keeps_stakes::<S>(rules) { 1 } else { i32::from(contest.rounds) };
        // Then nobody has more than the target but for the round that ends it.
        let ends = contest.target.is_some() && least >= 0 && self.growth() == 0;
        let high = if ends { i32::from(self.target) + most } else { rounds * most };
        let limit = 1 << (Settings::BITS - 1);
        if high >= limit || rounds * least.min(0) < -limit {
            let fits = if ends { 0 } else { (limit - 1) / most.max(-least).max(1) };
            let (name, found, rounds) = match self.format {
                Format::Elimination => ("every", self.every.into(), players as i32 - 1),
                _ => ("rounds", contest.rounds, 1),
            };
            return match fits / rounds {
                0 => Err(OptionError::range("format", self.format, "another one: its points would not fit")),
                most => refuse(name, found, &format!("1 to {most}, so that all points fit")),
            };
        }
        Ok(())
    }
}

/// The options of a match: those of its rounds, and how these are joined, in one flat table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchOptions<O> {
    /// The options of a round.
    #[serde(flatten)]
    pub rules: O,
    /// How rounds are joined.
    #[serde(flatten)]
    pub settings: Settings,
}
