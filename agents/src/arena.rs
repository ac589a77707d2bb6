//! Two players, the same deals from every seat, and what the results say.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use elderhand_env::{Action, Game, Spec, State, Stream, Turn, View};
use serde::Serialize;

use crate::{Agent, AgentError, ViewOf, estimate, estimate_share};

type Loaded<V> = Result<Box<dyn Agent<V>>, Box<dyn Error + Send + Sync>>;

/// A player entered for an arena: its name, and how to make as many of it as there are threads.
pub struct Entrant<'a, V: View> {
    name: String,
    make: Box<dyn Fn() -> Loaded<V> + Send + Sync + 'a>,
}

impl<'a, V: View> Entrant<'a, V> {
    /// Enters a player.
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Agent<V>>, E> + Send + Sync + 'a,
    ) -> Entrant<'a, V> {
        Entrant { name: name.into(), make: Box::new(move || make().map_err(Into::into)) }
    }

    /// The name it is reported by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// How much is played, and on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of deals; each is played once from every seat.
    pub deals: usize,
    /// The seed: equal seeds give equal deals and equal results, on any number of threads.
    pub seed: u64,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
}

/// How the first player did against the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// The mean points a round of the first player, above the mean of the table: its return where the game is zero-sum.
    pub points: f64,
    /// The 95 % interval of `points`, over the pairs.
    pub points_ci: (f64, f64),
    /// The share won, 0 to 1: a round won counts 1, a tie of `k` seats 1/`k`, a round lost 0.
    pub share: f64,
    /// The 95 % interval of `share`, over the pairs.
    pub share_ci: (f64, f64),
    /// The number of rounds played: the pairs times the seats.
    pub rounds: usize,
    /// The number of deals finished from every seat; fewer than planned if the arena was stopped.
    pub pairs: usize,
    /// The share of rounds that a cap ended, 0 to 1.
    pub truncated: f64,
    /// The mean number of decisions in a round.
    pub length: f64,
    /// The time it took, in seconds.
    pub seconds: f64,
}

impl Tally {
    /// The rounds played in a second.
    pub fn rounds_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.rounds as f64 / self.seconds } else { 0.0 }
    }
}

/// An arena that could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player cannot be made.
    #[error("{source}")]
    Load {
        /// The player.
        bot: String,
        /// Why not, as its maker tells it.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A player misbehaved.
    #[error("deal {deal}: {source}")]
    Bot {
        /// The number of the deal, counted from 0.
        deal: usize,
        /// The player and what it did.
        source: AgentError,
        /// The pairs that were finished.
        finished: Box<Tally>,
    },
    /// The threads cannot be had.
    #[error("{threads} threads cannot be started: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Plays two players against each other on mirrored deals.
///
/// Every deal is played once from each seat with the same cards in the same order: the first player holds one seat,
/// the second all others, and they move round. The cards depend on (seed, deal), the players' own randomness on (seed,
/// deal, round, seat), and nothing on the threads. Each thread makes its own players. After every deal `progress` is
/// told how many are done, from whichever thread did it; if it breaks, the deals being played are finished and the
/// tally has fewer pairs than planned.
///
/// # Errors
///
/// Fails if a player cannot be made or misbehaves, and if the threads cannot be had.
///
/// # Examples
///
/// ```
/// use std::{convert::Infallible, ops::ControlFlow};
/// use elderhand_agents::{Agent, Entrant, Plan, Random, duel};
/// use elderhand_env::{Game, kuhn};
///
/// let random = || Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())));
/// let plan = Plan { deals: 100, seed: 1, threads: 1 };
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let tally = duel(&game, &random(), &random(), &plan, |_| ControlFlow::Continue(()))?;
/// assert_eq!((tally.pairs, tally.rounds), (100, 200));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duel<G: Game>(
    game: &G,
    a: &Entrant<'_, ViewOf<G>>,
    b: &Entrant<'_, ViewOf<G>>,
    plan: &Plan,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<Tally, ArenaError> {
    let begun = Instant::now();
    let arena =
        Arena { game, a, b, plan, progress, next: 0.into(), done: 0.into(), stop: false.into(), fault: None.into() };
    let threads = plan.threads.clamp(1, plan.deals.max(1));
    let mut pairs = if threads == 1 {
        arena.work()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|source| ArenaError::Threads { threads, source })?;
        // A broadcast runs once a thread, so that no more players are made than there are threads.
        pool.broadcast(|_| arena.work()).concat()
    };
    // In the order of the deals, so that sums come out equal on any number of threads.
    pairs.sort_by_key(|pair| pair.deal);
    let tally = tally(game.spec(), &pairs, begun.elapsed().as_secs_f64());
    match arena.fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        None => Ok(tally),
        Some(Fault::Load(bot, source)) => Err(ArenaError::Load { bot, source }),
        Some(Fault::Play(deal, source)) => Err(ArenaError::Bot { deal, source, finished: Box::new(tally) }),
    }
}

/// One deal from every seat, as the first player fared.
#[derive(Clone, Debug, Default)]
struct Pair {
    deal: usize,
    points: f64,
    share: f64,
    decisions: usize,
    truncated: usize,
}

enum Fault {
    Load(String, Box<dyn Error + Send + Sync>),
    Play(usize, AgentError),
}

struct Arena<'a, G: Game, P> {
    game: &'a G,
    a: &'a Entrant<'a, ViewOf<G>>,
    b: &'a Entrant<'a, ViewOf<G>>,
    plan: &'a Plan,
    progress: P,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl<G: Game, P: Fn(usize) -> ControlFlow<()> + Sync> Arena<'_, G, P> {
    /// Plays deals until there are no more, on one thread.
    fn work(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        if let Err(fault) = self.play_deals(&mut pairs) {
            self.stop.store(true, Ordering::Relaxed);
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        }
        pairs
    }

    fn play_deals(&self, pairs: &mut Vec<Pair>) -> Result<(), Fault> {
        let make =
            |entrant: &Entrant<'_, _>| (entrant.make)().map_err(|source| Fault::Load(entrant.name.clone(), source));
        // The first player comes first; for each deal the table is turned so that it sits everywhere once.
        let mut players = vec![make(self.a)?];
        for _ in 1..self.game.spec().seats {
            players.push(make(self.b)?);
        }
        while !self.stop.load(Ordering::Relaxed) {
            let deal = self.next.fetch_add(1, Ordering::Relaxed);
            if deal >= self.plan.deals {
                break;
            }
            pairs.push(self.play_deal(deal, &mut players).map_err(|source| Fault::Play(deal, source))?);
            if (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn play_deal(&self, deal: usize, players: &mut [Box<dyn Agent<ViewOf<G>>>]) -> Result<Pair, AgentError> {
        let seats = players.len();
        let mut pair = Pair { deal, ..Pair::default() };
        let mut seeds = Stream::keyed([self.plan.seed, deal as u64, 1]);
        for turned in 0..seats {
            let (returns, decisions, truncated) = self.play_round(deal, turned, players, &mut seeds)?;
            let mean = returns.iter().map(|&points| f64::from(points)).sum::<f64>() / seats as f64;
            pair.points += (f64::from(returns[turned]) - mean) / seats as f64;
            pair.share += won(&returns, turned) / seats as f64;
            pair.decisions += decisions;
            pair.truncated += usize::from(truncated);
        }
        Ok(pair)
    }

    /// Plays one round with player `i` in seat `i + turned`; gives the returns, the decisions, and whether a cap ended it.
    fn play_round(
        &self,
        deal: usize,
        turned: usize,
        players: &mut [Box<dyn Agent<ViewOf<G>>>],
        seeds: &mut Stream,
    ) -> Result<(Vec<f32>, usize, bool), AgentError> {
        let seats = players.len();
        let player = |seat: usize| (seat + seats - turned) % seats;
        for seat in 0..seats {
            players[player(seat)].begin(seat, seeds.bits())?;
        }
        let mut chance = Stream::keyed([self.plan.seed, deal as u64, 0]);
        let mut state = self.game.start();
        let mut decisions = 0;
        let truncated = loop {
            state.settle(&mut chance);
            let seat = match state.turn() {
                Turn::Seat(seat) => seat,
                Turn::Over { truncated } => break truncated,
                Turn::Chance => unreachable!("chance was settled"),
            };
            let action = players[player(seat)].act(&state.view(seat))?;
            state.play(action).map_err(|_| self.illegal(player(seat), action, &state))?;
            decisions += 1;
        };
        let returns: Vec<f32> = (0..seats).map(|seat| state.returns(seat)).collect();
        for player in players {
            player.end(&returns)?;
        }
        Ok((returns, decisions, truncated))
    }

    fn illegal(&self, player: usize, action: Action, state: &G::State) -> AgentError {
        let spec = self.game.spec();
        let bot = if player == 0 { self.a } else { self.b }.name.clone();
        let name = spec.actions.get(usize::from(action.0)).map_or("beyond the action table", String::as_str);
        let legal = spec.names(state.legal()).join(", ");
        AgentError { bot, problem: format!("it played action {} ({name}): expected one of {legal}", action.0) }
    }
}

/// The part of a round that a seat has won: all of it, or its part of a tie, or nothing.
fn won(returns: &[f32], seat: usize) -> f64 {
    let best = returns.iter().copied().fold(f32::MIN, f32::max);
    let winners = returns.iter().filter(|&&points| points == best).count();
    if returns[seat] == best { 1.0 / winners as f64 } else { 0.0 }
}

fn tally(spec: &Spec, pairs: &[Pair], seconds: f64) -> Tally {
    let (least, most) = (f64::from(spec.returns.0), f64::from(spec.returns.1));
    let bounds = if spec.zero_sum { (least, most) } else { (least - most, most - least) };
    let points = estimate(&pairs.iter().map(|pair| pair.points).collect::<Vec<_>>(), bounds);
    let share = estimate_share(&pairs.iter().map(|pair| pair.share).collect::<Vec<_>>());
    let rounds = pairs.len() * spec.seats;
    let mean = |total: usize| if rounds == 0 { 0.0 } else { total as f64 / rounds as f64 };
    Tally {
        points: points.mean,
        points_ci: (points.low, points.high),
        share: share.mean,
        share_ci: (share.low, share.high),
        rounds,
        pairs: pairs.len(),
        truncated: mean(pairs.iter().map(|pair| pair.truncated).sum()),
        length: mean(pairs.iter().map(|pair| pair.decisions).sum()),
        seconds,
    }
}
