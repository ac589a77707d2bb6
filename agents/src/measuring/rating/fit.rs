//! The strengths that make results likeliest.

use super::matrix::inverse;
use crate::measuring::arena::Measure;

/// What is added to each strength's information, so that players who never met have some rating.
const RIDGE: f64 = 1e-6;
/// No strength moves further in one step; e² to 1.
const STEP: f64 = 2.0;

/// Two players, and what is known of how they did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub players: (usize, usize),
    /// What the first made against the second.
    pub mean: f64,
    /// How much that counts, in deals.
    pub weight: f64,
    /// How much a deal varies; of points as a part of how much deals vary in all.
    pub variance: f64,
    /// Of points, the part of the variance of `mean` that a few deals do not show.
    pub unseen: f64,
}

/// What is supposed of a pair by what is won, beside its deals: how many of how many it wins. A tie, so that who has won
/// everything is not infinitely strong.
pub(super) const TIE: (f64, f64) = (0.5, 1.0);

impl Pair {
    /// The same with deals that are supposed: how many the first wins, of how many.
    pub fn with(self, (won, of): (f64, f64)) -> Pair {
        let weight = self.weight + of;
        Pair { mean: (self.mean * self.weight + won) / weight, weight, ..self }
    }

    /// How much what the first made counts.
    fn counts(&self, by: Measure) -> f64 {
        if by == Measure::Won { self.weight } else { self.weight / self.variance }
    }
}

/// Returns what a player makes against another who is so much weaker: the part won, in natural units of strength, or points.
pub(super) fn expected(by: Measure, ahead: f64) -> f64 {
    match by {
        Measure::Won => 1.0 / (1.0 + (-ahead).exp()),
        Measure::Points => ahead,
    }
}

/// How fast that grows with the strength.
pub(super) fn slope(by: Measure, expected: f64) -> f64 {
    match by {
        Measure::Won => expected * (1.0 - expected),
        Measure::Points => 1.0,
    }
}

/// Returns the strengths of so many players by maximum likelihood, around 0, from a guess of them: of parts won (Bradley and Terry
/// 1952) in natural units, of points, which are taken to be normal, in points.
///
/// Parts of a deal count as parts of a win. Newton's method on a concave function: it takes a handful of steps.
pub(super) fn fit(by: Measure, players: usize, pairs: &[Pair], guess: Option<&[f64]>) -> Vec<f64> {
    let mut strengths = guess.map_or_else(|| vec![0.0; players], <[f64]>::to_vec);
    let furthest = if by == Measure::Won { STEP } else { f64::INFINITY };
    for _ in 0..100 {
        let mut uphill: Vec<f64> = strengths.iter().map(|strength| -RIDGE * strength).collect();
        let curve = information(by, players, pairs, &strengths, |pair, expected| {
            let (weight, (a, b)) = (pair.counts(by), pair.players);
            uphill[a] += weight * (pair.mean - expected);
            uphill[b] -= weight * (pair.mean - expected);
            weight * slope(by, expected)
        });
        let curve = inverse(&curve);
        let step: Vec<f64> = curve.iter().map(|row| row.iter().zip(&uphill).map(|(c, s)| c * s).sum()).collect();
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step.clamp(-furthest, furthest));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// Returns the information about strengths that pairs bring, each as much as it is asked for at what it is expected to make.
pub(super) fn information(
    by: Measure,
    players: usize,
    pairs: &[Pair],
    strengths: &[f64],
    mut each: impl FnMut(&Pair, f64) -> f64,
) -> Vec<Vec<f64>> {
    // Only differences are known; the mean is held at 0.
    let mut matrix = vec![vec![1.0 / players as f64; players]; players];
    (0..players).for_each(|i| matrix[i][i] += RIDGE);
    for pair in pairs {
        let (a, b) = pair.players;
        let told = each(pair, expected(by, strengths[a] - strengths[b]));
        matrix[a][a] += told;
        matrix[b][b] += told;
        matrix[a][b] -= told;
        matrix[b][a] -= told;
    }
    matrix
}
