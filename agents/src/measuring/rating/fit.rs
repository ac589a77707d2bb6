//! The strengths that make results likeliest.

use super::matrix::inverse;

/// What is added to each strength's information, so that players who never met have some rating.
const RIDGE: f64 = 1e-6;
/// No strength moves further in one step; e² to 1.
const STEP: f64 = 2.0;

/// Two players, what the first won of what they played, and how much that counts, in deals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub players: (usize, usize),
    pub won: f64,
    pub weight: f64,
}

impl Pair {
    /// With one deal more, a tie: who has won everything is not infinitely strong.
    fn with_tie(&self) -> (f64, f64) {
        ((self.won * self.weight + 0.5) / (self.weight + 1.0), self.weight + 1.0)
    }
}

/// Returns the part that a player wins of another who is so much weaker, in natural units of strength.
pub(super) fn expected(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// Returns the strengths of so many players by maximum likelihood (Bradley and Terry 1952), in natural units and around 0,
/// from a guess of them.
///
/// Parts of a deal count as parts of a win. Newton's method on a concave function: it takes a handful of steps.
pub(super) fn fit(players: usize, pairs: &[Pair], guess: Option<&[f64]>) -> Vec<f64> {
    let mut strengths = guess.map_or_else(|| vec![0.0; players], <[f64]>::to_vec);
    for _ in 0..100 {
        let mut slope: Vec<f64> = strengths.iter().map(|strength| -RIDGE * strength).collect();
        let curve = information(players, pairs, &strengths, |pair, p| {
            let (won, weight) = pair.with_tie();
            let (a, b) = pair.players;
            slope[a] += weight * (won - p);
            slope[b] -= weight * (won - p);
            weight * p * (1.0 - p)
        });
        let curve = inverse(&curve);
        let step: Vec<f64> = curve.iter().map(|row| row.iter().zip(&slope).map(|(c, s)| c * s).sum()).collect();
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step.clamp(-STEP, STEP));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// Returns the information about strengths that pairs bring, each as much as it is asked for at what it is expected to win.
pub(super) fn information(
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
        let told = each(pair, expected(strengths[a] - strengths[b]));
        matrix[a][a] += told;
        matrix[b][b] += told;
        matrix[a][b] -= told;
        matrix[b][a] -= told;
    }
    matrix
}
