//! What a sweep found, and how it compares with another.

use std::collections::BTreeMap;

use elderhand::commands::sweep::Args;
use elderhand::output::Output;
use elderhand_agents::stats::estimate_few;
use serde::{Deserialize, Serialize};

/// The name of the exact measure; less is better.
pub const NASH_CONV: &str = "NashConv";

/// What the command found.
#[derive(Serialize, Deserialize)]
pub struct Report {
    /// What each training was given, by the names it has in a config; empty if its config said that.
    budget: BTreeMap<String, f64>,
    seeds: u64,
    measures: Vec<Measure>,
}

/// One number of every run of a config under one setting.
#[derive(Serialize, Deserialize)]
struct Measure {
    /// The config and the values of the grid.
    config: String,
    /// Against whom and at which table, or [`NASH_CONV`].
    name: String,
    /// Points a round, or the NashConv, by seed.
    values: Vec<f64>,
    /// Millions of decisions in training, by seed.
    decisions: Vec<f64>,
}

impl Report {
    pub fn new(args: &Args) -> Report {
        let decisions = args.decisions.map(|decisions| ("decisions".to_owned(), decisions as f64));
        let minutes = args.minutes.map(|minutes| ("minutes".to_owned(), minutes));
        let budget = decisions.into_iter().chain(minutes).collect();
        Report { budget, seeds: args.seeds, measures: Vec::new() }
    }

    /// Refuses to be compared with what had another budget.
    pub fn compares(&self, earlier: &Report) -> anyhow::Result<()> {
        if earlier.budget == self.budget {
            return Ok(());
        }
        let said: Vec<String> = earlier.budget.iter().map(|(name, amount)| format!("--{name} {amount}")).collect();
        let said = if said.is_empty() { "the budgets of its configs".into() } else { said.join(" ") };
        anyhow::bail!("it was made with {said}: say the same here")
    }

    pub fn put(&mut self, config: &str, name: String, value: f64, decisions: f64) {
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

    pub fn print(&self, earlier: Option<&Report>, out: &mut Output) -> anyhow::Result<()> {
        let mut head = vec!["config", "against", "by seed", "mean", "95 % interval", "decisions"];
        head.extend(earlier.map(|_| "gain"));
        let row = |measure: &Measure| {
            let gained = mean(&measure.values);
            let mut row = vec![
                measure.config.clone(),
                measure.name.clone(),
                measure.values.iter().map(|value| format!("{value:+.3}")).collect::<Vec<_>>().join(" "),
                format!("{gained:+.3}"),
                estimate_few(&measure.values)
                    .map_or("-".into(), |found| format!("{:+.3} … {:+.3}", found.low, found.high)),
                format!("{:.1} M", mean(&measure.decisions)),
            ];
            if let Some(earlier) = earlier {
                let same = |other: &&Measure| other.config == measure.config && other.name == measure.name;
                // Of a NashConv less is better.
                let sign = if measure.name == NASH_CONV { -1.0 } else { 1.0 };
                let before = earlier.measures.iter().find(same).map(|before| sign * (gained - mean(&before.values)));
                row.push(before.map_or_else(|| "-".into(), |gain| format!("{gain:+.3}")));
            }
            row
        };
        let rows: Vec<Vec<String>> = self.measures.iter().map(row).collect();
        out.table(&head, &[false, false, false, true, false, true, true][..head.len()], &rows)?;
        Ok(())
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
