//! What one visitor may have: more is turned away, and nobody else notices.

use std::time::{Duration, Instant};

use elderhand_serve::Settings;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Served, status};

const HELLO: &str = r#"{"id": 1, "type": "hello"}"#;

#[tokio::test]
async fn who_asks_too_fast_is_told_to_wait() {
    let served = Served::with(Settings { rate: 5, ..Settings::default() }).await;
    let mut turned_away = 0;
    for _ in 0..10 {
        let answer = served.post_from(1, "", HELLO).await;
        if status(&answer) == 429 {
            assert!(answer.contains("retry-after: 1"), "{answer}");
            turned_away += 1;
        }
    }
    assert!((1..=5).contains(&turned_away), "{turned_away}");
    // Another address may.
    assert_eq!(status(&served.post_from(2, "", HELLO).await), 200);
    served.stop().await;
}

#[tokio::test]
async fn a_flood_is_held_back_and_nobody_waits_for_it() {
    let served = Served::with(Settings { rate: 40, ..Settings::default() }).await;
    let begun = Instant::now();
    let mut floods = Vec::new();
    for _ in 0..4 {
        let mut talk = served.talk_from(2).await;
        floods.push(tokio::spawn(async move {
            for _ in 0..30 {
                talk.say("hello", &json!({})).await.unwrap();
            }
            for _ in 0..30 {
                talk.frame().await.unwrap();
            }
        }));
    }
    // In the meantime others are answered, each in less time than the flood takes.
    for _ in 0..20 {
        let asked = Instant::now();
        assert_eq!(status(&served.post_from(3, "", HELLO).await), 200);
        assert!(asked.elapsed() < Duration::from_millis(1500), "{:?}", asked.elapsed());
    }
    for flood in floods {
        flood.await.unwrap();
    }
    // 120 requests, of which 40 come at once and the rest at 40 a second: all were answered, in their time.
    assert!(begun.elapsed() > Duration::from_millis(1800), "{:?}", begun.elapsed());
    served.stop().await;
}

#[tokio::test]
async fn no_address_has_more_than_its_connections() {
    let served = Served::with(Settings { connections_each: 3, connections: 5, ..Settings::default() }).await;
    let mut talks = Vec::new();
    for _ in 0..3 {
        talks.push(served.talk_from(2).await);
    }
    assert_eq!(served.post_from(2, "", HELLO).await, "");
    assert_eq!(status(&served.post_from(3, "", HELLO).await), 200);
    // Those who were there are still there.
    for talk in &mut talks {
        talk.ask("hello", json!({})).await;
    }
    // Of all together there may be five.
    let others = [served.talk_from(4).await, served.talk_from(5).await];
    assert_eq!(served.post_from(6, "", HELLO).await, "");
    drop((talks, others));
    let freed = async {
        while served.post_from(2, "", HELLO).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), freed).await.unwrap();
    served.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_addresses_are_those_it_tells() {
    let served =
        Served::with(Settings { behind_proxy: true, rate: 2, connections_each: 1, ..Settings::default() }).await;
    let from =
        async |address: &str| status(&served.post_from(1, &format!("X-Forwarded-For: {address}\r\n"), HELLO).await);
    // What a visitor claims comes before what the proxy has seen.
    let mut answers = Vec::new();
    for claimed in 1..=4 {
        answers.push(from(&format!("10.0.0.{claimed}, 192.0.2.1")).await);
    }
    assert!(answers.contains(&429), "{answers:?}");
    assert_eq!(from("192.0.2.2").await, 200);
    // Some proxies write the port as well, which is another one each time.
    let mut answers = Vec::new();
    for port in 1..=4 {
        answers.push(from(&format!("192.0.2.3:{port}")).await);
    }
    assert!(answers.contains(&429), "{answers:?}");
    assert_eq!(from("[2001:db8:0:2::1]:4000").await, 200);
    // Of one network of the newer addresses all are one.
    let mut answers = Vec::new();
    for end in 1..=4 {
        answers.push(from(&format!("2001:db8::{end}")).await);
    }
    assert!(answers.contains(&429), "{answers:?}");
    assert_eq!(from("2001:db8:0:1::1").await, 200);
    served.stop().await;
}

#[tokio::test]
async fn what_is_too_long_is_refused() {
    let served = Served::with(Settings::default()).await;
    let long = "x".repeat((1 << 20) + 1);
    assert_eq!(status(&served.post_from(1, "", &long).await), 413);
    let mut talk = served.talk().await;
    talk.socket.send(Message::text(long.clone())).await.unwrap();
    assert!(talk.frame().await.is_some_and(|answer| answer.contains("oversized")));
    talk.socket.send(Message::text(long.repeat(2))).await.unwrap();
    assert_eq!(talk.frame().await, None);
    // A head without an end.
    let head = format!("GET /health HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    assert!(!served.raw(1, &head).await.contains("200"));
    assert!(served.get("/health").await.ends_with("well\n"));
    served.stop().await;
}

#[tokio::test]
async fn the_silent_and_the_slow_are_hung_up_on() {
    let short = Duration::from_millis(300);
    let served =
        Served::with(Settings { patience: short, silence: 2 * short, rate: 1_000_000, ..Settings::default() }).await;
    let mut nothing = served.connect(1).await;
    let mut half_head = served.connect(1).await;
    half_head.write_all(b"POST /api HTTP/1.1\r\nHo").await.unwrap();
    let mut half_body = served.connect(1).await;
    half_body.write_all(b"POST /api HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{").await.unwrap();
    // It never reads, so it does not answer when it is asked whether it is there.
    let deaf = served.talk().await;
    // It asks for much and reads nothing of it.
    let mut slow = served.talk().await;
    let opening = json!({"game": "gin", "seats": [null, "simple"]});
    slow.ask("new_table", opening).await;
    let describe = json!({"game": "skirmish"});
    let asks = async { while slow.say("describe", &describe).await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(30), asks).await.expect("it is hung up on");

    let mut heard = Vec::new();
    for stream in [&mut nothing, &mut half_head, &mut half_body] {
        let mut end = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut end)).await;
        assert!(ended.is_ok());
        heard.push(String::from_utf8(end).unwrap());
    }
    assert!(status(&heard[2]) == 408 && heard[2].contains("what was asked may be done"), "{}", heard[2]);
    let gone = async {
        while !served.get("/metrics").await.contains("elderhand_connections 1\n") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), gone).await.expect("only who asks is there");
    drop(deaf);
    // Who answers pings stays.
    let mut there = served.talk().await;
    assert!(tokio::time::timeout(4 * short, there.frame()).await.is_err());
    there.ask("hello", json!({})).await;
    served.stop().await;
}

#[tokio::test]
async fn no_address_opens_all_tables() {
    let served = Served::with(Settings { tables_each: 2, ..Settings::default() }).await;
    let mut talk = served.talk_from(2).await;
    let kuhn = json!({"game": "kuhn"});
    let table = talk.ask("new_table", kuhn.clone()).await["table"].take();
    talk.ask("new_table", kuhn.clone()).await;
    assert_eq!(talk.try_ask("new_table", &kuhn).await.unwrap()["error"]["code"], "crowded");
    served.talk_from(3).await.ask("new_table", kuhn.clone()).await;
    // A table that is cleared away makes room for another.
    let token = talk.ask("join", json!({"table": table})).await["token"].take();
    talk.ask("close", json!({"token": token})).await;
    talk.ask("new_table", kuhn).await;
    served.stop().await;
}

#[tokio::test]
async fn tables_that_are_opened_together_are_counted() {
    // It takes its time to sit down, so all are being opened at the same time.
    let slow =
        "cmd:sh -c 'sleep 0.5; read a; echo {\\\"id\\\":1,\\\"protocol\\\":1}; read b; echo {\\\"id\\\":2}; read c'";
    let served = Served::and(Settings { tables_each: 2, ..Settings::default() }, &[slow]).await;
    let opening = json!({"game": "kuhn", "seats": [null, slow]});
    let mut talks = Vec::new();
    for _ in 0..6 {
        let mut talk = served.talk_from(2).await;
        talk.say("new_table", &opening).await.unwrap();
        talks.push(talk);
    }
    let mut opened = 0;
    for talk in &mut talks {
        let answer = talk.frame().await.unwrap();
        opened += usize::from(!answer.contains("\"error\""));
        assert!(answer.contains("\"table\"") || answer.contains("\"crowded\""), "{answer}");
    }
    assert_eq!(opened, 2);
    assert!(served.get("/metrics").await.contains("elderhand_tables 2\n"));
    served.stop().await;
}

#[tokio::test]
async fn nobody_waits_for_the_bots_of_those_who_have_left() {
    // It does not end with its input, and is given a third of a second.
    let stays =
        "cmd:sh -c 'read a; echo {\\\"id\\\":1,\\\"protocol\\\":1}; read b; echo {\\\"id\\\":2}; exec sleep 60'";
    let served = Served::and(Settings::default(), &[stays]).await;
    let mut talks = Vec::new();
    for _ in 0..20 {
        let mut talk = served.talk_from(2).await;
        talk.ask("new_game", json!({"game": "kuhn", "seat": 0})).await;
        talks.push(talk);
    }
    drop(talks);
    let asked = Instant::now();
    assert!(served.get("/health").await.ends_with("well\n"));
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    served.stop().await;
}

#[tokio::test]
async fn a_ping_is_answered_while_a_bot_thinks_and_what_is_said_meanwhile_waits() {
    let thinks =
        "cmd:sh -c 'read a; echo {\\\"id\\\":1,\\\"protocol\\\":1}; read b; echo {\\\"id\\\":2}; read c; exec sleep 2'";
    let served = Served::and(Settings::default(), &[thinks]).await;
    let mut talk = served.talk().await;
    talk.ask("new_game", json!({"game": "kuhn", "seat": 0})).await;
    let view = json!({"seat": 0, "card": "KS", "betting": "open", "shown": null});
    talk.say("act", &json!({"view": view})).await.unwrap();
    talk.socket.send(Message::Ping("there?".into())).await.unwrap();
    let heard =
        tokio::time::timeout(Duration::from_secs(1), talk.socket.next()).await.expect("nobody waits for the bot");
    assert_eq!(heard.unwrap().unwrap(), Message::Pong("there?".into()));
    talk.say("hello", &json!({})).await.unwrap();
    // The bot ends without an answer, and then it is the turn of what was said meanwhile.
    let failed: Value = serde_json::from_str(&talk.frame().await.unwrap()).unwrap();
    assert_eq!(failed["error"]["code"], "bot_failed", "{failed}");
    let hello: Value = serde_json::from_str(&talk.frame().await.unwrap()).unwrap();
    assert!(hello["games"].is_array(), "{hello}");
    served.stop().await;
}
