//! Released bots: found by name, at the table by themselves, and as good as checkpoints/README.md says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Ran, command, finish};
use elderhand_agents::bundle::{Draft, Evaluation, Training};
use elderhand_agents::{Bundle, Choice, Estimate, Network};
use elderhand_env::{Overrides, Spec, VARIANTS, Variation};
use serde_json::{Value, json};
use tempfile::TempDir;

/// No released bot is larger, so that the repository stays small.
const MOST_BYTES: u64 = 2 << 20;

/// A network of a single hidden unit, all of whose weights are 0: it plays at random.
fn network(spec: &Spec) -> Network {
    let (bits, actions) = (spec.bits(), spec.actions.len());
    let shapes: [(&str, &[usize]); 6] = [
        ("trunk.0.weight", &[1, bits]),
        ("trunk.0.bias", &[1]),
        ("policy.weight", &[actions, 1]),
        ("policy.bias", &[actions]),
        ("value.weight", &[1, 1]),
        ("value.bias", &[1]),
    ];
    let (mut header, mut end) = (json!({}), 0);
    for (name, shape) in shapes {
        let begin = end;
        end += 4 * shape.iter().product::<usize>();
        header[name] = json!({"dtype": "F32", "shape": shape, "data_offsets": [begin, end]});
    }
    let header = header.to_string();
    let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; end]].concat();
    Network::from_safetensors(&bytes).unwrap()
}

fn evaluation(opponent: &str, setting: Value, mean: f64) -> Evaluation {
    let setting = setting.as_object().cloned().unwrap_or_default();
    let score = Estimate { mean, low: mean - 1.0, high: mean + 1.0 };
    Evaluation {
        opponent: opponent.into(),
        setting,
        deals: 100,
        score,
        win_share: Estimate { mean: 0.5, low: 0.4, high: 0.6 },
    }
}

/// A bot of a game.
fn draft(game: &str, options: Value, evaluations: Vec<Evaluation>) -> Draft {
    let made = elderhand_env::game(game, &Overrides::new()).unwrap();
    let spec = made.spec();
    Draft {
        game: game.into(),
        options: options.as_object().cloned().unwrap_or_default(),
        variable: Variation::new(),
        network: network(spec),
        value_scale: 1.0,
        decision: Choice::Sample { temperature: 1.0 },
        training: Training { decisions: 1_234_567, date: Some("2026-02-28".into()), ..Training::default() },
        evaluations,
        card: None,
    }
}

/// Releases a bot of a game.
fn release(folder: &Path, name: &str, game: &str, options: Value, evaluations: Vec<Evaluation>) {
    draft(game, options, evaluations).write(&folder.join(name).with_extension("elderhand")).unwrap();
}

/// A folder with bots of Kuhn poker, of gin under other rules, and of Skirmish.
fn shelf() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), "kuhn", "kuhn", json!({}), vec![evaluation("random", json!({}), 0.5)]);
    let met = vec![evaluation("random", json!({}), 9.0), evaluation("simple", json!({}), 0.25)];
    release(folder.path(), "gin-challenge", "gin", json!({"gin_bonus": 25}), met);
    let table = |seats: u8, mean| evaluation("simple", json!({ "seats": seats }), mean);
    let met = vec![table(2, -0.5), table(3, -4.5), table(4, 12.0)];
    release(folder.path(), "skirmish", "skirmish", json!({}), met);
    fs::write(folder.path().join("README.md"), "no bundle").unwrap();
    folder
}

/// The program with the released bots of a folder.
fn at(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("ELDERHAND_CHECKPOINTS", folder);
    command
}

fn run(folder: &TempDir, args: &[&str], input: &str) -> Ran {
    finish(&mut at(folder.path(), args), input)
}

#[test]
fn a_released_bot_is_named_like_any_other() {
    let shelf = shelf();
    let arena = ["arena", "--game", "kuhn", "--deals", "20", "--json", "--bots", "checkpoint:kuhn,random"];
    let report: Value = serde_json::from_str(&run(&shelf, &arena, "").well()).unwrap();
    assert_eq!(report["bots"], json!(["checkpoint:kuhn", "random"]));
    let measured = run(&shelf, &["exploitability", "--game", "kuhn", "--bot", "checkpoint:kuhn"], "").well();
    assert!(measured.contains("NashConv 0.9167"), "{measured}");
    assert!(run(&shelf, &["verify", "checkpoint:kuhn"], "").well().contains("12 golden positions agree"));
    assert!(run(&shelf, &["bench", "bot", "checkpoint:kuhn", "--decisions", "10"], "").well().contains("of kuhn"));
    let hello = run(&shelf, &["bot", "checkpoint:kuhn"], "{\"id\": 1, \"type\": \"hello\"}\n").well();
    assert!(hello.contains("checkpoint:kuhn"), "{hello}");
}

#[test]
fn a_released_bot_that_cannot_be_had_is_told_with_what_there_is() {
    let shelf = shelf();
    let arena =
        |game, bot| run(&shelf, &["arena", "--game", game, "--deals", "2", "--bots", "random", "--bot", bot], "");
    let folder = shelf.path().to_string_lossy();
    arena("kuhn", "checkpoint:khun").fails(
        2,
        &["no released bot `khun`", &folder, "gin-challenge, kuhn, skirmish", "did you mean `checkpoint:kuhn`?"],
    );
    arena("kuhn", "checkpoint:../kuhn").fails(2, &["no released bot `../kuhn`", "set ELDERHAND_CHECKPOINTS"]);
    arena("leduc", "checkpoint:kuhn").fails(2, &["does not play `leduc`: it plays kuhn"]);
    arena("gin", "checkpoint:gin-challenge").fails(2, &["`options.gin_bonus` is 25 in the bundle, but 20 in the game"]);
    let none = shelf.path().join("none");
    finish(&mut at(&none, &["verify", "checkpoint:kuhn"]), "").fails(2, &["none is in ", &none.to_string_lossy()]);
}

#[test]
fn released_bots_are_found_here_or_where_the_program_is() {
    let (home, shelf) = (tempfile::tempdir().unwrap(), shelf());
    let names = |command: &mut Command| {
        let listed: Value =
            serde_json::from_str(&finish(command.env_remove("ELDERHAND_CHECKPOINTS"), "").well()).unwrap();
        listed.as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // As in a folder of the repository, into which the program was built.
    let place = home.path().join("target/release");
    fs::create_dir_all(&place).unwrap();
    let program = place.join("elderhand");
    let built = env!("CARGO_BIN_EXE_elderhand");
    fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).unwrap();
    let released = home.path().join("checkpoints");
    fs::create_dir(&released).unwrap();
    fs::copy(shelf.path().join("kuhn.elderhand"), released.join("kuhn.elderhand")).unwrap();
    let away = tempfile::tempdir().unwrap();
    // A run directory has a folder of that name too, without any bundle in it.
    fs::create_dir(away.path().join("checkpoints")).unwrap();
    fs::write(away.path().join("checkpoints/00000001.safetensors"), "").unwrap();
    let mut listing = Command::new(&program);
    let pipe = std::process::Stdio::piped;
    listing.args(["bots", "--json"]).current_dir(away.path()).stdin(pipe()).stdout(pipe()).stderr(pipe());
    assert_eq!(names(&mut listing), ["kuhn"]);

    fs::copy(shelf.path().join("skirmish.elderhand"), away.path().join("checkpoints/mine.elderhand")).unwrap();
    assert_eq!(names(&mut listing), ["mine"]);
}

#[test]
fn a_released_bot_sits_down_where_none_is_named() {
    let shelf = shelf();
    let play = |args: &[&str]| run(&shelf, &[&["play"], args].concat(), "quit\n");
    assert!(play(&["kuhn"]).well().contains("you are seat 0, against checkpoint:kuhn"));
    // At a table of its size it is the strongest that was measured, or a player that is better there beyond doubt.
    for (seats, strongest, why) in [
        ("seats=2", "checkpoint:skirmish", "-0.50 points a round, seats 2, against simple"),
        ("seats=3", "simple", "checkpoint:skirmish lost 4.50 points a round, seats 3, to it"),
        ("seats=5", "checkpoint:skirmish", ""),
    ] {
        let out = play(&["skirmish", "--set", seats]).well();
        let out = out.replace('\n', " ");
        assert!(out.contains(&format!("against {strongest};")) && out.contains(why), "{out}");
        assert_eq!(out.contains("as measured"), !why.is_empty(), "{out}");
    }
    let of_rounds = play(&["skirmish", "--set", "seats=2", "--set", "episode=match"]).well().replace('\n', " ");
    assert!(of_rounds.contains("-0.50 points a round, seats 2, against simple"), "{of_rounds}");
    assert!(play(&["kuhn", "--bot", "random"]).well().contains("against random"));
    assert!(play(&["gin", "--set", "gin_bonus=25"]).well().contains("against checkpoint:gin-challenge"));
    assert!(play(&["leduc"]).well().contains("against random"));
    // Who can play by either value of an option comes after one that learnt by it, and the ladder is believed before the card.
    for (name, betting, mean) in [("pinnacle-nine", "no-limit", 9.0), ("pinnacle-nine-limit", "limit", 1.0)] {
        let met = vec![evaluation("simple", json!({}), mean)];
        release(shelf.path(), name, "pinnacle-nine", json!({ "betting": betting }), met);
    }
    assert!(play(&["pinnacle-nine"]).well().contains("against checkpoint:pinnacle-nine;"));
    let of_limit = play(&["pinnacle-nine", "--set", "betting=limit"]).well().replace('\n', " ");
    assert!(of_limit.contains("against checkpoint:pinnacle-nine-limit;") && of_limit.contains("+1.00"), "{of_limit}");
    let kept = shelf.path().join("ladder.json");
    run(&shelf, &["ladder", "pinnacle-nine-limit", "--rounds", "40", "--out", &kept.to_string_lossy()], "").well();
    let of_limit = play(&["pinnacle-nine", "--set", "betting=limit"]).well();
    assert!(!of_limit.contains("+1.00"), "{of_limit}");
    // Of other options, or damaged: somebody else sits down, and it is said why.
    let other = play(&["skirmish", "--set", "charts=true"]);
    assert!(
        other.err.contains("learnt this game by other rules") && other.err.contains("--any-options"),
        "{}",
        other.err
    );
    assert!(other.well().contains("against simple"));
    let other = play(&["skirmish", "--set", "charts=true", "--any-options"]);
    assert!(other.err.contains("learnt the game with other options (here charts=true"), "{}", other.err);
    assert!(other.well().contains("against checkpoint:skirmish"));
    fs::write(shelf.path().join("kuhn.elderhand"), "damaged").unwrap();
    let other = play(&["kuhn"]);
    assert!(other.err.contains("kuhn.elderhand: not a whole zip file"), "{}", other.err);
    assert!(other.well().contains("against random"));
    run(&shelf, &["play", "kuhn", "--bot", "checkpoint:kuhn"], "").fails(1, &["not a whole zip file"]);
}

#[test]
fn the_list_says_what_each_is_and_how_it_played() {
    let shelf = shelf();
    let list = run(&shelf, &["bots"], "").well();
    assert!(list.lines().all(|line| line.chars().count() <= 80) && !list.contains('\x1b'), "{list}");
    let words: Vec<String> = list.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "kuhn kuhn 0.00 MiB 1 234 567 2026-02-28",
        "kuhn random +0.50 -0.50 … +1.50 open",
        "gin-challenge simple +0.25 -0.75 … +1.25 open",
        "skirmish simple seats=3 -4.50 -5.50 … -3.50 worse",
        "skirmish simple seats=4 +12.00 +11.00 … +13.00 better",
        "checkpoint:gin-challenge plays with `--set gin_bonus=25`.",
    ] {
        assert!(words.iter().any(|words| words == line), "{list}\nlacks: {line}");
    }
    assert!(!list.contains("seats=2") && !list.contains("+9.00"), "only the worst and the best: {list}");
    let json: Value = serde_json::from_str(&run(&shelf, &["bots", "--json"], "").well()).unwrap();
    assert_eq!((&json[1]["name"], &json[1]["date"]), (&json!("kuhn"), &json!("2026-02-28")));
    assert_eq!(json[2]["evaluations"][1]["score"]["mean"], json!(-4.5));
    assert_eq!(json[2]["evaluations"][1]["verdict"], json!("worse"));

    fs::write(shelf.path().join("leduc.elderhand"), "damaged").unwrap();
    let ran = run(&shelf, &["bots"], "");
    assert!(ran.err.contains("leduc.elderhand: not a whole zip file"), "{}", ran.err);
    assert_eq!(ran.well(), list, "the others are listed as before");
    let asked = run(&shelf, &["bots", "leduc"], "");
    assert!(asked.status != 0 && asked.err.contains("leduc.elderhand: not a whole zip file"), "{}", asked.err);
    let none = tempfile::tempdir().unwrap();
    assert!(run(&none, &["bots"], "").well().starts_with("There are no released bots: none is in"));
    assert_eq!(run(&none, &["bots", "--json"], "").well(), "[]\n");
}

#[test]
fn a_ladder_is_kept_beside_the_bundles_and_shown_for_just_those() {
    let shelf = shelf();
    let kept = shelf.path().join("ladder.json");
    let climb = |bot: &str| {
        run(&shelf, &["ladder", bot, "--rounds", "120", "--threads", "2", "--out", &kept.to_string_lossy()], "")
    };
    let listed = |name: &str| -> Vec<Value> {
        let all: Value = serde_json::from_str(&run(&shelf, &["bots", "--json"], "").well()).unwrap();
        let bot = all.as_array().unwrap().iter().find(|bot| bot["name"] == name).unwrap();
        bot["evaluations"].as_array().unwrap().clone()
    };
    let shown = climb("skirmish").well();
    assert!(shown.contains("simple+random  seats=3"), "{shown}");
    let all = run(&shelf, &["bots"], "").well();
    assert!(!all.contains("simple+random") && !all.contains("easy") && all.contains("seats=2"), "{all}");
    let every = run(&shelf, &["bots", "skirmish"], "").well();
    assert_eq!(every.matches("simple+random").count(), 2, "{every}");
    assert!(every.matches("easy").count() == 3 && !every.contains("kuhn"), "{every}");
    let markdown = run(&shelf, &["bots", "--markdown"], "").well();
    assert!(markdown.contains("| skirmish | easy | seats="), "{markdown}");
    run(&shelf, &["bots", "skirmihs"], "")
        .fails(2, &["no released bot `skirmihs`", "did you mean `checkpoint:skirmish`?"]);
    let lines = listed("skirmish");
    let met =
        |line: &Value| (line["opponent"].as_str().unwrap().to_owned(), line["setting"]["seats"].as_u64().unwrap());
    let expected = [(2, 60, &["simple", "easy", "medium"][..])].into_iter();
    let expected = expected.chain(
        [(3, 40), (4, 30)].map(|(seats, deals)| (seats, deals, &["simple", "simple+random", "easy", "medium"][..])),
    );
    let expected: Vec<_> = expected
        .flat_map(|(seats, deals, others)| others.iter().map(move |met| ((met.to_string(), seats), deals)))
        .collect();
    let deals = |line: &Value| line["deals"].as_u64().unwrap();
    assert_eq!(lines.iter().map(|line| (met(line), deals(line))).collect::<Vec<_>>(), expected);
    assert_eq!(listed("kuhn").len(), 1, "as its card says");
    let first = fs::read(&kept).unwrap();
    climb("skirmish").well();
    assert_eq!(fs::read(&kept).unwrap(), first, "equal bundles come to the same");

    // Other rules come beside those that it learnt, and are shown beside them.
    let kept_at = kept.to_string_lossy();
    let by = ["ladder", "skirmish", "--set", "charts=true", "--rounds", "60", "--out", &kept_at];
    let shown = run(&shelf, &by, "").well();
    assert!(shown.contains("seats=3 charts=true"), "{shown}");
    let both = listed("skirmish");
    let (plain, charted) = both.split_at(lines.len());
    assert_eq!(plain, lines);
    assert_eq!(charted.iter().map(met).collect::<Vec<_>>(), lines.iter().map(met).collect::<Vec<_>>());
    assert!(charted.iter().all(|line| line["setting"]["charts"] == true && deals(line) <= 30), "{charted:?}");
    let among_all = |args: &[&str]| run(&shelf, args, "").well().matches("charts=true").count();
    assert_eq!(among_all(&["bots"]), 0);
    assert_eq!(among_all(&["bots", "skirmish"]), charted.len());
    assert_eq!(among_all(&["bots", "--markdown"]), 2, "the worst and the best table against a player by rules");
    run(&shelf, &by, "").well();
    assert_eq!(listed("skirmish"), both, "played again, they are not listed twice");
    run(&shelf, &["ladder", "skirmish", "--set", "chats=true"], "").fails(2, &["chats"]);

    // One of equal weights that draws otherwise is another one.
    let sharper = shelf.path().join("sharper/kuhn.elderhand");
    fs::create_dir(sharper.parent().unwrap()).unwrap();
    let decision = Choice::Sample { temperature: 0.25 };
    Draft { decision, ..draft("kuhn", json!({}), Vec::new()) }.write(&sharper).unwrap();
    let shown = climb(&sharper.to_string_lossy()).well();
    assert!(shown.contains("before") && shown.contains("of 1 tables"), "{shown}");
    assert_eq!(listed("kuhn")[0]["deals"], 100, "it is not the released one");

    // One that may replace another meets that one, and is on the ladder once it has.
    let new = checkpoints().join("kuhn.elderhand");
    let shown = climb(&new.to_string_lossy()).well();
    assert!(shown.contains("better than the one before: better at 1, worse at 0 of 1 tables"), "{shown}");
    assert_eq!(listed("kuhn")[0]["deals"], 100, "the ladder has another bundle of this name");
    fs::copy(&new, shelf.path().join("kuhn.elderhand")).unwrap();
    let lines = listed("kuhn");
    assert_eq!(lines.iter().map(|line| &line["opponent"]).collect::<Vec<_>>(), ["random", "easy", "medium", "before"]);
    assert_eq!(lines[0]["deals"], 60);

    let nowhere = shelf.path().join("nowhere/ladder.json");
    let refused = ["ladder", "kuhn", "--rounds", "100000000", "--out", &nowhere.to_string_lossy()];
    run(&shelf, &refused, "").fails(1, &["ladder.json cannot be written"]);
    run(&shelf, &["ladder", "khun"], "").fails(2, &["no released bot `khun`", "did you mean `checkpoint:kuhn`?"]);
    fs::write(&kept, "damaged").unwrap();
    climb("kuhn").fails(1, &["ladder.json: this is no ladder"]);
    let ran = run(&shelf, &["bots"], "");
    assert!(ran.err.contains("warning: ") && ran.err.contains("ladder.json: this is no ladder"), "{}", ran.err);
    ran.well();
}

#[test]
fn a_bundle_that_was_measured_nowhere_climbs_at_the_tables_where_it_learnt() {
    let shelf = shelf();
    let kept = shelf.path().join("ladder.json");
    let draft = |game: &str, variable: Value| Draft {
        variable: serde_json::from_value(variable).unwrap(),
        ..draft(game, json!({}), Vec::new())
    };
    for (game, variable, tables) in
        [("kuhn", json!({}), vec![""]), ("skirmish", json!({"seats": [2, 4]}), vec!["seats=2", "seats=4"])]
    {
        draft(game, variable).write(&shelf.path().join(game).with_extension("elderhand")).unwrap();
        let ladder = ["ladder", game, "--rounds", "40", "--json", "--out", &kept.to_string_lossy()];
        let mut climbed: Value = serde_json::from_str(&run(&shelf, &ladder, "").well()).unwrap();
        let lines = climbed[0]["lines"].as_array_mut().unwrap();
        for line in &mut *lines {
            // Nothing is kept that the figures say.
            let verdict = line.as_object_mut().unwrap().remove("verdict").unwrap();
            assert!(["better", "worse", "open"].map(Value::from).contains(&verdict), "{verdict}");
        }
        let at =
            |line: &Value| line["setting"]["seats"].as_u64().map_or_else(String::new, |seats| format!("seats={seats}"));
        let mut found: Vec<String> = lines.iter().map(at).collect();
        found.dedup();
        assert_eq!(found, tables);
        let all: Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
        assert_eq!(all["bots"][game]["lines"].as_array(), Some(&*lines));
    }
}

#[test]
fn an_arena_takes_out_luck_by_what_a_bundle_expects() {
    let leduc = checkpoints().join("leduc.elderhand").to_string_lossy().into_owned();
    let arena = |more: &[&str]| {
        let args = ["arena", "--game", "leduc", "--bots", "random", "--deals", "300", "--bot", &leduc];
        finish(&mut command(&[&args[..], more].concat()), "")
    };
    let plain: Value = serde_json::from_str(&arena(&["--json"]).well()).unwrap();
    let less: Value = serde_json::from_str(&arena(&["--json", "--aivat", &leduc]).well()).unwrap();
    assert_eq!(less["aivat"]["sha256"].as_str().unwrap().len(), 64);
    let width = |report: &Value| {
        let end = |end: usize| report["duels"][0]["points_ci"][end].as_f64().unwrap();
        end(1) - end(0)
    };
    let saved = less["duels"][0]["saved"].as_f64().unwrap();
    assert!(saved > 1.2 && (saved - (width(&plain) / width(&less)).powi(2)).abs() < 1e-6, "{plain} {less}");
    assert_eq!(plain["duels"][0]["win_rate"], less["duels"][0]["win_rate"]);
    let shown = arena(&["--aivat", &leduc]).well();
    assert!(shown.contains("A–B: as sure as ") && shown.contains("The luck of the cards is taken out"), "{shown}");
    arena(&["--aivat", "random"]).fails(2, &["--aivat random: it does not say what it expects here"]);
    arena(&["--aivat", &leduc, "--until-decided"]).fails(2, &["--aivat", "--until-decided", "cannot be used"]);
}

#[cfg(feature = "train")]
#[test]
fn an_export_can_be_repeated_on_another_day() {
    let folder = tempfile::tempdir().unwrap();
    let config = checkpoints().join("../configs/kuhn.toml");
    let (run, config) = (folder.path().join("run"), config.to_string_lossy());
    let dated = |epoch: &str, args: &[&str]| finish(command(args).env("SOURCE_DATE_EPOCH", epoch), "");
    let run = run.to_string_lossy();
    let train = ["train", &config, "--steps", "4096", "--set", "evaluation.deals=2", "--run-dir", &run];
    dated("soon", &train).fails(2, &["SOURCE_DATE_EPOCH", "`soon`", "seconds since 1970"]);
    dated("951827696", &train).well();
    let exported = folder.path().join("kuhn.elderhand");
    dated("951827696", &["export", &run, "--out", &exported.to_string_lossy()]).well();
    let bundle = Bundle::open(&exported).unwrap();
    assert_eq!(bundle.manifest().training.date.as_deref(), Some("2000-02-29"));
    let first = fs::read(folder.path().join("run/bot.elderhand")).unwrap();
    assert!(first == fs::read(&exported).unwrap(), "equal bytes, however late");
}

#[test]
fn a_bot_becomes_an_onnx_model() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("kuhn.onnx");
    let (bundle, out) = (checkpoints().join("kuhn.elderhand"), model.to_string_lossy());
    let args = ["export", &bundle.to_string_lossy(), "--onnx", "--out", &out];
    assert!(run(&folder, &args, "").well().contains("4 logits and a value"));
    let first = fs::read(&model).unwrap();
    assert_eq!(first, Bundle::open(&bundle).unwrap().to_onnx().unwrap());
    fs::write(&model, "mine").unwrap();
    run(&folder, &args, "").fails(2, &["is there already", "--force"]);
    assert_eq!(fs::read(&model).unwrap(), b"mine");
    run(&folder, &[&args[..], &["--force"]].concat(), "").well();
    assert_eq!(fs::read(&model).unwrap(), first);
    run(&folder, &["export", "checkpoint:nobody", "--onnx", "--out", &out], "").fails(2, &["nobody"]);
    run(&folder, &["export", "gin.elderhand", "--onnx", "--out", "/nowhere/x.onnx"], "").fails(1, &["gin.elderhand"]);
}

/// The folder of the repository's released bots.
fn checkpoints() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints")
}

#[test]
fn the_page_of_the_released_bots_shows_what_they_are() {
    let (begin, end) = ("<!-- `elderhand bots --markdown` begins -->\n\n", "\n<!-- and ends -->");
    let page = fs::read_to_string(checkpoints().join("README.md")).unwrap();
    let table = page.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).expect("the marks are there").0;
    let printed = finish(&mut at(&checkpoints(), &["bots", "--markdown"]), "").well();
    assert_eq!(
        table, printed,
        "put what `elderhand bots --markdown` prints between the marks in checkpoints/README.md"
    );
}

#[test]
fn every_variant_has_a_released_bot_and_every_bot_is_small_and_whole_and_of_its_name() {
    let listed = finish(&mut at(&checkpoints(), &["bots", "--json"]), "");
    assert_eq!(listed.err, "", "every bundle can be read");
    let listed: Value = serde_json::from_str(&listed.well()).unwrap();
    let listed = listed.as_array().unwrap();
    // A variant whose rounds are those of another is played by the bot of that one.
    let released = |id: &str| listed.iter().any(|bot| bot["name"] == id);
    for variant in VARIANTS.iter().filter(|variant| !released(variant.id)) {
        let told = finish(&mut at(&checkpoints(), &["play", variant.id]), "quit\n").well();
        assert!(told.contains("against checkpoint:"), "{} has no released bot: {told}", variant.id);
    }
    for bot in listed {
        let name = bot["name"].as_str().unwrap();
        let path = checkpoints().join(name).with_extension("elderhand");
        Bundle::open(&path).and_then(|bundle| bundle.verify()).unwrap_or_else(|error| panic!("{error}"));
        let bytes = fs::metadata(&path).unwrap().len();
        assert!(bytes < MOST_BYTES, "{name}: {bytes} bytes");
        let variant = VARIANTS.iter().find(|variant| variant.id == name);
        let config = checkpoints().join("../configs").join(name).with_extension("toml");
        assert!(variant.is_none_or(|variant| bot["game"] == variant.id), "{name} plays {}", bot["game"]);
        assert!(variant.is_some() || config.is_file(), "{name} is neither a variant nor a config");
    }
}
