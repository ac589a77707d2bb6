//! Recorded games, stepped through.

use crate::common::run;
use serde_json::Value;

const RECORD: &str = r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check", "bet", "call"]}"#;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

#[test]
fn a_pipe_gets_every_decision_and_the_end() {
    let out = run(&["replay", "-"], RECORD).well();
    for part in ["1. seat 0: check", "2. seat 1: bet", "3. seat 0: call", "K♠", "seat 0: +2, seat 1: -2"] {
        assert!(out.contains(part), "expected `{part}` in: {out}");
    }
}

#[test]
fn json_gives_views_of_the_seat_to_move_and_the_returns() {
    let lines = objects(&run(&["replay", "-", "--json"], RECORD).well());
    let seats: Vec<_> = lines.iter().filter_map(|line| line["seat"].as_u64()).collect();
    assert_eq!((lines.len(), seats), (4, vec![0, 1, 0]));
    assert_eq!((&lines[1]["action"], &lines[1]["view"]["card"]), (&"bet".into(), &"QS".into()));
    assert_eq!(lines[3]["returns"], serde_json::json!([2.0, -2.0]));
    assert_eq!(lines[3]["over"], true);
}

#[test]
fn one_seat_sees_only_its_own_cards() {
    let record = RECORD.replace("call", "fold");
    let out = run(&["replay", "-", "--json", "--seat", "0"], &record).well();
    assert!(out.contains("KS") && !out.contains("QS"), "{out}");
    assert!(objects(&out).iter().take(3).all(|line| line["view"]["seat"] == 0));
    run(&["replay", "-", "--seat", "2"], RECORD).fails(2, &["0 to 1"]);
}

#[test]
fn a_record_may_end_before_the_game() {
    let record = r#"{"game": "kuhn", "seats": 2, "seed": 4, "actions": ["check"]}"#;
    let lines = objects(&run(&["replay", "-", "--json"], record).well());
    assert_eq!((&lines[1]["over"], &lines[1]["returns"]), (&false.into(), &Value::Null));
}

#[test]
fn a_person_sees_no_other_hand_before_the_game_is_over() {
    let of = |actions: &str, people: &str| {
        RECORD.replace(r#""check", "bet", "call""#, actions).replace(
            "\"actions\"",
            &format!(r#""about": {{"players": ["Ann", "random"], "people": {people}}}, "actions""#),
        )
    };
    let (going_on, args) = (of(r#""check", "bet""#, "[0]"), ["replay", "-", "--json", "--bot", "random"]);
    let ran = run(&args, &going_on);
    assert!(ran.err.contains("only what seat 0 sees") && ran.err.contains("--reveal"), "{}", ran.err);
    let out = ran.well();
    assert!(out.contains("KS") && out.contains("\"bet\"") && !out.contains("QS"), "{out}");
    assert_eq!(out.matches("\"advice\"").count(), 1, "no advice on the cards of the other: {out}");
    let text = run(&["replay", "-"], &going_on).well();
    assert!(text.contains("2. seat 1: bet") && text.contains("K♠") && !text.contains("Q♠"), "{text}");

    assert!(run(&["replay", "-", "--reveal"], &going_on).well().contains("Q♠"));
    assert!(run(&["replay", "-", "--seat", "1"], &going_on).well().contains("Q♠"));
    assert!(run(&["replay", "-"], &of(r#""check", "bet", "fold""#, "[0]")).well().contains("Q♠"), "it is over");
    let several = of(r#""check", "bet""#, "[0, 1]");
    run(&["replay", "-"], &several).fails(2, &["not over", "seats 0, 1", "--seat N", "--reveal"]);
    assert!(!run(&["replay", "-", "--seat", "0"], &several).well().contains("Q♠"));
    run(&["replay", "-"], &of(r#""check""#, "[5]")).fails(2, &["people hold seats 5"]);
}

#[test]
fn bad_records_name_the_place() {
    let cases = [
        (RECORD.replace("\"call\"", "\"raise\""), "action 3: there is no action `raise`"),
        (RECORD.replace("\"call\"", "\"check\""), "action 3: `check` is not legal here"),
        (RECORD.replace("QS", "KS"), "card 2"),
        (RECORD.replace("QS", "2C"), "card 2: 2C cannot be dealt"),
        (RECORD.replace("QS", "QX"), "line 1, column"),
        (RECORD.replace("kuhn", "khun"), "did you mean `kuhn`"),
        (RECORD.replace("\"seats\": 2", "\"seats\": 3"), "`seats` is 3"),
        (RECORD.replace("\"seats\"", "\"saets\""), "saets"),
        (RECORD.replace("\"call\"", "\"call\", \"bet\""), "action 4: the game is already over"),
        (RECORD.replace("\"seats\": 2", "\"seats\": {}"), "`seats`: an object: expected a whole number"),
        (RECORD.replace("\"call\"", "5"), "`actions[2]`: 5: expected a text in quotes (line 1"),
        (RECORD[..60].to_owned(), "line 1, column"),
    ];
    for (record, part) in cases {
        run(&["replay", "-"], &record).fails(1, &[part]);
    }
}

#[test]
fn a_bot_says_what_it_would_have_done() {
    let out = run(&["replay", "-", "--bot", "random"], RECORD).well();
    assert_eq!(out.matches("random would choose: ").count(), 3, "{out}");
    let lines = objects(&run(&["replay", "-", "--bot", "random", "--json"], RECORD).well());
    assert_eq!(lines[0]["advice"]["bot"], "random");
    assert_eq!(lines[0]["advice"]["probabilities"], serde_json::json!({"check": 0.5, "bet": 0.5}));
    run(&["replay", "-", "--bot", "greedy"], RECORD).fails(2, &["greedy", "does not play `kuhn`"]);
}

#[test]
fn who_played_and_when_is_told() {
    let about = r#""about": {"players": ["Ann", "simple"], "date": "2026-02-28"}, "actions""#;
    let out = run(&["replay", "-"], &RECORD.replace("\"actions\"", about)).well();
    assert!(out.contains("seat 0 Ann, seat 1 simple, on 2026-02-28"), "{out}");
    run(&["replay", "-"], &RECORD.replace("\"actions\"", r#""about": {"plyers": []}, "actions""#))
        .fails(1, &["plyers"]);
}

#[cfg(unix)]
#[test]
fn one_goes_back_as_well_as_forward() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    std::fs::write(&path, RECORD).expect("it can be written");
    let path = path.to_str().expect("the path is UTF-8");
    let screen = crate::common::terminal::in_terminal(80, &["replay", path], &["", "b", "3", "4", "back", "q"], &[]);
    let shown: Vec<&str> = screen.lines().filter(|line| line.contains(". seat ")).map(|line| &line[..1]).collect();
    assert_eq!(shown, ["1", "2", "1", "3", "2"], "{screen}");
    assert!(screen.contains("The decisions are 1 to 3."), "{screen}");
}

#[test]
fn a_long_game_of_gin_is_narrow() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().to_str().expect("a path in UTF-8");
    let bots = ["--bots", "random,random", "--rounds", "1", "--log", log];
    run(&[&["tournament", "--format", "rounds", "--game", "gin"][..], &bots].concat(), "").well();
    let out = run(&["replay", &format!("{log}/round-0001-table-1.json")], "").well();
    assert!(out.contains("pile   … ") && out.lines().all(|line| line.chars().count() <= 80), "{out}");
}
