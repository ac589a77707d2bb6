//! Where the time of an iteration goes.

use std::time::Instant;

use serde::Serialize;

/// The seconds of each part of an iteration, or their fractions of the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Times {
    /// The network and the draw of an action, in self-play.
    pub deciding: f64,
    /// The games: rules, chance, observations, masks; with a device, what is not hidden behind deciding.
    pub games: f64,
    /// The values that the critic estimates, if there is one.
    pub critic: f64,
    /// The network forward and backward, and the loss.
    pub gradients: f64,
    /// The steps of the optimiser; on a device they are among the gradients.
    pub optimiser: f64,
    /// What travels between ranks, and waiting for them; 0 where a process trains alone.
    pub ranks: f64,
    /// Advantages, the order of decisions, averages, the pool.
    pub rest: f64,
}

impl Times {
    /// Makes each part of two parts.
    fn with(&self, other: &Times, of: impl Fn(f64, f64) -> f64) -> Times {
        Times {
            deciding: of(self.deciding, other.deciding),
            games: of(self.games, other.games),
            critic: of(self.critic, other.critic),
            gradients: of(self.gradients, other.gradients),
            optimiser: of(self.optimiser, other.optimiser),
            ranks: of(self.ranks, other.ranks),
            rest: of(self.rest, other.rest),
        }
    }

    /// Adds other times, part by part.
    pub(crate) fn add(&mut self, other: &Times) {
        *self = self.with(other, |a, b| a + b);
    }

    /// Returns the fraction of the total that each part is.
    pub(crate) fn shares(&self) -> Times {
        let total = self.total();
        self.with(self, |part, _| part / total)
    }

    /// Returns the sum of all parts.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.parts().iter().map(|(_, part)| part).sum()
    }

    /// Returns the part of self-play: deciding and the games.
    #[must_use]
    pub fn self_play(&self) -> f64 {
        self.deciding + self.games
    }

    /// Returns every part with its name, in the order of an iteration.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, f64); 7] {
        [
            ("deciding", self.deciding),
            ("games", self.games),
            ("critic", self.critic),
            ("gradients", self.gradients),
            ("optimiser", self.optimiser),
            ("ranks", self.ranks),
            ("rest", self.rest),
        ]
    }
}

/// Does some work, adds the seconds that it takes, and returns its result.
pub(crate) fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds += start.elapsed().as_secs_f64();
    result
}
