//! What other programs read.

use crate::common::{Ran, command, finish, run};
use elderhand_env::VARIANTS;
use serde_json::Value;

fn json(ran: Ran) -> Value {
    serde_json::from_str(&ran.well()).expect("the output is JSON")
}

#[test]
fn games_lists_every_variant_with_its_options() {
    let games = json(run(&["games", "--json"], ""));
    let ids: Vec<&str> = games.as_array().expect("an array").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, VARIANTS.iter().map(|variant| variant.id).collect::<Vec<_>>());
    assert_eq!((&games[0]["actions"], &games[0]["seats"]), (&4.into(), &2.into()));
    assert!(games.as_array().unwrap().iter().any(|game| game["options"]["gin_bonus"] == 20));
}

#[test]
fn the_arena_gives_every_pair_with_its_intervals() {
    let args = ["arena", "--game", "kuhn", "--bots", "random,random,random", "--deals", "50", "--seed", "3", "--json"];
    let report = json(run(&[&args[..], &["--threads", "1"]].concat(), ""));
    assert_eq!((&report["game"], &report["deals"], &report["partial"]), (&"kuhn".into(), &50.into(), &false.into()));
    let duels = report["duels"].as_array().expect("an array");
    assert_eq!(duels.len(), 3);
    // Bots of one name are told apart by their numbers.
    let named: Vec<_> = duels.iter().map(|duel| [&duel["a"], &duel["b"]]).collect();
    assert_eq!(report["bots"], serde_json::json!(["random-1", "random-2", "random-3"]));
    assert_eq!(named, [["random-1", "random-2"], ["random-1", "random-3"], ["random-2", "random-3"]]);
    for duel in duels {
        assert_eq!((&duel["deals"], &duel["rounds"]), (&50.into(), &100.into()));
        let (points, low, high) = (&duel["points"], &duel["points_ci"][0], &duel["points_ci"][1]);
        assert!(low.as_f64() <= points.as_f64() && points.as_f64() <= high.as_f64(), "{duel}");
        assert!(duel["win_rate"].is_f64() && duel["rounds_per_second"].is_f64() && duel["truncated"].is_f64());
    }
    let again = json(run(&[&args[..], &["--threads", "2"]].concat(), ""));
    assert_eq!(report["duels"][0]["points"], again["duels"][0]["points"]);
}

#[test]
fn an_arena_stops_when_it_is_told_who_is_better() {
    let args = ["arena", "--game", "gin", "--bots", "simple,random", "--deals", "400", "--json"];
    let ask = |more: &[&str]| json(run(&[&args[..], more].concat(), ""));
    let (one, two) = (ask(&["--until-decided", "--threads", "1"]), ask(&["--until-decided", "--threads", "2"]));
    let ruling = &one["duels"][0]["ruling"];
    assert_eq!((&ruling["answer"], &ruling["deals"]), (&"above".into(), &one["duels"][0]["deals"]));
    assert!(ruling["deals"].as_u64() < Some(200) && one["duels"][0]["points_ci"][0].as_f64() > Some(0.0), "{one}");
    assert_eq!(
        (ruling, &one["partial"], &one["confidence"]),
        (&two["duels"][0]["ruling"], &false.into(), &0.95.into())
    );
    let sprt = ask(&["--sprt", "-0.1,0.1", "--by", "won", "--beta", "0.01"]);
    assert_eq!(sprt["question"]["stop"], serde_json::json!({"hypotheses": {"low": -0.1, "high": 0.1, "beta": 0.01}}));
    assert_eq!((&sprt["question"]["by"], &sprt["duels"][0]["ruling"]["answer"]), (&"won".into(), &"above".into()));
    assert!(ask(&[])["duels"][0]["ruling"].is_null());
}

#[test]
fn several_pairs_share_the_rate_of_errors() {
    let args = ["arena", "--game", "gin", "--bots", "simple,random,random", "--deals", "60", "--until-decided"];
    let report = json(run(&[&args[..], &["--json"]].concat(), ""));
    assert_eq!(report["compared"], 3);
    let confidence = report["confidence"].as_f64().expect("a number");
    assert!((confidence - (1.0 - 0.05 / 3.0)).abs() < 1e-12, "{confidence}");
    let needed = report["duels"][0]["ruling"]["needed"][0].as_f64().expect("a number");
    assert!((needed - (3.0_f64 * 2.0 / 0.05).ln()).abs() < 1e-9, "{needed}");
    let text = run(&args, "").well();
    for part in ["at most 60 deals", "A–B: better after", "B–C: open after 60 deals", "for all 3 pairs together"] {
        assert!(text.contains(part), "expected `{part}` in: {text}");
    }
    let fixed = run(&args[..args.len() - 1], "").well();
    assert!(fixed.contains("are of 98.33 % each") && fixed.contains("--until-decided"), "{fixed}");
    assert!(!fixed.contains("another run"), "{fixed}");
}

#[test]
fn the_points_of_an_arena_are_those_of_the_bot_that_it_names() {
    let duel = |bots: &str| {
        let args = ["arena", "--game", "gin", "--bots", bots, "--deals", "40", "--seed", "3", "--json"];
        json(run(&args, ""))["duels"][0].clone()
    };
    let (first, swapped) = (duel("simple,random"), duel("random,simple"));
    assert_eq!((&first["a"], &first["b"]), (&"simple".into(), &"random".into()));
    assert_eq!((&swapped["a"], &swapped["b"]), (&"random".into(), &"simple".into()));
    // `simple` wins nearly all rounds, whoever is named first.
    assert!(first["points"].as_f64() > Some(20.0) && first["win_rate"].as_f64() > Some(0.8), "{first}");
    assert!(swapped["points"].as_f64() < Some(-20.0) && swapped["win_rate"].as_f64() < Some(0.2), "{swapped}");
}

#[test]
fn the_arena_seats_more_than_two_at_one_table() {
    let args = ["arena", "--game", "skirmish", "--bots", "random,random", "--deals", "4", "--set", "seats=5", "--json"];
    let report = json(run(&args, ""));
    let table = &report["table"];
    assert!(report["duels"].is_null() && table["rounds_per_second"].is_f64(), "{report}");
    assert_eq!((&table["deals"], &table["rounds"]), (&4.into(), &20.into()));
    assert_eq!((&table["bots"][0]["seats"], &table["bots"][1]["seats"]), (&3.into(), &2.into()));
    assert_eq!(
        (&table["bots"][0]["bot"], &table["bots"][0]["against"][0]["bot"]),
        (&"random-1".into(), &"random-2".into())
    );
    for bot in table["bots"].as_array().expect("an array") {
        for figure in ["points", "place", "win_rate"] {
            let (mean, interval) = (bot[figure].as_f64(), &bot[format!("{figure}_ci")]);
            assert!(interval[0].as_f64() <= mean && mean <= interval[1].as_f64(), "{bot}");
        }
        assert!(["better", "worse", "open"].map(Value::from).contains(&bot["against"][0]["verdict"]), "{bot}");
    }
}

/// The names of all fields, but for those of objects whose names are options or actions.
fn fields(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|value| fields(value, found)),
        Value::Object(all) => {
            for (name, value) in all {
                found.push(name.clone());
                match name.as_str() {
                    "options" | "setting" | "budget" | "shares" => (),
                    "tried" => value.as_object().into_iter().flatten().for_each(|(_, tried)| fields(tried, found)),
                    _ => fields(value, found),
                }
            }
        }
        _ => (),
    }
}

/// Holds the page against what a command printed.
pub fn described(command: &str, printed: &Value) {
    let page = include_str!("../../../docs/json.md");
    let mut found = Vec::new();
    fields(printed, &mut found);
    for name in found {
        let described = format!("`{}`", name.strip_suffix("_ci").unwrap_or(&name));
        assert!(page.contains(&described), "docs/json.md does not describe {described} of `elderhand {command}`");
    }
}

#[test]
fn every_field_is_described() {
    let record = r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check", "bet", "fold"]}"#;
    let gin = crate::analyse::BROKEN_GIN;
    let commands = [
        ("arena --game gin --bots random,simple --deals 3", ""),
        ("arena --game gin --bots random,simple --deals 3 --until-decided", ""),
        ("arena --game skirmish --set seats=3 --bots random,simple --deals 3 --sprt 0,1", ""),
        ("rate --game gin --bots random,simple --deals 20", ""),
        ("tournament --format series --game gin --bots random,simple --rounds 2 --set episode=match", ""),
        ("tournament --format elimination --game skirmish --bots random,simple,random", ""),
        ("analyse - --bot simple --rollouts 40", gin),
        ("analyse - --bot random", record),
        ("exploitability --game kuhn --bot random", ""),
        ("games", ""),
        ("bots kuhn", ""),
        ("ladder kuhn --rounds 8", ""),
        ("bench bot checkpoint:kuhn --decisions 10", ""),
        ("bench env --game pinnacle-nine-limit --lanes 2 --threads 1 --seconds 0.01", ""),
        ("verify checkpoint:kuhn", ""),
    ];
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints");
    for (line, input) in commands {
        let args: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        described(line, &json(finish(command(&args).env("ELDERHAND_CHECKPOINTS", shelf), input)));
    }
}

#[cfg(unix)]
#[test]
fn a_bot_may_have_commas_in_its_name() {
    let bot = format!("cmd:sh -c 'exec {} bot random' one,two", env!("CARGO_BIN_EXE_elderhand"));
    let report =
        json(run(&["arena", "--game", "kuhn", "--bots", "random", "--bot", &bot, "--deals", "2", "--json"], ""));
    assert_eq!(report["bots"], serde_json::json!(["random", bot]));
}

#[test]
fn a_released_bot_names_its_game_and_options() {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints");
    let run = |args: &[&str]| finish(command(args).env("ELDERHAND_CHECKPOINTS", shelf), "");
    let args = ["arena", "--game", "gin-challenge", "--bots", "random,simple", "--deals", "2"];
    let report = json(run(&[&args[..], &["--set", "gin_bonus=30", "--json"]].concat()));
    assert_eq!((&report["game"], &report["options"]["gin_bonus"]), (&"gin".into(), &30.into()));
    assert_eq!(report["options"]["undercut_bonus"], 25);
    let text = run(&args).well();
    assert!(text.contains("gin gin_bonus=25 undercut_bonus=25"), "{text}");
    assert!(run(&["rules", "gin-challenge"]).well().contains("25 (else 20)"));
    run(&["arena", "--game", "gin-chalenge", "--bots", "random,simple", "--deals", "2"])
        .fails(2, &["no game `gin-chalenge`", "did you mean `gin-challenge`?", "`elderhand games`"]);
}

#[test]
fn options_reach_the_game() {
    let args = ["arena", "--game", "gin", "--bots", "random,random", "--deals", "2", "--match", "--set", "target=20"];
    let report = json(run(&[&args[..], &["--set", "gin_bonus=25", "--json"]].concat(), ""));
    let options = &report["options"];
    assert_eq!((&options["episode"], &options["gin_bonus"]), (&"match".into(), &25.into()));
}

#[test]
fn what_people_read_of_an_arena_is_narrow() {
    let matches = ["--match", "--deals", "3", "--set", "settlement=gambling", "--bots", "simple,random,random"];
    let hypotheses = ["--deals", "3000", "--sprt", "-0.0001,0.0001", "--by", "won", "--bots", "random,random"];
    for args in
        [&["--game", "gin"][..], &["--game", "sum-run-set", "--set", "seats=2"]].map(|game| [game, &matches].concat())
    {
        let out = run(&[&["arena"], &args[..]].concat(), "").well();
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    }
    let out = run(&[&["arena", "--game", "kuhn"][..], &hypotheses].concat(), "").well();
    assert!(out.contains("evidence") && out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[cfg(unix)]
#[test]
fn an_arena_stops_at_a_bot_that_misbehaves_and_gives_what_it_has() {
    // The second bot is this program until it is asked once too often, and then is gone.
    let some = r#"i=0; while [ $i -lt 40 ] && read -r line; do printf "%s\n" "$line"; i=$((i+1)); done"#;
    let bot = format!("cmd:sh -c '{some} | {} bot random'", env!("CARGO_BIN_EXE_elderhand"));
    let bots = format!("random,{bot}");
    let ran = run(&["arena", "--game", "kuhn", "--bots", &bots, "--deals", "100", "--threads", "1", "--json"], "");
    let report: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
    assert_eq!(report["partial"], true);
    let deals = report["duels"][0]["deals"].as_u64().expect("a count");
    assert!(0 < deals && deals < 100, "{deals}");
    ran.fails(1, &["random against cmd:sh", "deal "]);
    let bots = format!("random,{bot},random");
    let ran = run(&["arena", "--game", "leduc", "--bots", &bots, "--deals", "100", "--threads", "1"], "");
    for part in ["A–B: partial, ", "A–C: not played", "B–C: not played"] {
        assert!(ran.out.contains(part), "expected `{part}` in: {}", ran.out);
    }
    assert!(!ran.out.contains("until-decided"), "nobody is told to go on with a bot that fails: {}", ran.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_arena_prints_what_it_has() {
    use std::time::Duration;
    let args =
        ["arena", "--game", "kuhn", "--bots", "random,random", "--deals", "1000000000", "--threads", "1", "--json"];
    let child = command(&args).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!((output.status.code(), &report["partial"]), (Some(130), &true.into()));
    assert!(report["duels"][0]["deals"].as_u64() > Some(0), "{report}");
}

#[test]
fn exploitability_gives_every_seat_and_the_sum() {
    let args = ["exploitability", "--game", "kuhn", "--bot", "random", "--json"];
    let ran = run(&args, "");
    assert_eq!(ran.err, "", "no bar in a pipe");
    let report = json(ran);
    assert_eq!((&report["game"], &report["bot"], &report["answers"]), (&"kuhn".into(), &"random".into(), &Value::Null));
    let number = |value: &Value| value.as_f64().expect("a number");
    let seats = report["seats"].as_array().expect("an array");
    let more: Vec<f64> = seats.iter().map(|seat| number(&seat["best_response"]) - number(&seat["value"])).collect();
    assert_eq!(more.len(), 2);
    let nash_conv = number(&report["nash_conv"]);
    assert!((nash_conv - 11.0 / 12.0).abs() < 1e-9 && (nash_conv - more[0] - more[1]).abs() < 1e-9, "{report}");
    assert_eq!(report["information_sets"], 12);
    assert!(report["positions"].is_u64() && report["seconds"].is_f64(), "{report}");
}

#[cfg(unix)]
#[test]
fn a_bot_that_draws_without_saying_how_is_measured_by_its_mean_alone() {
    // This program, with what it states of its probabilities struck out.
    let strike = r#"sed -u "s/,\"probabilities\":{[^}]*}//""#;
    let bot = format!("cmd:sh -c '{} bot random | {strike}'", env!("CARGO_BIN_EXE_elderhand"));
    let args = ["exploitability", "--game", "kuhn", "--bot", &bot];
    run(&args, "").fails(1, &["does not state with what probability", "--answers"]);
    let report = json(run(&[&args[..], &["--answers", "200", "--json"]].concat(), ""));
    assert_eq!(report["answers"], 200);
    // The standard error of each of twelve means is 0.035.
    let nash_conv = report["nash_conv"].as_f64().expect("a number");
    assert!((nash_conv - 11.0 / 12.0).abs() < 0.3, "{report}");
}

#[test]
fn benches_measure() {
    let args = ["bench", "env", "--game", "kuhn", "--lanes", "64", "--threads", "1", "--seconds", "0.1", "--json"];
    let env = json(run(&args, ""));
    assert!(env["decisions_per_second"].as_f64() > Some(1000.0), "{env}");
    let bot = json(run(&["bench", "bot", "random", "--game", "kuhn", "--decisions", "100", "--json"], ""));
    assert_eq!(bot["decisions"], 100);
    let micros = &bot["microseconds"];
    assert!(
        micros["p50"].as_f64() <= micros["p99"].as_f64() && micros["p99"].as_f64() <= micros["max"].as_f64(),
        "{bot}"
    );
}

#[test]
fn signatures_come_one_a_line_and_stay() {
    let once = run(&["bench", "--signature"], "").well();
    let ids: Vec<&str> = once.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(ids, VARIANTS.iter().map(|variant| variant.id).collect::<Vec<_>>());
    assert_eq!(once, run(&["bench", "--signature"], "").well());
}

#[test]
fn the_doctor_says_what_was_found_and_what_to_do() {
    let ran = run(&["doctor", "--json"], "");
    let findings: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
    described("doctor", &findings);
    for finding in findings.as_array().expect("an array") {
        let ok = finding["ok"].as_bool().expect("a flag");
        assert!(finding["found"].is_string() && ok == finding["remedy"].is_null(), "{finding}");
    }
}

#[test]
fn the_protocol_is_served() {
    let out = run(&["bot", "random"], "{\"id\": 1, \"type\": \"hello\"}\n").well();
    let answer: Value = serde_json::from_str(&out).expect("an answer a line");
    assert_eq!(answer["id"], 1);
}
