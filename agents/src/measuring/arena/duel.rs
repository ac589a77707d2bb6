//! Two players: how the first did against the second.

use std::ops::ControlFlow;

use elderhand_env::{Game, ViewOf};
use serde::Serialize;

use super::deal::Seating;
use super::table::ArenaResult;
use super::work::{Fault, play};
use super::{ArenaError, Entrant, Plan, speed};
use crate::measuring::stats::to_settle;

/// How the first player did against the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DuelResult {
    /// The mean points a round of the first player, above the mean of the table: its return where the game is zero-sum.
    pub points: f64,
    /// The 95 % interval of `points`, over the pairs.
    pub points_ci: (f64, f64),
    /// How many deals more would show who is better, if the points stay as they are; see [`to_settle`].
    pub to_settle: Option<u64>,
    /// The share won, 0 to 1: a round won counts 1, a tie of `k` seats 1/`k`, a round lost 0.
    pub win_rate: f64,
    /// The 95 % interval of `win_rate`, over the pairs.
    pub win_rate_ci: (f64, f64),
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

impl DuelResult {
    /// The rounds played in a second.
    pub fn rounds_per_second(&self) -> f64 {
        speed(self.rounds, self.seconds)
    }
}

/// Plays two players against each other on mirrored deals.
///
/// The first player holds one seat, the second all others, and they move round as at a [`table`](crate::table): every
/// deal is played once from each seat with the same cards in the same order. After every deal `progress` is told how
/// many are done, from whichever thread did it; if it breaks, the deals being played are finished and the result has
/// fewer pairs than planned.
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
/// let result = duel(&game, &random(), &random(), &plan, |_| ControlFlow::Continue(()))?;
/// assert_eq!((result.pairs, result.rounds), (100, 200));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duel<G: Game>(
    game: &G,
    a: &Entrant<'_, ViewOf<G>>,
    b: &Entrant<'_, ViewOf<G>>,
    plan: &Plan,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<DuelResult, ArenaError<DuelResult>> {
    let chairs = (0..game.spec().seats).map(|chair| chair.min(1)).collect();
    let seating = Seating { game, entrants: vec![a, b], chairs };
    let played = play(&seating, plan, progress);
    let result = ArenaResult::of(&seating, &played);
    let first = &result.bots[0];
    let result = DuelResult {
        points: first.points,
        points_ci: first.points_ci,
        to_settle: to_settle(first.points, first.points_ci, result.deals),
        win_rate: first.win_rate,
        win_rate_ci: first.win_rate_ci,
        rounds: result.rounds,
        pairs: result.deals,
        truncated: result.truncated,
        length: result.length,
        seconds: result.seconds,
    };
    Fault::settle(played.fault, result)
}
