//! Two players who have met, at one game or several.

use std::collections::BTreeMap;

use super::cells::Cell;
use super::fit::Pair;
use super::seen::effective;
use crate::measuring::arena::Measure;
use crate::measuring::sequential::anytime;

/// A pair with its deals at each game.
pub(super) struct Met<'a> {
    pub games: Vec<(usize, &'a Cell)>,
    /// What is known of it in all.
    pub pair: Pair,
}

impl Met<'_> {
    pub fn deals(&self) -> usize {
        self.games.iter().map(|(_, cell)| cell.deals.len()).sum()
    }

    /// What the first made where each deal has a weight, without any that is supposed; each game counts the same.
    pub fn weighed(&self, by: Measure, weight: &dyn Fn(usize, u64, u64) -> f64) -> Pair {
        let games = self.games.iter().map(|(game, cell)| {
            cell.deals.iter().fold((0.0, 0.0), |(count, sum), (&(seed, deal), score)| {
                let weight = weight(*game, seed, deal);
                (count + weight, sum + weight * score.made(by))
            })
        });
        let games: Vec<(f64, f64)> = games.filter(|(count, _)| *count > 0.0).collect();
        let mean = games.iter().map(|(count, sum)| sum / count).sum::<f64>() / games.len().max(1) as f64;
        let weight = effective(games.iter().map(|(count, _)| *count));
        Pair { mean, weight, ..self.pair }
    }

    /// What the first made.
    pub fn mean(&self, by: Measure) -> f64 {
        self.games.iter().map(|(_, cell)| cell.mean(by)).sum::<f64>() / self.games.len() as f64
    }

    /// Between what and what that lies, by what can be made in each game.
    pub fn interval(&self, by: Measure, alpha: f64, bounds: &BTreeMap<usize, (f64, f64)>) -> (f64, f64) {
        let games = self.games.len() as f64;
        self.games.iter().fold((0.0, 0.0), |(low, high), (game, cell)| {
            let values: Vec<f64> = cell.deals.values().map(|score| score.made(by)).collect();
            let found = anytime(&values, bounds[game], alpha);
            (low + found.low / games, high + found.high / games)
        })
    }
}

/// What the second of a pair made, where the first made so much.
pub(super) fn reversed(by: Measure, made: f64) -> f64 {
    2.0 * by.even() - made
}
