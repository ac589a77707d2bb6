//! Capital that is bet against a mean.

/// The shares of a capital that may be lost in one bet, each by a part of it that is managed for itself.
///
/// The best share for a mean that is `d` deviations away is `d` times the distance of the bound in deviations: between 0.01
/// and more than 1 in these games. A share that is wrong by a factor of 1.4 costs an eighth of the growth.
const SHARES: [f64; 8] = [0.96, 0.48, 0.24, 0.12, 0.06, 0.03, 0.015, 0.0075];

/// The greatest share of a capital that one planned bet may lose.
const MOST: f64 = 0.9;

/// The part of planned capital that stakes half.
const CAREFUL: f64 = 0.2;

/// The number of values of which a planned bet first learns how they spread.
const FIRST: u32 = 8;

/// One belief: that the mean is at most, or at least, so much; within bounds of all values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// The mean.
    pub mean: f64,
    /// The bounds of the values.
    pub bounds: (f64, f64),
    /// Bets win where values are above the mean: the belief is that it is at most so much.
    pub above: bool,
}

impl Belief {
    /// What a value is beyond the mean, in the direction in which bets win.
    fn beyond(&self, value: f64) -> f64 {
        let beyond = value.clamp(self.bounds.0, self.bounds.1) - self.mean;
        if self.above { beyond } else { -beyond }
    }

    /// How far the worst value lies on the other side.
    fn worst(&self) -> f64 {
        if self.above { self.mean - self.bounds.0 } else { self.bounds.1 - self.mean }
    }
}

/// Capital in equal parts, each of which bets the same share of itself again and again: whatever the mean is, one of
/// them has nearly the right one, and the order of the values does not matter.
#[derive(Clone, Debug)]
pub(super) struct Mixture {
    belief: Belief,
    logs: [f64; SHARES.len()],
}

impl Mixture {
    pub fn new(belief: Belief) -> Mixture {
        Mixture { belief, logs: [0.0; SHARES.len()] }
    }

    /// Bets on a value that came so often.
    pub fn bet(&mut self, value: f64, times: f64) {
        let gain = self.belief.beyond(value) / self.belief.worst();
        for (log, share) in self.logs.iter_mut().zip(SHARES) {
            *log += times * (share * gain).ln_1p();
        }
    }

    /// How often the values so far would have to come for one part alone to make the capital so large; infinity if they
    /// lose.
    pub fn repeats(&self, log: f64) -> f64 {
        let best = self.logs.iter().copied().fold(0.0, f64::max);
        (log + (SHARES.len() as f64).ln()) / best
    }

    /// The natural logarithm of the capital, which began as 1.
    pub fn log(&self) -> f64 {
        log_sum(&self.logs) - (SHARES.len() as f64).ln()
    }
}

/// Capital that is bet as is best if the mean is so much beyond what is believed.
///
/// The best stake is then the distance over the mean square of what the values are beyond; the variance is that of the
/// values seen so far. Two of them, against either end of the distance, are Wald's test in both directions, as long as
/// the bounds are far. Where rare values lie far on the losing side, that stake is up to twice the best, with which nothing
/// grows; so a part of the capital stakes half.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    belief: Belief,
    distance: f64,
    logs: [f64; 2],
}

impl Planned {
    pub fn new(belief: Belief, distance: f64) -> Planned {
        Planned { belief, distance, logs: [(1.0 - CAREFUL).ln(), CAREFUL.ln()] }
    }

    /// Bets on a value; `seen` are those before it.
    pub fn bet(&mut self, value: f64, seen: &Moments) {
        if seen.count < FIRST {
            return;
        }
        let stake = self.distance / (seen.variance() + self.distance.powi(2));
        let stake = stake.min(MOST / self.belief.worst());
        for (log, stake) in self.logs.iter_mut().zip([stake, stake / 2.0]) {
            *log += (stake * self.belief.beyond(value)).ln_1p();
        }
    }

    /// The natural logarithm of the capital, which began as 1.
    pub fn log(&self) -> f64 {
        log_sum(&self.logs)
    }
}

/// The logarithm of a sum of which the parts' logarithms are known.
fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}

/// The count, mean and squares of values (Welford 1962).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    count: u32,
    mean: f64,
    squares: f64,
}

impl Moments {
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.count);
        self.squares += off * (value - self.mean);
    }

    fn variance(&self) -> f64 {
        self.squares / f64::from(self.count)
    }
}
