//! The tables of a round, each played by its own players.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_env::format::{Contest, Player, Tally};
use elderhand_env::{Dealer, Game, Record, State, Stream, ViewOf, as_table};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Event, TableResult, TournamentError};
use crate::measuring::episode::{Episode, Players};
use crate::players::agent::{Agent, AgentError};

/// The players of an event; one is missing only while it sits at a table.
pub(super) type Agents<G> = Vec<Option<Box<dyn Agent<ViewOf<G>>>>>;

/// Where an event is played.
pub(super) struct Room<'a> {
    names: Vec<&'a str>,
    contest: Contest,
    seed: u64,
    /// None where one thread is enough.
    pool: Option<ThreadPool>,
    stop: AtomicBool,
}

/// A table with its players, and what came of it; nothing if it was not begun.
struct Sitting<G: Game> {
    table: usize,
    players: Vec<Player>,
    agents: Players<G>,
    result: Option<Result<TableResult, AgentError>>,
}

impl<'a> Room<'a> {
    /// Opens the room, with no more threads than there are tables.
    pub fn open(names: Vec<&'a str>, event: &Event) -> Result<Room<'a>, TournamentError> {
        let Event { contest, seed, threads } = *event;
        let threads = threads.min(contest.tables(&contest.start()));
        let pool = match threads {
            0 | 1 => None,
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|source| TournamentError::Threads { threads, source })?)
            }
        };
        Ok(Room { names, contest, seed, pool, stop: false.into() })
    }

    /// No further table is to be begun.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the next round: every table of it, or nothing if it was stopped before the last was begun.
    ///
    /// Fails with the first table, from 0, at which a player misbehaved.
    pub fn play<G: Game>(
        &self,
        game: &G,
        agents: &mut Agents<G>,
        tally: &Tally,
        progress: &(impl Fn(&TableResult, &Record) -> ControlFlow<()> + Sync),
    ) -> Result<Option<Vec<TableResult>>, (usize, AgentError)> {
        let mut sittings: Vec<Sitting<G>> =
            (0..self.contest.tables(tally)).map(|table| self.sit_down(agents, tally, table)).collect();
        let play = |sitting: &mut Sitting<G>| {
            if !self.stopped() {
                sitting.result = Some(self.play_table(game, tally.rounds(), sitting, progress));
            }
        };
        match &self.pool {
            Some(pool) => pool.install(|| sittings.par_iter_mut().for_each(play)),
            None => sittings.iter_mut().for_each(play),
        }
        let mut results = Vec::new();
        for sitting in sittings {
            for (player, agent) in sitting.players.into_iter().zip(sitting.agents) {
                agents[player] = Some(agent);
            }
            results.extend(sitting.result.transpose().map_err(|source| (sitting.table, source))?);
        }
        Ok((results.len() == self.contest.tables(tally)).then_some(results))
    }

    fn sit_down<G: Game>(&self, agents: &mut Agents<G>, tally: &Tally, table: usize) -> Sitting<G> {
        let players: Vec<Player> =
            (0..self.contest.seated(tally)).map(|seat| self.contest.at(tally, table, seat)).collect();
        let agents = players.iter().filter_map(|&player| agents[player].take()).collect();
        Sitting { table, players, agents, result: None }
    }

    fn play_table<G: Game>(
        &self,
        game: &G,
        round: usize,
        sitting: &mut Sitting<G>,
        progress: &impl Fn(&TableResult, &Record) -> ControlFlow<()>,
    ) -> Result<TableResult, AgentError> {
        let key = |purpose| [self.seed, (round * Tally::MOST + sitting.table) as u64, purpose];
        let mut dealer = Dealer::new(Stream::keyed(key(0)));
        let mut seeds = Stream::keyed(key(1));
        let circle: Vec<usize> = (0..sitting.players.len()).collect();
        let name = |seat: usize| self.names[sitting.players[seat]];
        let mut actions = Vec::new();
        let episode = Episode { game, circle: &circle, name: &name };
        let (end, truncated) =
            episode.play(&mut sitting.agents, &mut dealer, &mut seeds, |action| actions.push(action))?;
        let result = TableResult {
            round: round + 1,
            table: sitting.table + 1,
            players: sitting.players.clone(),
            points: circle.iter().map(|&seat| end.points(seat)).collect(),
            decisions: actions.len(),
            truncated,
        };
        let record = Record::new(game.spec(), &as_table(game.options()), &dealer, &actions);
        if progress(&result, &record).is_break() {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(result)
    }
}
