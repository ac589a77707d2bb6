//! Tournaments as a user sees them.

use std::fs;
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::common::{Ran, run};
use serde_json::{Value, json};

fn report(args: &[&str]) -> Value {
    serde_json::from_str(&played(args).well()).expect("the output is JSON")
}

fn played(args: &[&str]) -> Ran {
    run(&[&["tournament"], args].concat(), "")
}

#[test]
fn the_help_teaches_every_format_in_a_line() {
    let help = played(&["--help"]).well();
    let all = elderhand_env::format::Format::ALL.into_iter();
    for format in all.filter(|&format| format != elderhand_env::format::Format::FreezeOut) {
        assert!(help.contains(&format!("- {}:", format.name())), "{format:?} is missing in: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
}

#[test]
fn everyone_meets_everyone_twice_on_any_number_of_threads() {
    let args = [
        "--format",
        "clockwise",
        "--game",
        "gin",
        "--bots",
        "greedy,simple,random,random",
        "--order",
        "given",
        "--json",
    ];
    let one = report(&[&args[..], &["--threads", "1"]].concat());
    let two = report(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!((&one["standings"], &one["results"]), (&two["standings"], &two["results"]));
    assert_eq!(one["players"], json!(["greedy", "simple", "random-1", "random-2"]));
    assert_eq!((&one["rounds"], &one["target"], &one["partial"]), (&json!(6), &Value::Null, &json!(false)));
    let results = one["results"].as_array().expect("an array");
    assert_eq!(results.len(), 12);
    assert_eq!(
        (&results[1]["round"], &results[1]["table"], &results[1]["players"]),
        (&json!(1), &json!(2), &json!([2, 3]))
    );
    let mut totals = [0; 4];
    for result in results {
        for (player, points) in result["players"].as_array().unwrap().iter().zip(result["points"].as_array().unwrap()) {
            totals[player.as_u64().unwrap() as usize] += points.as_i64().unwrap();
        }
    }
    for place in one["standings"].as_array().expect("an array") {
        let player = place["player"].as_u64().expect("a number") as usize;
        assert_eq!((&place["points"], &place["score"]), (&json!(totals[player]), &json!(totals[player])));
        let counted = ["won", "tied", "lost"].map(|count| place[count].as_u64().expect("a count"));
        assert_eq!((counted.iter().sum::<u64>(), &place["rounds"]), (6, &json!(6)));
    }
    let other = report(&[&args[..], &["--seed", "2"]].concat());
    assert_ne!(one["results"], other["results"]);
}

#[test]
fn seats_are_drawn_from_the_seed_and_told() {
    let args = ["--format", "winner-stays-on", "--game", "gin", "--bots", "greedy,simple,random", "--rounds", "2"];
    let players = |seed: &str| report(&[&args[..], &["--seed", seed, "--json"]].concat())["players"].clone();
    let drawn: Vec<Value> = ["1", "2", "3", "4", "5", "6"].map(players).into();
    assert_eq!(drawn[0], players("1"));
    assert!(drawn.iter().any(|order| *order != drawn[0]), "{drawn:?}");
    let out = played(&args).well();
    let [a, b, c] = [0, 1, 2].map(|player| drawn[0][player].as_str().expect("a name"));
    assert!(out.contains(&format!("Seats drawn by lot: A {a}, B {b}, C {c}.")), "{out}");
    let given = played(&[&args[..], &["--order", "given"]].concat()).well();
    assert!(!given.contains("drawn") && given.contains("A  greedy"), "{given}");
    // Teams stay together, and a captain is who was named first.
    let teams = ["--format", "rotating-team", "--game", "gin", "--bots", "greedy,random,greedy,random", "--json"];
    for seed in ["1", "2", "3"] {
        let names = report(&[&teams[..], &["--seed", seed]].concat())["players"].clone();
        let kinds: Vec<_> = (0..4).map(|player| names[player].as_str().expect("a name").contains("greedy")).collect();
        assert!(kinds[0] == kinds[2] && kinds[1] == kinds[3] && kinds[0] != kinds[1], "{names}");
    }
    let captains =
        ["--format", "captains", "--game", "gin", "--bots", "greedy,simple,random", "--rounds", "1", "--json"];
    assert!(
        ["1", "2", "3"]
            .iter()
            .all(|seed| report(&[&captains[..], &["--seed", seed]].concat())["players"][0] == "greedy")
    );
}

#[test]
fn standings_and_payments_are_both_shown() {
    let args = ["--format", "loser-stays-on", "--game", "gin", "--bots", "greedy,simple,random"];
    let gambled = report(&[&args[..], &["--settlement", "gambling", "--json"]].concat());
    let paid: Vec<f64> =
        gambled["standings"].as_array().expect("an array").iter().filter_map(|place| place["paid"].as_f64()).collect();
    assert!(paid.len() == 3 && paid[0] > 0.0 && paid.iter().sum::<f64>() == 0.0, "{paid:?}");
    let out = played(&[&args[..], &["--settlement", "gambling"]].concat()).well();
    assert!(out.contains("points") && out.contains("paid") && out.contains(&paid[0].to_string()), "{out}");
    let plain = report(&[&args[..], &["--json"]].concat());
    assert_eq!((&plain["results"], &plain["standings"][0]["paid"]), (&gambled["results"], &Value::Null));
    let matches = ["--format", "rounds", "--game", "gin", "--bots", "greedy,random", "--rounds", "2", "--json"];
    let matches = report(&[&matches[..], &["--set", "episode=match", "--set", "settlement=gambling"]].concat());
    assert_eq!(matches["standings"][0]["paid"].as_f64(), matches["standings"][0]["points"].as_f64());
    assert!(matches["standings"][0]["points"].as_i64() > Some(200), "{matches}");
}

#[test]
fn partners_are_one_side() {
    let pairs = ["--format", "series", "--game", "sum-run-set-partners", "--bots", "simple,random,simple,random"];
    let report = report(&[&pairs[..], &["--set", "episode=match", "--target", "5", "--json"]].concat());
    assert_eq!((&report["truncated"], &report["partial"]), (&json!(false), &json!(false)));
    let score: Vec<_> = (0..4).map(|place| report["standings"][place]["score"].as_i64().expect("a score")).collect();
    assert!(score[0] == score[1] && score[0] >= 5 && score[2] == score[3] && score[2] < score[0], "{score:?}");
    assert_eq!(report["standings"][0]["lost"], report["standings"][3]["won"]);
}

#[test]
fn the_table_of_an_elimination_becomes_smaller() {
    let args = ["--format", "elimination", "--game", "skirmish", "--bots", "random,random,random,random"];
    let report = report(&[&args[..], &["--every", "2", "--json"]].concat());
    let results = report["results"].as_array().expect("an array");
    let seated: Vec<_> = results.iter().map(|result| result["players"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(seated, [4, 4, 3, 3, 2, 2]);
    let standings = report["standings"].as_array().expect("an array");
    let places: Vec<_> = standings.iter().map(|place| json!([place["place"], place["rounds"]])).collect();
    assert_eq!(places, [json!([1, 6]), json!([2, 6]), json!([3, 4]), json!([4, 2])]);
}

#[test]
fn a_game_gets_as_many_seats_as_the_format_needs() {
    let four = ["--game", "skirmish", "--bots", "random,random,random,random", "--rounds", "1", "--json"];
    for (format, seats) in [("hotfoot", 4), ("rounds", 4), ("clockwise", 2)] {
        let report = report(&[&["--format", format], &four[..]].concat());
        assert_eq!(report["options"]["seats"], seats, "{format}");
    }
}

#[test]
fn what_is_not_said_is_settled_and_told() {
    let report = report(&["--format", "captains", "--game", "kuhn", "--bots", "random,random,random", "--json"]);
    assert_eq!((&report["target"], &report["rounds"]), (&json!(100), &json!(1000)));
    assert_eq!(report["standings"][0]["score"].as_i64() >= Some(100), report["truncated"] == false);
}

#[test]
fn a_table_that_fits_is_kept_where_the_game_has_no_other() {
    let pairs = "--format outsider --game sum-run-set-partners --rounds 5 --json --bots";
    let args: Vec<&str> = pairs.split(' ').chain(["simple,random,random,simple,random"]).collect();
    let report: Value = serde_json::from_str(&played(&args).well()).expect("the output is JSON");
    let tables = report["results"].as_array().expect("an array");
    assert!(
        tables.len() == 5 && tables.iter().all(|table| table["players"].as_array().map(Vec::len) == Some(4)),
        "{report}"
    );
}

#[test]
fn what_does_not_fit_names_the_remedy() {
    let fails = |args: &str, parts: &[&str]| played(&args.split(' ').collect::<Vec<_>>()).fails(2, parts);
    fails("--format clockwise --game gin --bots random,random", &["four or six players, not for 2", "--bots"]);
    fails("--format clockwize --game gin --bots random,random", &["similar value exists", "clockwise"]);
    fails("--format hotfoot --game gin --bots random,random,random,random", &["games of 4 seats", "elderhand games"]);
    let four = "--bots random,random,random,random";
    fails(&format!("--format clockwise --game skirmish --set seats=4 {four}"), &["games of 2 seats", "--set seats=2"]);
    fails(&format!("--format series --game melee {four}"), &["`series` needs a table of 4", "seats"]);
    fails(&format!("--format rounds --game skirmish --target 9 {four}"), &["`rounds`", "leave out --target"]);
    fails(&format!("--format clockwise --game kuhn --every 2 {four}"), &["one table", "leave out --every"]);
    fails(&format!("--format clockwise --game kuhn --rounds 1001 {four}"), &["--rounds", "1..=1000"]);
    let kuhn = "--game kuhn --bots random,random";
    fails(&format!("--format rounds {kuhn} --settlement gambling"), &["--settlement", "to a target", "`rounds`"]);
    fails(&format!("--format series {kuhn} --rounds 9 --settlement gambling"), &["--settlement", "add --target"]);
    fails(
        "--format series --game gin --bots random,random --set settlement=gambling",
        &["`settlement`", "episode=match"],
    );
    let snap = "--format rounds --game snap --bots random,random --set seats=2";
    fails(&format!("{snap} --set skill=[1,9,1,1,1,1,1,1,1,1]"), &["`skill`", "players change", "arena"]);
    fails("--format rounds --game kuhn --bots random,simple", &["`simple` does not play `kuhn`"]);
    fails("--format rounds --game kuhm --bots random,random", &["did you mean `kuhn`"]);
}

#[test]
fn every_table_can_be_replayed_from_its_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("evening");
    let log = log.to_str().expect("a path in UTF-8");
    let args =
        ["--format", "elimination", "--game", "skirmish", "--bots", "simple,random,random", "--log", log, "--json"];
    let results = report(&args)["results"].clone();
    let mut names: Vec<_> = fs::read_dir(log).expect("it is there").map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["round-0001-table-1.json", "round-0002-table-1.json", "tournament.json"]);
    for (name, result) in names.iter().zip(results.as_array().expect("an array")) {
        let record = format!("{log}/{}", name.to_str().expect("a name"));
        let steps = run(&["replay", &record, "--json"], "").well();
        let end: Value = serde_json::from_str(steps.lines().last().expect("an end")).expect("JSON");
        assert_eq!(
            (&end["over"], end["returns"].as_array().map(Vec::len)),
            (&json!(true), result["players"].as_array().map(Vec::len))
        );
        assert_eq!(Some(steps.lines().count() as u64 - 1), result["decisions"].as_u64());
    }
}

#[test]
fn rounds_stay_rounds_where_the_table_is_made_for_the_players() {
    // Of this game matches are usual, at four seats.
    let args = ["--format", "series", "--game", "gem-rum", "--set", "episode=round", "--rounds", "1", "--json"];
    for bots in ["simple,random,random", "simple,random,random,random"] {
        let report = report(&[&args[..], &["--bots", bots]].concat());
        assert_eq!(
            (&report["options"]["episode"], report["results"][0].get("paid")),
            (&json!("round"), None),
            "{bots}"
        );
    }
}

#[test]
fn a_tournament_goes_on_from_the_records_that_it_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("evening");
    let args = |bots: &'static str, rounds: &'static str| {
        let log = log.to_str().expect("a path in UTF-8").to_owned();
        let args = ["--format", "clockwise", "--game", "gin", "--bots", bots, "--rounds", rounds, "--json", "--log"];
        args.map(str::to_owned).into_iter().chain([log]).collect::<Vec<_>>()
    };
    let play = |args: Vec<String>| {
        let mut report = report(&args.iter().map(String::as_str).collect::<Vec<_>>());
        report["seconds"].take();
        report
    };
    let four = "simple,greedy,random,random";
    let first = play(args(four, "2"));
    let record = |name: &str| fs::read(log.join(name)).expect("it is there");
    let (kept, lost) = (record("round-0001-table-1.json"), record("round-0002-table-2.json"));
    let marked = String::from_utf8(kept.clone()).unwrap().replacen("\"program\":\"", "\"program\":\"not ", 1);
    fs::write(log.join("round-0001-table-1.json"), &marked).unwrap();
    fs::remove_file(log.join("round-0002-table-2.json")).unwrap();
    assert_eq!(play(args(four, "2")), first, "what is lost is played again and comes to the same");
    assert_eq!(record("round-0002-table-2.json"), lost);
    assert_eq!(record("round-0001-table-1.json"), marked.as_bytes(), "what is kept is not written again");
    // More rounds are those that would have followed.
    let longer = play(args(four, "4"));
    let rounds = |report: &Value| report["results"].as_array().expect("an array").len();
    assert_eq!((rounds(&first), rounds(&longer)), (4, 8));
    assert_eq!(longer["results"].as_array().unwrap()[..4], first["results"].as_array().unwrap()[..]);
    let fails = |args: Vec<String>, more: &[&str], status, parts: &[&str]| {
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        played(&args).fails(status, parts);
    };
    let event = record("tournament.json");
    let another = "name another directory";
    fails(args("simple,random,greedy,random", "2"), &["--order", "given"], 2, &["round-0001", "sat there", another]);
    fails(args("simple,greedy,random,patient", "2"), &[], 2, &["round-0001", "sat there", another]);
    fails(args(four, "2"), &["--seed", "2"], 2, &["round-0001-table-", another]);
    fails(args(four, "2"), &["--set", "gin_bonus=25"], 2, &["another game, or one by other options", another]);
    // Of this event the third table has no record, and must not get one.
    fails(args("simple,greedy,random,random,simple,greedy", "2"), &[], 2, &["round-0001-table-", another]);
    assert!(!log.join("round-0001-table-3.json").exists());
    assert_eq!(record("tournament.json"), event, "what is refused counts nothing");
    // One that is cut is played again when it is removed, as is said.
    fs::write(log.join("round-0001-table-1.json"), &kept[..kept.len() / 2]).unwrap();
    fails(args(four, "2"), &[], 1, &["round-0001-table-1.json", "remove it"]);
    fs::remove_file(log.join("tournament.json")).unwrap();
    run(&["report", log.to_str().expect("UTF-8")], "").fails(1, &["round-0001-table-1.json", "remove it"]);
    fs::remove_file(log.join("round-0001-table-1.json")).unwrap();
    assert_eq!(play(args(four, "4")), longer);
    assert_eq!(record("round-0001-table-1.json"), kept);
}

#[cfg(unix)]
#[test]
fn what_a_tournament_had_come_to_is_gone_when_it_is_killed_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().to_str().expect("a path in UTF-8");
    let slow = format!(
        "cmd:sh -c 'while read -r line; do sleep 0.02; printf \"%s\\n\" \"$line\"; done | {} bot random'",
        env!("CARGO_BIN_EXE_elderhand")
    );
    let args =
        |rounds| ["--format", "rounds", "--game", "kuhn", "--bots", "random", "--bot", &slow, "--rounds", rounds];
    let with = |rounds| [&args(rounds)[..], &["--log", log]].concat();
    played(&with("2")).well();
    let event = folder.path().join("tournament.json");
    assert!(event.exists());
    let longer = [&["tournament"][..], &with("1000")].concat();
    let mut child = crate::common::command(&longer).spawn().expect("the program starts");
    let begun = Instant::now();
    while !folder.path().join("round-0003-table-1.json").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Another one does not write between.
    played(&with("2")).fails(1, &[log, "another run keeps its records there", "name another directory"]);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(!event.exists(), "it tells of two rounds");
    played(&with("3")).well();
    assert!(event.exists());
}

#[test]
fn what_people_read_is_plain_and_narrow() {
    let seven = ["random"; 7].join(",");
    let elimination = ["--format", "elimination", "--game", "skirmish", "--bots", &seven];
    let teams = ["--format", "rotating-team", "--game", "gin", "--bots", "greedy,simple,random,random,random,random"];
    let capped = ["--format", "series", "--game", "kuhn", "--bots", "random,random", "--target", "60000"];
    // Names that are cut, teams, and what is paid all stand beside the points.
    let long = format!("cmd:'{}' bot random", env!("CARGO_BIN_EXE_elderhand"));
    let gambled = ["--format", "captains", "--game", "gin", "--bots", "simple", "--bot", &long, "--bot", &long];
    let gambled = [&gambled[..], &["--target", "1200", "--settlement", "gambling"]].concat();
    for args in [&elimination[..], &teams, &capped, &gambled] {
        let ran = played(args);
        assert_eq!(ran.err, "", "no bar in a pipe");
        let out = ran.well();
        // A path is one word, however long it is.
        let narrow = |line: &str| line.chars().count() <= 80 || line.contains(&long);
        assert!(out.lines().all(narrow) && !out.contains('\x1b'), "{out}");
    }
    let captains = ["--format", "captains", "--game", "gin", "--bots", "greedy,random,random", "--rounds", "2"];
    let out = played(&captains).well();
    for part in ["captain", "others", "random-2", "place", "seat 1", "rounds 2, tables 2"] {
        assert!(out.contains(part), "expected `{part}` in: {out}");
    }
    let capped = ["--format", "series", "--game", "kuhn", "--bots", "random,random", "--rounds", "3", "--target", "99"];
    assert!(played(&capped).well().contains("The cap of 3 rounds ended it before anyone had 99 chips"));
}

#[cfg(unix)]
#[test]
fn a_tournament_stops_at_a_bot_that_misbehaves_and_gives_what_it_has() {
    // The second bot is this program until it is asked once too often, and then is gone.
    let some = r#"i=0; while [ $i -lt 40 ] && read -r line; do printf "%s\n" "$line"; i=$((i+1)); done"#;
    let bot = format!("cmd:sh -c '{some} | {} bot random'", env!("CARGO_BIN_EXE_elderhand"));
    let ran = played(&[
        "--format", "series", "--game", "kuhn", "--bots", "random", "--bot", &bot, "--rounds", "500", "--json",
    ]);
    let report: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
    let rounds = report["results"].as_array().expect("an array").len();
    assert!(report["partial"] == true && 0 < rounds && rounds < 500, "{rounds}");
    ran.fails(1, &["round ", "table 1", "cmd:sh"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_prints_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().to_str().expect("a path in UTF-8");
    let slow = format!(
        "cmd:sh -c 'while read -r line; do sleep 0.02; printf \"%s\\n\" \"$line\"; done | {} bot random'",
        env!("CARGO_BIN_EXE_elderhand")
    );
    let args = ["tournament", "--format", "series", "--game", "kuhn", "--bots", "random", "--bot", &slow];
    let child = crate::common::command(&[&args[..], &["--rounds", "1000", "--log", log, "--json"]].concat()).spawn();
    let child = child.expect("the program starts");
    let begun = Instant::now();
    while !folder.path().join("round-0002-table-1.json").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!((output.status.code(), &report["partial"]), (Some(130), &true.into()));
    assert!(!report["results"].as_array().expect("an array").is_empty(), "{report}");
}
