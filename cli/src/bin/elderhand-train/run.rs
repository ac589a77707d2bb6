//! Running a training from its config to the exported bot and the next commands to try.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use elderhand::commands::report;
use elderhand::commands::train::Args;
use elderhand::date::today;
use elderhand::failure::Interrupted;
use elderhand::interrupt;
use elderhand::output::{Output, printable, say, thousands, word};
use elderhand_agents::{Bot, Bundle, Verdict};
use elderhand_env::options::terms;
use elderhand_env::{Terms, game};
use elderhand_train::{
    BOT, Budget, Config, Evaluation, Outcome, Provenance, Trainer, config_of_run, default_run_dir, export_tensors,
    follow,
};

use crate::export::bundle;
use crate::measure::Arena;
use crate::together::ranks;
use crate::watch::Watch;

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let stop = interrupt::catch();
    // A wrong one is told before the training and not after it.
    today()?;
    let mut sets = args.set.clone();
    // A run that goes on keeps its budget, along which its schedules run.
    if let Some(steps) = args.steps.filter(|_| args.resume.is_none()) {
        sets.extend([format!("budget.decisions={steps}"), "budget.minutes=0.0".into()]);
    }
    let ranks = ranks(&args.together)?;
    if ranks.rank() > 0 {
        let rank = ranks.rank();
        return follow(ranks, &mut Arena::default(), stop).with_context(|| format!("rank {rank}"));
    }
    if args.together.mpi {
        say(&format!("{} ranks train together", ranks.size()));
    }
    let mut watch = Watch::new();
    let trainer = match (&args.resume, &args.config) {
        (Some(dir), _) => {
            // A wrong name is told before the run takes it over; where there is no run, that is told below.
            if let Ok(config) = config_of_run(dir, &sets) {
                check_opponents(&config)?;
            }
            let trainer = Trainer::resume_among(ranks, dir, &sets, &provenance(), &mut watch)?;
            if let Some(steps) = args.steps {
                watch.stop_at(trainer.decisions().saturating_add(steps), stop);
            }
            trainer
        }
        (None, config) => {
            let path = config.as_deref().unwrap_or(Path::new(""));
            let config = Config::load(path, &sets)?;
            check_opponents(&config)?;
            let dir = args.run_dir.clone().unwrap_or_else(|| default_run_dir(path));
            Trainer::new_among(ranks, &config, &dir, &provenance(), &mut watch)?
        }
    };
    let (config, dir) = (trainer.config().clone(), trainer.dir().to_owned());
    match train(trainer, &mut Arena::default(), &mut watch, stop)? {
        Trained::Whole(outcome, bundle) => conclude(&config, &outcome, &dir, &bundle, out),
        Trained::Stopped(outcome, told) => {
            write!(out, "{told}")?;
            out.flush()?;
            if watch.stopped(outcome.decisions) { Ok(()) } else { Err(CAN_GO_ON.into()) }
        }
    }
}

/// What a run notes down of where it comes from.
pub fn provenance() -> Provenance {
    let revision = option_env!("ELDERHAND_GIT").unwrap_or("unknown").to_owned();
    Provenance { revision, argv: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect() }
}

/// What became of a training.
pub enum Trained {
    /// It came to its end: what came out, and the bot.
    Whole(Outcome, Box<Bundle>),
    /// It was stopped: where it stands, and lines that say where it goes on from.
    Stopped(Outcome, String),
}

/// What is said of a training that somebody has stopped.
pub const CAN_GO_ON: Interrupted = Interrupted("the run can go on");

/// Trains, and exports the bot in the end.
pub fn train(
    mut trainer: Trainer,
    arena: &mut Arena,
    watch: &mut Watch,
    stop: &'static AtomicBool,
) -> anyhow::Result<Trained> {
    let config = trainer.config().clone();
    watch.points = game(&config.game, &config.options)?.terms().points;
    let dir = trainer.dir().to_owned();
    say(&format!("training {} in {}; Ctrl-C stops with a checkpoint", config.game, dir.display()));
    let result = trainer.run(arena, watch, stop);
    watch.end();
    let outcome = result?;
    // The directory is free for others from here on.
    drop(trainer);
    if !outcome.finished {
        let mut told = format!("stopped after {} decisions\n", thousands(outcome.decisions as f64));
        told += &format!("  checkpoint  {}\n", printable(outcome.checkpoint.display()));
        if let Some(report) = report(&dir) {
            told += &format!("  report      {report}\n");
        }
        told += &format!("  go on with  elderhand train --resume {}\n", word(dir.display()));
        return Ok(Trained::Stopped(outcome, told));
    }
    let exported = dir.join(BOT);
    let bundle = bundle(&export_tensors(&outcome.checkpoint, |_| ())?, &dir, &exported)?;
    Ok(Trained::Whole(outcome, Box::new(bundle)))
}

/// Says what came out and what can be done with it.
fn conclude(config: &Config, outcome: &Outcome, dir: &Path, bundle: &Bundle, out: &mut Output) -> anyhow::Result<()> {
    let (paint, game) = (out.paint, &config.game);
    let head = format!("{game}: {} decisions", thousands(outcome.decisions as f64));
    writeln!(out, "\n{}\n", paint.bold(head))?;
    if !outcome.evaluations.is_empty() {
        let Terms { one, points, .. } = terms(game, &bundle.manifest().contract.options);
        let points = format!("{points} a {one}");
        let head = ["against", "deals", &points, "95 % interval", "won", "95 % interval", ""];
        let rows: Vec<Vec<String>> = outcome.evaluations.iter().map(row).collect();
        out.table(&head, &[false, true, true, false, true, false, false], &rows)?;
        writeln!(out, "\nEvery deal was played from every seat; intervals are over the deals.")?;
    }
    let report = report(dir);
    writeln!(out, "\n  run directory  {}", printable(dir.display()))?;
    writeln!(out, "  bot            {}", printable(bundle.name()))?;
    let (bot, dir, set) = (word(bundle.name()), word(dir.display()), bundle.manifest().contract.settings());
    writeln!(out, "\n{}", paint.bold("Next"))?;
    for command in [
        format!("elderhand play {game} --bot {bot}{set}"),
        format!("elderhand arena --game {game} --bots {bot},random --deals 2000{set}"),
        format!("elderhand verify {bot}"),
        format!("elderhand train --resume {dir} {}", longer(config, outcome.decisions)),
    ] {
        writeln!(out, "  {command}")?;
    }
    if let Some(report) = report {
        writeln!(out, "\n  report         {report}")?;
    }
    Ok(())
}

/// Writes the report of a run, and returns where it lies; `None` if it could not be written, which costs nothing else.
fn report(dir: &Path) -> Option<String> {
    match report::of_run(dir) {
        Ok(path) => Some(printable(path.display())),
        Err(error) => {
            say(&format!("warning: there is no report: {error:#}"));
            None
        }
    }
}

/// The settings that give a run ten times what it had, which may be more than its budget.
fn longer(config: &Config, made: u64) -> String {
    let Budget { decisions, minutes } = config.budget;
    let decisions = (decisions > 0).then(|| format!("--set budget.decisions={}", 10 * decisions.max(made)));
    let minutes = (minutes > 0.0).then(|| format!("--set budget.minutes={}", 10.0 * minutes));
    [decisions, minutes].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Seats every opponent once at every table, so that a wrong name is told before the training and not after it.
pub fn check_opponents(config: &Config) -> anyhow::Result<()> {
    let games = game(&config.game, &config.options)?.vary(&config.self_play.vary)?;
    let seated = |name: &String| {
        let bot = Bot::open(name)?;
        games.iter().try_for_each(|game| bot.player(game).map(drop))
    };
    config.evaluation.opponents.iter().try_for_each(seated).with_context(|| "`evaluation.opponents`")
}

fn row(evaluation: &Evaluation) -> Vec<String> {
    let Evaluation { deals, score, score_interval, win_rate, win_rate_interval, .. } = evaluation;
    vec![
        evaluation.title(),
        deals.to_string(),
        format!("{score:+.2}"),
        format!("{:+.2} … {:+.2}", score_interval.0, score_interval.1),
        format!("{:.1} %", 100.0 * win_rate),
        format!("{:.1} … {:.1}", 100.0 * win_rate_interval.0, 100.0 * win_rate_interval.1),
        Verdict::of(*score_interval).to_string(),
    ]
}
