//! What a run shows while it trains: a progress bar for a person, a few lines for a log.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use elderhand::output::{printable, say, thousands};
use elderhand_train::{Evaluation, Observer, Occasion, Progress};
use indicatif::{ProgressBar, ProgressStyle};

/// Without a terminal, progress is told this often.
const EVERY: Duration = Duration::from_secs(60);
/// The bar's resolution.
const STEPS: u64 = 1000;

/// Watches a run on standard error.
pub struct Watch {
    bar: ProgressBar,
    /// Of the run, where there are several.
    name: Option<String>,
    latest: String,
    /// What scores count.
    pub points: &'static str,
    told: Instant,
    /// What the evaluations found that compared the averages of the run.
    pub compared: Vec<Evaluation>,
    /// The decisions of the run at which it is stopped, and how.
    limit: Option<(u64, &'static AtomicBool)>,
}

impl Watch {
    pub fn new() -> Watch {
        let style = ProgressStyle::with_template("{wide_bar:.dim} {percent:>3} %  {msg}");
        let bar = ProgressBar::new(STEPS).with_style(style.expect("the template is well formed"));
        Watch {
            bar,
            name: None,
            latest: String::new(),
            points: "points",
            told: Instant::now(),
            compared: Vec::new(),
            limit: None,
        }
    }

    /// Watches one of several runs, of which each tells by its name what there is to tell.
    pub fn among(name: &str) -> Watch {
        Watch { bar: ProgressBar::hidden(), name: Some(name.into()), ..Watch::new() }
    }

    /// Stops the run once it has made so many decisions.
    pub fn stop_at(&mut self, decisions: u64, stop: &'static AtomicBool) {
        self.limit = Some((decisions, stop));
    }

    /// Returns `true` if the limit has stopped a run that has made so many decisions.
    pub fn stopped(&self, decisions: u64) -> bool {
        self.limit.is_some_and(|(limit, _)| decisions >= limit)
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, text: &str) {
        match &self.name {
            Some(name) => say(&format!("{name}: {text}")),
            None if self.bar.is_hidden() => say(text),
            None => self.bar.println(printable(text)),
        }
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        if let Some((_, stop)) = self.limit.filter(|_| self.stopped(progress.decisions)) {
            stop.store(true, Ordering::Relaxed);
        }
        let left = progress.seconds_left.map_or(String::new(), |left| format!(", {} left", duration(left)));
        let text = format!("{}/s{left}{}", thousands(progress.decisions_per_second), self.latest);
        if self.bar.is_hidden() {
            if self.told.elapsed() >= EVERY {
                self.told = Instant::now();
                let (percent, decisions) = (100.0 * progress.fraction, thousands(progress.decisions as f64));
                self.say(&format!("{percent:3.0} %  {decisions} decisions, {text}"));
            }
            return;
        }
        self.bar.set_position((STEPS as f64 * progress.fraction) as u64);
        self.bar.set_message(text);
    }

    fn evaluated(&mut self, evaluation: &Evaluation, occasion: Occasion) {
        let Evaluation { iteration, win_rate, win_rate_interval: (low, high), score, .. } = evaluation;
        let opponent = evaluation.title();
        self.latest = format!(", {:.0} % v {opponent}", 100.0 * win_rate);
        let what = match occasion {
            Occasion::Comparison => {
                self.compared.push(evaluation.clone());
                format!("iteration {iteration}, to choose the best average")
            }
            Occasion::Conclusion => "the bot, on deals that did not choose it".into(),
        };
        self.say(&format!(
            "{what}: {opponent} {:.1} % won ({:.1} … {:.1}), {score:+.2} {}",
            100.0 * win_rate,
            100.0 * low,
            100.0 * high,
            self.points,
        ));
    }

    fn note(&mut self, text: &str) {
        self.say(text);
    }

    fn warn(&mut self, text: &str) {
        self.say(&format!("warning: {text}"));
    }
}

/// A length of time for people: `2:05`, or `3:10:00` beyond an hour.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
