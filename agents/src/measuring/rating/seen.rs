//! What has been seen of a pair: how many deals, what the first made of them, and how much that varies.

use super::cells::Score;
use super::fit::{Pair, TIE};
use crate::measuring::arena::Measure;

/// No deals are taken to vary less than this, as long as few have been seen.
const LEAST_VARIANCE: f64 = 0.01;
/// The deals whose variance is supposed before any is seen: that of the share won in one round, or that of all deals.
const SUPPOSED: f64 = 4.0;

/// What the first of a pair made of the deals of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub count: f64,
    sum: f64,
    squares: f64,
}

impl Seen {
    /// The same with more deals.
    pub fn with(self, by: Measure, scores: impl Iterator<Item = Score>) -> Seen {
        scores.map(|score| score.made(by)).fold(self, |seen, made| Seen {
            count: seen.count + 1.0,
            sum: seen.sum + made,
            squares: seen.squares + made.powi(2),
        })
    }

    /// The sum of the squares of what is off the mean.
    fn off(&self) -> f64 {
        (self.squares - self.sum.powi(2) / self.count).max(0.0)
    }
}

/// Returns what is known of pairs, each of which has met at one game or several; deals of whom none has varied yet are taken to vary
/// so much.
pub(super) fn pooled<'a>(
    by: Measure,
    unvaried: f64,
    met: impl Iterator<Item = ((usize, usize), &'a [Seen])> + Clone,
) -> impl Iterator<Item = Pair> {
    // A mean takes the freedom of one deal.
    let sums = met.clone().flat_map(|(_, games)| games);
    let (free, off) = sums.fold((0.0, 0.0), |(free, off), seen| (free + seen.count - 1.0, off + seen.off()));
    let usual = if off > 0.0 { off / free } else { unvaried };
    met.map(move |(players, games)| {
        let mean = games.iter().map(|seen| seen.sum / seen.count).sum::<f64>() / games.len() as f64;
        let off: f64 = games.iter().map(Seen::off).sum();
        let count: f64 = games.iter().map(|seen| seen.count).sum();
        let weight = effective(games.iter().map(|seen| seen.count));
        let pair = Pair { players, mean, weight, variance: 0.0, unseen: 0.0 };
        match by {
            Measure::Won => {
                let p = (mean * count + TIE.0) / (count + TIE.1);
                let supposed = p * (1.0 - p);
                let variance = ((off + SUPPOSED * supposed) / (count + SUPPOSED)).max(LEAST_VARIANCE * supposed);
                Pair { variance, ..pair }.with(TIE)
            }
            Measure::Points => {
                let variance = ((off / usual + SUPPOSED) / (count + SUPPOSED)).max(LEAST_VARIANCE);
                // Deals with random weights show their own variance, over one deal more than there are.
                let unseen = (variance * usual / weight - off / count / (weight + 1.0)).max(0.0);
                Pair { variance, unseen, ..pair }
            }
        }
    })
}

/// What deals of several games are worth together, in deals, where each game counts the same.
pub(super) fn effective(counts: impl Iterator<Item = f64>) -> f64 {
    let played: Vec<f64> = counts.filter(|count| *count > 0.0).collect();
    let games = played.len() as f64;
    if played.is_empty() { 0.0 } else { games * games / played.iter().map(|count| 1.0 / count).sum::<f64>() }
}
