//! Who meets whom next: where a deal tells most about the ratings.

use std::collections::BTreeMap;

use super::cells::{Cell, Results};
use super::fit::{Pair, expected, fit, information, slope};
use super::matrix::inverse;
use super::seen::{Seen, effective, pooled};
use crate::measuring::arena::Measure;

/// What ratings are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// All players that are to play are to be rated as surely as can be.
    All,
    /// One player is, who meets all others; they do not meet each other.
    Gauntlet {
        /// Its number in the results.
        bot: usize,
    },
}

/// Deals that are to be played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The number of the game.
    pub contest: usize,
    /// The numbers of the players, the smaller first.
    pub pair: (usize, usize),
    /// The number of the first deal.
    pub first: u64,
    /// How many.
    pub deals: u64,
}

/// The order in which deals are played, which follows from their results alone: one that was interrupted goes on as if it had
/// not been.
///
/// First every pair plays some deals of every game. Then those meet whose deals take most from the sum of the variances of what
/// the ratings expect all pairs to make (I-optimal design), by what has been seen of how much their deals vary.
#[derive(Clone, Debug)]
pub struct Schedule {
    contests: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    by: Measure,
    seed: u64,
    batch: u64,
    /// The deals of the seed that have been asked for, by game and pair.
    asked: BTreeMap<(usize, usize, usize), u64>,
    /// What has been seen: deals of other seeds, and those of its own that were asked for. `None` before the first question.
    seen: Option<Cells>,
    /// What was asked for last, and is not among what has been seen yet.
    last: Option<Next>,
}

impl Schedule {
    /// Plans for players and games of some results; `batch` deals are asked for at a time, at least one.
    #[must_use]
    pub fn new(contests: Vec<usize>, bots: &[usize], aim: Aim, by: Measure, seed: u64, batch: u64) -> Schedule {
        let mut bots = bots.to_vec();
        bots.sort_unstable();
        let pairs = bots.iter().flat_map(|&a| bots.iter().filter(move |b| **b > a).map(move |&b| (a, b)));
        let wanted = |&(a, b): &(usize, usize)| match aim {
            Aim::All => true,
            Aim::Gauntlet { bot } => a == bot || b == bot,
        };
        let pairs = pairs.filter(wanted).collect();
        let batch = batch.max(1);
        Schedule { contests, pairs, by, seed, batch, asked: BTreeMap::new(), seen: None, last: None }
    }

    /// Asks for the next deals, by the results of all those asked for before and those of other seeds; `None` if nobody can
    /// meet. No more than so many are asked for.
    pub fn next(&mut self, results: &Results, most: u64) -> Option<Next> {
        let seen = self.look(results);
        let (contest, (a, b)) = self.unseen(&seen).or_else(|| self.best(results, &seen))?;
        self.seen = Some(seen);
        let asked = self.asked.entry((contest, a, b)).or_default();
        let next = Next { contest, pair: (a, b), first: *asked, deals: self.batch.min(most) };
        *asked += next.deals;
        self.last = Some(next);
        Some(next)
    }

    /// What has been seen, with what came of the last question.
    fn look(&mut self, results: &Results) -> Cells {
        let mut seen = self.seen.take().unwrap_or_else(|| {
            let seen = |cell: &Cell, turned| {
                let others = cell.deals.iter().filter(|((seed, _), _)| *seed != self.seed);
                Seen::default().with(self.by, others.map(|(_, score)| score.turned(turned)))
            };
            results.cells().map(|((game, a, b), cell)| ((game, a.min(b), a.max(b)), seen(cell, a > b))).collect()
        });
        if let Some(Next { contest, pair: (a, b), first, deals }) = self.last.take()
            && let Some((cell, turned)) = results.cell(contest, (a, b))
        {
            let new = cell.deals.range((self.seed, first)..(self.seed, first + deals));
            let known = seen.entry((contest, a, b)).or_default();
            *known = known.with(self.by, new.map(|(_, score)| score.turned(turned)));
        }
        seen
    }

    /// A pair that has not met at a game.
    fn unseen(&self, seen: &Cells) -> Option<Meeting> {
        self.meetings().find(|&(contest, (a, b))| count(seen, (contest, a, b)) == 0.0)
    }

    /// Who can meet, at which game.
    fn meetings(&self) -> impl Iterator<Item = Meeting> {
        self.contests.iter().flat_map(|&contest| self.pairs.iter().map(move |&pair| (contest, pair)))
    }

    /// The pair and game that tell most.
    fn best(&self, results: &Results, seen: &Cells) -> Option<Meeting> {
        let players = results.bots().len();
        let pairs = self.known(seen);
        let strengths = fit(self.by, players, &pairs, None);
        let told = |pair: &Pair, expected: f64| pair.weight * self.worth(expected, pair.variance);
        let spread = inverse(&information(self.by, players, &pairs, &strengths, told));
        let varied: BTreeMap<(usize, usize), f64> = pairs.iter().map(|pair| (pair.players, pair.variance)).collect();
        // How what each pair makes hangs on its strengths: hardly, where one nearly always wins.
        let ahead = |a: usize, b: usize| expected(self.by, strengths[a] - strengths[b]);
        let wanted: Vec<(usize, usize, f64)> =
            self.pairs.iter().map(|&(a, b)| (a, b, slope(self.by, ahead(a, b)))).collect();
        let gain = |&(contest, (a, b)): &Meeting| {
            let counts: Vec<f64> = self.contests.iter().map(|&game| count(seen, (game, a, b))).collect();
            let more = self
                .contests
                .iter()
                .zip(&counts)
                .map(|(&game, &count)| if game == contest { count + self.batch as f64 } else { count });
            let weight = effective(more) - effective(counts.iter().copied());
            let told = weight * self.worth(ahead(a, b), varied[&(a, b)]);
            // What a rank-one addition takes from the inverse (Sherman and Morrison).
            let move_of = |bot: usize| spread[bot][a] - spread[bot][b];
            let taken: f64 = wanted.iter().map(|&(i, j, slope)| (slope * (move_of(i) - move_of(j))).powi(2)).sum();
            told * taken / (1.0 + told * (move_of(a) - move_of(b)))
        };
        let mut best: Option<(Meeting, f64)> = None;
        for meeting in self.meetings() {
            let gain = gain(&meeting);
            // The first of equals.
            if best.is_none_or(|(_, most)| gain > most * (1.0 + 1e-9)) {
                best = Some((meeting, gain));
            }
        }
        best.map(|(meeting, _)| meeting)
    }

    /// All pairs that have met, over the games.
    fn known(&self, seen: &Cells) -> Vec<Pair> {
        let mut together: BTreeMap<(usize, usize), Vec<Seen>> = BTreeMap::new();
        for (&(game, a, b), &seen) in seen {
            if self.contests.contains(&game) && seen.count > 0.0 {
                together.entry((a, b)).or_default().push(seen);
            }
        }
        pooled(self.by, 1.0, together.iter().map(|(players, games)| (*players, &games[..]))).collect()
    }

    /// What a deal tells about a difference in strength: the square of how fast what is made grows with it, over the variance.
    fn worth(&self, expected: f64, variance: f64) -> f64 {
        slope(self.by, expected).powi(2) / variance
    }
}

/// A game, and who meet at it.
type Meeting = (usize, (usize, usize));

type Cells = BTreeMap<(usize, usize, usize), Seen>;

fn count(seen: &Cells, key: (usize, usize, usize)) -> f64 {
    seen.get(&key).map_or(0.0, |seen| seen.count)
}
