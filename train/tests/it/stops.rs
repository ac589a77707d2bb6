//! A run that is asked to stop waits for no evaluation, and makes it up when it goes on.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_train::{Config, Evaluate, Evaluation, Meeting, Model, Outcome, Provenance, Trainer};

use crate::kuhn::{Marks, SHORT, Watch, config, take_up};

/// Meets whoever it is asked to, and asks the run to stop in one of the meetings.
struct Judge<'a> {
    run: &'a Path,
    stop: Arc<AtomicBool>,
    /// The number of the meeting, counted from 0.
    stops_at: Option<usize>,
    /// The iterations after which it was asked, with the opponent.
    asked: Vec<(u64, String)>,
}

impl Evaluate for Judge<'_> {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let iteration = model.info.iteration;
        let checkpoint = self.run.join(format!("checkpoints/{iteration:08}.safetensors"));
        assert!(checkpoint.exists(), "what was learnt is not safe while it is measured");
        self.stop.fetch_or(self.stops_at == Some(self.asked.len()), Ordering::Relaxed);
        self.asked.push((iteration, meeting.opponent.into()));
        Marks.evaluate(model, meeting)
    }
}

/// Compares after the fifth iteration and the tenth, which is the last.
fn two_opponents() -> Config {
    config(&[SHORT, &["evaluation.opponents=['random', 'simple']"]].concat())
}

/// Goes on until the end or a stop, after an iteration or in a meeting; tells who was met.
fn go_on(mut trainer: Trainer, stop_after: Option<u64>, stops_at: Option<usize>) -> (Outcome, Vec<(u64, String)>) {
    let mut watch = Watch { stop_after, ..Watch::default() };
    let (run, stop) = (trainer.dir().to_owned(), Arc::clone(&watch.stop));
    let mut judge = Judge { run: &run, stop: Arc::clone(&stop), stops_at, asked: Vec::new() };
    let outcome = trainer.run(&mut judge, &mut watch, &stop).unwrap();
    (outcome, judge.asked)
}

fn begin(run: &Path) -> Trainer {
    Trainer::new(&two_opponents(), run, &Provenance::default()).unwrap()
}

/// The iterations after which the metrics tell of something.
fn told(run: &Path, name: &str) -> Vec<u64> {
    let metrics = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let lines = metrics.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines.filter(|line| line.get(name).is_some()).map(|line| line["iteration"].as_u64().unwrap()).collect()
}

#[test]
fn an_evaluation_that_was_not_made_is_made_when_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, all) = go_on(begin(folder.path()), None, None);
    let met = |iteration, opponents: &[&str]| opponents.iter().map(|name| (iteration, String::from(*name))).collect();
    let both: [Vec<(u64, String)>; 2] = [5, 10].map(|iteration| met(iteration, &["random", "simple"]));
    assert_eq!(all, [both[0].clone(), both[1].clone(), both[1].clone()].concat());

    // Asked in the iteration after which averages are compared; in the comparison; in the last one; in the conclusion.
    for (stop_after, stops_at, stopped_after, left) in
        [(Some(5), None, 5, 0), (None, Some(0), 5, 0), (None, Some(2), 10, 2), (None, Some(4), 10, 2)]
    {
        let folder = tempfile::tempdir().unwrap();
        let (stopped, first) = go_on(begin(folder.path()), stop_after, stops_at);
        assert_eq!((stopped.finished, stopped.decisions), (false, 480 * stopped_after));
        assert_eq!(first, all[..stops_at.map_or(0, |number| number + 1)], "the next meeting is not begun");
        let (found, then) = go_on(take_up(folder.path(), &[]).unwrap(), None, None);
        assert!(found.finished && then == all[left..], "{then:?}");
        assert_eq!(found.evaluations, whole.evaluations);
        assert!(fs::read(&whole.checkpoint).unwrap() == fs::read(found.checkpoint).unwrap(), "the checkpoints differ");
        assert_eq!(told(folder.path(), "eval/simple/score"), [5, 10]);
        assert_eq!(told(folder.path(), "final/simple/score"), [10]);
    }
}

#[test]
fn a_comparison_that_no_checkpoint_has_is_made_and_told_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (crashed, first) = go_on(begin(folder.path()), Some(6), None);
    assert_eq!(first.len(), 2);
    // As if the machine had gone down after the comparison.
    fs::remove_file(crashed.checkpoint).unwrap();
    let (_, then) = go_on(take_up(folder.path(), &[]).unwrap(), None, None);
    assert_eq!(then[..2], first);
    assert_eq!(told(folder.path(), "eval/random/score"), [5, 10]);
}

#[test]
fn a_run_that_compares_nothing_any_more_owes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    go_on(begin(folder.path()), Some(5), None);
    let trainer = take_up(folder.path(), &["evaluation.every=0"]).unwrap();
    let (outcome, asked) = go_on(trainer, None, None);
    assert!(outcome.finished && asked.iter().all(|(iteration, _)| *iteration == 10), "{asked:?}");
}
