//! The bot's side of the protocol: what it answers, and that nothing it is sent can end or confuse a session.

use std::io::{self, BufReader, Read, Write};

use elderhand_agents::Bot;
use elderhand_agents::bots::parse_timeout;
use elderhand_agents::protocol::{MAX_LINE, Session, serve};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

fn answers(requests: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(requests, &mut output, &Bot::open("random").unwrap(), |_| ()).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const NEW_GAME: &str = r#"{"id": "n", "type": "new_game", "game": "kuhn", "seat": 1, "seed": 3}"#;

fn act(view: &str) -> String {
    format!(r#"{{"id": "a", "type": "act", "view": {view}}}"#)
}

#[test]
fn every_bad_line_gets_an_error_and_the_session_goes_on() {
    let new_game = |rest: &str| format!(r#"{{"id": 5, "type": "new_game", {rest}}}"#).into_bytes();
    let text = |text: &str| text.as_bytes().to_vec();
    let table: Vec<(Vec<u8>, &str, &str)> = vec![
        (text("hello"), "not_json", "found `hello`"),
        (text("{\"id\": 1, \"type\": \"hel"), "not_json", "EOF"),
        (text("[1, 2]"), "not_json", "expected a JSON object"),
        (text("[").repeat(100_000), "not_json", "expected a JSON object"),
        (text("{\"id\": 1, \"type\": \"hello\"} {}"), "not_json", "trailing"),
        (text("{\"id\": 1e999, \"type\": \"hello\"}"), "bad_request", "`id` is `1e999`"),
        (b"{\"id\": 1, \"type\": \"\xff\"}".to_vec(), "not_utf8", "UTF-8"),
        (vec![b'x'; 3 * MAX_LINE], "oversized", "1048576"),
        (text(r#"{"type": "hello"}"#), "bad_request", "`id` is missing"),
        (text(r#"{"id": [1], "type": "hello"}"#), "bad_request", "`id` is `[1]`"),
        (text(r#"{"id": 5}"#), "bad_request", "`type` is missing"),
        (text(r#"{"id": 5, "type": 7}"#), "bad_request", "`type` is `7`"),
        (text(r#"{"id": 5, "type": "newgame"}"#), "unknown_request", "did you mean `new_game`?"),
        (
            new_game(&format!(r#""game": {}{}"#, "[".repeat(100_000), "]".repeat(100_000))),
            "bad_request",
            "`game` is `[[[",
        ),
        (new_game(r#""seat": 0"#), "bad_request", "`game` is missing"),
        (new_game(r#""game": "khun", "seat": 0"#), "bad_game", "did you mean `kuhn`?"),
        (new_game(r#""game": "kuhn", "options": {"ante": 2}, "seat": 0"#), "bad_game", "no option `ante`"),
        (new_game(r#""game": "kuhn", "options": 2, "seat": 0"#), "bad_request", "`options` is `2`"),
        (new_game(r#""game": "kuhn""#), "bad_request", "`seat` is missing"),
        (new_game(r#""game": "kuhn", "seat": 2"#), "bad_request", "`seat` is 2: `kuhn` has the seats 0 to 1"),
        (new_game(r#""game": "kuhn", "seat": -1"#), "bad_request", "`seat` is `-1`"),
        (new_game(r#""game": "kuhn", "seat": 0, "seed": 0.5"#), "bad_request", "`seed` is `0.5`"),
        (text(r#"{"id": 5, "type": "act"}"#), "bad_request", "`view` is missing"),
        (text(&act(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)))), "bad_request", "`view` is `[[["),
        (text(r#"{"id": 5, "type": "act", "view": "KS"}"#), "bad_view", "not a view of `kuhn`"),
        (text(&act("{}")), "bad_view", "missing field `seat`"),
        (text(&act(r#"{"seat": 1, "card": "KX", "betting": "bet"}"#)), "bad_view", "`KX` is not a card"),
        (text(&act(r#"{"seat": 1, "card": "2C", "betting": "bet"}"#)), "bad_view", "JS, QS and KS"),
        (text(&act(r#"{"seat": 1, "card": "KS", "betting": "raise"}"#)), "bad_view", "`betting`: \"raise\": expected"),
        (text(&act(r#"{"seat": 1, "card": "KS", "betting": "bet", "pot": 3}"#)), "bad_view", "unknown field `pot`"),
        (text(&act(r#"{"seat": 0, "card": "KS", "betting": "open"}"#)), "bad_view", "gave this bot seat 1"),
        (text(&act(r#"{"seat": 1, "card": "KS", "betting": "open"}"#)), "bad_view", "seat 1 is not to move"),
        (text(r#"{"id": 5, "type": "game_over", "returns": [1]}"#), "bad_request", "expected one a seat, 2"),
        (text(r#"{"id": 5, "type": "game_over", "returns": [true, 2]}"#), "bad_request", "`returns` is"),
    ];
    // All in one session, each followed by a question that only an open game answers.
    let good = act(r#"{"seat": 1, "card": "KS", "betting": "bet"}"#);
    let mut session = NEW_GAME.as_bytes().to_vec();
    for (line, ..) in &table {
        session.extend([b"\n", &line[..], b"\n", good.as_bytes()].concat());
    }
    let answers = answers(&session);
    assert_eq!(answers.len(), 1 + 2 * table.len());
    for ((line, code, message), pair) in table.iter().zip(answers[1..].chunks(2)) {
        let line = String::from_utf8_lossy(&line[..line.len().min(80)]);
        assert!(PAGE.contains(&format!("| `{code}` |")), "docs/protocol.md does not explain `{code}`");
        assert_eq!(pair[0]["error"]["code"], *code, "{line}: {}", pair[0]);
        assert!(pair[0]["error"]["message"].as_str().unwrap().contains(message), "{line}: {}", pair[0]);
        let known = line.starts_with("{\"id\": 5") || line.starts_with("{\"id\": \"a\"");
        assert_eq!(pair[0]["id"].is_null(), !known, "{line}");
        assert!(pair[1]["action"]["name"].is_string(), "after {line}: {}", pair[1]);
    }
}

#[test]
fn a_game_is_begun_asked_about_and_ended() {
    let view = act(r#"{"seat": 1, "card": "KS", "betting": "bet", "shown": null}"#);
    let session = [
        r#"{"id": 1, "type": "hello", "from": "elsewhere"}"#,
        "",
        NEW_GAME,
        &view,
        r#"{"id": 4.5, "type": "game_over", "returns": [-1, 1]}"#,
        &view,
        r#"{"id": 5, "type": "game_over"}"#,
        NEW_GAME,
        &view,
    ];
    let answers = answers(session.join("\r\n").as_bytes());
    assert_eq!(answers[0]["id"], 1);
    assert_eq!((&answers[0]["protocol"], &answers[0]["bot"]), (&json!(1), &json!("random")));
    assert!(answers[0]["games"].as_array().unwrap().contains(&json!("kuhn")));
    let seated = json!({"id": "n", "game": "kuhn", "options": {}, "seats": 2, "seat": 1, "seed": 3,
        "actions": ["check", "bet", "fold", "call"]});
    assert_eq!(answers[1], seated);
    assert_eq!(answers[2]["probabilities"], json!({"fold": 0.5, "call": 0.5}));
    assert_eq!(answers[3], json!({"id": 4.5}));
    assert_eq!(answers[4]["error"]["code"], "no_game");
    assert_eq!(answers[5]["error"]["code"], "no_game");
    assert_eq!(answers[7], answers[2], "the same seed gives the same choice");
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    for id in ["18446744073709551616", "340282366920938463463374607431768211457", "1.10", "-0", "1e2", r#""\u0041""#] {
        for body in [r#""type": "hello""#, r#""type": "act""#] {
            let mut session = Session::new(Bot::open("random").unwrap());
            let answer = session.answer(format!(r#"{{{body}, "id": {id}}}"#));
            assert!(answer.starts_with(&format!(r#"{{"id":{id},"#)), "{id}: {answer}");
        }
    }
}

#[test]
fn without_a_seed_one_is_drawn_and_told() {
    let line = r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 0}"#;
    let seeds: Vec<u64> =
        answers([line, line].join("\n").as_bytes()).iter().map(|a| a["seed"].as_u64().unwrap()).collect();
    assert_ne!(seeds[0], seeds[1]);
    assert!(seeds.iter().all(|&seed| seed < 1 << 53));
}

#[test]
fn an_endless_line_is_not_held_in_memory() {
    let endless = io::repeat(b'x').take(1 << 30);
    let mut output = Vec::new();
    serve(BufReader::new(endless), &mut output, &Bot::open("random").unwrap(), |_| ()).unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["error"]["code"], "oversized");
}

#[test]
fn a_reader_that_has_gone_ends_the_session_quietly() {
    struct Closed(io::ErrorKind);
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let bot = Bot::open("random").unwrap();
    let hello = &b"{\"id\": 1, \"type\": \"hello\"}\n"[..];
    assert!(serve(hello, Closed(io::ErrorKind::BrokenPipe), &bot, |_| ()).is_ok());
    assert!(serve(hello, Closed(io::ErrorKind::StorageFull), &bot, |_| ()).is_err());
}

#[test]
fn unknown_bots_and_time_outs_are_refused_with_a_hint() {
    let error = |name: &str| Bot::open(name).unwrap_err().to_string();
    assert!(error("randon").ends_with("; did you mean `random`?"), "{}", error("randon"));
    assert!(error("zzz").starts_with("there is no bot `zzz`: a bot is random, "), "{}", error("zzz"));
    assert!(!error("zzz").contains("did you mean"), "{}", error("zzz"));
    for line in ["cmd:", "cmd:  ", "cmd:sh -c 'exit"] {
        assert!(error(line).contains("every quote closed"), "{}", error(line));
    }
    assert_eq!(parse_timeout("0.5").unwrap().as_millis(), 500);
    for text in ["", "0", "-1", "nan", "inf", "1e9", "10s", "1e-12"] {
        assert!(parse_timeout(text).is_err(), "{text}");
    }
}
