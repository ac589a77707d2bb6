//! Two programs that are one: `elderhand` does without libtorch, and hands what needs it to `elderhand-train`.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Ran, finish, run};

/// `elderhand` alone in a folder.
fn alone(args: &[&str]) -> Ran {
    // Where it can be linked to: a copy that another test's child still holds open for writing could not be started.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let program = folder.path().join("elderhand").with_extension(std::env::consts::EXE_EXTENSION);
    fs::hard_link(env!("CARGO_BIN_EXE_elderhand"), &program).expect("the program is there");
    let mut command = Command::new(&program);
    finish(command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()), "")
}

/// Asks a bot something, and gives its answer and what the system knows of its process then.
#[cfg(target_os = "linux")]
fn while_answering(file: &str) -> String {
    use std::io::{BufRead, BufReader, Write};

    let mut child = crate::common::command(&["bot", "simple"]).spawn().expect("the program starts");
    child
        .stdin
        .as_mut()
        .expect("it has an input")
        .write_all(b"{\"id\": 1, \"type\": \"hello\"}\n")
        .expect("it listens");
    let mut answer = String::new();
    BufReader::new(child.stdout.as_mut().expect("it has an output")).read_line(&mut answer).expect("it answers");
    assert!(answer.contains("simple"), "{answer}");
    let text = fs::read_to_string(format!("/proc/{}/{file}", child.id())).expect("the system tells");
    drop(child.stdin.take());
    assert!(child.wait().expect("the program ends").success());
    text
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_does_not_train_loads_no_libtorch() {
    let maps = while_answering("maps");
    assert!(maps.contains("libc.so") && maps.contains("elderhand"), "{maps}");
    for library in ["torch", "libc10", "libgomp", "libstdc++"] {
        assert!(!maps.contains(library), "{library} is loaded:\n{maps}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_needs_little_memory() {
    let status = while_answering("status");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most memory it held");
    let kib: u64 = most.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kib < 40 << 10, "{kib} KiB");
}

#[test]
fn without_the_trainer_a_command_says_what_is_missing() {
    for args in [
        &["train", "gin.toml"][..],
        &["export", "run", "--out", "bot"],
        &["bench", "train", "gin.toml"],
        &["exploit", "--bot", "simple"],
    ] {
        alone(args).fails(2, &["libtorch", "no elderhand-train beside", "feature `train`"]);
    }
    let doctor = alone(&["doctor"]);
    assert!(doctor.out.contains("libtorch") && !doctor.err.contains("panicked"), "{}{}", doctor.out, doctor.err);
    alone(&["rules", "kuhn"]).well();
}

#[test]
fn a_wrong_option_is_told_before_the_trainer_is_looked_for() {
    alone(&["train", "gin.toml", "--step", "9"]).fails(2, &["--step"]);
    alone(&["train"]).fails(2, &["CONFIG"]);
    assert!(alone(&["train", "--help"]).well().contains("--run-dir"));
    run(&["train", "gin.toml", "--steps", "0"], "").fails(2, &["--steps"]);
}

#[cfg(feature = "train")]
mod with_the_trainer {
    use std::io::{BufRead, BufReader, Read};

    use serde_json::Value;

    use super::*;
    use crate::json::described;

    const KUHN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");

    #[test]
    fn its_errors_and_their_status_are_those_of_the_command() {
        run(&["train", "no-such-config.toml"], "").fails(1, &["no-such-config.toml"]);
        run(&["train", KUHN, "--set", "learning.minibtach=1"], "").fails(2, &["did you mean", "minibatch"]);
        run(&["bench", "train", KUHN, "--set", "game=khun"], "").fails(2, &["did you mean `kuhn`"]);
        run(&["export", "no-such-run", "--out", "bot.elderhand"], "").fails(1, &["no-such-run"]);
        let folder = tempfile::tempdir().expect("a folder");
        let config = folder.path().join("wrong.toml");
        fs::write(&config, "version = 1\ngame = \"khun\"\n").expect("it is written");
        run(&["train", &config.to_string_lossy()], "").fails(1, &["wrong.toml", "did you mean `kuhn`"]);
        run(&["export", "no-such-run", "--out", &config.to_string_lossy()], "").fails(2, &["no bundle", "--force"]);
        run(&["train", "/dev/zero"], "").fails(1, &["/dev/zero", "longer than"]);
    }

    #[test]
    fn a_sweep_goes_on_and_teaches_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let sweep = |dir: &str, more: &[&str]| {
            let dir = path(dir);
            let small = ["--dir", &*dir, "--seeds", "2", "--set", "self_play.lanes=64", "--set", "evaluation.deals=20"];
            run(&[&["sweep", KUHN, "--grid", "learning.epochs=1,2"][..], &small, more].concat(), "")
        };
        let decisions = ["--decisions", "5000", "--json"];
        let first = sweep("one", &decisions).well();
        let report: Value = serde_json::from_str(&first).expect("the output is JSON");
        described("sweep", &report);
        assert_eq!(report["budget"], serde_json::json!({ "decisions": 5000.0 }));
        let measures = report["measures"].as_array().expect("an array");
        let solved: Vec<&Value> = measures.iter().filter(|measure| measure["name"] == "NashConv").collect();
        let configs: Vec<&Value> = solved.iter().map(|measure| &measure["config"]).collect();
        assert_eq!(configs, ["kuhn learning.epochs=1", "kuhn learning.epochs=2"]);
        assert_ne!(solved[0]["values"], solved[1]["values"]);
        for millions in solved[0]["decisions"].as_array().expect("one a seed") {
            // The iteration under way is played to its end.
            assert!((0.005..0.01).contains(&millions.as_f64().expect("a number")), "{report}");
        }
        // Finished runs are not trained again, and elsewhere, side by side, it comes to the same.
        assert_eq!(first, sweep("one", &decisions).well());
        assert_eq!(first, sweep("two", &[&decisions[..], &["--jobs", "2"]].concat()).well());
        sweep("one", &["--decisions", "6000"]).fails(1, &["holds a run with other settings", "--dir"]);

        fs::write(path("before.json"), &first).expect("it is written");
        let against = path("before.json");
        sweep("one", &["--minutes", "1", "--against", &against]).fails(1, &["it was made with --decisions 5000"]);
        let compared = sweep("one", &["--decisions", "5000", "--against", &against]).well();
        assert!(compared.contains("gain") && compared.contains("+0.000"), "{compared}");
        sweep("one", &["--grid", "learning.clip"]).fails(2, &["--grid learning.clip", "KEY=A,B"]);
        sweep("one", &["--grid", "seed=1,1"]).fails(2, &["would share the directory"]);
    }

    #[test]
    fn an_adversary_finds_what_a_bot_does_wrong() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run").to_string_lossy().into_owned();
        let exploit = |bot: &str, more: &[&str]| run(&[&["exploit", "--bot", bot][..], more].concat(), "");
        let of_random =
            ["--game", "kuhn", "--config", KUHN, "--decisions", "500000", "--deals", "500", "--run-dir", &dir];
        let found = exploit("random", &[&of_random[..], &["--json"]].concat()).well();
        let found: Value = serde_json::from_str(&found).expect("the output is JSON");
        described("exploit", &found);
        let won = &found["tables"][0];
        // Perfect opponents of random play win 11/24 of a chip, in the mean over both seats.
        let [low, high] = [0, 1].map(|end| won["points_ci"][end].as_f64().expect("a number"));
        assert!(low > 0.25 && high < 0.65, "{found}");
        assert!(found["curve"].as_array().is_some_and(|curve| curve.len() > 3), "{found}");
        assert!(found["adversary"].as_str().is_some_and(|file| fs::exists(file).is_ok_and(|there| there)), "{found}");
        exploit("random", &[]).fails(2, &["--game"]);
        exploit("random", &of_random).fails(1, &["already holds a run"]);

        // A bundle is begun with, at the tables that it knows or at one of them.
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/knock-rummy.elderhand");
        let small = ["--decisions", "1000", "--deals", "4", "--threads", "1", "--run-dir"];
        let dir = folder.path().join("tables").to_string_lossy().into_owned();
        let found = exploit(bot, &[&small[..], &[&dir, "--json"]].concat()).well();
        let found: Value = serde_json::from_str(&found).expect("the output is JSON");
        let seats = found["tables"].as_array().expect("an array").iter().map(|won| won["setting"]["seats"].as_u64());
        assert!(seats.eq((2..=6).map(Some)), "{found}");
        let dir = folder.path().join("table").to_string_lossy().into_owned();
        let said = exploit(bot, &[&small[..], &[&dir, "--set", "seats=3"]].concat()).well();
        assert!(said.contains(&format!("an adversary of {bot}")), "{said}");
        assert!(said.contains("It does not win."), "who has learnt nothing yet is no better: {said}");
        exploit(bot, &["--minutes", "0"]).fails(2, &["more than 0"]);
    }

    #[test]
    fn the_doctor_asks_it() {
        let ran = run(&["doctor", "--json"], "");
        let findings: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
        let libtorch = findings.as_array().expect("an array").iter().find(|finding| finding["what"] == "libtorch");
        let found = libtorch.and_then(|libtorch| libtorch["found"].as_str()).expect("what was found");
        assert!(found.contains("a matrix product is right"), "{found}");
    }

    #[test]
    fn it_leaves_the_rest_to_elderhand() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elderhand-train"));
        command.arg("games").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(&mut command, "").fails(2, &["start `elderhand`"]);
    }

    #[test]
    fn steps_are_of_one_start_and_leave_the_budget_of_a_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run");
        let dir = dir.to_string_lossy();
        let small = ["--set", "threads=1", "--set", "self_play.lanes=64", "--set", "evaluation.opponents=[]"];
        let first = [&["train", KUHN, "--run-dir", &dir, "--set", "budget.decisions=100000"][..], &small].concat();
        // A run that is taken up before its end, again and again.
        run(&first, "").well();
        let budget = |text: &str| text.lines().find(|line| line.starts_with("decisions =")).map(str::to_owned);
        let config = || fs::read_to_string(folder.path().join("run/config.toml")).expect("the config of the run");
        run(&["train", "--resume", &dir, "--set", "budget.decisions=1000000", "--steps", "5000"], "").well();
        let after = config();
        assert_eq!(budget(&after).as_deref(), Some("decisions = 1000000"));
        let out = run(&["train", "--resume", &dir, "--steps", "5000"], "").well();
        assert!(out.contains("stopped after 1") && out.contains("go on with"), "{out}");
        assert!(out.contains("report.html") && folder.path().join("run/report.html").is_file(), "{out}");
        assert_eq!(config(), after);
        // What is shown to go on with has further to go than where the run stands.
        let out = run(&["train", "--resume", &dir, "--set", "budget.decisions=5000"], "").well();
        assert!(out.contains("budget.decisions=1") && !out.contains("budget.decisions=50000"), "{out}");
    }

    /// Interrupts a training once it is told to have begun, and gives what it printed and what it said.
    #[cfg(unix)]
    fn interrupted(args: &[&str]) -> [String; 2] {
        let mut child = crate::common::command(args).spawn().expect("the program starts");
        let mut told = BufReader::new(child.stderr.take().expect("it tells"));
        let mut said = String::new();
        while !said.contains("Ctrl-C stops with a checkpoint") {
            assert!(told.read_line(&mut said).expect("it tells that it trains") > 0, "{said}");
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        told.read_to_string(&mut said).expect("it ends");
        let output = child.wait_with_output().expect("the program ends");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(130), "{out}{said}");
        [out, said]
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_training_keeps_a_checkpoint() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run");
        let dir = dir.to_string_lossy();
        let [out, _] = interrupted(&["train", KUHN, "--run-dir", &dir, "--set", "threads=1"]);
        assert!(out.contains(&format!("elderhand train --resume {dir}")), "{out}");
        // It is noted how a person called it, not which program did the work.
        let notes = fs::read(folder.path().join("run/run.json")).expect("the notes of the run");
        let notes: Value = serde_json::from_slice(&notes).expect("it is JSON");
        let argv = &notes["starts"][0]["argv"];
        assert_eq!((&argv[0], &argv[1]), (&env!("CARGO_BIN_EXE_elderhand").into(), &"train".into()), "{notes}");

        // Who reads JSON finds no text there, and what is to be typed holds together.
        let other = folder.path().join("another run");
        let other = other.to_string_lossy();
        let [out, said] = interrupted(&[
            "exploit",
            "--bot",
            "random",
            "--game",
            "kuhn",
            "--run-dir",
            &other,
            "--threads",
            "1",
            "--json",
        ]);
        assert!(out.is_empty() && said.contains(&format!("elderhand train --resume '{other}'")), "{out}{said}");
    }
}
