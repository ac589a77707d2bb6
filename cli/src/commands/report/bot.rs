//! A bot file: what it is and how it has played, on the ladder if it is there, else as its manifest says.

use std::path::Path;

use elderhand_agents::bundle::{Evaluation, Manifest};
use elderhand_agents::{Bundle, Estimate, Releases};
use elderhand_env::Terms;
use elderhand_env::options::terms;
use maud::html;
use serde_json::Value;

use super::arena::told;
use super::numbers::{interval, percent, signed};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, set, words};
use super::plot::{Interval, intervals};
use crate::commands::ladder::file::Ladder;
use crate::output::thousands;

/// A bot as it was named, with what its file says.
pub struct Bot {
    name: String,
    manifest: Manifest,
    evaluations: Vec<Evaluation>,
}

impl Bot {
    /// Reads a bot file; `name` is how it was named.
    pub fn read(name: &Path, path: &Path) -> anyhow::Result<Bot> {
        let (manifest, name) = (Bundle::open(path)?.manifest().clone(), name.display().to_string());
        let evaluations = match name.strip_prefix("checkpoint:") {
            Some(released) => Ladder::beside(&Releases::find()).of(released, &manifest).to_vec(),
            None => manifest.evaluations.clone(),
        };
        Ok(Bot { name, manifest, evaluations })
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("{}, a bot for {}", self.name, self.manifest.contract.game)
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let Manifest { contract, training, network, .. } = &self.manifest;
        let config = Table {
            head: vec![words("setting")],
            rows: training.config.lines().filter(|line| !line.is_empty()).map(|line| vec![line.into()]).collect(),
        };
        let values = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
        let variable: Vec<String> =
            contract.variable.iter().map(|(name, all)| format!("{name} {}", values(all))).collect();
        let layers: Vec<String> = network.trunk.iter().map(usize::to_string).collect();
        let body = html! {
            div.panel {
                (facts(&[
                    ("game", contract.game.clone()),
                    ("run", training.run.clone()),
                    ("decisions", thousands(training.decisions as f64)),
                    ("date", training.date.clone().unwrap_or_default()),
                    ("seed", training.seed.to_string()),
                    ("revision", training.revision.clone().unwrap_or_default()),
                    ("hidden layers", layers.join(", ")),
                    ("trained at", variable.join("; ")),
                ]))
                p.quiet { (set(&contract.options)) }
                @if !config.rows.is_empty() { (config.folded("The config of its training", "Config")) }
            }
        };
        let mut sections = vec![Section { title: self.title(), body }];
        if !self.evaluations.is_empty() {
            sections.push(Section { title: "How it has played".into(), body: grid(&[self.play()?]) });
        }
        Ok(sections)
    }

    fn play(&self) -> anyhow::Result<Figure> {
        let (contract, evaluations) = (&self.manifest.contract, &self.evaluations);
        let Terms { one, points, .. } = terms(&contract.game, &contract.options);
        let unit = format!("{points} a {one}");
        let drawn = |(place, evaluation): (usize, &Evaluation)| {
            let Estimate { mean, low, high } = evaluation.score;
            Interval { mark: (place + 1).to_string(), mean, ends: (low, high) }
        };
        let drawn: Vec<Interval> = evaluations.iter().enumerate().map(drawn).collect();
        let row = |(place, evaluation): (usize, &Evaluation)| {
            let Evaluation { opponent, setting, deals, score, win_share, .. } = evaluation;
            vec![
                format!("{} {opponent} {}", place + 1, set(setting)).trim_end().to_owned(),
                signed(score.mean),
                interval((score.low, score.high), signed),
                evaluation.verdict().to_string(),
                percent(win_share.mean),
                interval((win_share.low, win_share.high), percent),
                thousands(*deals as f64),
            ]
        };
        let rows: Vec<Vec<String>> = evaluations.iter().enumerate().map(row).collect();
        let ci = "95 % interval";
        let head = vec![
            words("against"),
            figures(&*unit),
            figures(ci),
            words("verdict"),
            figures("won"),
            figures(ci),
            figures("deals"),
        ];
        Ok(Figure {
            title: "Against each opponent".into(),
            about: format!("{unit}, with 95 % intervals"),
            drawing: intervals(&drawn, Some(0.0), &unit)?,
            key: Key::new(),
            beside: true,
            description: told(&rows),
            note: None,
            table: Table { head, rows },
        })
    }
}
