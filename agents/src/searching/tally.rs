//! What candidates brought, and how surely one is better than another.

use elderhand_env::{Action, ActionSet};

use crate::players::agent::likeliest_first;

/// After so many samples a prior counts twice what it counts after any number.
const HALF_TRUSTED: f64 = 1000.0;

/// An action that is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub action: Action,
    /// The logarithm of how likely the bot would choose it, with a floor.
    pub prior: f64,
}

/// Sums over samples in which candidates met the same world and the same cards.
///
/// Samples of one world are alike, so that errors are those of the worlds, each with all of its samples, and not of samples.
pub(super) struct Tally {
    candidates: Vec<Candidate>,
    /// For each candidate: samples, sum and sum of squares.
    sums: Vec<(f64, f64, f64)>,
    /// For each candidate samples and sum in each world.
    by_world: Vec<Vec<(f64, f64)>>,
    /// How much a prior is worth, in deviations of a return.
    weight: f64,
}

impl Tally {
    /// Begins with nothing; samples will be of so many worlds.
    pub(super) fn new(candidates: Vec<Candidate>, weight: f64, worlds: usize) -> Tally {
        let count = candidates.len();
        let by_world = vec![vec![(0.0, 0.0); worlds]; count];
        Tally { candidates, sums: vec![(0.0, 0.0, 0.0); count], by_world, weight }
    }

    /// Adds what the candidates of `live` brought in one sample of a world.
    pub(super) fn add(&mut self, live: &[usize], brought: &[f32], world: usize) {
        for (&one, &gain) in live.iter().zip(brought) {
            let gain = f64::from(gain);
            let (samples, sum, squares) = &mut self.sums[one];
            (*samples, *sum, *squares) = (*samples + 1.0, *sum + gain, *squares + gain * gain);
            let (samples, sum) = &mut self.by_world[one][world];
            (*samples, *sum) = (*samples + 1.0, *sum + gain);
        }
    }

    /// The number of samples a candidate was tried in.
    pub(super) fn samples(&self, candidate: usize) -> f64 {
        self.sums[candidate].0
    }

    /// What a candidate brought on average.
    pub(super) fn mean(&self, candidate: usize) -> f64 {
        let (samples, sum, _) = self.sums[candidate];
        sum / samples.max(1.0)
    }

    /// The variance of what a candidate brought.
    fn variance(&self, candidate: usize) -> f64 {
        let (samples, sum, squares) = self.sums[candidate];
        ((squares - sum * sum / samples.max(1.0)) / (samples - 1.0).max(1.0)).max(0.0)
    }

    /// The standard error of its mean; `None` if it was tried in one world only.
    pub(super) fn error(&self, candidate: usize) -> Option<f64> {
        error(self.by_world[candidate].iter().copied())
    }

    /// How many points a unit of a candidate's prior is worth.
    ///
    /// If what the bot held is wrong by a normal deviation, and the mean by its standard error, the likeliest truth weighs
    /// the two by their variances. So a prior counts the more the fewer samples there are; and never nothing, since
    /// those who play out are not who will play on.
    fn temperature(&self, candidate: usize) -> f64 {
        self.least_temperature() * (1.0 + HALF_TRUSTED / self.samples(candidate).max(1.0))
    }

    /// How many points it would be worth after any number of samples.
    fn least_temperature(&self) -> f64 {
        let samples: f64 = self.sums.iter().map(|(samples, ..)| samples).sum();
        let variance = (0..self.sums.len()).map(|one| self.variance(one) * self.samples(one)).sum::<f64>();
        self.weight * (variance / samples.max(1.0)).sqrt()
    }

    /// What speaks for a candidate, in points: what it brought, and what the bot held of it.
    pub(super) fn score(&self, candidate: usize) -> f64 {
        self.mean(candidate) + self.temperature(candidate) * self.candidates[candidate].prior
    }

    /// The best of some candidates; of equal ones the first.
    pub(super) fn best(&self, live: &[usize]) -> usize {
        live.iter()
            .copied()
            .reduce(|best, one| if self.score(one) > self.score(best) { one } else { best })
            .unwrap_or(0)
    }

    /// Returns `true` if a candidate is worse than another beyond so many standard errors of the difference between
    /// them, and would be if priors counted least; both have been tried in the same samples.
    pub(super) fn is_beaten(&self, candidate: usize, by: usize, errors: f64) -> bool {
        let (difference, error) = self.difference(by, candidate);
        let held = self.candidates[by].prior - self.candidates[candidate].prior;
        error.is_some_and(|error| difference + self.least_temperature() * held > errors * error)
    }

    /// How much more a candidate brought than another on average, and the standard error of that, from the difference in
    /// each world; both have been tried in the same samples.
    pub(super) fn difference(&self, candidate: usize, than: usize) -> (f64, Option<f64>) {
        let pairs = self.by_world[candidate].iter().zip(&self.by_world[than]);
        let apart = pairs.map(|(&(samples, sum), &(_, less))| (samples, sum - less));
        (self.mean(candidate) - self.mean(than), error(apart))
    }

    /// The standard error of the difference if nothing were alike in samples: where one world tells none, by how much they vary.
    pub(super) fn error_of_samples(&self, candidate: usize, than: usize) -> f64 {
        let error = |one| self.variance(one) / self.samples(one).max(1.0);
        (error(candidate) + error(than)).sqrt()
    }

    /// Leaves the better half of some candidates, the best first.
    pub(super) fn halve(&self, live: &mut Vec<usize>) {
        live.sort_by(|&a, &b| self.score(b).total_cmp(&self.score(a)));
        live.truncate(live.len().div_ceil(2));
    }

    /// The candidates.
    pub(super) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// How likely a player that searches plays each legal action, if it chose one of the candidates; likeliest first.
    ///
    /// The probabilities are those of a player that follows the bot as far as nothing speaks against it: the bot's own,
    /// times the exponential of what an action brought, measured in units of the prior.
    pub(super) fn probabilities(&self, choice: usize, legal: &ActionSet) -> Vec<(Action, f32)> {
        let weight = |one: usize| match self.temperature(one) {
            temperature if temperature > 0.0 => ((self.score(one) - self.score(choice)) / temperature).min(0.0).exp(),
            // All brought the same, or the prior counts for nothing.
            _ => f64::from(u8::from(one == choice)),
        };
        let candidates = || self.candidates.iter().enumerate();
        let sum: f64 = candidates().map(|(one, _)| weight(one)).sum();
        let share =
            |action| candidates().find(|(_, tried)| tried.action == action).map_or(0.0, |(one, _)| weight(one) / sum);
        let mut probabilities: Vec<(Action, f32)> = legal.iter().map(|action| (action, share(action) as f32)).collect();
        likeliest_first(&mut probabilities);
        probabilities
    }
}

/// The standard error of the mean of samples, given their number and sum in each world; `None` if they are of one world only.
fn error(worlds: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let seen = worlds.filter(|(samples, _)| *samples > 0.0);
    let add = |(count, samples, sum), (more, gain): (f64, f64)| (count + 1.0, samples + more, sum + gain);
    let (count, samples, sum) = seen.clone().fold((0.0, 0.0, 0.0), add);
    if count < 2.0 {
        return None;
    }
    let squares: f64 = seen.map(|(in_it, gain)| (gain - in_it * sum / samples).powi(2)).sum();
    Some((squares * count / (count - 1.0)).sqrt() / samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(worlds: usize) -> Tally {
        Tally::new([0, 1].map(|action| Candidate { action: Action(action), prior: 0.0 }).into(), 0.0, worlds)
    }

    #[test]
    fn errors_are_those_of_the_mean() {
        let mut tally = tally(4);
        for (world, gain) in [1.0, 2.0, 4.0, 5.0].into_iter().enumerate() {
            tally.add(&[0, 1], &[gain, 1.0], world);
        }
        // The variance of the four is 10/3.
        let right = (10.0f64 / 3.0 / 4.0).sqrt();
        let near = |error: Option<f64>| error.is_some_and(|error| (error - right).abs() < 1e-12);
        assert!(near(tally.error(0)) && tally.error(1) == Some(0.0));
        let (mean, error) = tally.difference(0, 1);
        assert!((mean - 2.0).abs() < 1e-12 && near(error));
    }

    #[test]
    fn one_world_tells_no_error_and_gives_nobody_up() {
        let mut tally = tally(2);
        (0..3).for_each(|sample| tally.add(&[0, 1], &[5.0 + sample as f32, 0.0], 1));
        assert!(tally.error(0).is_none() && !tally.is_beaten(1, 0, 2.0));
    }

    #[test]
    fn samples_of_the_same_worlds_tell_no_more_than_these() {
        let once = |times: usize| {
            let mut tally = tally(4);
            for sample in 0..4 * times {
                tally.add(&[0, 1], &[[1.0, 2.0, 4.0, 5.0][sample % 4], 1.0], sample % 4);
            }
            [tally.error(0), tally.difference(0, 1).1].map(Option::unwrap)
        };
        for (one, many) in once(1).into_iter().zip(once(1000)) {
            assert!(one > 0.5 && (one - many).abs() < 1e-9, "{one} {many}");
        }
    }
}
