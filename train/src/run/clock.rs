//! How much of a run's budget is used.

use std::time::Instant;

use crate::run::hooks::Progress;
use crate::settings::config::Config;

/// Knows how much of the budget is used.
pub(crate) struct Clock {
    start: Instant,
    /// The seconds since that are not counted.
    left_out: f64,
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
            left_out: 0.0,
            seconds_before,
            decisions_before,
            limit_seconds: 60.0 * config.budget.minutes,
            limit_decisions: config.budget.decisions,
        }
    }

    /// Does what is no training, whose time is not counted.
    pub fn leave_out<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.left_out += start.elapsed().as_secs_f64();
        done
    }

    /// Returns the seconds of training by this process.
    fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64() - self.left_out
    }

    /// Returns the seconds of training over every resumption.
    pub fn seconds(&self) -> f64 {
        self.seconds_before + self.elapsed()
    }

    /// Returns the fraction of the budget that is used, from 0 to 1; 0 without a budget.
    pub fn fraction(&self, decisions: u64) -> f64 {
        let of = |used: f64, limit: f64| if limit > 0.0 { used / limit } else { 0.0 };
        let time = of(self.seconds(), self.limit_seconds);
        time.max(of(decisions as f64, self.limit_decisions as f64)).min(1.0)
    }

    /// Returns how far the run is.
    pub fn progress(&self, iteration: u64, decisions: u64) -> Progress {
        let pace = (decisions - self.decisions_before) as f64 / self.elapsed().max(1e-9);
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

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::Clock;
    use crate::settings::config::Config;

    #[test]
    fn time_before_a_resumption_counts_and_evaluations_do_not() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let sets = ["budget.minutes=1.0", "budget.decisions=0"].map(String::from);
        let config = Config::load(config.as_ref(), &sets).unwrap();
        let mut clock = Clock::new(&config, 30.0, 1000);
        clock.leave_out(|| sleep(Duration::from_millis(300)));
        assert!((30.0..30.2).contains(&clock.seconds()), "{}", clock.seconds());
        assert!((0.5..0.51).contains(&clock.fraction(1000)));
        let progress = clock.progress(1, 1000);
        assert!(progress.seconds_left.is_some_and(|left| (29.8..=30.0).contains(&left)));
    }
}
