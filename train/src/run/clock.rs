//! How much of a run's budget is used.

use std::time::Instant;

use crate::run::hooks::Progress;
use crate::settings::config::Config;

/// Knows how much of the budget is used.
pub(crate) struct Clock {
    start: Instant,
    seconds_before: f64,
    decisions_before: u64,
    limit_seconds: f64,
    limit_decisions: u64,
}

impl Clock {
    /// Starts the clock, given what was used before this process took up the run.
    pub fn new(config: &Config, seconds_before: f64, decisions_before: u64) -> Clock {
        Clock {
            start: Instant::now(),
            seconds_before,
            decisions_before,
            limit_seconds: 60.0 * config.budget.minutes,
            limit_decisions: config.budget.decisions,
        }
    }

    /// Returns the seconds of training over every resumption.
    pub fn seconds(&self) -> f64 {
        self.seconds_before + self.start.elapsed().as_secs_f64()
    }

    /// Returns the fraction of the budget that is used, from 0 to 1; 0 without a budget.
    pub fn fraction(&self, decisions: u64) -> f64 {
        let of = |used: f64, limit: f64| if limit > 0.0 { used / limit } else { 0.0 };
        let time = of(self.seconds(), self.limit_seconds);
        time.max(of(decisions as f64, self.limit_decisions as f64)).min(1.0)
    }

    /// Returns how far the run is.
    pub fn progress(&self, iteration: u64, decisions: u64) -> Progress {
        let elapsed = self.start.elapsed().as_secs_f64();
        let pace = (decisions - self.decisions_before) as f64 / elapsed.max(1e-9);
        let by_time = (self.limit_seconds > 0.0).then(|| (self.limit_seconds - self.seconds()).max(0.0));
        let left = self.limit_decisions.saturating_sub(decisions) as f64;
        let by_decisions = (self.limit_decisions > 0 && pace > 0.0).then(|| left / pace);
        let seconds_left = match (by_time, by_decisions) {
            (Some(time), Some(decisions)) => Some(time.min(decisions)),
            (time, decisions) => time.or(decisions),
        };
        let fraction = self.fraction(decisions);
        Progress { iteration, decisions, fraction, decisions_per_second: pace, seconds_left }
    }
}
