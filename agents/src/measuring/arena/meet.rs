//! Two players at one table, deal by deal, for those who do their own sums.

use std::ops::ControlFlow;

use elderhand_env::{Game, ViewOf};

use super::deal::{Deal, Seating};
use super::work::{Fault, play};
use super::{ArenaError, Entrant, Plan};

/// What came of one deal between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The number of the deal, counted from 0.
    pub deal: u64,
    /// Of what a seat of the first and one of the second won together, the part of the first, 0 to 1; at games for two the
    /// share of rounds won, a tie being divided.
    pub won: f64,
    /// The points a round of a seat of the first above those of one of the second.
    pub points: f64,
}

/// Plays two players against each other on mirrored deals, from one deal on, and gives each deal by itself.
///
/// They hold the seats in turn, and move on by one seat after each round, as at a [`table`](crate::table). Where seats are odd in
/// number the one has one more in even deals and the other in odd ones. Each deal is what it is whoever is named first and
/// whatever was played before. It stops as the arena does if `progress` breaks.
///
/// # Errors
///
/// Fails if a player cannot be made or misbehaves, and if the threads cannot be had; deals that were finished are in the
/// error of a player that misbehaves.
pub fn meet<G: Game>(
    game: &G,
    [a, b]: [&Entrant<'_, ViewOf<G>>; 2],
    first: u64,
    plan: &Plan<'_>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<Vec<Met>, ArenaError<Vec<Met>>> {
    // By name, so that a deal is the same whoever is named first.
    let first_chairs = if b.name() < a.name() { [1, 0] } else { [0, 1] };
    let chairs = first_chairs.into_iter().cycle().take(game.spec().seats.next_multiple_of(2)).collect();
    let seating = Seating { game, entrants: vec![a, b], chairs, control: None };
    let played = play(&seating, plan, first as usize, None, progress);
    let met = |deal: &Deal| {
        let [a, b] = [deal.fared[0], deal.fared[1]];
        Met { deal: deal.number as u64, won: a.win_rate / (a.win_rate + b.win_rate), points: a.points - b.points }
    };
    Fault::settle(played.fault, played.deals.iter().map(met).collect())
}
