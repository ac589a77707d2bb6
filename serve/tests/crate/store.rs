//! Tables that are kept in a file.

use std::time::Duration;

use elderhand_serve::{OpenError, Server, Settings, StoreError};
use serde_json::json;
use tempfile::TempDir;

use crate::common::{Served, bots};

#[tokio::test]
async fn tables_are_there_again_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let store = Some(folder.path().join("tables.db"));
    let settings = || Settings { store: store.clone(), ..Settings::default() };
    let served = Served::with(settings()).await;
    let mut talk = served.talk().await;
    let opening = json!({"game": "gin", "seats": [null, "simple"], "undo": true});
    let table = talk.ask("new_table", opening).await["table"].take();
    let seated = talk.ask("join", json!({"table": table, "name": "Ann"})).await;
    let token = &seated["token"];
    let play = json!({"token": token, "action": seated["legal"][0]});
    talk.ask("play", play).await;
    let seen = talk.ask("view", json!({"token": token, "since": 0})).await;
    // Another one, where nobody stays.
    let other = talk.ask("new_table", json!({"game": "kuhn"})).await["table"].take();
    let left = talk.ask("join", json!({"table": other})).await["token"].take();
    talk.ask("close", json!({"token": left})).await;
    served.stop().await;

    let served = Served::with(settings()).await;
    let mut talk = served.talk().await;
    talk.ask("hello", json!({})).await;
    for _ in 0..2 {
        talk.ask("hello", json!({})).await;
    }
    let mut again = talk.ask("view", json!({"token": token, "since": 0})).await;
    again["id"] = seen["id"].clone();
    assert_eq!(again, seen);
    let gone = talk.try_ask("join", &json!({"table": other})).await.unwrap();
    assert_eq!(gone["error"]["code"], "no_table");
    talk.ask("undo", json!({"token": token})).await;
    served.stop().await;

    // Where a bot may not sit any more its seat is free; it is there again with the bot, if nothing has happened meanwhile.
    let players =
        async |served: &Served| served.talk().await.ask("view", json!({"token": token})).await["players"].take();
    let served = Served::and(settings(), &["random"]).await;
    assert_eq!(players(&served).await, json!(["Ann", null]));
    served.stop().await;
    let served = Served::with(settings()).await;
    assert_eq!(players(&served).await, json!(["Ann", "simple"]));
    served.stop().await;
    // Once another one has been invited, that one stays.
    let served = Served::and(settings(), &["random"]).await;
    let invited = served.talk().await.ask("invite", json!({"token": token, "bot": "random"})).await["players"].take();
    assert_eq!(invited, json!(["Ann", "random"]));
    served.stop().await;
    let served = Served::and(settings(), &["random"]).await;
    assert_eq!(players(&served).await, json!(["Ann", "random"]));
    served.stop().await;
}

#[test]
fn a_deserted_table_is_cleared_away_though_the_server_starts_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tables.db");
    let settings = || Settings { store: Some(path.clone()), ..Settings::default() };
    let runtime =
        |paused| tokio::runtime::Builder::new_current_thread().enable_all().start_paused(paused).build().unwrap();
    runtime(false).block_on(async {
        let served = Served::with(settings()).await;
        for _ in 0..2 {
            served.talk().await.ask("new_table", json!({"game": "kuhn"})).await;
        }
        served.stop().await;
    });
    let database = |statement: &str| {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.query_row(statement, [], |row| row.get::<_, i64>(0)).unwrap()
    };
    // One has been deserted for a week.
    let week = "UPDATE tables SET changed = changed - 604800 WHERE id = (SELECT min(id) FROM tables) RETURNING 0";
    assert_eq!(database(week), 0);
    for (minutes, left) in [(30, 2), (90, 1)] {
        runtime(true).block_on(async {
            let served = Served::with(settings()).await;
            tokio::time::sleep(Duration::from_secs(60 * minutes)).await;
            served.stop().await;
        });
        assert_eq!(database("SELECT count(*) FROM tables"), left, "after {minutes} minutes");
    }
}

#[tokio::test]
async fn a_file_of_an_earlier_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tables.db");
    let settings = || Settings { store: Some(path.clone()), ..Settings::default() };
    let served = Served::with(settings()).await;
    let mut talk = served.talk().await;
    let table = talk.ask("new_table", json!({"game": "kuhn"})).await["table"].take();
    let seated = talk.ask("join", json!({"table": table})).await;
    served.stop().await;
    // As the first version had it.
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute_batch("ALTER TABLE tables DROP COLUMN changed; PRAGMA user_version = 1").unwrap();
    drop(database);

    for action in ["check", "bet"] {
        let served = Served::with(settings()).await;
        let mut talk = served.talk().await;
        let mut token = seated["token"].clone();
        if action == "bet" {
            token = talk.ask("join", json!({"table": table})).await["token"].take();
        }
        talk.ask("play", json!({"token": token, "action": action})).await;
        served.stop().await;
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tables.db");
    let open = |path: &std::path::Path| {
        Server::open(Settings { store: Some(path.into()), ..Settings::default() }, bots(&["random"])).map(drop)
    };
    assert!(matches!(open(&folder.path().join("nowhere/tables.db")), Err(OpenError::Store(StoreError::File { .. }))));
    std::fs::write(&path, "something else, and much more than a few letters of it").unwrap();
    assert!(matches!(open(&path), Err(OpenError::Store(StoreError::Database { .. }))));
    assert_eq!(std::fs::read(&path).unwrap()[..14], *b"something else");

    let newer = folder.path().join("newer.db");
    open(&newer).unwrap();
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = open(&newer).unwrap_err();
    assert!(error.to_string().ends_with("expected version 2 at most, found 99"), "{error}");
    // Two servers do not share one.
    let shared = folder.path().join("shared.db");
    let settings = Settings { store: Some(shared.clone()), ..Settings::default() };
    let _first = Server::open(settings, bots(&["random"])).unwrap();
    assert!(matches!(open(&shared), Err(OpenError::Store(StoreError::InUse(_)))));
}

#[test]
fn bots_have_names_of_their_own() {
    assert!(matches!(Server::open(Settings::default(), Vec::new()), Err(OpenError::NoBots)));
    let twice = Server::open(Settings::default(), bots(&["random", "random"])).map(drop);
    assert!(matches!(twice, Err(OpenError::Twice(name)) if name == "random"));
}
