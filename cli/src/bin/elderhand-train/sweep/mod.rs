//! `sweep`: training over several seeds and settings, one run directory each.

mod grid;
mod measures;

use std::collections::VecDeque;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, anyhow};
use elderhand::commands::sweep::Args;
use elderhand::failure::Interrupted;
use elderhand::interrupt;
use elderhand::output::{Output, say};
use elderhand_agents::files::read_text;
use elderhand_agents::{Choice, Effort, ExploitabilityError, TabularPolicy, nash_conv};
use elderhand_env::options::read_json;
use elderhand_env::{AnyView, game};
use elderhand_train::{Evaluation, Model, Trainer, config_of_run, export_tensors};

use self::grid::{Planned, plan};
use self::measures::{NASH_CONV, Report};
use crate::measure::{Arena, NAME, policy};
use crate::run::{check_opponents, provenance};
use crate::watch::Watch;

/// Games with more positions are not solved.
const POSITIONS: u64 = 100_000;
/// No table that is compared with is longer.
const MOST_BYTES: u64 = 16 << 20;

/// What a run came to.
struct Found {
    decisions: u64,
    evaluations: Vec<Evaluation>,
    nash_conv: Option<f64>,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let runs = plan(args)?;
    let mut report = Report::new(args);
    let earlier = args.against.as_deref().map(read).transpose()?;
    if let Some(earlier) = &earlier {
        report.compares(earlier)?;
    }
    // Runs that differ by the seed alone meet the same.
    for run in runs.iter().step_by(args.seeds as usize) {
        check_opponents(&run.config)?;
    }
    for (run, found) in runs.iter().zip(all(&runs, args.jobs, interrupt::catch())?) {
        let mut put = |name: String, value| report.put(&run.title, name, value, found.decisions as f64 / 1e6);
        found.evaluations.iter().for_each(|evaluation| put(evaluation.title(), evaluation.score));
        if let Some(found) = found.nash_conv {
            put(NASH_CONV.into(), found);
        }
    }
    if args.json { out.json(&report) } else { report.print(earlier.as_ref(), out) }
}

/// Trains some runs at a time until all are over, and returns what they came to in their order.
fn all(runs: &[Planned], jobs: u16, stop: &'static AtomicBool) -> anyhow::Result<Vec<Found>> {
    let waiting: Mutex<VecDeque<(usize, &Planned)>> = Mutex::new(runs.iter().enumerate().collect());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let alone = jobs == 1;
    let work = || -> anyhow::Result<Vec<(usize, Found)>> {
        let mut done = Vec::new();
        while let Some((place, run)) = next() {
            match one(run, alone, stop) {
                Ok(found) => done.push((place, found)),
                Err(error) => {
                    // The others stop with a checkpoint, as at Ctrl-C.
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(done)
    };
    let threads = usize::from(jobs).min(runs.len());
    let ended: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        started.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a run panicked"))).collect()
    });
    let mut found = Vec::new();
    // An error that made the others stop comes before their news that they were stopped.
    let (failed, rest): (Vec<_>, Vec<_>) =
        ended.into_iter().map(|ended| ended.and_then(|done| done)).partition(Result::is_err);
    let mut errors: Vec<anyhow::Error> = failed.into_iter().filter_map(Result::err).collect();
    errors.sort_by_key(|error| error.is::<Interrupted>());
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    rest.into_iter().flatten().for_each(|done| found.extend(done));
    found.sort_by_key(|(place, _)| *place);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// Trains one run to its end, from where it stands.
fn one(run: &Planned, alone: bool, stop: &'static AtomicBool) -> anyhow::Result<Found> {
    let name = run.dir.file_name().unwrap_or_default().to_string_lossy();
    let mut watch = if alone { Watch::new() } else { Watch::among(&name) };
    let mut trainer = if run.dir.join("run.json").exists() {
        if config_of_run(&run.dir, &[])? != run.config {
            let dir = run.dir.display();
            return Err(anyhow!("{dir} holds a run with other settings: choose another --dir, or remove it"));
        }
        Trainer::resume(&run.dir, &[], &provenance(), &mut watch)?
    } else {
        Trainer::new(&run.config, &run.dir, &provenance())?
    };
    say(&format!("training {name}"));
    let outcome = trainer.run(&mut Arena::default(), &mut watch, stop);
    watch.end();
    let outcome = outcome.with_context(|| name.to_string())?;
    if !outcome.finished {
        return Err(Interrupted("the same command goes on").into());
    }
    let nash_conv = solved(&export_tensors(&outcome.checkpoint, |_| ())?).with_context(|| name.to_string())?;
    Ok(Found { decisions: outcome.decisions, evaluations: outcome.evaluations, nash_conv })
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let text = File::open(path)
        .and_then(|file| read_text(file, MOST_BYTES))
        .with_context(|| format!("cannot read {}", path.display()))?;
    read_json(text.as_bytes()).map_err(|wrong| anyhow!("{} is not what --json prints: {wrong}", path.display()))
}

/// Returns the NashConv of what a run would export, drawing as trained; `None` if its game is too large.
fn solved(model: &Model) -> anyhow::Result<Option<f64>> {
    let config = &model.info.config;
    let game = game(&config.game, &config.options)?;
    let agent = policy(config, &Arc::new(model.network()?), Choice::Sample { temperature: 1.0 });
    let policy = TabularPolicy::<AnyView>::stated(NAME, Box::new(agent));
    match nash_conv(&game, policy, &Effort { positions: POSITIONS, threads: 1 }, |_| ()) {
        Ok(found) => Ok(Some(found.nash_conv)),
        Err(ExploitabilityError::Positions(_) | ExploitabilityError::Memory | ExploitabilityError::Length) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
