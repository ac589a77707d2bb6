//! `bench learn`: how much training learns in a fixed time, or from a fixed number of decisions.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use elderhand::commands::bench::learn::Args;
use elderhand::failure::Interrupted;
use elderhand::interrupt;
use elderhand::output::{Output, say};
use elderhand_agents::files::read_text;
use elderhand_agents::{Choice, Effort, NetworkAgent, TabularPolicy, nash_conv};
use elderhand_env::options::read_json;
use elderhand_env::{Game, Visitor, visit};
use elderhand_train::{Config, Model, Provenance, Trainer};
use serde::{Deserialize, Serialize};

use crate::measure::{Arena, NAME};
use crate::watch::Watch;

/// Games with more positions are not solved.
const POSITIONS: u64 = 100_000;
/// The name of the exact measure; less is better.
const NASH_CONV: &str = "NashConv";
/// No table that is compared with is longer.
const MOST_BYTES: u64 = 16 << 20;

/// What the command found.
#[derive(Serialize, Deserialize)]
struct Report {
    /// What each training was given: one of `decisions` and `minutes`, by the names they have in a config.
    budget: BTreeMap<String, f64>,
    seeds: u64,
    measures: Vec<Measure>,
}

/// One number of every run of a config.
#[derive(Serialize, Deserialize)]
struct Measure {
    config: String,
    /// Against whom and at which table, or [`NASH_CONV`].
    name: String,
    /// Points a round, or the NashConv, by seed.
    values: Vec<f64>,
    /// Millions of decisions in training, by seed.
    decisions: Vec<f64>,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let earlier = args.against.as_deref().map(read).transpose()?;
    let (name, amount) = args.decisions.map_or(("minutes", args.minutes), |decisions| ("decisions", decisions as f64));
    let budget = BTreeMap::from([(name.into(), amount)]);
    if let Some(other) = earlier.as_ref().filter(|earlier| earlier.budget != budget) {
        let said: Vec<String> = other.budget.iter().map(|(name, amount)| format!("--{name} {amount}")).collect();
        anyhow::bail!("it was made with {}: say the same here", said.join(" "));
    }
    let mut report = Report { budget, seeds: args.seeds, measures: Vec::new() };
    let stop = interrupt::catch();
    // All are read before the first is trained.
    let configs: Vec<Vec<Config>> = args.configs.iter().map(|path| seeded(args, path)).collect::<Result<_, _>>()?;
    for (path, configs) in args.configs.iter().zip(configs) {
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for config in configs {
            say(&format!("training {title}, seed {}", config.seed));
            let folder = tempfile::tempdir()?;
            let mut trainer = Trainer::new(&config, &folder.path().join(&title), &Provenance::default())?;
            let mut watch = Watch::new();
            let outcome = trainer.run(&mut Arena { threads: 1 }, &mut watch, stop);
            watch.end();
            let outcome = outcome?;
            if !outcome.finished {
                return Err(Interrupted("nothing is kept of it").into());
            }
            let mut put = |name: String, value| {
                report.put(&title, name, value, outcome.decisions as f64 / 1e6);
            };
            outcome.evaluations.iter().for_each(|evaluation| put(evaluation.title(), evaluation.score));
            if let Some(found) = solved(&trainer.model())? {
                put(NASH_CONV.into(), found);
            }
        }
    }
    if args.json { out.json(&report) } else { report.print(earlier.as_ref(), out) }
}

/// Reads a config once for each seed.
fn seeded(args: &Args, path: &Path) -> Result<Vec<Config>, elderhand_train::ConfigError> {
    let of = |seed| {
        let own = [
            format!("seed={seed}"),
            "threads=1".into(),
            format!("budget.decisions={}", args.decisions.unwrap_or(0)),
            format!("budget.minutes={}", args.decisions.map_or(args.minutes, |_| 0.0)),
        ];
        Config::load(path, &[args.set.as_slice(), &own].concat())
    };
    (1..=args.seeds).map(of).collect()
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let text = File::open(path)
        .and_then(|file| read_text(file, MOST_BYTES))
        .with_context(|| format!("cannot read {}", path.display()))?;
    read_json(text.as_bytes()).map_err(|wrong| anyhow!("{} is not what --json prints: {wrong}", path.display()))
}

/// Returns the NashConv of a model's average policy; `None` if its game is too large.
fn solved(model: &Model) -> anyhow::Result<Option<f64>> {
    struct Solving<'a>(&'a Model);
    impl Visitor for Solving<'_> {
        type Output = anyhow::Result<Option<f64>>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let choice = Choice::Sample { temperature: 1.0 };
            let network = Arc::new(self.0.network()?);
            let config = &self.0.info.config;
            let agent = NetworkAgent::new(NAME, network, config.value_scale, choice).hints(config.network.hints);
            let effort = Effort { positions: POSITIONS, threads: 1 };
            let found = nash_conv(&game, TabularPolicy::stated(NAME, Box::new(agent)), &effort, |_| ());
            Ok(found.ok().map(|found| found.nash_conv))
        }
    }
    let config = &model.info.config;
    visit(&config.game, &config.options, Solving(model))?
}

impl Report {
    fn put(&mut self, config: &str, name: String, value: f64, decisions: f64) {
        let own = |measure: &&mut Measure| measure.config == config && measure.name == name;
        match self.measures.iter_mut().find(own) {
            Some(measure) => {
                measure.values.push(value);
                measure.decisions.push(decisions);
            }
            None => {
                let (values, decisions) = (vec![value], vec![decisions]);
                self.measures.push(Measure { config: config.into(), name, values, decisions });
            }
        }
    }

    fn print(&self, earlier: Option<&Report>, out: &mut Output) -> anyhow::Result<()> {
        let mut head = vec!["config", "against", "by seed", "mean", "decisions"];
        head.extend(earlier.map(|_| "gain"));
        let row = |measure: &Measure| {
            let gained = mean(&measure.values);
            let mut row = vec![
                measure.config.clone(),
                measure.name.clone(),
                measure.values.iter().map(|value| format!("{value:+.3}")).collect::<Vec<_>>().join(" "),
                format!("{gained:+.3}"),
                format!("{:.1} M", mean(&measure.decisions)),
            ];
            if let Some(earlier) = earlier {
                let same = |other: &&Measure| other.config == measure.config && other.name == measure.name;
                let before = earlier.measures.iter().find(same).map(|before| gained - mean(&before.values));
                row.push(before.map_or_else(|| "-".into(), |gain| format!("{gain:+.3}")));
            }
            row
        };
        let rows: Vec<Vec<String>> = self.measures.iter().map(row).collect();
        out.table(&head, &[false, false, false, true, true, true][..head.len()], &rows)?;
        Ok(())
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
