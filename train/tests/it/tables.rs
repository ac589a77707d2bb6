//! One network for tables of several sizes: what its lanes play, how it is measured, and that its runs resume.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_train::{Config, Evaluate, Evaluation, Meeting, Model, Observer, Progress, Provenance, Trainer};

/// Gives every policy the number of seats as its score.
struct Seats;

impl Evaluate for Seats {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let score = meeting.setting["seats"].as_f64().ok_or("the seats are a number")?;
        Ok(Evaluation {
            iteration: model.info.iteration,
            opponent: meeting.opponent.into(),
            setting: meeting.setting.clone(),
            deals: meeting.deals,
            score,
            score_interval: (score, score),
            win_rate: 0.5,
            win_rate_interval: (0.0, 1.0),
        })
    }
}

/// Stops a run after its first iteration.
struct First<'a>(&'a AtomicBool);

impl Observer for First<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.store(progress.iteration > 0, Ordering::Relaxed);
    }
}

/// Three iterations of a small network at tables of two, three and seven.
fn config(sets: &[&str]) -> Result<Config, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/skirmish.toml");
    let short = [
        "self_play.vary.seats=[2,3,7]",
        "network.trunk=[8]",
        "network.direct=false",
        "threads=1",
        "self_play.lanes=36",
        "self_play.horizon=128",
        "imitation.decisions=0",
        "pool.every=1",
        "pool.share=0.5",
        "budget.minutes=0",
        "budget.decisions=13824",
        "evaluation.opponents=[\"random\"]",
        "evaluation.deals=1",
    ];
    let sets: Vec<String> = short.iter().chain(sets).map(|set| set.to_string()).collect();
    Config::load(&path, &sets).map_err(|error| error.to_string())
}

fn resume(path: &Path, sets: &[&str]) -> Result<Trainer, String> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Trainer::resume(path, &sets, &Provenance::default(), &mut ()).map_err(|error| error.to_string())
}

#[test]
fn a_run_at_several_tables_resumes_and_is_measured_at_each() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (config, go, stop) = (config(&[]).unwrap(), AtomicBool::new(false), AtomicBool::new(false));
    let mut trainer = Trainer::new(&config, whole.path(), &Provenance::default()).unwrap();
    let expected = trainer.run(&mut Seats, &mut (), &go).unwrap();
    let mut trainer = Trainer::new(&config, parts.path(), &Provenance::default()).unwrap();
    assert!(!trainer.run(&mut Seats, &mut First(&stop), &stop).unwrap().finished);
    drop(trainer);
    let message = resume(parts.path(), &["self_play.vary.seats=[3,2,7]"]).err().unwrap();
    assert!(message.starts_with("`self_play.vary` is {\"seats\":[3,2,7]}, but the checkpoint"), "{message}");
    let found = resume(parts.path(), &[]).unwrap().run(&mut Seats, &mut (), &go).unwrap();
    assert!(expected.finished && found.finished);
    assert!(fs::read(expected.checkpoint).unwrap() == fs::read(found.checkpoint).unwrap(), "the checkpoints differ");

    let titles: Vec<String> = found.evaluations.iter().map(Evaluation::title).collect();
    assert_eq!(titles, ["random/seats=2", "random/seats=3", "random/seats=7"]);
    let metrics = fs::read_to_string(parts.path().join("metrics.jsonl")).unwrap();
    let line = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let last = line(metrics.lines().last().unwrap());
    let scores = [2, 3, 7].map(|seats| last[format!("final/random/seats={seats}/score")].as_f64());
    assert_eq!(scores, [Some(2.0), Some(3.0), Some(7.0)]);
    let pool = metrics.lines().filter(|text| line(text).get("charts/return_against_others").is_some()).count();
    assert!(pool > 0, "past policies were met");
}

#[test]
fn what_cannot_vary_is_named_with_its_place() {
    for (sets, expected) in [
        ("self_play.vary.rounds=[6]", "--set: game `skirmish`: option `rounds` cannot vary: only `seats` can"),
        ("self_play.vary.seat=[6]", "--set: game `skirmish`: option `seat` cannot vary: only `seats` can"),
        ("self_play.vary.seats=[6, 8]", "--set: game `skirmish`: option `seats`: 8 is not allowed: expected 2 to 7"),
        ("self_play.vary={seats=4}", "--set: `self_play.vary.seats` is 4: expected a list in brackets"),
        ("self_play.lanes=2", "--set: `self_play.lanes` is 2: expected at least one for each of 3 settings"),
    ] {
        assert_eq!(config(&[sets]).unwrap_err(), expected);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    fs::write(&path, "game = \"skirmish\"\n[self_play]\nlanes = 8\nvary = { seats = [2, 9] }\n").unwrap();
    let message = Config::load(&path, &[]).unwrap_err().to_string();
    assert!(message.contains("my.toml, line 4: game `skirmish`: option `seats`: 9 is not allowed"), "{message}");
}
