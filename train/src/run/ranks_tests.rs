//! Whole runs of several ranks: their directory, stops, and going on with another number of ranks.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::follow::follow;
use super::hooks::{Evaluate, Meeting, Observer, Progress};
use super::trainer::{Outcome, Trainer};
use crate::ranks::Ranks;
use crate::record::checkpoint::Checkpoint;
use crate::record::evaluation::Evaluation;
use crate::record::export::Model;
use crate::record::run_dir::Provenance;
use crate::settings::config::Config;

/// An evaluation of which every rank has its part, and every rank must see the same network.
struct Together;

impl Evaluate for Together {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let seen = format!("{:?} {}", model.tensors, meeting.seed).into_bytes();
        let all = meeting.crew.map_or_else(|| Ok(vec![seen.clone()]), |crew| crew.share(seen.clone()))?;
        assert!(all.iter().all(|other| *other == seen), "ranks measure different networks");
        let (score, won) = (model.tensors[0].data[0].into(), 0.5);
        Ok(Evaluation {
            iteration: model.info.iteration,
            opponent: meeting.opponent.into(),
            setting: meeting.setting.clone(),
            deals: meeting.deals,
            score,
            score_interval: (score, score),
            win_rate: won,
            win_rate_interval: (won, won),
        })
    }
}

/// Ten iterations with so many threads a process.
fn config(threads: usize) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/kuhn.toml");
    let sets = [
        &format!("threads={threads}"),
        "network.trunk=[16]",
        "self_play.lanes=60",
        "self_play.horizon=8",
        "learning.minibatch=200",
        "pool.every=2",
        "pool.share=0.2",
        "checkpoint.every=3",
        "evaluation.every=4",
        "budget.decisions=4800",
    ];
    Config::load(&path, &sets.map(String::from)).unwrap()
}

/// No rank is asked to stop.
const NEVER: (u64, usize) = (u64::MAX, 0);

/// Asks a rank to stop after an iteration, and keeps what is told.
struct Watch<'a> {
    stop_after: u64,
    stop: &'a AtomicBool,
    notes: &'a Mutex<Vec<String>>,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.stop.fetch_or(progress.iteration == self.stop_after, Ordering::Relaxed);
    }

    fn note(&mut self, text: &str) {
        self.notes.lock().unwrap().push(text.into());
    }
}

/// Makes or takes up a run with so many ranks of so many threads; rank `asked` is asked to stop after an iteration.
fn run(size: usize, threads: usize, path: &Path, (stop_after, asked): (u64, usize)) -> (Outcome, Vec<String>) {
    let stops: Vec<AtomicBool> = (0..size).map(|_| AtomicBool::new(false)).collect();
    let notes = Mutex::new(Vec::new());
    let mut ranks = Ranks::threads(size, Duration::from_secs(60));
    if size == 1 {
        ranks = vec![Ranks::alone()];
    }
    let outcome = thread::scope(|scope| {
        let others: Vec<_> = ranks
            .split_off(1)
            .into_iter()
            .zip(&stops[1..])
            .map(|(ranks, stop)| scope.spawn(move || follow(ranks, &mut Together, stop)))
            .collect();
        let ranks = ranks.remove(0);
        let mut watch = Watch { stop_after, stop: &stops[asked], notes: &notes };
        let provenance = Provenance::default();
        let mut trainer = match path.join("run.json").exists() {
            true => {
                let sets = [format!("threads={threads}")];
                Trainer::resume_among(ranks, path, &sets, &provenance, &mut watch).unwrap()
            }
            false => Trainer::new_among(ranks, &config(threads), path, &provenance, &mut watch).unwrap(),
        };
        let outcome = trainer.run(&mut Together, &mut watch, &stops[0]).unwrap();
        others.into_iter().for_each(|other| other.join().unwrap().unwrap());
        outcome
    });
    (outcome, notes.into_inner().unwrap())
}

/// Everything in a checkpoint but who wrote it.
fn contents(path: &Path) -> (String, String, String) {
    let checkpoint = Checkpoint::read(path).unwrap();
    (checkpoint.lanes, checkpoint.open, format!("{:?}", checkpoint.groups))
}

#[test]
fn a_run_is_stopped_by_any_rank_and_goes_on_with_any_number() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [whole, parts] = folders.each_ref().map(|folder| folder.path());
    let (expected, _) = run(1, 2, whole, NEVER);
    assert!(expected.finished);

    let (stopped, notes) = run(2, 1, parts, (4, 1));
    assert!(!stopped.finished && notes.is_empty());
    // Rank 1 is heard before the comparison that is due, which waits until the run goes on.
    let info = Checkpoint::read(&stopped.checkpoint).unwrap().info;
    assert_eq!((stopped.decisions, info.ranks, info.due), (4 * 480, 2, true));
    // Where none is due it is heard at the end of the next iteration.
    let (stopped, _) = run(2, 1, parts, (5, 1));
    assert_eq!(stopped.decisions, 6 * 480);
    let (stopped, notes) = run(2, 1, parts, (7, 0));
    assert_eq!((stopped.decisions, notes.len()), (7 * 480, 0));
    // As many threads as before, in one process.
    let (found, notes) = run(1, 2, parts, NEVER);
    assert!(found.finished && notes.len() == 1, "{notes:?}");
    assert!(notes[0].contains("2 ranks trained the run so far: its lanes are dealt anew to 1"), "{notes:?}");
    assert!(contents(&expected.checkpoint) == contents(&found.checkpoint), "the checkpoints differ");
    assert_eq!((found.evaluations.len(), &found.evaluations), (1, &expected.evaluations));

    let metrics = fs::read_to_string(parts.join("metrics.jsonl")).unwrap();
    let lines = metrics.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let iterations: Vec<u64> = lines.map(|line| line["iteration"].as_u64().unwrap()).collect();
    // Comparisons after the fourth and the eighth and at the end, and a conclusion.
    assert_eq!(iterations, [1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10]);
}

#[test]
fn a_run_of_one_process_goes_on_with_three_ranks() {
    let folder = tempfile::tempdir().unwrap();
    run(1, 1, folder.path(), (4, 0));
    let (outcome, notes) = run(3, 2, folder.path(), NEVER);
    assert!(outcome.finished && notes.len() == 1, "{notes:?}");
    assert_eq!(outcome.decisions, 4800);
}
