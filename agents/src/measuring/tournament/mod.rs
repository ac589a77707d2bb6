//! Tournaments: a whole event of one of the formats, round after round, with the score sheet at the end.

mod asked;
mod elders;
mod round;
mod standings;

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use elderhand_env::format::{Contest, Format, FormatError, Player, Tally};
use elderhand_env::{AnyGame, Game, GameError, Record, Seat, Variation};
use serde::Serialize;

use self::elders::Elders;
use self::round::{Players, Room, Wrong};
use crate::players::agent::AgentError;
use crate::seating::player::Player as Seated;

pub use asked::Asked;
pub use standings::Place;

type Sit<'a> = Box<dyn Fn(&AnyGame) -> Result<Seated, Box<dyn Error + Send + Sync>> + 'a>;

/// A player entered for an event: its name, and how to seat it at a game, whose seats may become fewer.
pub struct Contestant<'a> {
    name: String,
    seat: Sit<'a>,
}

impl<'a> Contestant<'a> {
    /// Enters a player.
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        name: impl Into<String>,
        seat: impl Fn(&AnyGame) -> Result<Seated, E> + 'a,
    ) -> Contestant<'a> {
        Contestant { name: name.into(), seat: Box::new(move |game| seat(game).map_err(Into::into)) }
    }

    /// The name it is reported by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What is played, and on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who meets whom, and when it is over.
    pub contest: Contest,
    /// Once a side has the target, everyone is paid by [`Contest::gambled`].
    pub gambling: bool,
    /// The seed: equal seeds give equal deals and equal results, on any number of threads.
    pub seed: u64,
    /// The number of threads, each of which plays a table; 0 counts as 1.
    pub threads: usize,
}

impl Event {
    /// Checks that it can be played at a game.
    ///
    /// # Errors
    ///
    /// Fails if the contest does not fit itself or the tables of the game, if seats are unequal there, as players change theirs,
    /// if it joins what only a match can join, and if nobody can win what is gambled for.
    pub fn check(&self, game: &AnyGame) -> Result<(), TournamentError> {
        let contest = &self.contest;
        contest.check()?;
        if contest.format == Format::FreezeOut {
            return Err(TournamentError::OfMatches(contest.format));
        }
        if contest.seats != game.spec().seats {
            return Err(TournamentError::Seats { expected: contest.seats, found: game.spec().seats });
        }
        if let Some(option) = game.uneven() {
            return Err(TournamentError::Uneven(option));
        }
        if self.gambling && contest.target.is_none() {
            return Err(TournamentError::Gambling(contest.format));
        }
        Ok(())
    }
}

/// What came of an event, up to the last round of which every table was finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Every player, best first.
    pub standings: Vec<Place>,
    /// What was written down at each table, in the order of the rounds and of the tables in them.
    pub results: Vec<TableResult>,
    /// How it stands.
    pub tally: Tally,
    /// It was played to its end.
    pub over: bool,
    /// The cap on rounds ended it before the target was reached, or with several players still in.
    pub truncated: bool,
    /// The time it took, in seconds.
    pub seconds: f64,
}

/// What was written down at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableResult {
    /// The round, from 1.
    pub round: usize,
    /// The table, from 1.
    pub table: usize,
    /// The player in each seat.
    pub players: Vec<Player>,
    /// What each seat scored: [`State::points`](elderhand_env::State::points).
    pub points: Vec<i32>,
    /// What a match paid each seat; empty of a round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<f32>,
    /// The seat that won, or one of the side that did; `None` in a tie.
    pub winner: Option<Seat>,
    /// The number of decisions.
    pub decisions: usize,
    /// A cap ended the episode.
    pub truncated: bool,
    /// The seat that is elder hand in a next round, by the rule of the game.
    #[serde(skip)]
    elder: Option<Seat>,
}

/// An event that could not be played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// The format does not fit the players, the tables, or itself.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The contest is for other players than have entered.
    #[error("the contest is for {expected} players, and {entered} have entered")]
    Entered {
        /// The players of the contest.
        expected: usize,
        /// How many have entered.
        entered: usize,
    },
    /// The contest is for other tables than those of the game.
    #[error("the contest is for tables of {expected} seats, and the game has {found}")]
    Seats {
        /// The seats of the contest.
        expected: usize,
        /// The seats of the game.
        found: usize,
    },
    /// The format joins the rounds of a match alone, in which one can have nothing left to play for.
    #[error("`{}` joins the rounds of a match, and not those of a tournament", .0.name())]
    OfMatches(Format),
    /// It is said how often the lowest leaves where nobody does.
    #[error("after `every` so many rounds the lowest leaves an elimination at one table, and nobody does here")]
    Every,
    /// The seats of the game are unequal.
    #[error("option `{0}` is of seats, and in a tournament players change theirs")]
    Uneven(
        /// The option under which they are.
        &'static str,
    ),
    /// The game cannot be played by those who are left.
    #[error("the table cannot become smaller: {0}")]
    Smaller(#[from] GameError),
    /// Nobody can win what would be gambled for.
    #[error("gambling is for a contest to a target, and `{}` has none here", .0.name())]
    Gambling(Format),
    /// A player cannot be seated.
    #[error("{source}")]
    Load {
        /// The player.
        bot: String,
        /// Why not, as its maker tells it.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A player misbehaved.
    #[error("round {round}, table {table}: {source}")]
    Bot {
        /// The round, from 1.
        round: usize,
        /// The table, from 1.
        table: usize,
        /// The player and what it did.
        source: AgentError,
        /// What came of the rounds before.
        finished: Box<Outcome>,
    },
    /// What was kept of a table is not of this event.
    #[error("round {round}, table {table}: what was kept is not of this event: {problem}")]
    Kept {
        /// The round, from 1.
        round: usize,
        /// The table, from 1.
        table: usize,
        /// Where they differ.
        problem: String,
    },
    /// The threads cannot be had.
    #[error("{threads} threads cannot be started: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Plays an event: rounds until the contest is over, each table of a round one episode of the game.
///
/// Who is elder hand follows the rule of the game, if it has one ([`Table::sequel`](elderhand_env::Table::sequel)): who stays
/// at a table keeps or loses the deal by it. In other games, and in matches, the seats move on as the contest says.
///
/// The cards of a table depend on (seed, round, table), and so does the players' own randomness; nothing depends on the
/// threads. After every table `progress` is told what was written down and how it was played, from whichever thread did
/// it; if it breaks, or a player misbehaves, the tables in play are finished, and a round that is then not whole is left
/// out of the results, although `progress` was told of its tables. In an elimination at one table the game is made anew
/// for those who are left, by its option `seats`.
///
/// # Errors
///
/// Fails if the event does not fit ([`Event::check`]), if the game cannot be made smaller where it must be, if a player cannot be seated
/// or misbehaves, and if the threads cannot be had.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use elderhand_agents::{Bot, Contestant, Event, tournament};
/// use elderhand_env::{Overrides, format::{Contest, Format}, game};
///
/// let (game, random) = (game("kuhn", &Overrides::new())?, Bot::open("random")?);
/// let contest = Contest { format: Format::Clockwise, players: 4, seats: 2, target: None, rounds: 6, every: 1, partners: false };
/// let players = ["ann", "ben", "cid", "dot"].map(|name| Contestant::new(name, |game| random.player(game)));
/// let event = Event { contest, gambling: false, seed: 1, threads: 1 };
/// let outcome = tournament(&game, &players, &event, |_, _| ControlFlow::Continue(()))?;
/// assert_eq!((outcome.results.len(), outcome.standings[0].rounds), (12, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tournament(
    game: &AnyGame,
    contestants: &[Contestant<'_>],
    event: &Event,
    progress: impl Fn(&TableResult, &Record) -> ControlFlow<()> + Sync,
) -> Result<Outcome, TournamentError> {
    tournament_from(game, contestants, event, |_, _| None, progress)
}

/// Goes on with an event as [`tournament`] plays it: of a round and a table, both counted from 1, of which `kept` has the record,
/// that is what was played there.
///
/// The cards of a table and its players' randomness depend on nothing that was played before, so what comes of it is what would
/// have come of it without a break, unless a player is one that remembers earlier games. `progress` is told of all tables.
///
/// # Errors
///
/// Fails as [`tournament`] does, and if a record is not of the same deal of this game, of other players, or not of a game that is over.
pub fn tournament_from(
    game: &AnyGame,
    contestants: &[Contestant<'_>],
    event: &Event,
    kept: impl Fn(usize, usize) -> Option<Record> + Sync,
    progress: impl Fn(&TableResult, &Record) -> ControlFlow<()> + Sync,
) -> Result<Outcome, TournamentError> {
    let begun = Instant::now();
    event.check(game)?;
    let (contest, entered) = (event.contest, contestants.len());
    if entered != contest.players {
        return Err(TournamentError::Entered { expected: contest.players, entered });
    }
    let games = sizes(game, &contest)?;
    // Each is seated at every size before the first deal, so that none is found wanting after an hour.
    let mut players = seat(&games[0], contestants)?;
    games[1..].iter().try_for_each(|smaller| seat(smaller, contestants).map(drop))?;
    let names: Vec<&str> = contestants.iter().map(Contestant::name).collect();
    let room = Room::open(names.clone(), event)?;
    let (mut game, mut tally) = (&games[0], contest.start());
    // The rounds after which players left; who is still in leaves later than all.
    let (mut results, mut left) = (Vec::new(), vec![u16::MAX; entered]);
    let (mut elders, mut fault) = (Elders::new(entered), None);
    while fault.is_none() && !contest.over(&tally) && !room.stopped() {
        if let Some(smaller) = games.iter().find(|smaller| smaller.spec().seats == contest.seated(&tally))
            && smaller.spec().seats != game.spec().seats
        {
            (game, players) = (smaller, seat(smaller, contestants)?);
        }
        match room.play(game, &mut players, (&tally, &elders), &kept, &progress) {
            Ok(Some(round)) => {
                book(&contest, &mut tally, &round, &mut left);
                round.iter().for_each(|table| {
                    if let Some(elder) = table.elder {
                        elders.book(&table.players, elder);
                    }
                });
                results.extend(round);
            }
            Ok(None) => (),
            Err(wrong) => fault = Some(wrong),
        }
    }
    let over = contest.over(&tally);
    let outcome = Outcome {
        standings: standings::standings(&games[0], event, &tally, &names, &results, &left),
        results,
        tally,
        over,
        truncated: over && contest.truncated(&tally),
        seconds: begun.elapsed().as_secs_f64(),
    };
    match fault {
        None => Ok(outcome),
        Some((table, wrong)) => {
            let (round, table) = (tally.rounds() + 1, table + 1);
            Err(match wrong {
                Wrong::Bot(source) => TournamentError::Bot { round, table, source, finished: Box::new(outcome) },
                Wrong::Kept(problem) => TournamentError::Kept { round, table, problem },
            })
        }
    }
}

/// Books a round, and after which round those left who leave now.
fn book(contest: &Contest, tally: &mut Tally, round: &[TableResult], left: &mut [u16]) {
    let mut scored = vec![0; left.len()];
    for result in round {
        result.players.iter().zip(&result.points).for_each(|(&player, &points)| scored[player] = points);
    }
    let playing = tally.playing();
    contest.book(tally, &scored);
    tally.order().take(playing).skip(tally.playing()).for_each(|player| left[player] = tally.rounds() as u16);
}

/// The game as it is at first and, where the one table becomes smaller, at every later size.
fn sizes(game: &AnyGame, contest: &Contest) -> Result<Vec<AnyGame>, GameError> {
    // A table of two ends when one leaves, so its game never becomes smaller.
    let seats = (2..=contest.seats).rev().map(Into::into).collect();
    let smaller = contest.shrinks() && contest.seats > 2;
    game.vary(&smaller.then(|| ("seats".to_owned(), seats)).into_iter().collect::<Variation>())
}

/// Seats every player at a game.
fn seat(game: &AnyGame, contestants: &[Contestant<'_>]) -> Result<Players, TournamentError> {
    let seat = |contestant: &Contestant<'_>| match (contestant.seat)(game) {
        Ok(player) => Ok(Some(player)),
        Err(source) => Err(TournamentError::Load { bot: contestant.name.clone(), source }),
    };
    contestants.iter().map(seat).collect()
}
