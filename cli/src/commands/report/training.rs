//! What is shown of runs: who they are, their curves, where their time went, how they were set.

use elderhand_agents::distinct_names;
use maud::html;

use super::curves::{every, scores};
use super::numbers::{percent, span};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, key, set, words};
use super::plot;
use super::run::Run;
use crate::output::thousands;

/// What time goes into.
const PARTS: [&str; 3] = ["playing", "learning", "evaluations, checkpoints and the rest"];

/// What was trained, in a line.
pub fn title(runs: &[Run]) -> String {
    let mut games: Vec<&str> = runs.iter().map(|run| run.game.as_str()).collect();
    games.dedup();
    format!("Training of {}: {}", games.join(", "), names(runs).join(", "))
}

/// All sections; runs are laid over each other in every figure.
pub fn sections(runs: &[Run]) -> anyhow::Result<Vec<Section>> {
    let names = names(runs);
    let mut sections = vec![overview(runs, &names)];
    let scores = scores(runs, &names)?;
    if !scores.is_empty() {
        sections.push(Section { title: "Scores".into(), body: grid(&scores) });
    }
    let mut learning = every(runs, &names)?;
    learning.push(time(runs, &names)?);
    sections.push(Section { title: "Learning".into(), body: grid(&learning) });
    sections.push(settings(runs, &names));
    Ok(sections)
}

/// The names of the runs, told apart by a number where they are equal.
fn names(runs: &[Run]) -> Vec<String> {
    distinct_names(&runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>())
}

/// What the colours stand for where there are several runs.
pub fn colours(names: &[String]) -> Key {
    let key = names.iter().enumerate().map(|(number, name)| (mark(number), name.clone()));
    if names.len() > 1 { key.collect() } else { Key::new() }
}

/// What stands at the end of a curve.
pub fn mark(number: usize) -> String {
    (number + 1).to_string()
}

fn overview(runs: &[Run], names: &[String]) -> Section {
    let said = |run: &Run| {
        vec![
            ("game", run.game.clone()),
            ("decisions", thousands(run.decisions)),
            ("iterations", thousands(run.iterations as f64)),
            ("time", span(run.seconds)),
            ("seed", run.setting("seed").to_owned()),
            ("started", run.started.clone()),
            ("revision", run.revision.clone()),
        ]
    };
    let body = match runs {
        [run] => {
            html! { div.panel { (facts(&said(run))) @if !run.options.is_empty() { p.quiet { (set(&run.options)) } } } }
        }
        _ => {
            let head = ["run", "game", "decisions", "iterations", "time", "seed", "started", "revision"];
            let number = |name: &&str| ["decisions", "iterations", "time", "seed"].contains(name);
            let head = head.iter().map(|name| ((*name).to_owned(), number(name))).collect();
            let row = |(run, name): (&Run, &String)| {
                [name.clone()].into_iter().chain(said(run).into_iter().map(|(_, value)| value)).collect()
            };
            let table = Table { head, rows: runs.iter().zip(names).map(row).collect() };
            html! { div.panel { (key(&colours(names))) (table.markup("Runs")) } }
        }
    };
    Section { title: if runs.len() == 1 { "The run" } else { "The runs" }.into(), body }
}

/// Where the time went.
fn time(runs: &[Run], names: &[String]) -> anyhow::Result<Figure> {
    let parts = |run: &Run| [run.playing, run.learning, (run.seconds - run.playing - run.learning).max(0.0)];
    let mut bars = Vec::new();
    let mut table =
        Table { head: vec![words("run"), words("what"), figures("time"), figures("share")], rows: Vec::new() };
    for (number, (run, name)) in runs.iter().zip(names).enumerate() {
        let mark = if runs.len() > 1 { mark(number) } else { String::new() };
        bars.push((mark, parts(run).map(|seconds| seconds / 60.0).to_vec()));
        let all = parts(run).iter().sum::<f64>();
        for (part, seconds) in PARTS.into_iter().zip(parts(run)) {
            let share = percent(if all > 0.0 { seconds / all } else { 0.0 });
            table.rows.push(vec![name.clone(), part.into(), span(seconds), share]);
        }
    }
    let said: Vec<String> =
        table.rows.iter().map(|row| format!("{}: {} {}, {}.", row[0], row[1], row[2], row[3])).collect();
    Ok(Figure {
        title: "Where time went".into(),
        about: "in minutes".into(),
        drawing: plot::bars(&bars, "minutes")?,
        key: PARTS.iter().map(|part| (String::new(), (*part).to_owned())).collect(),
        description: said.join(" "),
        note: None,
        beside: false,
        table,
    })
}

/// The settings: of one run all of them, of several those in which they differ.
fn settings(runs: &[Run], names: &[String]) -> Section {
    if let [run] = runs {
        let rows = run.settings.iter().map(|(key, value)| vec![key.clone(), value.clone()]).collect();
        let table = Table { head: vec![words("setting"), words("value")], rows };
        return Section { title: "Settings".into(), body: table.folded("All settings", "Settings") };
    }
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in runs.iter().flat_map(|run| &run.settings) {
        if !keys.contains(&&**key) {
            keys.push(key);
        }
    }
    let differ = |key: &&str| runs.iter().any(|run| run.setting(key) != runs[0].setting(key));
    let row = |key: &str| [key.to_owned()].into_iter().chain(runs.iter().map(|run| run.setting(key).into())).collect();
    let rows: Vec<Vec<String>> = keys.into_iter().filter(differ).map(row).collect();
    let head = [words("setting")].into_iter().chain(names.iter().map(words)).collect();
    let body = if rows.is_empty() {
        html! { p { "They are set alike." } }
    } else {
        html! { div.panel { (Table { head, rows }.markup("Settings that differ")) } }
    };
    Section { title: "Settings that differ".into(), body }
}
