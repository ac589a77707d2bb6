//! Training, from a config to a policy of known strength, and runs that are stopped, damaged and taken up again.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::{Choice, Effort, NetworkAgent, TabularPolicy, nash_conv};
use elderhand_env::{Game, Stream, kuhn};
use elderhand_train::{
    Config, Evaluate, Evaluation, Meeting, Model, NamedTensor, Observer, Occasion, Outcome, Progress, Provenance,
    RunError, Trainer, export_tensors,
};

use crate::common::carried;

/// Gives every policy the same marks, with numbers that a careless reader of JSON gets wrong in the last digit.
pub struct Marks;

impl Evaluate for Marks {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        Ok(Evaluation {
            iteration: model.info.iteration,
            opponent: meeting.opponent.into(),
            setting: meeting.setting.clone(),
            deals: meeting.deals,
            score: 0.13179772753027963,
            score_interval: (0.04371586214921863, 0.2198795929113406),
            win_rate: 0.5,
            win_rate_interval: (0.4375, 0.5625),
        })
    }
}

/// Stops a run after an iteration, and keeps what it is told.
#[derive(Default)]
pub struct Watch {
    pub stop_after: Option<u64>,
    pub stop: Arc<AtomicBool>,
    pub evaluated: usize,
    pub warnings: Vec<String>,
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        assert!((0.0..=1.0).contains(&progress.fraction));
        if Some(progress.iteration) == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn evaluated(&mut self, _: &Evaluation, _: Occasion) {
        self.evaluated += 1;
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(text.into());
    }
}

pub fn config(sets: &[&str]) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/kuhn.toml");
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Config::load(&path, &sets).unwrap()
}

/// Settings of ten iterations on one thread.
pub const SHORT: &[&str] = &[
    "threads=1",
    "network.trunk=[16]",
    "self_play.lanes=60",
    "self_play.horizon=8",
    "learning.minibatch=200",
    "pool.share=0.2",
    "pool.every=2",
    "pool.size=3",
    "checkpoint.every=3",
    "evaluation.every=5",
    "evaluation.deals=10",
    "budget.decisions=4800",
];

fn short() -> Config {
    config(SHORT)
}

fn run(trainer: &mut Trainer, watch: &mut Watch) -> Result<Outcome, RunError> {
    let stop = Arc::clone(&watch.stop);
    trainer.run(&mut Marks, watch, &stop)
}

fn start(config: &Config, path: &Path, stop_after: Option<u64>) -> Outcome {
    let mut watch = Watch { stop_after, ..Watch::default() };
    let mut trainer = Trainer::new(config, path, &Provenance::default()).unwrap();
    run(&mut trainer, &mut watch).unwrap()
}

pub fn take_up(path: &Path, sets: &[&str]) -> Result<Trainer, String> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Trainer::resume(path, &sets, &Provenance::default(), &mut ()).map_err(|error| error.to_string())
}

fn resume(path: &Path, sets: &[&str]) -> Result<Outcome, String> {
    let mut trainer = take_up(path, sets)?;
    run(&mut trainer, &mut Watch::default()).map_err(|error| error.to_string())
}

fn checkpoints(path: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(path.join("checkpoints")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn self_play_comes_close_to_the_equilibrium() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = start(&config(&["budget.decisions=4000000"]), folder.path(), None);
    assert!(outcome.finished);
    let network = carried(&export_tensors(&outcome.checkpoint, |_| ()).unwrap());
    let agent = NetworkAgent::new("trained", Arc::new(network), 2.0, Choice::Sample { temperature: 1.0 });
    let game = kuhn::Kuhn::new("kuhn", kuhn::Options {}).unwrap();
    let policy = TabularPolicy::stated("trained", Box::new(agent));
    let measured = nash_conv(&game, policy, &Effort { positions: 1_000, threads: 1 }, |_| ()).unwrap();
    assert!(measured.nash_conv < 0.05, "{measured:?}");
    assert!((measured.seats[0].value + 1.0 / 18.0).abs() < 0.01, "{measured:?}");
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = start(&short(), whole.path(), None);
    let stopped = start(&short(), parts.path(), Some(4));
    assert!(expected.finished && !stopped.finished);
    assert_eq!(stopped.decisions, 4 * 480);
    // What a killed process was about to write goes, what anybody else has put there stays.
    let half = [".run.json.1.0.tmp", "checkpoints/.00000005.safetensors.1.1.tmp"].map(|name| parts.path().join(name));
    half.iter().for_each(|path| fs::write(path, "half").unwrap());
    fs::write(parts.path().join("mine.tmp"), "whole").unwrap();
    let found = resume(parts.path(), &[]).unwrap();
    assert!(found.finished);
    assert!(!half.iter().any(|path| path.exists()) && parts.path().join("mine.tmp").exists());
    assert_eq!(expected.checkpoint.file_name(), found.checkpoint.file_name());
    assert!(fs::read(expected.checkpoint).unwrap() == fs::read(found.checkpoint).unwrap(), "the checkpoints differ");
    assert_eq!(expected.evaluations, found.evaluations);

    // The log tells of every iteration once, and of the evaluations at the fifth and at the end.
    let metrics = fs::read_to_string(parts.path().join("metrics.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> = metrics.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |key: &str| -> Vec<u64> {
        lines.iter().filter(|line| line.get(key).is_some()).map(|line| line["iteration"].as_u64().unwrap()).collect()
    };
    assert_eq!(of("losses/policy_loss"), (1..=10).collect::<Vec<_>>());
    assert_eq!(of("eval/random/score"), [5, 10]);
    assert_eq!(of("final/random/score"), [10]);
}

#[test]
fn a_full_pool_keeps_as_often_after_a_resumption_as_before() {
    let config = config(&[SHORT, &["pool.size=2", "pool.every=1"]].concat());
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = start(&config, whole.path(), None);
    start(&config, parts.path(), Some(4));
    let found = resume(parts.path(), &[]).unwrap();
    assert!(fs::read(expected.checkpoint).unwrap() == fs::read(found.checkpoint).unwrap(), "the checkpoints differ");
}

/// Thinks the less of a policy the later it comes, and remembers who was measured on which deals.
#[derive(Default)]
struct Nostalgic(Vec<(u64, Vec<NamedTensor>)>);

impl Evaluate for Nostalgic {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let mut tensors = model.tensors.clone();
        // As a checkpoint has them.
        tensors.sort_by(|a, b| a.name.cmp(&b.name));
        self.0.push((meeting.seed, tensors));
        let marks = Marks.evaluate(model, meeting)?;
        Ok(Evaluation { score: 1.0 / model.info.iteration as f64, ..marks })
    }
}

#[test]
fn the_best_average_is_exported_and_measured_on_deals_that_did_not_choose_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = Trainer::new(&short(), folder.path(), &Provenance::default()).unwrap();
    let mut judge = Nostalgic::default();
    let outcome = trainer.run(&mut judge, &mut (), &AtomicBool::new(false)).unwrap();
    let [(_, fifth), (_, tenth), (_, last)] = &judge.0[..] else { panic!("three evaluations") };
    let seeds: Vec<u64> = judge.0.iter().map(|(seed, _)| *seed).collect();
    assert!(seeds[0] == seeds[1] && seeds[1] != seeds[2] && !seeds.contains(&trainer.config().seed), "{seeds:?}");
    assert!(fifth == last && fifth != tenth);
    let exported = export_tensors(&outcome.checkpoint, |_| ()).unwrap();
    assert!(exported.tensors == *fifth);
    assert_eq!(exported.info.evaluations, outcome.evaluations);

    // What was best on other deals is forgotten when the run goes on.
    drop(trainer);
    for (budget, deals, forgotten) in [(9_600, "evaluation.deals=10", false), (14_400, "evaluation.deals=7", true)] {
        let mut trainer = take_up(folder.path(), &[&format!("budget.decisions={budget}"), deals]).unwrap();
        let stop = AtomicBool::new(false);
        let outcome = trainer.run(&mut Nostalgic::default(), &mut (), &stop).unwrap();
        assert_eq!(export_tensors(&outcome.checkpoint, |_| ()).unwrap().tensors != *fifth, forgotten, "{deals}");
    }

    // Without evaluations on the way there is nothing to choose from.
    let folder = tempfile::tempdir().unwrap();
    let config = config(&[SHORT, &["evaluation.every=0"]].concat());
    let outcome = start(&config, folder.path(), None);
    let exported = export_tensors(&outcome.checkpoint, |_| ()).unwrap();
    assert!(exported.tensors == *tenth && outcome.evaluations.len() == 1);
}

/// A critic that sees the other's card, and a pull to where the policy has been.
const GUIDED: &[&str] = &["critic.trunk=[8]", "critic.planes=[\"card\"]", "learning.magnet={from=0.1,to=0.0}"];

#[test]
fn a_run_with_a_critic_and_a_magnet_resumes_bit_for_bit_and_exports_neither() {
    for actions in ["critic.actions=false", "critic.actions=true"] {
        resumes_bit_for_bit(&[SHORT, GUIDED, &[actions]].concat());
    }
}

fn resumes_bit_for_bit(sets: &[&str]) {
    let config = config(sets);
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = start(&config, whole.path(), None);
    start(&config, parts.path(), Some(4));
    let found = resume(parts.path(), &[]).unwrap();
    assert!(fs::read(&expected.checkpoint).unwrap() == fs::read(found.checkpoint).unwrap(), "the checkpoints differ");
    let exported = export_tensors(&expected.checkpoint, |_| ()).unwrap();
    let names: Vec<&str> = exported.tensors.iter().map(|tensor| tensor.name.as_str()).collect();
    assert_eq!(names.len(), 7, "{names:?}");
    assert!(names.iter().all(|name| ["trunk", "policy", "value", "direct"].contains(&name.split('.').next().unwrap())));
    // A run that was drawn to nothing can be from now on; its critic, which is a part of the network, must stay.
    let refused = resume(parts.path(), &["critic.trunk=[9]", "budget.decisions=9600"]).unwrap_err();
    assert!(refused.contains("critic"), "{refused}");
    for changed in ["network.start='checkpoint:kuhn'", "pool.every=77"] {
        let refused = resume(parts.path(), &[changed, "budget.decisions=9600"]).unwrap_err();
        assert!(refused.contains(changed.split('=').next().unwrap()), "{refused}");
    }
    let plain = tempfile::tempdir().unwrap();
    start(&short(), plain.path(), None);
    assert!(resume(plain.path(), &["learning.magnet={from=0.1,to=0.0}", "budget.decisions=9600"]).unwrap().finished);
}

#[test]
fn a_run_that_is_over_keeps_its_bot_when_it_is_measured_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let go = |sets: &[&str]| {
        let mut trainer = take_up(folder.path(), sets).unwrap();
        let outcome = trainer.run(&mut Nostalgic::default(), &mut (), &AtomicBool::new(false)).unwrap();
        (export_tensors(&outcome.checkpoint, |_| ()).unwrap(), outcome)
    };
    drop(Trainer::new(&short(), folder.path(), &Provenance::default()).unwrap());
    let (first, _) = go(&[]);
    let (second, outcome) = go(&["evaluation.deals=7"]);
    assert!(first.tensors == second.tensors, "the bot is another");
    assert!(outcome.evaluations.iter().all(|evaluation| evaluation.deals == 7));
    assert_eq!((first.info.evaluations.len(), second.info.evaluations), (1, outcome.evaluations));
    // It is measured once, and asked no more what it is worth.
    let mut judge = Nostalgic::default();
    let mut trainer = take_up(folder.path(), &[]).unwrap();
    trainer.run(&mut judge, &mut (), &AtomicBool::new(false)).unwrap();
    assert!(judge.0.is_empty());
    drop(trainer);

    // Where nobody can be measured nothing changes, not even when the same is asked again.
    let mut trainer = take_up(folder.path(), &["evaluation.deals=9"]).unwrap();
    let outcome = trainer.run(&mut Absent { in_the_way: None }, &mut (), &AtomicBool::new(false)).unwrap();
    assert!(export_tensors(&outcome.checkpoint, |_| ()).unwrap().tensors == first.tensors);
    drop(trainer);
    let (again, outcome) = go(&[]);
    assert!(again.tensors == first.tensors && outcome.evaluations[0].deals == 9, "the bot is another");

    // If the run goes on, the best is measured as the others are, on the deals that compare.
    let mut judge = Nostalgic::default();
    let mut trainer = take_up(folder.path(), &["budget.decisions=9600"]).unwrap();
    let outcome = trainer.run(&mut judge, &mut (), &AtomicBool::new(false)).unwrap();
    let seeds: Vec<u64> = judge.0.iter().map(|(seed, _)| *seed).collect();
    assert!(judge.0[1].1 == first.tensors && seeds[0] == seeds[1], "{seeds:?}");
    assert!(export_tensors(&outcome.checkpoint, |_| ()).unwrap().tensors == first.tensors, "later ones are worth less");
}

/// Notes after which iterations it was asked.
#[derive(Default)]
struct Noting(Vec<u64>);

impl Evaluate for Noting {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        self.0.push(model.info.iteration);
        Marks.evaluate(model, meeting)
    }
}

#[test]
fn averages_are_compared_evenly_along_the_budget_also_where_a_run_was_stopped() {
    // Ten iterations: a third is passed in the fourth, two in the seventh; the end is measured for the choice and for the figures.
    let thirds = ["evaluation.every=0", "evaluation.times=3"];
    let asked = |stop_after| {
        let (folder, mut judge) = (tempfile::tempdir().unwrap(), Noting::default());
        let mut watch = Watch { stop_after, ..Watch::default() };
        let mut trainer =
            Trainer::new(&config(&[SHORT, &thirds].concat()), folder.path(), &Provenance::default()).unwrap();
        let stop = Arc::clone(&watch.stop);
        let outcome = trainer.run(&mut judge, &mut watch, &stop).unwrap();
        // Its folder is held as long as it is there.
        drop(trainer);
        if !outcome.finished {
            let mut trainer = take_up(folder.path(), &[]).unwrap();
            trainer.run(&mut judge, &mut (), &AtomicBool::new(false)).unwrap();
        }
        judge.0
    };
    let whole = asked(None);
    assert_eq!(whole[..2], [4, 7]);
    assert!(
        whole.len() == 4 && [5, 4].map(|after| asked(Some(after))).iter().all(|asked| *asked == whole),
        "{whole:?}"
    );
}

#[test]
fn what_is_exported_on_the_way_has_no_figures_of_another_network() {
    for every in ["evaluation.every=0", "evaluation.every=2"] {
        let folder = tempfile::tempdir().unwrap();
        let outcome = start(&config(&[SHORT, &[every]].concat()), folder.path(), None);
        assert_eq!(export_tensors(&outcome.checkpoint, |_| ()).unwrap().info.evaluations.len(), 1);
        let mut watch = Watch { stop_after: Some(12), ..Watch::default() };
        let mut trainer = take_up(folder.path(), &["budget.decisions=9600", "evaluation.deals=11"]).unwrap();
        let outcome = run(&mut trainer, &mut watch).unwrap();
        assert!(!outcome.finished);
        assert!(export_tensors(&outcome.checkpoint, |_| ()).unwrap().info.evaluations.is_empty(), "{every}");
    }
}

#[test]
fn results_do_not_depend_on_when_checkpoints_are_written_or_how_many_are_kept() {
    let results = ["every=3", "every=1", "every=7"].map(|every| {
        let (folder, every) = (tempfile::tempdir().unwrap(), format!("checkpoint.{every}"));
        let keep = if every.ends_with('1') { "checkpoint.keep=1" } else { "checkpoint.keep=9" };
        let outcome = start(&config(&[SHORT, &[every.as_str(), keep]].concat()), folder.path(), None);
        (export_tensors(&outcome.checkpoint, |_| ()).unwrap().tensors, outcome.evaluations)
    });
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn the_newest_checkpoints_are_kept_and_a_longer_run_goes_on_from_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let names = |path: &Path| -> Vec<String> {
        checkpoints(path).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    start(&short(), folder.path(), None);
    assert_eq!(names(folder.path()), ["00000006.safetensors", "00000009.safetensors", "00000010.safetensors"]);
    // More decisions than before: the run goes on from its end, whatever lies beside it by another name.
    let copy = folder.path().join("checkpoints/best.safetensors");
    fs::copy(folder.path().join("checkpoints/00000006.safetensors"), &copy).unwrap();
    let outcome = resume(folder.path(), &["budget.decisions=6000", "checkpoint.keep=1"]).unwrap();
    assert_eq!(outcome.decisions, 13 * 480);
    assert!(outcome.checkpoint.is_file() && copy.is_file());
}

#[test]
fn what_a_teacher_plays_is_learnt_however_far_it_leads() {
    let weights = |kl_stop: &str| {
        let folder = tempfile::tempdir().unwrap();
        let sets = ["imitation.teacher=\"random\"", "imitation.decisions=4800", "learning.epochs=3", kl_stop];
        let outcome = start(&config(&[SHORT, &sets].concat()), folder.path(), None);
        export_tensors(&outcome.checkpoint, |_| ()).unwrap().tensors
    };
    assert!(weights("learning.kl_stop=1e-9") == weights("learning.kl_stop=0"));
}

#[test]
fn a_damaged_checkpoint_is_put_aside_for_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let last = start(&short(), folder.path(), None).checkpoint;
    let mut bytes = fs::read(&last).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&last, &bytes).unwrap();
    assert!(export_tensors(&last, |_| ()).unwrap_err().to_string().contains("is damaged: its SHA-256"));
    assert_eq!(export_tensors(folder.path(), |_| ()).unwrap().info.iteration, 9);

    let mut watch = Watch::default();
    let mut trainer = Trainer::resume(folder.path(), &[], &Provenance::default(), &mut watch).unwrap();
    assert_eq!(watch.warnings.len(), 1);
    assert_eq!(trainer.model().info.iteration, 9);
    assert_eq!(run(&mut trainer, &mut watch).unwrap().checkpoint, last);
    drop(trainer);

    for path in checkpoints(folder.path()) {
        fs::write(path, "cut").unwrap();
    }
    assert!(resume(folder.path(), &[]).unwrap_err().starts_with("there is no intact checkpoint in"));
}

#[test]
fn a_directory_has_one_run_and_one_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(resume(path, &[]).unwrap_err().contains("is not a run directory: it has no config.toml"));
    let trainer = Trainer::new(&short(), path, &Provenance::default()).unwrap();
    let message = resume(path, &[]).unwrap_err();
    assert!(message.ends_with(&format!("is already in use by process {}", std::process::id())), "{message}");
    let message = Trainer::new(&short(), path, &Provenance::default()).err().unwrap().to_string();
    assert!(message.contains("already holds a run: go on with --resume"), "{message}");
    drop(trainer);
    // It was ended before its first checkpoint: it starts from the beginning.
    assert_eq!(resume(path, &[]).unwrap().decisions, 4800);
}

#[test]
fn a_new_run_takes_the_place_of_nothing_that_no_run_has_written() {
    let begin = |path: &Path| Trainer::new(&short(), path, &Provenance::default()).map_err(|error| error.to_string());
    let files = ["config.toml", "metrics.jsonl", "bot.elderhand", "events.out.tfevents.1.theirs", "lock"];
    // A lock that no run has marked, as others write one too, excuses nothing beside it.
    let locks = [None, Some(""), Some("123")];
    for (name, lock) in files.into_iter().flat_map(|name| locks.map(|lock| (name, lock))) {
        let folder = tempfile::tempdir().unwrap();
        let theirs = [name, ".notes.tmp"].map(|name| folder.path().join(name));
        lock.iter().for_each(|lock| fs::write(folder.path().join("lock"), lock).unwrap());
        theirs.iter().for_each(|path| fs::write(path, "theirs").unwrap());
        let before = fs::read_dir(folder.path()).unwrap().count();
        let message = begin(folder.path()).err().unwrap();
        assert!(
            message.ends_with(" is there already, and no run has written it: choose another --run-dir"),
            "{message}"
        );
        assert!(lock.is_some() || message.starts_with(&theirs[0].display().to_string()), "{message}");
        assert!(theirs.iter().all(|path| fs::read(path).unwrap() == b"theirs"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before, "nothing is added");
    }

    // Beside other files there is room for a run.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path(".notes.tmp"), "theirs").unwrap();
    drop(begin(folder.path()).unwrap());
    assert!(path(".notes.tmp").exists());
    // One that was killed before it was a run is made again.
    fs::remove_file(path("run.json")).unwrap();
    fs::write(path(".run.json.1.0.tmp"), "{").unwrap();
    drop(begin(folder.path()).unwrap());
    assert!(path("run.json").exists() && !path(".run.json.1.0.tmp").exists());
    // So is one that was killed before it had marked its lock, and one whose lock is an earlier version's goes on.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lock"), "").unwrap();
    fs::create_dir(folder.path().join("checkpoints")).unwrap();
    drop(begin(folder.path()).unwrap());
    fs::write(folder.path().join("lock"), "123").unwrap();
    assert!(resume(folder.path(), &[]).unwrap().finished);
}

#[test]
fn every_start_notes_what_may_be_another_at_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let notes = || serde_json::from_slice::<serde_json::Value>(&fs::read(&path).unwrap()).unwrap();
    start(&short(), folder.path(), Some(1));
    // An earlier version wrote it once for all.
    let mut before = notes();
    before["seed"] = 1.into();
    fs::write(&path, before.to_string()).unwrap();
    resume(folder.path(), &["seed=7", "threads=2"]).unwrap();
    let after = notes();
    let of = |name: &str| [0, 1].map(|number: usize| after["starts"][number][name].clone());
    assert_eq!((of("seed"), of("threads")), ([1.into(), 7.into()], [1.into(), 2.into()]));
    assert!(of("elderhand").iter().chain(&of("libtorch")).all(serde_json::Value::is_string), "{after}");
    assert_eq!((&after["seed"], &after["game"]), (&before["seed"], &"kuhn".into()));
}

#[test]
fn a_checkpoint_that_is_removed_while_a_run_is_read_is_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    start(&short(), folder.path(), None);
    let paths = checkpoints(folder.path());
    let [.., before, last] = &paths[..] else { panic!("several checkpoints") };
    let newer = last.with_file_name("00000011.safetensors");
    let whole = fs::read(last).unwrap();
    fs::write(last, "cut").unwrap();
    // The run goes on as the damaged one is told of.
    let goes_on = |_: &str| {
        fs::write(&newer, &whole).unwrap();
        let _ = fs::remove_file(before);
    };
    assert_eq!(export_tensors(folder.path(), goes_on).unwrap().info.iteration, 10);
    // What is never there is told in the end.
    #[cfg(unix)]
    {
        fs::remove_file(&newer).unwrap();
        std::os::unix::fs::symlink("nowhere", &newer).unwrap();
        let message = export_tensors(folder.path(), |_| ()).unwrap_err().to_string();
        assert!(message.starts_with(&format!("cannot read the checkpoint {}", newer.display())), "{message}");
    }
}

#[test]
fn what_is_not_reckoned_is_not_told() {
    let told = |sets: &[&str], name: &str| -> Vec<u64> {
        let folder = tempfile::tempdir().unwrap();
        start(&config(&[SHORT, sets].concat()), folder.path(), None);
        let metrics = fs::read_to_string(folder.path().join("metrics.jsonl")).unwrap();
        let lines = metrics.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.filter(|line| line.get(name).is_some()).map(|line| line["iteration"].as_u64().unwrap()).collect()
    };
    let divergence = |sets: &[&str]| told(sets, "losses/magnet_divergence");
    // The first two iterations are a teacher's.
    let taught = ["imitation.teacher=random", "imitation.decisions=960"];
    assert_eq!(divergence(&taught), (3..=10).collect::<Vec<_>>());
    assert_eq!(divergence(&["learning.magnet={from=0.0,to=0.1}"]), (2..=10).collect::<Vec<_>>());
    assert_eq!(told(&[], "losses/critic_loss"), (1..=10).collect::<Vec<_>>());
    assert_eq!(told(&["critic.trunk=[]"], "losses/critic_loss"), [0; 0]);
}

#[test]
fn what_shapes_a_run_cannot_change() {
    let folder = tempfile::tempdir().unwrap();
    start(&short(), folder.path(), Some(1));
    let message = resume(folder.path(), &["network.trunk=[8]"]).unwrap_err();
    assert_eq!(
        message,
        "`network.trunk` is [8], but the checkpoint was written with [16]: start a new run to change it"
    );
    let message = resume(folder.path(), &["network.direct=false"]).unwrap_err();
    assert!(message.starts_with("`network.direct` is false, but the checkpoint was written with true"), "{message}");
    let message = resume(folder.path(), &["game=leduc"]).unwrap_err();
    assert!(message.starts_with("`game` is \"leduc\", but the checkpoint was written with \"kuhn\""), "{message}");
    // The refused settings were not kept.
    assert!(resume(folder.path(), &[]).unwrap().finished);
}

#[test]
fn libtorch_and_the_network_in_rust_agree() {
    ["true", "false"].into_iter().for_each(agree);
}

/// Compares the two carriers of a network with or without its direct part.
fn agree(direct: &str) {
    let folder = tempfile::tempdir().unwrap();
    let config = config(&[SHORT, &[&format!("network.direct={direct}")]].concat());
    let outcome = start(&config, folder.path(), None);
    let model = export_tensors(&outcome.checkpoint, |_| ()).unwrap();
    let network = carried(&model);
    assert_eq!(model.tensors.iter().any(|tensor| tensor.name == "direct.weight"), config.network.direct);
    let mut stream = Stream::new(1);
    let rows: Vec<[u64; 1]> = (0..100).map(|_| [stream.bits() >> 57]).collect();
    let rows: Vec<&[u64]> = rows.iter().map(|row| row.as_slice()).collect();
    let outputs = model.forward(7, 4, &rows).unwrap();
    let mut scratch = network.scratch();
    for (row, expected) in rows.iter().zip(outputs.chunks(5)) {
        let (logits, value) = network.forward(row, &mut scratch);
        let found = logits.iter().chain([&value]);
        assert!(found.zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-4));
    }
    assert!(model.forward(8, 4, &rows).unwrap_err().contains("`trunk.0.weight` has the shape [16, 7]"));
}

#[test]
fn a_critic_that_sees_the_other_card_foresees_more() {
    let foreseen = |sets: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        start(&config(&[SHORT, &["budget.decisions=96000"], sets].concat()), folder.path(), None);
        let metrics = fs::read_to_string(folder.path().join("metrics.jsonl")).unwrap();
        let lines = metrics.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let found: Vec<f64> = lines.filter_map(|line| line["losses/explained_variance"].as_f64()).collect();
        found[found.len() - 50..].iter().sum::<f64>() / 50.0
    };
    let [blind, seeing] = ["critic.planes=[]", "critic.planes=[\"card\"]"].map(|planes| foreseen(&[planes]));
    assert!(seeing > blind + 0.1, "{seeing} {blind}");
}

/// Is not there to be played against; once it has been called, it has put something in the way of a checkpoint.
struct Absent {
    in_the_way: Option<PathBuf>,
}

impl Evaluate for Absent {
    fn evaluate(&mut self, _: &Model, _: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        self.in_the_way.iter().for_each(|path| fs::create_dir(path).unwrap());
        Err("it is not there".into())
    }
}

#[test]
fn a_run_goes_on_without_an_opponent_and_measures_at_the_next_chance() {
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = Trainer::new(&short(), folder.path(), &Provenance::default()).unwrap();
    let mut watch = Watch::default();
    let outcome = trainer.run(&mut Absent { in_the_way: None }, &mut watch, &AtomicBool::new(false)).unwrap();
    assert!(outcome.finished && outcome.evaluations.is_empty());
    // After five iterations, after the last, and of what is exported.
    assert_eq!(watch.warnings, ["the evaluation against `random` failed: it is not there"; 3]);
    drop(trainer);
    let outcome = resume(folder.path(), &[]).unwrap();
    assert_eq!((outcome.decisions, outcome.evaluations.len()), (4800, 1));
}

#[test]
fn a_run_that_fails_names_its_last_good_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = |iteration: u64| folder.path().join(format!("checkpoints/{iteration:08}.safetensors"));
    let mut trainer = Trainer::new(&short(), folder.path(), &Provenance::default()).unwrap();
    let mut absent = Absent { in_the_way: Some(checkpoint(6)) };
    let error = trainer.run(&mut absent, &mut (), &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot write {}: ", checkpoint(6).display())), "{error}");
    // It was written before the averages were compared.
    assert!(error.ends_with(&format!("; the last good checkpoint is {}", checkpoint(5).display())), "{error}");
    assert_eq!(export_tensors(&checkpoint(5), |_| ()).unwrap().info.iteration, 5);
}
