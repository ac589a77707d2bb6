//! The tables of a round, each played by its own players.

use std::ops::ControlFlow;
#[cfg(feature = "threads")]
use std::sync::Mutex;
#[cfg(feature = "threads")]
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_env::format::{Contest, Player, Tally};
use elderhand_env::{AnyGame, Card, Record, Seat, Stream, Table};
#[cfg(feature = "threads")]
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::elders::Elders;
use super::{Event, TableResult, TournamentError};
#[cfg(feature = "threads")]
use crate::lock::lock;
use crate::measuring::playout::illegal;
use crate::players::agent::AgentError;
use crate::seating::player::Player as Seated;

/// The players of an event; one is missing only while it sits at a table.
pub(super) type Players = Vec<Option<Seated>>;

/// Where an event is played.
pub(super) struct Room<'a> {
    names: Vec<&'a str>,
    contest: Contest,
    seed: u64,
    #[cfg(feature = "threads")]
    pool: ThreadPool,
    stop: AtomicBool,
}

/// A table with its players, and what came of it; nothing if it was not begun.
struct Sitting {
    table: usize,
    players: Vec<Player>,
    seated: Vec<Seated>,
    result: Option<Result<TableResult, Wrong>>,
}

/// What is wrong with a table.
pub(super) enum Wrong {
    /// A player misbehaved.
    Bot(AgentError),
    /// What was kept of it is of something else.
    Kept(String),
}

impl From<AgentError> for Wrong {
    fn from(error: AgentError) -> Wrong {
        Wrong::Bot(error)
    }
}

impl<'a> Room<'a> {
    /// Opens the room.
    pub fn open(names: Vec<&'a str>, event: &Event) -> Result<Room<'a>, TournamentError> {
        let Event { contest, seed, .. } = *event;
        Ok(Room {
            names,
            contest,
            seed,
            #[cfg(feature = "threads")]
            pool: pool(event.threads)?,
            stop: false.into(),
        })
    }

    /// No further table is to be begun.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the next round: every table of it, or nothing if it was stopped before the last was begun.
    ///
    /// Of tables that are kept it takes what was played. Fails with the first table, from 0, that something is wrong with.
    pub fn play(
        &self,
        game: &AnyGame,
        players: &mut Players,
        (tally, elders): (&Tally, &Elders),
        kept: &(impl Fn(usize, usize) -> Option<Record> + Sync),
        progress: &(impl Fn(&TableResult, &Record) -> ControlFlow<()> + Sync),
    ) -> Result<Option<Vec<TableResult>>, (usize, Wrong)> {
        let mut sittings: Vec<Sitting> =
            (0..self.contest.tables(tally)).map(|table| self.sit_down(players, tally, elders, table)).collect();
        let round = tally.rounds();
        // Kept tables come first: where one is of another event nothing is to be played, since it would be written among these.
        for sitting in &mut sittings {
            if let Some(record) = kept(round + 1, sitting.table + 1).filter(|_| !self.stopped()) {
                match self.play_table(game, round, sitting, Some(&record), progress) {
                    Err(wrong) => return Err((sitting.table, wrong)),
                    played => sitting.result = Some(played),
                }
            }
        }
        let play = |sitting: &mut Sitting| {
            if sitting.result.is_none() && !self.stopped() {
                sitting.result = Some(self.play_table(game, round, sitting, None, progress));
            }
        };
        #[cfg(feature = "threads")]
        {
            // A broadcast begins nothing else while a player that searches waits for other threads, so no table interrupts another.
            let (tables, next): (Vec<_>, _) = (sittings.iter_mut().map(Mutex::new).collect(), AtomicUsize::new(0));
            self.pool.broadcast(|_| {
                while let Some(table) = tables.get(next.fetch_add(1, Ordering::Relaxed)) {
                    play(&mut lock(table));
                }
            });
        }
        #[cfg(not(feature = "threads"))]
        sittings.iter_mut().for_each(play);
        let mut results = Vec::new();
        for sitting in sittings {
            for (player, seated) in sitting.players.into_iter().zip(sitting.seated) {
                players[player] = Some(seated);
            }
            results.extend(sitting.result.transpose().map_err(|wrong| (sitting.table, wrong))?);
        }
        Ok((results.len() == self.contest.tables(tally)).then_some(results))
    }

    fn sit_down(&self, all: &mut Players, tally: &Tally, elders: &Elders, table: usize) -> Sitting {
        let mut players: Vec<Player> =
            (0..self.contest.seated(tally)).map(|seat| self.contest.at(tally, table, seat)).collect();
        elders.seat(&mut players);
        let seated = players.iter().filter_map(|&player| all[player].take()).collect();
        Sitting { table, players, seated, result: None }
    }

    fn play_table(
        &self,
        game: &AnyGame,
        round: usize,
        sitting: &mut Sitting,
        kept: Option<&Record>,
        progress: &impl Fn(&TableResult, &Record) -> ControlFlow<()>,
    ) -> Result<TableResult, Wrong> {
        let key = |purpose| [self.seed, (round * Tally::MOST + sitting.table) as u64, purpose];
        let mut table = game.table(Stream::keyed(key(0)));
        match kept {
            Some(record) => {
                let names: Vec<&str> = sitting.players.iter().map(|&player| self.names[player]).collect();
                repeat(&mut table, record, &names).map_err(Wrong::Kept)?;
            }
            None => self.play_out(game, &mut table, sitting, Stream::keyed(key(1)))?,
        }
        let (players, returns) = (&sitting.players, table.returns());
        let sequel = table.sequel().unwrap_or_default();
        let result = TableResult {
            round: round + 1,
            table: sitting.table + 1,
            players: players.clone(),
            points: table.points(),
            paid: if game.is_match() { returns } else { Vec::new() },
            winner: sequel.winner,
            decisions: table.length(),
            truncated: table.truncated(),
            elder: sequel.elder,
        };
        if progress(&result, &table.record()).is_break() {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(result)
    }

    /// Has those who sit at a table play it to its end.
    fn play_out(
        &self,
        game: &AnyGame,
        table: &mut Table,
        sitting: &mut Sitting,
        mut seeds: Stream,
    ) -> Result<(), AgentError> {
        let Sitting { players, seated, .. } = sitting;
        for (seat, player) in seated.iter_mut().enumerate() {
            player.begin(seat, seeds.bits())?;
        }
        while let Some(seat) = table.seat() {
            let name = self.names[players[seat]];
            let view = table.view(seat).map_err(|error| AgentError { bot: name.into(), problem: error.to_string() })?;
            let action = seated[seat].act(&view)?;
            table.play(action).map_err(|_| illegal(name, action, game.spec(), table.legal()))?;
        }
        let returns = table.returns();
        seated.iter_mut().try_for_each(|player| player.end(&returns))
    }
}

/// Plays what was played at a table, if it is of the same deal and, as far as the record says who they are, of the same players.
fn repeat(table: &mut Table, record: &Record, names: &[&str]) -> Result<(), String> {
    let sat = record.about.as_ref().map_or(&[][..], |about| &about.players);
    if !sat.is_empty() && sat != names {
        return Err(format!("{} sat there, and not {}", sat.join(", "), names.join(", ")));
    }
    let kept = Table::from_record(record).map_err(|error| error.to_string())?;
    let played = |table: &Table| (table.game().spec().id, table.game().options().clone());
    if played(&kept) != played(table) {
        return Err("it is another game, or one by other options".into());
    }
    for &action in kept.actions() {
        table.play(action).map_err(|_| OTHER_CARDS)?;
    }
    match table.seat() {
        Some(_) => Err("it is not over".into()),
        None if dealt(table.record()) != dealt(kept.record()) => Err(OTHER_CARDS.into()),
        None => Ok(()),
    }
}

/// What is said of a record of another deal.
const OTHER_CARDS: &str = "other cards were dealt";

/// What chance did.
fn dealt(record: Record) -> (Vec<Card>, Vec<Seat>) {
    (record.deck, record.lots)
}

/// The threads of an event, and of the players in it that search.
#[cfg(feature = "threads")]
fn pool(threads: usize) -> Result<ThreadPool, TournamentError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|source| TournamentError::Threads { threads, source: source.into() })
}
