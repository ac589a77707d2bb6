//! Runs that go on from a bot.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::common::carried;
use elderhand_agents::Bundle;
use elderhand_env::options::parse_options;
use elderhand_env::{Overrides, Plane, Spec, Stream, vec_env};
use elderhand_train::{Config, Observer, Provenance, Ranks, Trainer};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn config(name: &str, sets: &[&str]) -> Config {
    let mut sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    sets.extend(["self_play.lanes=8", "threads=1", "evaluation.opponents=[]"].map(String::from));
    Config::load(&repository(&format!("configs/{name}.toml")), &sets).unwrap()
}

fn begin(config: &Config) -> Result<Trainer, String> {
    let folder = tempfile::tempdir().unwrap();
    Trainer::new(config, &folder.path().join("run"), &Provenance::default()).map_err(|error| error.to_string())
}

fn start(bot: &str) -> String {
    format!("network.start={}", repository(&format!("checkpoints/{bot}.elderhand")).display())
}

/// Packs a row of one game: the bits that are on in the planes that another game has too, as that other one sees them.
fn shown(row: &[bool], of: &Spec, other: &Spec, to: &Spec) -> Vec<u64> {
    let find = |spec: &Spec, plane: &Plane| {
        let mut found = spec.planes.iter().filter(|known| (known.name, known.width) == (plane.name, plane.width));
        found.next().cloned()
    };
    let mut packed = vec![0; to.words()];
    for plane in of.planes.iter().filter(|plane| find(other, plane).is_some()) {
        let place = find(to, plane).unwrap().offset;
        for i in (0..plane.width).filter(|i| row[plane.offset + i]) {
            packed[(place + i) / 64] |= 1 << ((place + i) % 64);
        }
    }
    packed
}

#[test]
fn a_run_begins_as_the_bot_would_play_with_what_it_can_see() {
    let bot = Bundle::open(&repository("checkpoints/gin.elderhand")).unwrap();
    let spec = |game| vec_env(game, &Overrides::new(), 1).unwrap().spec().clone();
    let (gin, seven) = (spec("gin"), spec("gin-seven"));
    assert!(seven.bits() > gin.bits(), "the games show different things");
    let scale = 2.0 * bot.manifest().value_scale;
    let scale = format!("value_scale={scale}");
    let sets = [&start("gin"), &*scale, "network.hints=false", "critic.trunk=[16]", "learning.magnet.from=0.1"];
    let network = carried(&begin(&config("gin-seven", &sets)).unwrap().model());

    let mut stream = Stream::new(5);
    let (mut theirs, mut ours) = (bot.network().scratch(), network.scratch());
    for _ in 0..20 {
        let row: Vec<bool> = (0..gin.bits()).map(|_| stream.below(8) == 0).collect();
        let (expected, value) = bot.network().forward(&shown(&row, &gin, &seven, &gin), &mut theirs);
        let seen = shown(&row, &gin, &seven, &seven);
        let (found, own_value) = network.forward(&seen, &mut ours);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        assert!(
            (2.0 * own_value - value).abs() < 1e-3,
            "values are in units of the run's own scale: {own_value} {value}"
        );
    }
}

/// What a run warns of.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Observer for Warnings {
    fn warn(&mut self, text: &str) {
        self.0.push(text.into());
    }
}

#[test]
fn a_run_that_sees_less_than_its_bot_is_told_what() {
    let warnings = |hints: &str| {
        let (folder, mut warnings) = (tempfile::tempdir().unwrap(), Warnings::default());
        let config = config("pinnacle-nine", &[&start("pinnacle-nine"), hints]);
        let (run, provenance) = (folder.path().join("run"), Provenance::default());
        Trainer::new_among(Ranks::alone(), &config, &run, &provenance, &mut warnings).unwrap();
        warnings.0
    };
    assert_eq!(warnings("network.hints=true"), [""; 0]);
    let spec = vec_env("pinnacle-nine", &Overrides::new(), 1).unwrap().spec().clone();
    let hints: Vec<_> = spec.hints.iter().map(|plane| plane.name).collect();
    let told = warnings("network.hints=false");
    assert!(!hints.is_empty() && told.len() == 1 && told[0].ends_with(&format!(": {}", hints.join(", "))), "{told:?}");
}

#[test]
fn a_run_that_ended_before_its_first_checkpoint_begins_as_the_bot_again() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("gin-seven", &[&start("gin"), "network.hints=false"]);
    let expected = Trainer::new(&config, folder.path(), &Provenance::default()).unwrap().model().tensors;
    let found = Trainer::resume(folder.path(), &[], &Provenance::default(), &mut ()).unwrap().model().tensors;
    assert!(found == expected);
}

#[test]
fn a_run_of_matches_begins_as_a_bot_of_rounds_plays() {
    let sets = ["options.episode=match", &start("skirmish")];
    let network = carried(&begin(&config("skirmish", &sets)).unwrap().model());
    let bot = Bundle::open(&repository("checkpoints/skirmish.elderhand")).unwrap();
    let rounds = vec_env("skirmish", &Overrides::new(), 1).unwrap().spec().clone();
    let matches = vec_env("skirmish", &parse_options(&["episode=match"]).unwrap(), 1).unwrap().spec().clone();
    assert!(matches.actions.len() > rounds.actions.len(), "a match has choices that a round has not");
    let all = vec![true; rounds.bits()];
    let (mut theirs, mut ours) = (bot.network().scratch(), network.scratch());
    let (expected, _) = bot.network().forward(&shown(&all, &rounds, &matches, &rounds), &mut theirs);
    let (found, _) = network.forward(&shown(&all, &rounds, &matches, &matches), &mut ours);
    for (name, found) in matches.actions.iter().zip(found) {
        let expected = rounds.actions.iter().position(|known| known == name).map_or(0.0, |place| expected[place]);
        assert!((found - expected).abs() < 1e-3, "{name}: {found} {expected}");
    }
}

#[test]
fn a_run_that_has_begun_needs_the_bot_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let (bot, run) = (folder.path().join("bot.elderhand"), folder.path().join("run"));
    fs::copy(repository("checkpoints/kuhn.elderhand"), &bot).unwrap();
    let set = format!("network.start={}", bot.display());
    let config = config("kuhn", &[&set, "budget.decisions=400"]);
    let mut trainer = Trainer::new(&config, &run, &Provenance::default()).unwrap();
    trainer.run(&mut (), &mut (), &AtomicBool::new(false)).unwrap();
    let before = trainer.model();
    drop(trainer);
    fs::remove_file(&bot).unwrap();
    let resumed = Trainer::resume(&run, &[], &Provenance::default(), &mut ()).unwrap();
    assert_eq!(resumed.model(), before);
}

#[test]
fn a_run_whose_lesson_is_over_needs_the_teacher_no_more() {
    for (lesson, needed) in [(400, false), (4000, true)] {
        let folder = tempfile::tempdir().unwrap();
        let (bot, run) = (folder.path().join("bot.elderhand"), folder.path().join("run"));
        fs::copy(repository("checkpoints/kuhn.elderhand"), &bot).unwrap();
        let sets = [format!("imitation.teacher={}", bot.display()), format!("imitation.decisions={lesson}")];
        let config = config("kuhn", &[&sets[0], &sets[1], "budget.decisions=400"]);
        let mut trainer = Trainer::new(&config, &run, &Provenance::default()).unwrap();
        trainer.run(&mut (), &mut (), &AtomicBool::new(false)).unwrap();
        drop(trainer);
        fs::remove_file(&bot).unwrap();
        let longer = ["budget.decisions=800".into()];
        let error = match Trainer::resume(&run, &longer, &Provenance::default(), &mut ()) {
            Ok(mut trainer) => {
                trainer.run(&mut (), &mut (), &AtomicBool::new(false)).err().map(|error| error.to_string())
            }
            Err(error) => Some(error.to_string()),
        };
        assert_eq!(error.as_ref().is_some_and(|error| error.starts_with("`imitation.teacher`: ")), needed, "{error:?}");
        assert_eq!(error.is_some(), needed);
    }
}

#[test]
fn a_bot_that_does_not_fit_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let torn = folder.path().join("torn.elderhand");
    fs::write(&torn, "torn").unwrap();
    let torn = format!("network.start={}", torn.display());
    for (name, sets, reason) in [
        ("gin", [start("kuhn").as_str(), ""], "it plays kuhn, which has none of the actions of gin"),
        ("kuhn", [&start("kuhn"), "network.trunk=[7]"], "but the config asks for trunk = [7], direct = true"),
        ("kuhn", [&start("kuhn"), "network.direct=false"], "but the config asks for trunk = [32, 32], direct = false"),
        ("kuhn", ["network.start=checkpoint:kuhm", ""], "there is no released bot `kuhm`"),
        ("kuhn", [&torn, ""], "torn.elderhand"),
    ] {
        let sets: Vec<&str> = sets.into_iter().filter(|set| !set.is_empty()).collect();
        let error = begin(&config(name, &sets)).err().expect(reason);
        assert!(error.starts_with("a run cannot begin with `network.start = \""), "{error}");
        assert!(error.contains(reason), "{error}");
    }
}
