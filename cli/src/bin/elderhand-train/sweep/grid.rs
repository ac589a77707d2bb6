//! Which runs a sweep is made of.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use elderhand::commands::sweep::Args;
use elderhand::failure::usage;
use elderhand_train::Config;
use toml::{Table, Value};

/// More runs than these are a mistake.
const MOST_RUNS: usize = 10_000;

/// A run of a sweep.
pub struct Planned {
    /// The config's name and the values of the grid: what the seeds have in common.
    pub title: String,
    pub config: Config,
    pub dir: PathBuf,
}

/// Returns the runs, those that differ by the seed alone one after another. All are read before the first is trained.
pub fn plan(args: &Args) -> anyhow::Result<Vec<Planned>> {
    let axes = args.grid.iter().map(|axis| values(axis)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut points: Vec<Vec<String>> = vec![Vec::new()];
    for (key, values) in &axes {
        let more = |point: &Vec<String>, value| [point.as_slice(), &[format!("{key}={value}")]].concat();
        points = points.iter().flat_map(|point| values.iter().map(|value| more(point, value))).collect();
        if points.len() * args.configs.len() * args.seeds as usize > MOST_RUNS {
            return Err(usage(format!("--grid: that is more than {MOST_RUNS} runs")));
        }
    }
    let mut runs = Vec::new();
    for path in &args.configs {
        for point in &points {
            let title: Vec<String> = [stem(path)].into_iter().chain(point.iter().cloned()).collect();
            let title = title.join(" ");
            for seed in 1..=args.seeds {
                let config = Config::load(path, &[args.set.as_slice(), point, &budget(args), &own(seed)].concat())?;
                let dir = args.dir.join(format!("{}-seed={seed}", file_name(&title)));
                runs.push(Planned { title: title.clone(), config, dir });
            }
        }
    }
    let mut taken = HashMap::new();
    for run in &runs {
        if let Some(other) = taken.insert(&run.dir, &run.title) {
            let same = run.dir.display();
            return Err(usage(format!("`{other}` and `{}` would share the directory {same}", run.title)));
        }
    }
    Ok(runs)
}

/// The settings of the budget that each run is given, if it is not its own.
fn budget(args: &Args) -> Vec<String> {
    let given = |decisions: u64, minutes: f64| {
        vec![format!("budget.decisions={decisions}"), format!("budget.minutes={minutes:?}")]
    };
    match (args.decisions, args.minutes) {
        (Some(decisions), _) => given(decisions, 0.0),
        (None, Some(minutes)) => given(0, minutes),
        (None, None) => Vec::new(),
    }
}

fn own(seed: u64) -> Vec<String> {
    vec![format!("seed={seed}"), "threads=1".into()]
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Takes `KEY=A,B,…` apart; a value that is not TOML is a text.
fn values(axis: &str) -> anyhow::Result<(String, Vec<String>)> {
    let (key, list) = axis
        .split_once('=')
        .ok_or_else(|| usage(format!("--grid {axis}: expected KEY=A,B,…, such as learning.epochs=1,2")))?;
    let parsed = format!("values = [{list}]").parse::<Table>().ok().filter(|table| table.len() == 1);
    let values: Vec<String> = match parsed.and_then(|mut table| table.remove("values")) {
        Some(Value::Array(values)) => values.iter().map(Value::to_string).collect(),
        _ => list.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    if values.is_empty() || values.iter().any(String::is_empty) {
        return Err(usage(format!("--grid {axis}: a value is empty")));
    }
    Ok((key.trim().to_owned(), values))
}

/// A title as the name of a directory: what is neither letter nor digit nor one of `.=_-` becomes a single `_`.
fn file_name(title: &str) -> String {
    let mut name = String::new();
    for letter in title.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() || ".=_-".contains(letter) => name.push(letter),
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    name.trim_end_matches('_').into()
}
