//! Tables that Elderhand keeps: whole games by a program that knows no rules, and what it may not do.

use std::sync::Arc;

use elderhand_agents::Bot;
use elderhand_agents::hosting::{Guests, House};
use elderhand_agents::protocol::Session;
use elderhand_env::{Record, Stream, Table, VARIANTS};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::talk::Talk;

/// Opens a table and takes seats in order; gives the tokens and what the last who came sees.
fn sit_down(talk: &mut Talk, opening: Value, people: usize) -> (Vec<String>, Value) {
    let opened = talk.ask("new_table", opening);
    let mut seated = Value::Null;
    let tokens = (0..people).map(|_| {
        seated = talk.ask("join", json!({"table": opened["table"]}));
        seated["token"].as_str().unwrap_or_else(|| panic!("{seated}")).to_owned()
    });
    (tokens.collect(), seated)
}

/// Plays actions drawn from a stream, of those that may be played, until the game is over; gives the last position.
fn play_out(talk: &mut Talk, tokens: &[String], mut seen: Value, stream: &mut Stream) -> Value {
    while let Some(turn) = seen["turn"].as_u64() {
        let token = &tokens[turn as usize];
        let own = talk.ask("view", json!({"token": token}));
        let legal = own["legal"].as_array().unwrap();
        let action = &legal[(stream.bits() % legal.len() as u64) as usize];
        seen = talk.ask("play", json!({"token": token, "action": action, "after": own["decisions"]}));
        let steps = seen["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, seen["decisions"].as_u64().unwrap() - own["decisions"].as_u64().unwrap());
        assert_eq!(steps[0]["seat"], turn);
        assert_eq!(steps.last().unwrap()["view"], seen["view"]);
    }
    seen
}

#[test]
fn whole_games_of_every_variant_are_played_without_knowing_rules() {
    let mut stream = Stream::new(5);
    for variant in VARIANTS {
        let mut talk = Talk::with("random");
        let options = json!({"episode": "round"});
        let seats = talk.ask("describe", json!({"game": variant.id, "options": options}))["seats"].as_u64().unwrap();
        let bots: Vec<Value> = (0..seats).map(|seat| if seat < 2 { Value::Null } else { "random".into() }).collect();
        let opening = json!({"game": variant.id, "options": options, "seats": bots, "seed": 11});
        let (tokens, seated) = sit_down(&mut talk, opening, 2);
        talk.refused("record", json!({"token": tokens[0]}), "not_over");
        let end = play_out(&mut talk, &tokens, seated, &mut stream);

        // What came of it is what came of the record, played again by the rules.
        let record = talk.ask("record", json!({"token": tokens[0]}))["record"].take();
        let record: Record = serde_json::from_value(record).unwrap();
        let again = Table::from_record(&record).unwrap();
        let returns: Value = serde_json::from_str(&serde_json::to_string(&again.returns()).unwrap()).unwrap();
        assert_eq!(returns, end["outcome"]["returns"], "{}", variant.id);
        for (seat, token) in tokens.iter().enumerate() {
            assert_eq!(talk.ask("view", json!({"token": token}))["view"], again.view(seat).unwrap().json());
        }
    }
}

#[test]
fn a_match_goes_from_round_to_round_and_tells_how_each_ended() {
    let mut talk = Talk::with("random");
    let opening =
        json!({"game": "gin", "options": {"episode": "match", "target": 150}, "seats": [null, "simple"], "seed": 2});
    let (tokens, mut seen) = sit_down(&mut talk, opening, 1);
    let mut rounds = 0;
    while seen["turn"].is_u64() {
        let action = &seen["legal"][0];
        seen = talk.ask("play", json!({"token": tokens[0], "action": action}));
        rounds += seen["steps"].as_array().unwrap().iter().filter(|step| step["ended"].is_array()).count();
    }
    assert!(rounds > 1, "{rounds}");
    // The last one lies there still.
    assert_eq!(seen["view"]["match"]["rounds"], rounds + 1);
}

#[test]
fn who_looks_away_is_told_what_happened_since() {
    let mut talk = Talk::with("random");
    let (tokens, seated) = sit_down(&mut talk, json!({"game": "gin", "seed": 3}), 2);
    let mut stream = Stream::new(1);
    let end = play_out(&mut talk, &tokens, seated, &mut stream);
    let mut told = Vec::new();
    loop {
        let more = talk.ask("view", json!({"token": tokens[1], "since": told.len()}));
        let steps = more["steps"].as_array().unwrap();
        assert!(steps.len() <= 100);
        told.extend(steps.clone());
        if steps.is_empty() {
            break;
        }
    }
    assert_eq!(told.len() as u64, end["decisions"].as_u64().unwrap());
    assert!(told.iter().all(|step| step["view"]["seat"] == 1));
    // More than was played is nothing new.
    assert_eq!(talk.ask("view", json!({"token": tokens[1], "since": 1_000_000}))["steps"], json!([]));
}

#[test]
fn choices_are_taken_back_where_that_was_agreed() {
    let mut talk = Talk::with("random");
    let opening = json!({"game": "gin", "seats": [null, "simple"], "seed": 4, "undo": true});
    let (tokens, first) = sit_down(&mut talk, opening, 1);
    let token = &tokens[0];
    talk.refused("undo", json!({"token": token}), "no_undo");
    let mut seen = first.clone();
    let mut stream = Stream::new(2);
    for _ in 0..3 {
        // Over or not: a game that has ended goes on after it.
        let before = seen.clone();
        seen = play_out(&mut talk, &tokens, seen, &mut stream);
        while seen["decisions"] != before["decisions"] {
            seen = talk.ask("undo", json!({"token": token}));
            assert!(seen["turn"] == 0 && seen.get("outcome").is_none());
        }
        assert_eq!((&seen["view"], &seen["legal"]), (&first["view"], &first["legal"]));
    }
    let (agreed, _) = sit_down(&mut talk, json!({"game": "kuhn", "seats": [null, "random"]}), 1);
    assert!(talk.refused("undo", json!({"token": agreed[0]}), "no_undo").contains("without `undo`"));
    // What somebody else has chosen since then stays.
    let (two, seen) = sit_down(&mut talk, json!({"game": "kuhn", "seed": 1, "undo": true}), 2);
    assert_eq!(seen["turn"], 0);
    talk.ask("play", json!({"token": two[0], "action": "check"}));
    talk.ask("play", json!({"token": two[1], "action": "bet"}));
    assert!(talk.refused("undo", json!({"token": two[0]}), "no_undo").contains("somebody else"));
    talk.ask("undo", json!({"token": two[1]}));
    let seen = talk.ask("undo", json!({"token": two[0]}));
    assert_eq!((&seen["decisions"], &seen["legal"]), (&json!(0), &json!(["check", "bet"])));
}

#[test]
fn who_heard_no_answer_takes_nothing_back_twice() {
    let mut talk = Talk::with("random");
    let opening = json!({"game": "gin", "seats": [null, "simple"], "seed": 4, "undo": true});
    let (tokens, mut seen) = sit_down(&mut talk, opening, 1);
    let token = &tokens[0];
    while seen["decisions"].as_u64().unwrap() < 8 {
        seen = talk.ask("play", json!({"token": token, "action": seen["legal"][0]}));
    }
    let undo = json!({"token": token, "after": seen["decisions"], "undone": 0});
    let back = talk.ask("undo", undo.clone());
    assert_eq!(back["undone"], 1);
    talk.refused("undo", undo, "gone_on");
    // There as many decisions again does not make it the same course.
    let mut again = back;
    while again["decisions"].as_u64() < seen["decisions"].as_u64() {
        again = talk.ask("play", json!({"token": token, "action": again["legal"][0]}));
    }
    let told = talk.refused("undo", json!({"token": token, "undone": 0}), "gone_on");
    assert!(told.contains("1 times"), "{told}");
    let after = again["decisions"].as_u64().unwrap() - 1;
    talk.refused("undo", json!({"token": token, "after": after}), "gone_on");
    assert_eq!(talk.ask("view", json!({"token": token}))["decisions"], again["decisions"]);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut talk = Talk::with("random");
    let kuhn = json!({"game": "kuhn", "seats": [null, null], "seed": 1});
    let (tokens, _) = sit_down(&mut talk, kuhn.clone(), 2);
    let before = talk.ask("view", json!({"token": tokens[0]}));
    let table = &before["table"];
    let (first, second) = (json!({"token": tokens[0]}), json!({"token": tokens[1]}));
    let with = |token: &Value, name: &str, value: Value| {
        let mut fields = token.clone();
        fields[name] = value;
        fields
    };

    talk.refused("join", json!({"table": "nowhere"}), "no_table");
    talk.refused("join", json!({"table": table}), "taken");
    talk.refused("join", json!({"table": table, "seat": 1}), "taken");
    talk.refused("join", json!({"table": table, "seat": 2}), "bad_request");
    talk.refused("view", json!({"token": "guessed"}), "no_token");
    talk.refused("view", with(&first, "since", json!(-1)), "bad_request");
    talk.refused("play", with(&second, "action", json!("check")), "not_your_turn");
    talk.refused("hint", second.clone(), "not_your_turn");
    talk.refused("play", with(&first, "action", json!("fold")), "illegal");
    talk.refused("play", with(&first, "action", json!("dance")), "illegal");
    talk.refused("play", json!({"token": tokens[0], "action": "check", "after": 1}), "gone_on");
    talk.refused("record", first.clone(), "not_over");
    assert_eq!(talk.ask("view", first.clone()), before);

    talk.refused("new_table", json!({"seats": [null]}), "bad_request");
    talk.refused("new_table", json!({"game": "khun"}), "bad_game");
    talk.refused("new_table", json!({"game": "kuhn", "seats": ["random", "random"]}), "bad_request");
    talk.refused("new_table", json!({"game": "kuhn", "seats": [null, null, null]}), "bad_request");
    talk.refused("new_table", json!({"game": "kuhn", "seats": ["rondom"]}), "not_played");
    talk.refused("new_table", json!({"game": "kuhn", "seats": ["always-call"]}), "not_played");
    talk.refused("new_table", json!({"game": "kuhn", "seats": ["search:random"]}), "not_played");
    talk.refused("new_table", json!({"record": {"game": "kuhn"}}), "bad_record");
    let wrong = json!({"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["fold"]});
    talk.refused("new_table", json!({"record": wrong}), "bad_record");
    talk.refused("hello", json!({"protocol": 3}), "bad_request");

    // A seat that is given up can be taken again, and a table that all have left is gone.
    talk.ask("close", first.clone());
    talk.refused("view", first.clone(), "no_token");
    let again = talk.ask("join", json!({"table": table, "name": "Ann"}));
    assert_eq!((&again["seat"], &again["players"]), (&json!(0), &json!(["Ann", "somebody"])));
    assert_eq!(again["view"], before["view"]);
    talk.ask("close", json!({"token": again["token"]}));
    talk.ask("close", second);
    talk.refused("join", json!({"table": table}), "no_table");
}

#[test]
fn a_house_is_full_at_some_time() {
    let mut talk = Talk::with("random");
    let tables = talk.ask("hello", json!({"protocol": 2}))["limits"]["tables"].as_u64().unwrap();
    let opening = json!({"game": "kuhn"});
    let opened: Vec<Value> = (0..tables).map(|_| talk.ask("new_table", opening.clone())["table"].take()).collect();
    talk.refused("new_table", opening.clone(), "crowded");
    let token = talk.ask("join", json!({"table": opened[7]}))["token"].take();
    talk.ask("close", json!({"token": token}));
    talk.ask("new_table", opening);
}

/// It says who it is, and then no more.
const DUMB: &str =
    "cmd:sh -c 'read a; echo {\\\"id\\\":1,\\\"protocol\\\":1}; read b; echo {\\\"id\\\":2}; read c; exit 1'";

#[test]
fn a_bot_that_fails_takes_the_move_back() {
    let mut talk = Talk::with(DUMB);
    let opened = talk.ask("new_table", json!({"game": "kuhn", "seats": [null, DUMB], "seed": 1}));
    let seated = talk.ask("join", json!({"table": opened["table"]}));
    let token = &seated["token"];
    talk.refused("play", json!({"token": token, "action": "bet"}), "bot_failed");
    let after = talk.ask("view", json!({"token": token}));
    assert_eq!((&after["decisions"], &after["view"]), (&json!(0), &seated["view"]));
}

/// A bot of seat 1 of a game of Kuhn poker that folds, with what a shell does before it does so and when it is told the end.
fn folds(folder: &TempDir, before: &str, end: &str) -> String {
    let script = folder.path().join("bot.sh");
    let lines = [
        r#"read a; echo '{"id":1,"protocol":1}'"#,
        r#"read b; echo '{"id":2}'"#,
        &format!("read c; {before}"),
        r#"echo '{"id":3,"action":{"name":"fold"}}'"#,
        &format!("read d; {end}"),
    ];
    std::fs::write(&script, lines.join("\n")).unwrap();
    format!("cmd:sh {}", script.display())
}

#[test]
fn a_bot_that_failed_once_answers_when_the_move_is_tried_again() {
    let folder = TempDir::new().unwrap();
    let fails = r#"if [ ! -e "$0.failed" ]; then touch "$0.failed"; exit 1; fi"#;
    let bot = folds(&folder, fails, r#"echo '{"id":4}'"#);
    let mut talk = Talk::with(&bot);
    let (tokens, _) = sit_down(&mut talk, json!({"game": "kuhn", "seats": [null, bot], "seed": 1}), 1);
    talk.refused("play", json!({"token": tokens[0], "action": "bet"}), "bot_failed");
    let end = talk.ask("play", json!({"token": tokens[0], "action": "bet"}));
    assert_eq!(end["outcome"]["returns"], json!([1.0, -1.0]), "{end}");
}

#[test]
fn a_bot_takes_the_place_of_one_that_failed_or_of_somebody_who_left() {
    let mut talk = Talk::with(DUMB);
    let (tokens, seen) = sit_down(&mut talk, json!({"game": "kuhn", "seats": [null, DUMB], "seed": 1}), 1);
    let invite = |token: &str, bot: &str| json!({"token": token, "bot": bot, "seat": 1});
    // Who has not failed stays, as does whoever holds a seat.
    talk.refused("invite", invite(&tokens[0], "random"), "taken");
    talk.refused("invite", json!({"token": tokens[0], "bot": "random", "seat": 0}), "taken");
    talk.refused("play", json!({"token": tokens[0], "action": "bet"}), "bot_failed");
    talk.refused("invite", json!({"token": tokens[0], "bot": "nobody"}), "not_played");
    talk.refused("invite", json!({"token": tokens[0], "bot": "random", "seat": 2}), "bad_request");
    talk.refused("invite", json!({"token": "none", "bot": "random"}), "no_token");
    let invited = talk.ask("invite", json!({"token": tokens[0], "bot": "random"}));
    assert_eq!((&invited["players"], &invited["people"]), (&json!(["somebody", "random"]), &json!([0])));
    assert_eq!((&invited["view"], &invited["legal"], &invited["steps"]), (&seen["view"], &seen["legal"], &json!([])));
    let end = talk.ask("play", json!({"token": tokens[0], "action": "bet"}));
    assert!(end.get("outcome").is_some(), "{end}");

    let (two, _) = sit_down(&mut talk, json!({"game": "kuhn", "seed": 1}), 2);
    talk.ask("play", json!({"token": two[0], "action": "check"}));
    talk.ask("close", json!({"token": two[1]}));
    // It plays at once, since it is its turn; one that fails then has never sat there.
    let told = talk.refused("invite", invite(&two[0], DUMB), "bot_failed");
    // What it said last may be what it saw.
    assert!(!told.contains("ended"), "{told}");
    assert_eq!(talk.ask("view", json!({"token": two[0]}))["players"], json!(["somebody", null]));
    let invited = talk.ask("invite", invite(&two[0], "random"));
    assert_eq!((&invited["steps"][0]["seat"], &invited["players"][1]), (&json!(1), &json!("random")));
    talk.refused("invite", invite(&two[0], "random"), "taken");
}

#[test]
fn a_game_is_over_though_a_bot_fails_when_it_is_told_so() {
    let folder = TempDir::new().unwrap();
    let bot = folds(&folder, ":", "exit 1");
    let mut talk = Talk::with(&bot);
    let opening = json!({"game": "kuhn", "seats": [null, bot], "seed": 1, "undo": true});
    let (tokens, first) = sit_down(&mut talk, opening, 1);
    for _ in 0..2 {
        let end = talk.ask("play", json!({"token": tokens[0], "action": "bet"}));
        assert_eq!(end["outcome"]["returns"], json!([1.0, -1.0]), "{end}");
        // It is asked anew where the game goes on after all.
        assert_eq!(talk.ask("undo", json!({"token": tokens[0]}))["view"], first["view"]);
    }
}

#[test]
fn who_runs_it_is_told_why_a_bot_failed_but_not_at_a_table() {
    let mut talk = Talk::with(DUMB);
    let ended = "ended (exit status: 1) when `act` was asked";
    let view = json!({"seat": 0, "card": "KS", "betting": "open"});
    let decide = talk.refused("decide", json!({"game": "kuhn", "view": view}), "bot_failed");
    assert!(decide.contains(ended), "{decide}");
    talk.ask("new_game", json!({"game": "kuhn", "seat": 0}));
    let act = talk.refused("act", json!({"view": view}), "bot_failed");
    assert!(act.contains(ended), "{act}");
    // There may be somebody at the table who plays against it.
    let (tokens, _) = sit_down(&mut talk, json!({"game": "kuhn", "seats": [null, DUMB], "seed": 1}), 1);
    for (kind, fields) in
        [("hint", json!({"token": tokens[0]})), ("play", json!({"token": tokens[0], "action": "bet"}))]
    {
        let told = talk.refused(kind, fields, "bot_failed");
        assert!(!told.contains("ended") && told.contains(DUMB), "{told}");
    }
    let absent = "cmd:/nowhere/bot";
    let mut talk = Talk::with(absent);
    let told = talk.refused("new_table", json!({"game": "kuhn", "seats": [null, absent]}), "bot_failed");
    assert!(told.contains("did not start"), "{told}");
}

#[test]
fn in_a_house_of_others_why_a_bot_failed_is_for_the_log() {
    let bot = Bot::open(DUMB).unwrap().called("theirs");
    let mut session = Session::at(Arc::new(House::new(Guests::Only(vec![bot.clone()]), 1)), bot);
    let view = json!({"seat": 0, "card": "KS", "betting": "open"});
    let reply = session.reply(json!({"id": 1, "type": "decide", "game": "kuhn", "view": view}).to_string());
    assert!(!reply.text.contains("ended") && reply.text.contains("bot `theirs` failed"), "{reply:?}");
    assert!(reply.cause.as_ref().is_some_and(|cause| cause.starts_with("theirs: ended")), "{reply:?}");
}

#[test]
fn no_message_starts_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("started");
    let bot = format!("cmd:touch {}", mark.display());
    let mut talk = Talk::with("random");
    let view = json!({"seat": 0, "card": "KS", "betting": "open"});
    let opened = talk.ask("new_table", json!({"game": "kuhn"}));
    let token = talk.ask("join", json!({"table": opened["table"]}))["token"].take();
    // Every bot is strong, so this is another name of the same one.
    for bot in [format!("strong:{bot}"), bot] {
        talk.refused("new_table", json!({"game": "kuhn", "seats": [null, bot]}), "not_played");
        talk.refused("decide", json!({"game": "kuhn", "bot": bot, "view": view}), "not_played");
        talk.refused("hint", json!({"token": token, "bot": bot}), "not_played");
    }
    assert!(!mark.exists());
}

#[test]
fn a_recorded_game_is_taken_up() {
    let record = json!({"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check"]});
    let mut talk = Talk::with("random");
    let (tokens, seen) = sit_down(&mut talk, json!({"record": record}), 2);
    assert_eq!((&seen["decisions"], &seen["turn"], &seen["view"]["card"]), (&json!(1), &json!(1), &json!("QS")));
    let end = talk.ask("play", json!({"token": tokens[1], "action": "check"}));
    assert_eq!(end["outcome"], json!({"returns": [1.0, -1.0], "truncated": false}));
    // Cards that a record lacks are dealt by chance.
    let beginning = json!({"game": "gin", "seats": 2, "actions": []});
    let (_, seen) = sit_down(&mut talk, json!({"record": beginning}), 1);
    assert_eq!(seen["view"]["hand"].as_array().unwrap().len(), 10);
}

#[test]
fn a_field_that_is_null_counts_as_missing() {
    let mut talk = Talk::with("random");
    let null = |needed: Value, names: &[&str]| {
        let mut fields = needed.as_object().unwrap().clone();
        fields.extend(names.iter().map(|name| (name.to_string(), Value::Null)));
        Value::Object(fields)
    };
    let kuhn = || json!({"game": "kuhn"});
    let opening = null(kuhn(), &["options", "seats", "any_options", "seed", "undo", "record"]);
    let table = talk.ask("new_table", opening)["table"].take();
    let seated = talk.ask("join", null(json!({"table": table}), &["seat", "name", "token"]));
    let token = json!({"token": seated["token"]});
    talk.ask("invite", null(json!({"token": seated["token"], "bot": "random"}), &["seat"]));
    let seen = talk.ask("view", null(token.clone(), &["since"]));
    talk.ask("hint", null(token, &["bot", "seed"]));
    let view = &seen["view"];
    let play = json!({"token": seated["token"], "action": seen["legal"][0]});
    talk.ask("play", null(play, &["after", "undone"]));
    talk.ask("hello", null(json!({}), &["protocol"]));
    talk.ask("describe", null(kuhn(), &["options", "bots"]));
    let decide = json!({"game": "kuhn", "view": view});
    talk.ask("decide", null(decide, &["options", "bot", "any_options", "judge", "seed"]));
    let game = json!({"game": "kuhn", "seat": 0});
    talk.ask("new_game", null(game, &["options", "seed", "any_options", "actions"]));
    talk.ask("game_over", null(json!({}), &["returns"]));
    let record = json!({"record": {"game": "kuhn", "seats": 2, "actions": []}});
    talk.ask("new_table", null(record, &["game", "options"]));
}
