//! Messages by HTTP and by WebSocket, what watches over them, and from where one may ask.

use elderhand_serve::Settings;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Served, Talk, body, status};

#[tokio::test]
async fn a_game_is_played_by_posts() {
    let served = Served::with(Settings::default()).await;
    let opening = json!({"id": 1, "type": "new_table", "game": "gin", "seats": [null, "simple"], "seed": 5});
    let (_, opened) = served.post(&opening).await;
    let (_, mut seen) = served.post(&json!({"id": 2, "type": "join", "table": opened["table"]})).await;
    let token = seen["token"].take();
    while seen["turn"] == 0 {
        let action = &seen["legal"][0];
        let status;
        (status, seen) = served.post(&json!({"id": 3, "type": "play", "token": token, "action": action})).await;
        assert_eq!(status, 200, "{seen}");
    }
    assert!(seen["outcome"]["returns"].is_array());
    let (status, record) = served.post(&json!({"id": 4, "type": "record", "token": token})).await;
    assert_eq!((status, &record["record"]["game"]), (200, &json!("gin")));

    for (refused, code) in [
        (json!({"id": 5, "type": "play", "token": "guessed", "action": "knock"}), "no_token"),
        (json!({"id": 5, "type": "new_table", "game": "gin", "seats": ["cmd:sh"]}), "not_played"),
        (json!({"id": 5, "type": "act", "view": {}}), "no_game"),
    ] {
        let (status, answer) = served.post(&refused).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(code)));
    }
    served.stop().await;
}

#[tokio::test]
async fn what_happens_elsewhere_is_told_and_what_one_did_is_not() {
    let served = Served::with(Settings::default()).await;
    let (mut ann, mut bob) = (served.talk().await, served.talk().await);
    let table = ann.ask("new_table", json!({"game": "kuhn", "seed": 1})).await["table"].take();
    let mut seen = Vec::new();
    for who in [&mut ann, &mut bob] {
        seen.push(who.ask("join", json!({"table": table})).await);
    }
    let changed = json!({"event": "changed", "table": table});
    // Who begins to watch a table looks once more, and Ann was told that Bob came.
    for who in [&mut ann, &mut bob] {
        assert_eq!(who.event().await, changed);
    }
    ann.hush().await;

    ann.ask("play", json!({"token": seen[0]["token"], "action": "bet"})).await;
    assert_eq!(bob.event().await, changed);
    let now = bob.ask("view", json!({"token": seen[1]["token"], "since": 0})).await;
    assert_eq!((&now["turn"], &now["steps"][0]["seat"]), (&json!(1), &json!(0)));
    ann.quiet().await;
    bob.quiet().await;
    // Somebody who asks by posts is heard of too.
    served.post(&json!({"id": 1, "type": "play", "token": seen[1]["token"], "action": "call"})).await;
    assert_eq!(ann.event().await, changed);
    assert_eq!(bob.event().await, changed);
    served.stop().await;
}

#[tokio::test]
async fn who_has_a_bot_sit_down_hears_of_the_table() {
    let served = Served::with(Settings::default()).await;
    let mut ann = served.talk().await;
    let table =
        ann.ask("new_table", json!({"game": "skirmish", "options": {"seats": 3}, "seed": 1})).await["table"].take();
    let seats = [ann.ask("join", json!({"table": table})).await, ann.ask("join", json!({"table": table})).await];
    let mut later = served.talk().await;
    let seen = later.ask("invite", json!({"token": seats[0]["token"], "bot": "random"})).await;
    later.hush().await;
    let turn = usize::try_from(seen["turn"].as_u64().unwrap()).unwrap();
    let own = ann.ask("view", json!({"token": seats[turn]["token"]})).await;
    ann.ask("play", json!({"token": seats[turn]["token"], "action": own["legal"][0]})).await;
    assert_eq!(later.event().await, json!({"event": "changed", "table": table}));
    served.stop().await;
}

#[tokio::test]
async fn tables_that_are_closed_make_room_for_others_to_be_told_of() {
    let served = Served::with(Settings { rate: 1_000_000, tables_each: 1_000, ..Settings::default() }).await;
    let (mut ann, mut bob) = (served.talk().await, served.talk().await);
    let (kuhn, mut seats) = (json!({"game": "kuhn"}), Vec::new());
    for _ in 0..256 {
        let table = ann.ask("new_table", kuhn.clone()).await["table"].take();
        seats.push(bob.ask("join", json!({"table": table})).await["token"].take());
    }
    // One more than there may be.
    let table = ann.ask("new_table", kuhn).await["table"].take();
    bob.ask("hello", json!({})).await;
    ann.hush().await;
    let token = bob.ask("join", json!({"table": table})).await["token"].take();
    ann.quiet().await;
    bob.ask("close", json!({"token": seats[7]})).await;
    ann.hush().await;
    ann.ask("join", json!({"table": table})).await;
    ann.hush().await;
    bob.ask("close", json!({"token": token})).await;
    assert_eq!(ann.event().await, json!({"event": "changed", "table": table}));
    served.stop().await;
}

#[tokio::test]
async fn a_conversation_remembers_its_game_and_several_games_go_on_in_one() {
    let served = Served::with(Settings::default()).await;
    let mut talk = served.talk().await;
    talk.ask("new_game", json!({"game": "kuhn", "seat": 0, "seed": 1})).await;
    let act = json!({"view": {"seat": 0, "card": "KS", "betting": "open"}});
    assert!(talk.ask("act", act.clone()).await["action"]["name"].is_string());
    // Each conversation has its own.
    let other = served.talk().await.try_ask("act", &act).await.unwrap();
    assert_eq!(other["error"]["code"], "no_game");
    // One that is a single message long has none, and is told so at once.
    let (status, posted) = served.post(&json!({"id": 1, "type": "new_game", "game": "kuhn", "seat": 0})).await;
    assert_eq!((status, &posted["error"]["code"]), (400, &json!("no_game")));
    // What is no request is refused, and the conversation goes on.
    use futures_util::SinkExt;
    talk.socket.send(Message::text("{")).await.unwrap();
    let refused: Value = serde_json::from_str(&talk.frame().await.unwrap()).unwrap();
    assert_eq!(refused["error"]["code"], "not_json");
    talk.ask("hello", json!({})).await;
    served.stop().await;
}

#[tokio::test]
async fn those_who_watch_over_it_see_what_it_does() {
    let served = Served::with(Settings::default()).await;
    assert!(served.get("/health").await.ends_with("well\n"));
    assert_eq!(status(&served.get("/nowhere").await), 404);
    let mut talk = served.talk().await;
    let table = talk.ask("new_table", json!({"game": "kuhn"})).await;
    talk.try_ask("view", &json!({"token": "guessed"})).await.unwrap();
    let metrics = served.get("/metrics").await;
    for line in [
        "elderhand_requests_total{type=\"new_table\",refused=\"\"} 1",
        "elderhand_requests_total{type=\"view\",refused=\"no_token\"} 1",
        "elderhand_answer_seconds_count 2",
        "elderhand_connections 2",
        "elderhand_tables 1",
        "# EOF",
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
    assert!(!metrics.contains(table["table"].as_str().unwrap()));
    served.stop().await;
}

#[tokio::test]
async fn pages_of_other_sites_may_ask_only_if_they_are_allowed() {
    let origins = vec!["https://friend.example".parse().unwrap()];
    let served = Served::with(Settings { origins, ..Settings::default() }).await;
    let hello = json!({"id": 1, "type": "hello"}).to_string();
    let post = async |origin: &str| served.post_from(1, &format!("Origin: {origin}\r\n"), &hello).await;
    assert_eq!(status(&post("https://stranger.example").await), 403);
    assert_eq!(status(&post("null").await), 403);
    assert_eq!(body(&post("http://localhost").await)["protocol"], 1);
    let friend = post("https://friend.example").await;
    assert_eq!(status(&friend), 200);
    assert!(friend.contains("access-control-allow-origin: https://friend.example"), "{friend}");

    let open = async |origin: &str| {
        let upgrade = "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13";
        let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let head = format!("GET /api HTTP/1.1\r\nHost: localhost\r\n{upgrade}\r\n{key}\r\nOrigin: {origin}\r\n\r\n");
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = served.connect(1).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut begin = [0; 12];
        stream.read_exact(&mut begin).await.unwrap();
        status(std::str::from_utf8(&begin).unwrap())
    };
    assert_eq!(open("https://stranger.example").await, 403);
    assert_eq!(open("https://friend.example").await, 101);
    served.stop().await;
}

#[tokio::test]
async fn a_name_of_the_web_that_leads_here_is_not_this_servers() {
    let hello = json!({"id": 1, "type": "hello"}).to_string();
    let post = async |served: &Served, host: &str| {
        let length = hello.len();
        let line = format!("POST /api HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n");
        status(&served.raw(1, &format!("{line}Origin: http://{host}\r\n\r\n{hello}")).await)
    };
    let served = Served::with(Settings::default()).await;
    for own in ["localhost", "LOCALHOST:7878", "127.0.0.1:7878", "192.0.2.7", "[::1]:7878"] {
        assert_eq!(post(&served, own).await, 200, "{own}");
    }
    for other in ["rebound.example:7878", "rebound.example", "localhost.example", "127.0.0.1.example:7878"] {
        assert_eq!(post(&served, other).await, 403, "{other}");
    }
    served.stop().await;
    // A proxy on this machine says the name that it was asked by.
    let served = Served::with(Settings { behind_proxy: true, ..Settings::default() }).await;
    assert_eq!(post(&served, "cards.example").await, 200);
    served.stop().await;
}

#[tokio::test]
async fn a_stop_says_goodbye_and_then_nobody_is_there() {
    let served = Served::with(Settings::default()).await;
    let address = served.address;
    let mut talk = served.talk().await;
    talk.ask("hello", json!({})).await;
    let silent = served.connect(1).await;
    served.stop().await;
    match talk.socket.next().await {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 1001),
        other => panic!("{other:?}"),
    }
    assert!(Talk::try_over(silent).await.is_none());
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn who_closes_a_conversation_is_answered() {
    let served = Served::with(Settings::default()).await;
    let mut talk = served.talk().await;
    talk.socket.send(Message::Close(None)).await.unwrap();
    assert!(matches!(talk.socket.next().await, Some(Ok(Message::Close(_)))));
    served.stop().await;
}

#[tokio::test]
async fn the_page_is_served_beside_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir(&page).unwrap();
    std::fs::write(page.join("index.html"), "<h1>cards</h1>").unwrap();
    std::fs::write(folder.path().join("secret"), "mine").unwrap();
    let served = Served::with(Settings { page: Some(page), ..Settings::default() }).await;
    let shown = served.get("/play/").await;
    assert!(status(&shown) == 200 && shown.contains("text/html") && shown.ends_with("<h1>cards</h1>"), "{shown}");
    assert!(shown.contains("cache-control: no-cache"), "an old page asks for files that are gone: {shown}");
    let led = served.get("/play").await;
    assert!(status(&led) == 308 && led.contains("location: play/"), "{led}");
    for hidden in ["/play/../secret", "/play/%2e%2e/secret", "/play/nothing", "/secret"] {
        assert_eq!(status(&served.get(hidden).await), 404, "{hidden}");
    }
    served.stop().await;

    let bare = Served::with(Settings::default()).await;
    assert_eq!(status(&bare.get("/play/").await), 404);
    bare.stop().await;
}
