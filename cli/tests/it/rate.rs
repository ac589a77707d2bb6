//! `elderhand rate`: a pool, its file of results, and what becomes of both.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::{Barrier, Mutex};
use std::thread;

use crate::common::{Ran, command, run};
use clap::Parser;
use elderhand::commands::rate;
use elderhand::output::Output;
use elderhand_agents::Crew;
use serde_json::Value;
use tempfile::tempdir;

/// Rates the players of gin on a few deals, with more arguments.
fn gin(more: &[&str]) -> Ran {
    run(&[&["rate", "--game", "gin", "--batch", "10", "--threads", "1", "--json"], more].concat(), "")
}

fn json(ran: Ran) -> Value {
    serde_json::from_str(&ran.well()).expect("the output is JSON")
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

#[test]
fn a_pool_is_rated_and_its_file_goes_on_where_it_was_stopped() {
    let folder = tempdir().expect("a folder");
    let (whole, part) = (path(folder.path(), "whole.jsonl"), path(folder.path(), "part.jsonl"));
    let pool = ["--bots", "random,simple,greedy"];
    let with = |file: &str, deals: &str| gin(&[&pool[..], &["--deals", deals, "--results", file]].concat());
    let once = json(with(&whole, "120"));
    let names: Vec<_> = once["ratings"].as_array().expect("an array").iter().map(|rated| &rated["bot"]).collect();
    assert_eq!(names.last(), Some(&&Value::from("random")), "{once}");
    assert_eq!((&once["deals"], &once["partial"], &once["groups"]), (&120.into(), &false.into(), &1.into()));
    assert_eq!(once["pairs"].as_array().map(Vec::len), Some(3));
    let best = &once["ratings"][0];
    assert!(best["rating_ci"][0].as_f64() <= best["rating"].as_f64(), "{best}");

    json(with(&part, "45"));
    // Runs that were killed while they wrote.
    let five = fs::read(&part).expect("it was written");
    let sixth =
        br#"{"game":"gin","options":{"knock_limit":10},"a":"random","b":"simple","seed":1,"deal":20,"won":[0.5],"#;
    for end in [1, 4, 18, 30, 60, 88, sixth.len()] {
        fs::write(&part, [&five, &sixth[..end]].concat()).expect("it is written");
        let looked_at = run(&["rate", "--results", &part, "--json"], "");
        assert!(looked_at.err.contains("part.jsonl, line 6: it is not whole"), "{}", looked_at.err);
        assert_eq!(json(looked_at)["deals"], 45);
    }
    let resumed = with(&part, "120");
    assert!(resumed.err.contains("part.jsonl, line 6: it is not whole"), "{}", resumed.err);
    assert_eq!(json(resumed), once);
    assert_eq!(json(with(&part, "120")), once, "nothing is left to play");
    // What is in the file can be looked at without playing; the joined file counts once.
    let shown = json(run(&["rate", "--results", &part, "--join", &whole, "--json"], ""));
    assert_eq!(shown, once);
}

#[test]
fn a_file_of_something_else_stays_as_it_is() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "notes.json");
    let begun = r#"{"game":"gin","options":{}"#;
    for notes in [r#"{"my":"notes"}"#, r#"{"my":"no"#, "plain words", &format!(r#"{begun},"format":"series"}}"#)] {
        fs::write(&file, notes).expect("it is written");
        let part = ["notes.json, line 1: expected a batch", "name another file"];
        gin(&["--bots", "random,simple", "--deals", "9", "--results", &file]).fails(1, &part);
        run(&["rate", "--results", &file], "").fails(1, &part);
        run(&["rate", "--join", &file], "").fails(1, &part);
        assert_eq!(fs::read_to_string(&file).expect("it is there"), notes);
    }
}

#[test]
fn a_deal_is_the_same_whoever_is_named_first() {
    let folder = tempdir().expect("a folder");
    let files = ["random,simple", "simple,random"].map(|bots| {
        let file = path(folder.path(), bots);
        gin(&["--bots", bots, "--deals", "40", "--results", &file]).well();
        file
    });
    let joined = json(run(&["rate", "--results", &files[0], "--join", &files[1], "--json"], ""));
    assert_eq!(joined["deals"], 40);
}

#[test]
fn results_of_two_seeds_are_joined_and_one_more_runs_the_gauntlet() {
    let folder = tempdir().expect("a folder");
    let files = ["1", "2"].map(|seed| path(folder.path(), seed));
    for (file, seed) in files.iter().zip(["1", "2"]) {
        gin(&["--bots", "random,simple", "--deals", "40", "--results", file, "--seed", seed]).well();
    }
    let joined = json(run(&["rate", "--results", &files[0], "--join", &files[1], "--json"], ""));
    assert_eq!(joined["deals"], 80);
    let gauntlet = gin(&["--gauntlet", "greedy", "--deals", "60", "--results", &files[0], "--seed", "3"]);
    let report = json(gauntlet);
    assert_eq!((report["deals"].as_u64(), report["pairs"].as_array().map(Vec::len)), (Some(100), Some(3)));
    let text = run(&["rate", "--results", &files[0], "--anchor", "random"], "").well();
    assert!(text.contains("gin: 3 bots, 100 deals") && text.contains("+0"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_game_for_chips_is_rated_by_chips_and_what_does_not_count_is_named() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "results.jsonl");
    let nine = ["rate", "--game", "pinnacle-nine", "--bots", "simple,always-call,random", "--results", &file];
    let args = [&nine[..], &["--deals", "300", "--threads", "2"]].concat();
    let report = json(run(&[&args[..], &["--json"]].concat(), ""));
    assert_eq!((&report["by"], &report["ratings"][0]["bot"]), (&"points".into(), &"simple".into()));
    let text = run(&args, "").well();
    assert!(text.contains("chips a round") && text.contains("* where it is sure who makes more"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Who never folds wins more pots, and pays for it.
    let by_won = run(&[&args[..], &["--by", "won"]].concat(), "").well();
    let first = by_won.lines().find_map(|line| line.strip_prefix("  A  "));
    assert!(first != Some("simple") && by_won.contains(", but makes -"), "{by_won}");
    // By other options it is another game, whose deals do not count; who has met nobody is named.
    let three = ["--set", "seats=3", "--deals", "20", "--batch", "20", "--threads", "1"];
    let text = run(&[&nine[..], &three].concat(), "").well();
    for part in ["pinnacle-nine seats=3: 2 bots, 20 deals", "nobody yet, ", ": random", "not counted: pinnacle-nine"] {
        assert!(text.contains(part), "expected `{part}` in: {text}");
    }
    let report = json(run(&[&nine[..], &three, &["--json"]].concat(), ""));
    assert_eq!((&report["unmet"][0], &report["left_out"][0]["game"]), (&"random".into(), &"pinnacle-nine".into()));
}

#[test]
fn what_cannot_be_rated_says_why() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "results.jsonl");
    run(&["rate"], "").fails(2, &["--game ID", "--results FILE"]);
    run(&["rate", "--game", "kuhn"], "").fails(2, &["no results", "--deals", "--bots"]);
    run(&["rate", "--game", "kuhn", "--bots", "random", "--deals", "9"], "").fails(2, &["at least two"]);
    run(&["rate", "--game", "kuhn", "--bots", "random,random", "--deals", "9"], "").fails(2, &["`random` comes twice"]);
    run(&["rate", "--game", "kuhn", "--bots", "random,simple", "--deals", "9"], "").fails(2, &["does not play `kuhn`"]);
    run(&["rate", "--results", &file], "").fails(1, &["results.jsonl"]);
    fs::write(&file, "{\"game\": \"kuhn\"}\n").unwrap();
    run(&["rate", "--results", &file], "").fails(1, &["results.jsonl, line 1: expected a batch", "missing field"]);
    let line = |won: f64| {
        let row = serde_json::json!({"game": "kuhn", "options": {}, "a": "random", "b": "x", "seed": 1, "deal": 0,
            "won": [won], "points": [0.0]});
        format!("{row}\n")
    };
    fs::write(&file, line(0.5) + &line(1.0)).unwrap();
    run(&["rate", "--results", &file], "").fails(1, &["results.jsonl, line 2", "has a player changed?"]);
    fs::write(&file, line(0.5)).unwrap();
    run(&["rate", "--results", &file, "--anchor", "nobody"], "").fails(2, &["--anchor nobody"]);
    run(&["rate", "--results", &file, "--deals", "9"], "").fails(2, &["no bot `x`"]);
    fs::write(&file, line(0.5).replace("kuhn", "nosuch")).unwrap();
    run(&["rate", "--results", &file], "").fails(1, &["no game `nosuch`", "--game"]);
    // What is refused leaves nothing behind.
    let new = path(folder.path(), "new.jsonl");
    gin(&["--game", "gin", "--bots", "random,simple", "--deals", "9", "--results", &new]).fails(2, &["`gin` comes"]);
    gin(&["--bots", "random", "--deals", "9", "--results", &new]).fails(2, &["at least two"]);
    assert!(!fs::exists(&new).expect("the folder can be read"));
}

#[test]
fn results_are_of_the_round_or_the_match_that_was_played_whatever_options_were_added_since() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "results.jsonl");
    let round = ["rate", "--game", "gem-rum", "--set", "episode=round", "--set", "seats=2", "--bots", "random,simple"];
    let played = [&round[..], &["--deals", "40", "--threads", "1", "--json", "--results", &file]].concat();
    let once = json(run(&played, ""));
    assert_eq!(once["games"][0]["options"]["episode"], "round");
    assert_eq!(json(run(&["rate", "--results", &file, "--json"], "")), once);
    run(&["rate", "--results", &file, "--by", "points"], "").well();
    // As if they had been written before there were other options.
    let older = |line: &str| {
        let mut batch: Value = serde_json::from_str(line).expect("a line is JSON");
        batch["options"].as_object_mut().expect("options").retain(|name, _| name == "seats");
        format!("{batch}\n")
    };
    let text = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, text.lines().map(older).collect::<String>()).expect("it is written");
    assert_eq!(json(run(&played, "")), once, "all has been played");
}

#[test]
fn bots_go_by_the_names_of_their_results_however_they_are_named() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "results.jsonl");
    gin(&["--bots", "random,simple", "--deals", "20", "--results", &file]).well();
    let report =
        json(gin(&["--gauntlet", "strong:greedy", "--anchor", "strong:simple", "--deals", "20", "--results", &file]));
    assert_eq!((&report["anchor"], report["pairs"].as_array().map(Vec::len)), (&"simple".into(), Some(3)));
    let report = json(gin(&["--bots", "patient,strong:simple", "--results", &file]));
    assert_eq!(report["unmet"], serde_json::json!(["patient"]));
}

/// The arguments of `elderhand rate` alone.
#[derive(clap::Parser)]
struct Rate {
    #[command(flatten)]
    args: rate::Args,
}

/// One of several processes that rate together; here they are threads.
#[derive(Debug)]
struct Process<'a> {
    rank: usize,
    laid: &'a [Mutex<Vec<u8>>],
    all_there: &'a Barrier,
}

impl Crew for Process<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.laid.len()
    }

    fn share(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> {
        *self.laid[self.rank].lock().unwrap() = own;
        self.all_there.wait();
        let all = self.laid.iter().map(|laid| laid.lock().unwrap().clone()).collect();
        self.all_there.wait();
        Ok(all)
    }

    fn spread(&self, own: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        Ok(self.share(own)?.swap_remove(0))
    }
}

#[test]
fn several_processes_write_what_one_does_in_a_file_that_is_new_or_goes_on() {
    let folder = tempdir().expect("a folder");
    let [alone, together] = ["alone.jsonl", "together.jsonl"].map(|name| path(folder.path(), name));
    for deals in ["40", "80"] {
        let args = ["rate", "--game", "gin", "--bots", "random,simple,greedy", "--batch", "10", "--threads", "1"];
        let args = |file| [&args[..], &["--deals", deals, "--results", file]].concat();
        run(&args(&alone), "").well();
        let (laid, all_there) = ([(); 3].map(|()| Mutex::default()), Barrier::new(3));
        thread::scope(|scope| {
            for rank in 0..laid.len() {
                let process = Process { rank, laid: &laid, all_there: &all_there };
                let args = Rate::parse_from(args(&together)).args;
                scope.spawn(move || {
                    let mut out = Output::stdout();
                    out.silence();
                    rate::run(&args, Some(&process), &mut out).expect("all can rate");
                });
            }
        });
        assert_eq!(fs::read(&together).expect("it was written"), fs::read(&alone).expect("it was written"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_has_and_nobody_else_writes_to_its_file() {
    let folder = tempdir().expect("a folder");
    let file = path(folder.path(), "results.jsonl");
    let args = ["rate", "--game", "gin", "--bots", "simple,greedy", "--results", &file, "--deals"];
    let child = command(&[&args[..], &["1000000000", "--threads", "1", "--json"]].concat()).spawn().unwrap();
    for _ in 0..100 {
        thread::sleep(std::time::Duration::from_millis(100));
        if fs::metadata(&file).is_ok_and(|file| file.len() > 0) {
            break;
        }
    }
    run(&[&args[..], &["40"]].concat(), "").fails(1, &["results.jsonl: another run adds to it"]);
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!((output.status.code(), &report["partial"]), (Some(130), &true.into()));
    let mut shown = json(run(&["rate", "--results", &file, "--json"], ""));
    shown["partial"] = true.into();
    assert_eq!(shown, report);
}

#[test]
fn results_start_no_program() {
    let folder = tempdir().expect("a folder");
    let (file, mark) = (path(folder.path(), "theirs.jsonl"), folder.path().join("started"));
    gin(&["--bots", "random,simple", "--deals", "20", "--results", &file]).well();
    let theirs = fs::read_to_string(&file).expect("it was written");
    let theirs = theirs.replace("\"random\"", &format!("\"cmd:touch {}\"", mark.display()));
    fs::write(&file, theirs).expect("it is written");
    let disguised = path(folder.path(), "disguised.jsonl");
    let text = fs::read_to_string(&file).expect("it was written").replace("\"cmd:", "\"strong:cmd:");
    fs::write(&disguised, text).expect("it is written");
    for theirs in [&*file, &*disguised] {
        for more in [&["--bots", "simple", "--results", theirs][..], &["--bots", "simple,greedy", "--join", theirs]] {
            gin(&[more, &["--deals", "40"]].concat()).fails(2, &["the results name a program", "cmd:touch"]);
        }
    }
    assert!(!mark.exists());
    // What was played can be looked at, and whoever names the program means it.
    gin(&["--results", &file]).well();
    let bot = format!("cmd:touch {}", mark.display());
    gin(&["--bots", "simple", "--bot", &bot, "--results", &file, "--deals", "40"]).fails(1, &["cmd:touch"]);
    assert!(mark.exists());
}
