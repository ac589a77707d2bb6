//! A network that delays, holds and cuts, and a server that dies, in simulated time: no move that was acknowledged is lost.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use elderhand_env::Stream;
use elderhand_serve::{Listener, Server, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};
use turmoil::net::{TcpListener, TcpStream};

use crate::common::{Talk, bots};

const PORT: u16 = 7878;
/// So long a program waits for an answer before it connects anew.
const PATIENCE: Duration = Duration::from_secs(2);

struct Simulated(TcpListener);

impl Listener for Simulated {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            if let Ok(connection) = self.0.accept().await {
                return connection;
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

async fn serve(store: PathBuf) -> turmoil::Result {
    let settings = Settings { store: Some(store), rate: 1_000_000, ..Settings::default() };
    let server = Server::open(settings, bots(&["simple"]))?;
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    server.serve(Simulated(listener), std::future::pending()).await;
    Ok(())
}

/// A program that plays, and connects anew whenever it hears nothing.
struct Player {
    talk: Option<Talk<TcpStream>>,
    /// How often it had to.
    connected: usize,
}

impl Player {
    /// Asks until there is an answer.
    async fn ask(&mut self, kind: &str, fields: Value) -> Value {
        loop {
            let Some(talk) = &mut self.talk else {
                let connected = async { Talk::try_over(TcpStream::connect(("server", PORT)).await.ok()?).await };
                self.talk = timeout(PATIENCE, connected).await.ok().flatten();
                self.connected += usize::from(self.talk.is_some());
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            match timeout(PATIENCE, talk.try_ask(kind, &fields)).await {
                Ok(Some(answer)) => return answer,
                _ => self.talk = None,
            }
        }
    }
}

/// Plays a game to its end; every step that was told must be there ever after. Returns how often it connected.
async fn play(seed: u64) -> usize {
    let mut player = Player { talk: None, connected: 0 };
    let mut stream = Stream::new(seed);
    let table = player.ask("new_table", json!({"game": "gin", "seats": [null, "simple"]})).await["table"].take();
    // An answer may be lost, and then the seat is: whoever does not know its token opens another table.
    let mut joined = player.ask("join", json!({"table": table})).await;
    while joined.get("token").is_none() {
        let table = player.ask("new_table", json!({"game": "gin", "seats": [null, "simple"]})).await["table"].take();
        joined = player.ask("join", json!({"table": table})).await;
    }
    let token = joined["token"].take();
    let mut told: Vec<Value> = Vec::new();
    loop {
        // At most a hundred come at once.
        let from = told.len() / 100 * 100;
        let seen = player.ask("view", json!({"token": token, "since": from})).await;
        let steps = seen["steps"].as_array().unwrap_or_else(|| panic!("{seen}"));
        assert!(steps.len() >= told.len() - from, "what was told is gone");
        assert_eq!(steps[..told.len() - from], told[from..]);
        told.extend_from_slice(&steps[told.len() - from..]);
        if seen["turn"].is_null() {
            return player.connected;
        }
        let legal = seen["legal"].as_array().unwrap();
        let action = &legal[(stream.bits() % legal.len() as u64) as usize];
        let answer = player.ask("play", json!({"token": token, "action": action, "after": told.len()})).await;
        match answer["error"]["code"].as_str() {
            None => told.extend_from_slice(answer["steps"].as_array().unwrap()),
            // It was played, and the answer was lost.
            Some("gone_on") => (),
            Some(_) => panic!("{answer}"),
        }
    }
}

#[test]
fn no_acknowledged_move_is_lost() {
    let mut reconnected = 0;
    for seed in 0..30 {
        let folder = TempDir::new().unwrap();
        let store = folder.path().join("tables.db");
        let mut stream = Stream::new(seed);
        let mut sim = turmoil::Builder::new()
            .rng_seed(seed)
            .simulation_duration(Duration::from_secs(3600))
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(300))
            .build();
        sim.host("server", move || serve(store.clone()));
        let connected = Rc::new(RefCell::new(0));
        let count = connected.clone();
        sim.client("player", async move {
            *count.borrow_mut() = play(seed).await;
            Ok(())
        });
        let mut cut = false;
        while !sim.step().unwrap() {
            match stream.bits() % 3000 {
                0 => sim.partition("player", "server"),
                1 => sim.hold("player", "server"),
                2 => {
                    sim.crash("server");
                    sim.bounce("server");
                    continue;
                }
                3..30 if cut => {
                    sim.repair("player", "server");
                    sim.release("player", "server");
                    cut = false;
                    continue;
                }
                _ => continue,
            }
            cut = true;
        }
        reconnected += *connected.borrow() - 1;
    }
    assert!(reconnected > 30, "{reconnected}: the network was too good");
}
