//! What is sent over a seat's connection does not hang on cards that the seat may not know.

use elderhand_agents::Bot;
use elderhand_env::{Overrides, Record, Stream, Table, VARIANTS};
use elderhand_serve::Settings;
use serde_json::{Value, json};

use crate::common::{Served, Talk};

/// Hidden cards are exchanged in the pack, and where the rules then show a seat the same, so does every frame, byte by byte:
/// at the beginning, when others come and go, when a choice was taken back, and when the seat comes back over another
/// connection.
#[tokio::test]
async fn nothing_hidden_is_sent() {
    let served = Served::with(Settings { rate: 1_000_000, tables_each: 10_000, ..Settings::default() }).await;
    let mut stream = Stream::new(9);
    let mut compared = 0;
    for variant in VARIANTS {
        for seed in 0..3 {
            let Some((record, other)) = two_packs(variant.id, seed, &mut stream) else { continue };
            let [first, second] = [frames(&served, &record).await, frames(&served, &other).await];
            assert!(first.len() > 7);
            assert_eq!(first, second, "{}", variant.id);
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
    served.stop().await;
}

/// Every frame that the connection of seat 0 hears, with other names for the table and the seat.
async fn frames(served: &Served, record: &Record) -> Vec<String> {
    let mut others = served.talk().await;
    let opened = others.ask("new_table", json!({"record": record, "undo": true})).await;
    let table = opened["table"].as_str().unwrap();
    let mut seat = served.talk().await;
    let mut heard = Vec::new();

    ask(&mut seat, &mut heard, "join", json!({"table": table, "seat": 0})).await;
    let joined: Value = serde_json::from_str(&heard[0]).unwrap();
    let token = json!({"token": joined["token"]});
    let mut sitting = Vec::new();
    for _ in 1..record.seats {
        sitting.push(others.ask("join", json!({"table": table})).await["token"].take());
    }
    // Whoever watches hears of them, as often as it may be; how often is a matter of time.
    ask(&mut seat, &mut heard, "view", json!({"token": joined["token"], "since": 0})).await;
    ask(&mut seat, &mut heard, "hint", token.clone()).await;
    ask(&mut seat, &mut heard, "record", token.clone()).await;
    ask(&mut seat, &mut heard, "undo", token.clone()).await;
    ask(&mut seat, &mut heard, "play", json!({"token": joined["token"], "action": "dance"})).await;
    if joined["turn"] == 0 {
        // What comes of it may hang on what was hidden, but not what is left when it is taken back.
        let played = seat.ask("play", json!({"token": joined["token"], "action": joined["legal"][0]})).await;
        assert_ne!(played["decisions"], joined["decisions"]);
        ask(&mut seat, &mut heard, "undo", token.clone()).await;
        ask(&mut seat, &mut heard, "view", json!({"token": joined["token"], "since": 0})).await;
    }
    // The others get up and somebody else sits down.
    for token in sitting {
        others.ask("close", json!({"token": token})).await;
    }
    others.ask("join", json!({"table": table})).await;
    ask(&mut seat, &mut heard, "view", token.clone()).await;
    drop(seat);
    let mut seat = served.talk().await;
    ask(&mut seat, &mut heard, "view", token.clone()).await;
    let secret = joined["token"].as_str().unwrap();
    heard.iter().map(|frame| frame.replace(table, "TABLE").replace(secret, "TOKEN")).collect()
}

/// Asks, and writes down the frame that answers; those that tell that something has happened hold the table's name alone.
async fn ask<S>(talk: &mut Talk<S>, heard: &mut Vec<String>, kind: &str, fields: Value)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    talk.say(kind, &fields).await.unwrap();
    loop {
        let frame = talk.frame().await.unwrap();
        let Value::Object(told) = serde_json::from_str(&frame).unwrap() else { panic!("{frame}") };
        if told.contains_key("event") {
            assert_eq!(told.keys().collect::<Vec<_>>(), ["event", "table"]);
            continue;
        }
        return heard.push(frame);
    }
}

/// The record of a game in progress, and another in which cards that seat 0 has not seen have changed places; `None` if none
/// was found.
fn two_packs(game: &str, seed: u64, stream: &mut Stream) -> Option<(Record, Record)> {
    let options = Overrides::from_iter([("episode".into(), "round".into())]);
    let mut table = Table::new(game, &options, Stream::new(seed)).unwrap();
    for _ in 0..4 + seed {
        if table.seat().is_some() {
            let action = stream.pick(&table.legal());
            table.play(action).unwrap();
        }
    }
    table.seat()?;
    let record = table.record();
    let seen = views(&record)?;
    for _ in 0..200 {
        let mut other = record.clone();
        let mut place = || (stream.bits() % record.deck.len() as u64) as usize;
        other.deck.swap(place(), place());
        if other.deck != record.deck && views(&other).as_ref() == Some(&seen) {
            return Some((record, other));
        }
    }
    None
}

/// What seat 0 sees after each decision of a record; `None` if the rules do not allow it.
fn views(record: &Record) -> Option<Vec<Value>> {
    (0..=record.actions.len())
        .map(|made| {
            let past = Record { actions: record.actions[..made].to_vec(), ..record.clone() };
            Some(Table::from_record(&past).ok()?.view(0).ok()?.json())
        })
        .collect()
}

#[tokio::test]
async fn what_a_bot_says_of_its_failure_is_told_to_no_visitor() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str, lines: &str| {
        let path = folder.path().join(format!("SECRET-{name}.sh"));
        std::fs::write(&path, lines).unwrap();
        format!("cmd:sh {}", path.display())
    };
    let begins = "read a; echo '{\"id\":1,\"protocol\":1}'; read b";
    let shows = script("shows", &format!("{begins}; echo '{{\"id\":2}}'; read c; echo \"SECRET $c\""));
    let ends = script("ends", &format!("{begins}; echo SECRET >&2; exit 1"));
    for (command, failures) in [("cmd:/nowhere/SECRET", 5), (&ends, 5), (&shows, 4)] {
        let bot = Bot::open(command).unwrap().called("theirs");
        let served = Served::of(Settings::default(), vec![bot]).await;
        let mut talk = served.talk().await;
        let seated = talk.ask("new_table", json!({"game": "kuhn", "seed": 1})).await;
        let token = talk.ask("join", json!({"table": seated["table"]})).await["token"].take();
        let view = json!({"seat": 0, "card": "KS", "betting": "open"});
        let mut told = Vec::new();
        for _ in 0..2 {
            told.push(talk.try_ask("decide", &json!({"game": "kuhn", "view": view})).await.unwrap());
        }
        told.push(talk.try_ask("hint", &json!({"token": token})).await.unwrap());
        told.push(talk.try_ask("new_game", &json!({"game": "kuhn", "seat": 0})).await.unwrap());
        let opened = talk.try_ask("new_table", &json!({"game": "kuhn", "seats": [null, "theirs"]})).await.unwrap();
        if let Some(table) = opened.get("table") {
            told.push(talk.try_ask("act", &json!({"view": view})).await.unwrap());
            let joined = talk.ask("join", json!({"table": table})).await;
            let play = json!({"token": joined["token"], "action": "bet"});
            told.push(talk.try_ask("play", &play).await.unwrap());
        }
        told.push(opened);
        let refused: Vec<_> = told.iter().filter_map(|answer| answer.get("error")).collect();
        assert!(refused.len() >= failures, "{told:?}");
        for error in refused {
            assert_eq!(error["code"], "bot_failed");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains("bot `theirs` failed"), "{message}");
            assert!(!["SECRET", "cmd:", "sh ", "exit"].iter().any(|secret| message.contains(secret)), "{message}");
        }
        served.stop().await;
    }
}
