//! Recorded games, and what their moves were worth.

use crate::common::{command, finish, run};
use elderhand_agents::Bot;
use elderhand_env::{Overrides, Stream, Table};
use serde_json::{Value, json};

/// Elder hand takes the 4♠ and has gin, but breaks the kings; younger hand then knocks.
pub const BROKEN_GIN: &str = r#"{"game": "gin", "seats": 2,
    "deck": ["AS", "5C", "2S", "5D", "3S", "5H", "7H", "9C", "8H", "TC", "9H", "JC", "KC", "QD", "KD", "QS", "KH", "QH",
             "4D", "AD", "4S", "2D"],
    "actions": ["take", "discard KC", "draw", "knock 2D"],
    "about": {"players": ["ann", "ben"]}}"#;
/// Elder hand, the released bot, waits for gin at decisions 14 and 18, where players that follow rules knock.
const WAITING: &str = r#"{"game": "gin", "seats": 2,
    "deck": ["5C", "AC", "8H", "4D", "4C", "5S", "QH", "5D", "KH", "QS", "TC", "2S", "7S", "2C", "3H", "9S", "8C", "TD",
             "7C", "7H", "3C", "6C", "KC", "JD", "8D", "QC", "7D", "JS", "QD"],
    "actions": ["take", "discard KH", "draw", "discard QS", "draw", "discard KC", "draw", "discard 9S", "draw",
                "discard QH", "draw", "discard QC", "draw", "discard TC", "draw", "discard JS", "draw", "discard QD",
                "take", "discard 7H", "take", "knock 3H"]}"#;
const GIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/gin.elderhand");
const KUHN: &str = r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check", "bet", "call"]}"#;

fn analysis(args: &[&str], record: &str) -> Value {
    let ran = run(&[&["analyse", "-", "--json"], args].concat(), record);
    assert_eq!(ran.err, "", "no bar in a pipe");
    serde_json::from_str(&ran.well()).expect("the output is JSON")
}

/// A game of gin in which a bot holds both seats, asked as `analyse` asks it.
fn played_by(bot: &str, seed: u64) -> String {
    let mut table = Table::new("gin", &Overrides::new(), Stream::new(seed)).unwrap();
    let mut player = Bot::open(bot).unwrap().player(table.game()).unwrap();
    while let Some(seat) = table.seat() {
        player.begin(seat, 1).unwrap();
        let decision = player.decide(&table.view(seat).unwrap()).unwrap();
        table.play(decision.action).unwrap();
    }
    serde_json::to_string(&table.record()).unwrap()
}

#[test]
fn a_gin_that_is_thrown_away_is_the_worst_move() {
    let args = ["--bot", "simple", "--rollouts", "200"];
    let report = analysis(&args, BROKEN_GIN);
    let worst = report["worst"][0].as_u64();
    assert_eq!(worst, Some(2), "{report}");
    let decisions = report["decisions"].as_array().expect("an array");
    let broken = decisions.iter().find(|decision| decision["number"] == 2).expect("it is judged");
    assert_eq!((&broken["action"], &broken["choice"]), (&"discard KC".into(), &"knock 4D".into()));
    assert_eq!((&broken["mistake"], &broken["punished"]), (&true.into(), &true.into()));
    let (points, chance) = (&broken["loss"]["points"], &broken["loss"]["chance"]);
    assert!(points["mean"].as_f64() > Some(10.0) && points["error"].as_f64() > Some(0.0), "{broken}");
    assert!(chance["mean"].as_f64() > Some(0.0), "{broken}");
    // Gin cannot be lost, and is worth what the other holds and 20 more.
    let gin = &broken["findings"]["tried"]["knock 4D"];
    assert_eq!(gin["chance"], 1.0);
    assert!(gin["value"].as_f64() > Some(20.0), "{gin}");
    let [ann, ben] = [&report["seats"][0], &report["seats"][1]];
    assert_eq!((&ann["player"], &ann["mistakes"]), (&"ann".into(), &1.into()));
    let accuracy = |seat: &Value| seat["accuracy"]["mean"].as_f64();
    assert!(accuracy(ann) < accuracy(ben), "{ann} {ben}");

    let text = run(&[&["analyse", "-"], &args[..]].concat(), BROKEN_GIN).well();
    for part in
        ["seat 0 ann, seat 1 ben", "2. seat 0: discard K♣", "a mistake, punished", "knock 4♦", "100.0 %", "tries"]
    {
        assert!(text.contains(part), "expected `{part}` in: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn who_plays_by_the_same_search_loses_nothing() {
    let record = played_by("search:simple,rollouts=32", 3);
    let report = analysis(&["--bot", "simple", "--rollouts", "32"], &record);
    assert!(report["decisions"].as_array().is_some_and(|decisions| decisions.len() > 8), "{report}");
    for seat in [0, 1] {
        let seat = &report["seats"][seat];
        assert_eq!((&seat["mistakes"], &seat["others"], &seat["points"]["sum"]), (&0.into(), &0.into(), &0.0.into()));
        let accuracy = ["mean", "low", "high"].map(|what| seat["accuracy"][what].as_f64().expect("a number"));
        assert!(accuracy.iter().all(|accuracy| (99.9..=100.0).contains(accuracy)), "{seat}");
    }
    assert_eq!(report["worst"], json!([]));
    let text = run(&["analyse", "-", "--bot", "search:simple,rollouts=32"], &record).well();
    assert!(text.contains("Every move is the bot's own choice."), "{text}");
    // Under other seeds it would sometimes have chosen otherwise, but that is hardly ever clear.
    let other = |seed: &str| {
        let report = analysis(&["--bot", "simple", "--rollouts", "32", "--seed", seed], &record);
        let count = |seat: usize, what: &str| report["seats"][seat][what].as_u64().expect("a count");
        ["choices", "others", "mistakes"].map(|what| count(0, what) + count(1, what))
    };
    let [choices, others, mistakes] = [other("2"), other("3")]
        .into_iter()
        .fold([0; 3], |all, one| [all[0] + one[0], all[1] + one[1], all[2] + one[2]]);
    assert!(others > 0 && mistakes * 10 <= choices, "{mistakes} mistakes, {others} others of {choices}");
}

#[test]
fn a_trained_bot_plays_on_by_itself_and_holds_its_own_moves_no_mistakes() {
    let report = analysis(&["--bot", GIN, "--seat", "0"], WAITING);
    assert_eq!(report["bot"], format!("search:{GIN},by=itself,rollouts=512"));
    assert_eq!(report["seats"][0]["mistakes"], 0, "{}", report["worst"]);
    // Players that follow rules cannot make good what it waits for; it wins all the same.
    let rules = format!("search:{GIN}");
    let report = analysis(&["--bot", &rules, "--seat", "0"], WAITING);
    assert_eq!(report["worst"].as_array().map(|worst| &worst[..2]), Some(&[json!(14), json!(18)][..]), "{report}");
    let text = run(&["analyse", "-", "--bot", &rules, "--seat", "0"], WAITING).well();
    assert!(text.contains("no chance lost") && !text.contains("100 (") && text.contains("at winning"), "{text}");
}

#[test]
fn players_that_follow_rules_play_on_in_a_match_that_nobody_knows_the_length_of() {
    let begun = r#"{"game": "gin", "options": {"episode": "match"}, "seats": 2, "seed": 1, "actions": ["pass"]}"#;
    assert_eq!(analysis(&["--bot", GIN, "--seat", "1"], begun)["bot"], format!("search:{GIN},rollouts=512"));
    let asked = analysis(&["--bot", GIN, "--seat", "1", "--rollouts", "16"], begun);
    assert_eq!(asked["bot"], format!("search:{GIN},by=itself,rollouts=16"));
}

#[test]
fn the_strongest_bot_judges_where_none_is_named() {
    let bot = |released: Option<&str>, record: &str| {
        let mut command = command(&["analyse", "-", "--json"]);
        released.map(|folder| command.env("ELDERHAND_CHECKPOINTS", folder));
        let report: Value = serde_json::from_str(&finish(&mut command, record).well()).expect("the output is JSON");
        report["bot"].as_str().expect("a name").to_owned()
    };
    let released = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints");
    assert_eq!(bot(Some(released), BROKEN_GIN), "search:checkpoint:gin,by=itself,rollouts=512");
    assert_eq!(bot(Some(released), KUHN), "checkpoint:kuhn");
    assert_eq!(bot(None, BROKEN_GIN), "search:greedy,rollouts=512");
}

#[test]
fn where_nothing_was_decided_it_says_so() {
    let unplayed = r#"{"game": "gin", "seats": 2, "seed": 1, "actions": []}"#;
    let text = run(&["analyse", "-", "--bot", "simple"], unplayed).well();
    assert!(text.contains("There is nothing to analyse") && !text.contains("choices"), "{text}");
    assert_eq!(analysis(&["--bot", "simple"], unplayed)["decisions"], json!([]));
    let one = r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check"]}"#;
    let text = run(&["analyse", "-", "--bot", "random", "--seat", "1"], one).well();
    assert!(text.contains("no decision of seat 1"), "{text}");
}

#[test]
fn a_person_is_told_of_no_other_hand_before_the_game_is_over() {
    let going_on = BROKEN_GIN
        .replace(r#", "draw", "knock 2D""#, r#", "draw""#)
        .replace("\"players\"", "\"people\": [0], \"players\"");
    let seats = |args: &[&str]| -> (Vec<u64>, String) {
        let args = [&["analyse", "-", "--json", "--bot", "simple", "--rollouts", "16"], args].concat();
        let ran = run(&args, &going_on);
        let report: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
        let decisions = report["decisions"].as_array().expect("an array").iter();
        (decisions.filter_map(|decision| decision["seat"].as_u64()).collect(), ran.err)
    };
    let (seen, said) = seats(&[]);
    assert!(seen.len() == 2 && seen.iter().all(|&seat| seat == 0) && said.contains("--reveal"), "{seen:?} {said}");
    let (seen, said) = seats(&["--reveal"]);
    assert!(seen.contains(&1) && said.is_empty(), "{seen:?} {said}");
}

#[test]
fn equal_seeds_give_equal_output_on_any_number_of_threads() {
    let args = ["analyse", "-", "--bot", "simple", "--rollouts", "40", "--json", "--seed"];
    let on = |threads: &str, seed: &str| {
        let mut command = command(&[&args[..], &[seed]].concat());
        finish(command.env("RAYON_NUM_THREADS", threads), BROKEN_GIN).well()
    };
    assert_eq!(on("1", "7"), on("3", "7"));
    assert_ne!(on("1", "7"), on("1", "8"));
}

#[test]
fn one_seat_is_judged_as_in_the_whole_game() {
    let args = ["--bot", "simple", "--rollouts", "40"];
    let (both, one) = (analysis(&args, BROKEN_GIN), analysis(&[&args[..], &["--seat", "1"]].concat(), BROKEN_GIN));
    assert_eq!(one["seats"], json!([both["seats"][1]]));
    let seat = |report: &Value| -> Vec<Value> {
        let decisions = report["decisions"].as_array().expect("an array").iter();
        decisions.filter(|decision| decision["seat"] == 1).cloned().collect()
    };
    assert_eq!(one["decisions"], json!(seat(&both)));
    run(&["analyse", "-", "--bot", "simple", "--seat", "2"], BROKEN_GIN).fails(2, &["--seat 2", "0 to 1"]);
}

#[test]
fn of_betting_only_the_likelihood_is_told() {
    let report = analysis(&["--bot", "random"], KUHN);
    assert_eq!(report["searched"], false);
    let decisions = report["decisions"].as_array().expect("an array");
    assert_eq!(decisions.len(), 3);
    for decision in decisions {
        assert_eq!((&decision["probability"], &decision["loss"]), (&0.5.into(), &Value::Null));
        assert!(decision["value"].is_null() && decision["mistake"].is_null(), "{decision}");
    }
    assert!(report["seats"][0]["accuracy"].is_null() && report["seats"][0]["points"].is_null());
    let text = run(&["analyse", "-", "--bot", "random"], KUHN).well();
    assert!(text.contains("a game of betting, which is not searched"), "{text}");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/kuhn.elderhand");
    let text = run(&["analyse", "-", "--bot", bot], KUHN).well();
    assert!(text.contains("likeliest: ") && text.contains("played: "), "{text}");
    run(&["analyse", "-", "--bot", "search:random"], KUHN).fails(2, &["finds no bluff", "play `random` itself"]);
    run(&["analyse", "-", "--bot", "random", "--rollouts", "9"], KUHN).fails(2, &["--rollouts 9", "not searched"]);
}

#[test]
fn what_cannot_be_analysed_is_refused_with_the_reason() {
    let refused = |args: &[&str], record: &str| run(&[&["analyse", "-"], args].concat(), record);
    refused(&["--bot", "simple"], "{").fails(1, &["- is not a record"]);
    refused(&["--bot", "simple"], r#"{"black": "ann", "moves": ["e4"]}"#).fails(1, &["- is not a record"]);
    let illegal = BROKEN_GIN.replace("knock 2D", "knock 3D");
    refused(&["--bot", "simple"], &illegal).fails(1, &["`actions`, action 4", "knock 3D"]);
    refused(&["--bot", "simple"], &BROKEN_GIN.replace("\"AD\"", "\"AS\"")).fails(1, &["card 20"]);
    let pinochle = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/pinochle.elderhand");
    refused(&["--bot", pinochle], BROKEN_GIN).fails(2, &["does not play `gin`", "pinochle"]);
    refused(&["--bot", "nobody"], BROKEN_GIN).fails(2, &["no bot `nobody`"]);
    refused(&["--bot", "cmd:true"], BROKEN_GIN).fails(2, &["cannot be part of a search"]);
    let twice = ["--bot", "search:simple", "--rollouts", "9"];
    refused(&twice, BROKEN_GIN).fails(2, &["--rollouts 9", "rollouts=9 among its settings"]);
    run(&["analyse", "/", "--bot", "simple"], "").fails(2, &["is a directory"]);
}
