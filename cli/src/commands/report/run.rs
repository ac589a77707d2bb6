//! A run directory: what was asked, and what the metrics say.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use elderhand_agents::files::read_text;
use elderhand_env::options::terms;
use elderhand_env::{Overrides, Terms};
use serde_json::{Map, Value};

use super::numbers::sane;
use super::plot::Point;
use crate::lines::each_line;

/// The file of a run directory by which it is known.
pub const METRICS: &str = "metrics.jsonl";
const CONFIG: &str = "config.toml";
const RUN: &str = "run.json";
/// No more of the metrics is read, in bytes; a day of training writes a hundredth of it.
const MOST_OF_METRICS: u64 = 1 << 30;
/// No more of the other files is read.
const MOST_OF_OTHERS: u64 = 16 << 20;
/// The most bytes of a line of metrics.
const LONGEST: u64 = 1 << 20;

/// What there is a number of in every iteration, and what is to be known of it.
pub const EVERY: [(&str, &str, &str); 6] = [
    ("losses/entropy", "Entropy", "of the policy, in nats; it should fall slowly"),
    ("losses/approx_kl", "Approximate KL", "of an update, in nats; above 0.02 it moves too far"),
    ("losses/clipfrac", "Clip fraction", "of an update; above 0.3 it moves too far"),
    ("losses/explained_variance", "Explained variance", "of the outcomes by the values; 1 is all of it"),
    ("losses/gradient_norm", "Gradient norm", "before it is clipped"),
    ("charts/SPS", "Decisions a second", "playing and learning together"),
];

/// What the names of evaluations begin with: those on the way, and that of what is exported.
const OCCASIONS: [&str; 2] = ["eval/", "final/"];

/// A training, as its directory tells it.
#[derive(Default)]
pub struct Run {
    /// The directory's own name.
    pub name: String,
    /// Every setting by its dotted key.
    pub settings: Vec<(String, String)>,
    pub game: String,
    pub options: Overrides,
    /// When it was started, with the revision.
    pub started: String,
    pub revision: String,
    pub decisions: f64,
    pub iterations: u64,
    /// The seconds of everything, playing, and learning.
    pub seconds: f64,
    pub playing: f64,
    pub learning: f64,
    /// What there is of [`EVERY`].
    pub every: [Vec<(f64, f64)>; EVERY.len()],
    /// Each opponent and setting that was met.
    pub met: Vec<Met>,
}

/// The scores against an opponent, at one setting.
pub struct Met {
    /// Who it is, as in the names of the metrics.
    pub title: String,
    /// On the way.
    pub points: Vec<Point>,
    /// What is exported.
    pub last: Option<Point>,
}

impl Run {
    /// Reads a run directory, which may be one that is being written.
    pub fn read(path: &Path) -> anyhow::Result<Run> {
        let mut run = Run { name: name(path), ..Run::default() };
        let config: Map<String, Value> = {
            let path = path.join(CONFIG);
            toml::from_str(&text(&path)?).with_context(|| path.display().to_string())?
        };
        flatten("", &config, &mut run.settings);
        run.game = config.get("game").and_then(Value::as_str).unwrap_or_default().into();
        run.options = config.get("options").and_then(Value::as_object).cloned().unwrap_or_default();
        run.start(&path.join(RUN))?;
        let path = path.join(METRICS);
        let file = File::open(&path).with_context(|| path.display().to_string())?;
        let mut before = 0.0;
        let any = |_: &[u8]| Ok(());
        each_line(&path, file.take(MOST_OF_METRICS), LONGEST, |line| run.take(line, &mut before), any)?;
        Ok(run)
    }

    /// Reads when it was first started, where that was written down.
    fn start(&mut self, path: &Path) -> anyhow::Result<()> {
        if !path.exists() {
            return Ok(());
        }
        let shown = || path.display().to_string();
        let run: Value = serde_json::from_str(&text(path)?).with_context(shown)?;
        let start = &run["starts"][0];
        let said = |name: &str| start[name].as_str().unwrap_or_default().to_owned();
        (self.started, self.revision) = (moment(&said("time")), said("revision"));
        Ok(())
    }

    /// Takes up a line of the metrics; `before` is the time that the line before it told.
    fn take(&mut self, line: &[u8], before: &mut f64) -> anyhow::Result<()> {
        let line: Map<String, Value> =
            serde_json::from_slice(line).context("expected a JSON object, as training writes it")?;
        let number = |name: &str| line.get(name).and_then(Value::as_f64).filter(|number| sane(*number));
        let decisions = number("decisions").filter(|decisions| *decisions >= 0.0);
        let decisions = decisions.context("expected a number of `decisions`")?;
        self.decisions = self.decisions.max(decisions);
        if let Some(iteration) = line.get("iteration").and_then(Value::as_u64) {
            self.iterations = self.iterations.max(iteration);
        }
        if let Some(seconds) = number("seconds") {
            // A run that is taken up may count from 0 again.
            self.seconds += if seconds >= *before { seconds - *before } else { seconds };
            *before = seconds;
        }
        self.playing += number("charts/self_play_seconds").unwrap_or(0.0);
        self.learning += number("charts/learning_seconds").unwrap_or(0.0);
        for ((name, ..), points) in EVERY.iter().zip(&mut self.every) {
            points.extend(number(name).map(|value| (decisions, value)));
        }
        for (key, value) in &line {
            for (last, occasion) in OCCASIONS.into_iter().enumerate() {
                let title = key.strip_prefix(occasion).and_then(|rest| rest.strip_suffix("/score"));
                let (Some(title), Some(y)) = (title, value.as_f64().filter(|score| sane(*score))) else { continue };
                let end = |name: &str| number(&format!("{occasion}{title}/{name}"));
                let point = Point { x: decisions, y, interval: end("ci_low").zip(end("ci_high")) };
                let met = self.met(title);
                if last == 1 { met.last = Some(point) } else { met.points.push(point) }
            }
        }
        Ok(())
    }

    fn met(&mut self, title: &str) -> &mut Met {
        let place = self.met.iter().position(|met| met.title == title).unwrap_or_else(|| {
            self.met.push(Met { title: title.into(), points: Vec::new(), last: None });
            self.met.len() - 1
        });
        &mut self.met[place]
    }

    /// What scores count, such as `points a round`.
    pub fn unit(&self) -> String {
        let Terms { one, points, .. } = terms(&self.game, &self.options);
        format!("{points} a {one}")
    }

    /// A setting, empty if it has none.
    pub fn setting(&self, key: &str) -> &str {
        self.settings.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
    }
}

/// The directory's own name, also where it is named as `.`.
fn name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.into());
    whole.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Sets the parts of a time apart, which is written as YYYYMMDD-HHMMSS.
fn moment(time: &str) -> String {
    let part = |from, to| time.get(from..to);
    let parts = [part(0, 4), part(4, 6), part(6, 8), part(9, 11), part(11, 13)];
    match parts {
        [Some(year), Some(month), Some(day), Some(hour), Some(minute)] => {
            format!("{year}-{month}-{day} {hour}:{minute} UTC")
        }
        _ => time.into(),
    }
}

fn text(path: &Path) -> anyhow::Result<String> {
    File::open(path).and_then(|file| read_text(file, MOST_OF_OTHERS)).with_context(|| path.display().to_string())
}

/// Adds every setting by its dotted key.
fn flatten(prefix: &str, table: &Map<String, Value>, all: &mut Vec<(String, String)>) {
    for (name, value) in table {
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Object(inner) => flatten(&key, inner, all),
            Value::String(text) => all.push((key, text.clone())),
            other => all.push((key, other.to_string())),
        }
    }
}
