//! What the program says to a wrong command line, and how it behaves in a pipe.

use std::io::{BufRead, BufReader};

use crate::common::{command, finish, run};

#[test]
fn the_help_tells_every_command_and_exit_status() {
    let help = run(&["--help"], "").well();
    let measuring = ["arena", "rate", "tournament", "exploitability", "verify", "bench", "doctor"];
    let others = [
        "games",
        "bots",
        "rules",
        "play",
        "train",
        "export",
        "bot",
        "replay",
        "analyse",
        "report",
        "Exit status",
        "cmd:PROGRAM",
        "checkpoint:NAME",
    ];
    for part in measuring.into_iter().chain(others) {
        assert!(help.contains(part), "expected `{part}` in: {help}");
    }
}

#[test]
fn what_contradicts_itself_or_cannot_be_honoured_is_refused() {
    let arena = ["arena", "--game", "gin", "--bots", "simple,random", "--deals", "1"];
    let with = |more: &[&str]| run(&[&arena[..], more].concat(), "");
    with(&["--match", "--set", "episode=round"]).fails(2, &["--match", "episode"]);
    with(&["--set", "target=50"]).fails(2, &["`target`", "episode=match"]);
    with(&["--until-decided", "--sprt", "0,1"]).fails(2, &["--until-decided", "--sprt"]);
    with(&["--sprt", "1,0"]).fails(2, &["--sprt", "the lower first"]);
    with(&["--sprt", "0,900"]).fails(2, &["0 and 900", "both between"]);
    with(&["--sprt", "0,1", "--alpha", "0"]).fails(2, &["--alpha is 0", "to 0.5"]);
    with(&["--sprt", "0,1", "--beta", "0.6"]).fails(2, &["--beta is 0.6"]);
    with(&["--by", "won"]).fails(2, &["--by says", "--until-decided", "--sprt"]);
    with(&["--beta", "0.1"]).fails(2, &["--sprt"]);
}

#[test]
fn unknown_names_are_usage_errors_with_the_nearest_name() {
    run(&["rules", "khun"], "").fails(2, &["no game `khun`", "did you mean `kuhn`"]);
    run(&["play", "gim"], "").fails(2, &["did you mean `gin`"]);
    run(&["arena", "--game", "kuhn", "--bots", "random,rendom", "--deals", "1"], "")
        .fails(2, &["no bot `rendom`", "`random`"]);
    run(&["bench", "env", "--game", "leduk"], "").fails(2, &["did you mean `leduc`"]);
    run(&["rules", "gin", "--set", "gin_bonsu=25"], "").fails(2, &["gin_bonsu", "did you mean `gin_bonus`"]);
    run(&["bot", "nobody"], "").fails(2, &["no bot `nobody`"]);
    run(&["paly", "kuhn"], "").fails(2, &["paly", "play"]);
}

#[test]
fn values_out_of_range_are_usage_errors() {
    let arena = ["arena", "--game", "gin", "--bots", "random,random", "--deals"];
    run(&[&arena[..], &["0"]].concat(), "").fails(2, &["--deals", "1.."]);
    run(&[&arena[..], &["2", "--threads", "0"]].concat(), "").fails(2, &["--threads"]);
    run(&[&arena[..], &["2", "--set", "gin_bonus=lots"]].concat(), "")
        .fails(2, &["gin_bonus", "\"lots\"", "whole number"]);
    run(&[&arena[..], &["2", "--set", "gin_bonus"]].concat(), "").fails(2, &["expected key=value"]);
    run(&["arena", "--game", "kuhn", "--bots", "random", "--deals", "2"], "").fails(2, &["at least two"]);
    run(&["arena", "--game", "kuhn", "--bots", "random,random", "--deals", "2", "--match"], "")
        .fails(2, &["`kuhn` has no matches", "--match"]);
    run(&["arena", "--game", "kuhn", "--deals", "2"], "").fails(2, &["--bots"]);
    let full =
        ["arena", "--game", "skirmish", "--set", "seats=3", "--bots", "random,random,random,random", "--deals", "2"];
    run(&full, "").fails(2, &["4 bots", "3 seats", "--set seats=N"]);
    run(&["play", "kuhn", "--seat", "2"], "").fails(2, &["--seat 2", "0 to 1"]);
    run(&["bench", "env", "--game", "kuhn", "--seconds", "nan"], "").fails(2, &["expected seconds"]);
    run(&["bench", "bot", "random"], "").fails(2, &["--game"]);
    run(&["bench", "--signature", "env", "--game", "kuhn"], "").fails(2, &["--signature"]);
}

#[test]
fn wrong_options_are_told_what_the_game_takes() {
    for (game, set, expected) in [
        ("gin", "knock_limit=300", "300 is not allowed: expected a whole number, 0 to 10\n"),
        ("gin", "knock_limit=-1", "-1 is not allowed: expected a whole number, 0 to 10\n"),
        ("gin", "gin_bonus={}", "{} is not allowed: expected a whole number, 0 to 200\n"),
        ("gin", "tie=5", "5 is not allowed: expected `nobody` or `undercut`\n"),
        ("gin", "tie={\"nobody\":1}", "is not allowed: expected `nobody` or `undercut`\n"),
        ("gin", "offer=1", "1 is not allowed: expected true or false\n"),
        ("snap", "seats=300", "300 is not allowed: expected a whole number, 2 to 10\n"),
        ("skirmish", "target=70000", "70000 is not allowed: expected a whole number, 0 to 10000\n"),
    ] {
        let episode = if set.starts_with("target") { "episode=match" } else { "episode=round" };
        run(&["rules", game, "--set", episode, "--set", set], "").fails(2, &[expected]);
    }
}

#[test]
fn a_bot_that_does_not_fit_is_a_usage_error() {
    let kuhn = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/kuhn.elderhand");
    let gin = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/gin.elderhand");
    let arena = |game, bot| ["arena", "--deals", "1", "--game", game, "--bot", "random", "--bot", bot];
    run(&arena("leduc", kuhn), "").fails(2, &["kuhn.elderhand` does not play `leduc`: it plays kuhn"]);
    run(&[&arena("gin", gin)[..], &["--set", "gin_bonus=30"]].concat(), "").fails(2, &["`options.gin_bonus` is 20"]);
    let polite = r#"cmd:sh -c 'read l; echo "{\"id\":1,\"protocol\":1,\"games\":[\"whist\"]}"; read l'"#;
    run(&arena("kuhn", polite), "").fails(2, &["does not play `kuhn`: it plays whist"]);
    // What is wrong with a file is not the command line's fault.
    run(&arena("kuhn", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")), "").fails(1, &["not a whole zip file"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_named() {
    for args in [&["games"][..], &["rules", "gin"], &["games", "--json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("there is one");
        finish(command(args).stdout(full), "").fails(1, &["standard output cannot be written: No space left"]);
    }
    let full = std::fs::File::options().write(true).open("/dev/full").expect("there is one");
    let hello = "{\"id\": 1, \"type\": \"hello\"}\n";
    finish(command(&["bot", "random"]).stdout(full), hello).fails(1, &["standard output cannot be written"]);
}

#[test]
fn what_cannot_be_measured_exactly_says_what_to_do() {
    let leduc = ["exploitability", "--game", "leduc", "--bot", "random"];
    run(&[&leduc[..], &["--positions", "0"]].concat(), "").fails(2, &["--positions"]);
    run(&[&leduc[..], &["--answers", "0"]].concat(), "").fails(2, &["--answers"]);
    run(&[&leduc[..], &["--positions", "1000"]].concat(), "").fails(1, &["1000 positions", "--positions", "--set"]);
    run(&["exploitability", "--game", "gin", "--bot", "simple"], "").fails(1, &["too large", "--set"]);
    run(&["exploitability", "--game", "kuhn", "--bot", "simple"], "").fails(2, &["`simple` does not play `kuhn`"]);
}

#[test]
fn files_that_are_not_there_are_failures_that_name_them() {
    run(&["replay", "no-such-record.json"], "").fails(1, &["no-such-record.json"]);
    run(&["verify", "no-such-bundle.elderhand"], "").fails(1, &["no-such-bundle.elderhand"]);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = command(&["rules", "gin"]).spawn().expect("the program starts");
    let mut line = String::new();
    let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("it has an output"));
    reader.read_line(&mut line).expect("it writes a line");
    drop(reader);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{:?}", output.status);
}

#[test]
fn output_is_plain_and_narrow_in_a_pipe() {
    let arena = ["arena", "--game", "gin", "--bots", "random,random", "--deals", "20"];
    let table = ["arena", "--game", "skirmish", "--set", "seats=7", "--bots", &["random"; 7].join(","), "--deals", "2"];
    let exploitability = ["exploitability", "--game", "leduc", "--bot", "random", "--answers", "2"];
    let pairs = ["arena", "--game", "gin", "--bots", "simple,greedy,random", "--deals", "20", "--sprt", "-0.5,2.5"];
    for args in [&["games"][..], &arena, &table, &pairs, &exploitability, &["doctor"]] {
        let ran = run(args, "");
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{args:?} is coloured");
        // A processor's name is as long as it is.
        for line in ran.out.lines().filter(|line| !line.contains("processor")) {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
    assert_eq!(
        run(&["arena", "--game", "kuhn", "--bots", "random,random", "--deals", "20"], "").err,
        "",
        "no bar in a pipe"
    );
}

#[test]
fn every_line_of_a_released_bot_is_narrow() {
    let mut bots = command(&["bots", "gin", "pinnacle-nine"]);
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints");
    let list = finish(bots.env("ELDERHAND_CHECKPOINTS", shelf), "").well();
    assert!(list.contains("gin_bonus=25 undercut_bonus=25") && list.contains("always-call+simple+random"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}
