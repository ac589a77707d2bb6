//! What TensorBoard reads of a run: every point once, wherever the run was stopped.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_train::{Config, Evaluate, Evaluation, Meeting, Model, Observer, Outcome, Progress, Provenance, Trainer};
use protobuf::Message;
use tensorboard_proto::event::Event;
use tensorboard_proto::plugin_hparams::HParamsPluginData;

/// Gives every policy the same marks, but fails at one evaluation, counted from 1.
struct Marks {
    asked: usize,
    fails_at: usize,
}

impl Evaluate for Marks {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        self.asked += 1;
        if self.asked == self.fails_at {
            return Err("tired".into());
        }
        let Meeting { opponent, setting, deals, .. } = meeting;
        let marks = serde_json::json!({
            "iteration": model.info.iteration, "opponent": opponent, "setting": setting, "deals": deals,
            "score": 0.5, "score_interval": [0.25, 0.75], "win_rate": 0.5, "win_rate_interval": [0.25, 0.75],
        });
        Ok(serde_json::from_value(marks)?)
    }
}

/// Stops a run after an iteration, and keeps what it is told.
#[derive(Default)]
struct Watch {
    stop_after: Option<u64>,
    stop: Arc<AtomicBool>,
    notes: Vec<String>,
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        self.stop.fetch_or(Some(progress.iteration) == self.stop_after, Ordering::Relaxed);
    }

    fn note(&mut self, text: &str) {
        self.notes.push(text.into());
    }
}

/// Ten iterations of 480 decisions on one thread.
fn config() -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/kuhn.toml");
    let sets = [
        "threads=1",
        "network.trunk=[16]",
        "self_play.lanes=60",
        "self_play.horizon=8",
        "learning.minibatch=200",
        "checkpoint.every=3",
        "evaluation.every=5",
        "evaluation.deals=10",
        "budget.decisions=4800",
    ];
    Config::load(&path, &sets.map(String::from)).unwrap()
}

fn run(trainer: &mut Trainer, stop_after: Option<u64>, fails_at: usize) -> Outcome {
    let mut watch = Watch { stop_after, ..Watch::default() };
    let stop = Arc::clone(&watch.stop);
    trainer.run(&mut Marks { asked: 0, fails_at }, &mut watch, &stop).unwrap()
}

fn start(path: &Path, stop_after: Option<u64>, fails_at: usize) -> Outcome {
    run(&mut Trainer::new(&config(), path, &Provenance::default()).unwrap(), stop_after, fails_at)
}

/// Takes a run up to its end, and gives what it is told first.
fn resume(path: &Path, sets: &[&str]) -> Vec<String> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let mut watch = Watch::default();
    let mut trainer = Trainer::resume(path, &sets, &Provenance::default(), &mut watch).unwrap();
    assert!(run(&mut trainer, None, 0).finished);
    watch.notes
}

fn files(path: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("events.out.tfevents."));
    paths.sort();
    paths
}

/// Reads the events of a run; the checksums are TensorBoard's business.
fn events(path: &Path) -> Vec<Event> {
    let mut events = Vec::new();
    for path in files(path) {
        let bytes = fs::read(path).unwrap();
        let mut rest = &bytes[..];
        while let Some((length, data)) = rest.split_first_chunk::<8>() {
            let length = u64::from_le_bytes(*length) as usize;
            events.push(Event::parse_from_bytes(&data[4..4 + length]).unwrap());
            rest = &data[8 + length..];
        }
    }
    events
}

/// Returns the points of every curve, by its name, in the order in which they were written.
fn curves(path: &Path) -> BTreeMap<String, Vec<(i64, f32)>> {
    let mut curves: BTreeMap<String, Vec<(i64, f32)>> = BTreeMap::new();
    for event in events(path) {
        for value in event.get_summary().get_value().iter().filter(|value| value.has_simple_value()) {
            let point = (event.get_step(), value.get_simple_value());
            curves.entry(value.get_tag().into()).or_default().push(point);
        }
    }
    curves
}

/// Checks that every iteration and every evaluation is there once, by the decisions made till then.
fn is_whole(path: &Path) {
    let curves = curves(path);
    let steps = |name: &str| curves[name].iter().map(|(step, _)| step / 480).collect::<Vec<_>>();
    assert_eq!(curves["charts/iteration"], (1..=10).map(|i| (480 * i, i as f32)).collect::<Vec<_>>());
    assert_eq!(steps("losses/policy_loss"), (1..=10).collect::<Vec<_>>());
    assert_eq!(steps("eval/random/score"), [5, 10]);
    assert_eq!(steps("final/random/score"), [10]);
}

#[test]
fn every_point_is_there_once_after_a_stop_and_after_a_crash() {
    let stopped = tempfile::tempdir().unwrap();
    start(stopped.path(), Some(4), 0);
    resume(stopped.path(), &[]);
    is_whole(stopped.path());

    // The machine goes down after the fifth iteration, as an event is written; the last checkpoint is of the third.
    let crashed = tempfile::tempdir().unwrap();
    let outcome = start(crashed.path(), Some(5), 0);
    fs::remove_file(outcome.checkpoint).unwrap();
    let torn = &files(crashed.path())[0];
    let mut bytes = fs::read(torn).unwrap();
    bytes.truncate(bytes.len() - 7);
    fs::write(torn, bytes).unwrap();
    resume(crashed.path(), &[]);
    is_whole(crashed.path());
    assert!(events(crashed.path()).iter().any(|event| event.has_session_log() && event.get_step() == 3 * 480 + 1));

    // What was compared at the end is compared again where the final measure failed.
    let unmeasured = tempfile::tempdir().unwrap();
    start(unmeasured.path(), None, 3);
    resume(unmeasured.path(), &[]);
    is_whole(unmeasured.path());
}

#[test]
fn the_config_and_its_settings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    start(folder.path(), Some(4), 0);
    resume(folder.path(), &["learning.epochs=3"]);
    let events = events(folder.path());
    let of = |tag: &str| {
        let values =
            events.iter().flat_map(|event| event.get_summary().get_value()).filter(|value| value.get_tag() == tag);
        values.cloned().collect::<Vec<_>>()
    };
    let texts = of("config");
    assert_eq!(texts.len(), 2, "one a start");
    let text = String::from_utf8(texts[1].get_tensor().get_string_val()[0].clone()).unwrap();
    assert!(text.starts_with("```\nversion = 1\n") && text.contains("epochs = 3"), "{text}");
    assert_eq!(texts[1].get_metadata().get_plugin_data().get_plugin_name(), "text");

    let starts = of("_hparams_/session_start_info");
    assert_eq!(starts.len(), 1, "those of the last start");
    let data = starts[0].get_metadata().get_plugin_data();
    assert_eq!(data.get_plugin_name(), "hparams");
    let data = HParamsPluginData::parse_from_bytes(data.get_content()).unwrap();
    let settings = data.get_session_start_info().get_hparams();
    assert_eq!(settings["learning.epochs"].get_number_value(), 3.0);
    assert_eq!(settings["learning.rate.from"].get_number_value(), config().learning.rate.from);
    assert_eq!(settings["game"].get_string_value(), "kuhn");
    assert_eq!(settings["network.trunk"].get_string_value(), "[16]");
    assert_eq!(of("_hparams_/session_end_info").len(), 1);
}

#[test]
fn a_raised_budget_says_what_becomes_of_the_schedules() {
    let folder = tempfile::tempdir().unwrap();
    start(folder.path(), None, 0);
    assert_eq!(resume(folder.path(), &[]), [""; 0]);
    let notes = resume(folder.path(), &["budget.decisions=9600"]);
    let parts =
        ["9600 decisions instead of 4800 decisions", "50 % of it", "instead of 100 %", "`learning.rate` goes from "];
    for part in parts {
        assert!(notes.len() == 1 && notes[0].contains(part), "{notes:?}");
    }
    assert_eq!(curves(folder.path())["charts/iteration"].len(), 20);
}
