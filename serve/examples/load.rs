//! Asks a server for much at once, and says how long it took: `cargo run --release --package elderhand-serve --example load`.
//!
//! Answers are compared with those of a server that sends back what it hears, asked in turn with the other.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use axum::extract::ws::WebSocketUpgrade;
use clap::Parser;
use elderhand_env::{Overrides, Stream, Table};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// What to ask for
#[derive(Parser)]
enum Load {
    /// Decisions in views of a game, asked over several conversations at once
    Decide {
        /// Where the server is
        #[arg(long, default_value = "127.0.0.1:7878")]
        at: String,
        /// The bot
        #[arg(long, default_value = "checkpoint:gin")]
        bot: String,
        /// The game
        #[arg(long, default_value = "gin")]
        game: String,
        /// Conversations
        #[arg(long, default_value_t = 16)]
        talks: usize,
        /// Rounds of asking first the one, then the other
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Seconds of each
        #[arg(long, default_value_t = 4)]
        seconds: u64,
    },
    /// Conversations in which nothing is said, while one asks now and then
    Idle {
        /// Where the server is
        #[arg(long, default_value = "127.0.0.1:7878")]
        at: String,
        /// The number of the server's process, whose memory is told
        #[arg(long)]
        pid: Option<u32>,
        /// Conversations
        #[arg(long, default_value_t = 10_000)]
        talks: usize,
        /// Seconds
        #[arg(long, default_value_t = 30)]
        seconds: u64,
    },
    /// Whole games against a bot at tables, one after another, with the server's memory now and then
    Play {
        /// Where the server is
        #[arg(long, default_value = "127.0.0.1:7878")]
        at: String,
        /// The number of the server's process, whose memory is told
        #[arg(long)]
        pid: Option<u32>,
        /// Conversations
        #[arg(long, default_value_t = 8)]
        talks: usize,
        /// Seconds
        #[arg(long, default_value_t = 1800)]
        seconds: u64,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    match Load::parse() {
        Load::Decide { at, bot, game, talks, rounds, seconds } => {
            let requests = views(&bot, &game)?;
            let echo = echo().await?;
            let span = Duration::from_secs(seconds);
            let (mut theirs, mut echoed) = (Vec::new(), Vec::new());
            for _ in 0..rounds {
                theirs.push(ask(&at, &requests, talks, span).await?);
                echoed.push(ask(&echo, &requests, talks, span).await?);
            }
            println!("{talks} conversations, {rounds} rounds of {seconds} s; the round in the middle");
            tell("decisions", theirs);
            tell("echo", echoed);
        }
        Load::Idle { at, pid, talks, seconds } => {
            memory("before", pid);
            let mut open = Vec::new();
            for _ in 0..talks {
                let mut talk = connect(&at).await?;
                say(&mut talk, r#"{"id": 1, "type": "hello"}"#.into()).await?;
                open.push(talk);
            }
            memory(&format!("{talks} conversations"), pid);
            let hello = [r#"{"id": 1, "type": "hello"}"#.to_owned()];
            let times = ask(&at, &hello, 1, Duration::from_secs(seconds)).await?;
            tell("hello, in another", vec![times]);
            memory("after", pid);
        }
        Load::Play { at, pid, talks, seconds } => {
            memory("before", pid);
            let begun = Instant::now();
            let end = begun + Duration::from_secs(seconds);
            let players: Vec<_> = (0..talks).map(|_| tokio::spawn(play(at.clone(), end))).collect();
            while Instant::now() < end {
                tokio::time::sleep(Duration::from_secs(seconds / 6)).await;
                memory(&format!("after {} s", begun.elapsed().as_secs()), pid);
            }
            let mut games = 0;
            for player in players {
                games += player.await??;
            }
            println!("{games} games of gin");
        }
    }
    Ok(())
}

type Talk = WebSocketStream<TcpStream>;

async fn connect(at: &str) -> anyhow::Result<Talk> {
    let stream = TcpStream::connect(at).await.with_context(|| format!("nobody listens at {at}"))?;
    stream.set_nodelay(true)?;
    Ok(client_async("ws://localhost/api", stream).await?.0)
}

async fn say(talk: &mut Talk, request: String) -> anyhow::Result<String> {
    talk.send(Message::text(request)).await?;
    loop {
        match talk.next().await.context("the server has ended the conversation")?? {
            Message::Text(text) if !text.starts_with("{\"event\"") => return Ok(text.as_str().to_owned()),
            _ => continue,
        }
    }
}

/// Questions about positions in which there is a choice, of games played at random.
fn views(bot: &str, game: &str) -> anyhow::Result<Vec<String>> {
    let mut stream = Stream::new(1);
    let mut requests = Vec::new();
    for seed in 0..20 {
        let mut table = Table::new(game, &Overrides::new(), Stream::new(seed))?;
        while let Some(seat) = table.seat() {
            if table.legal().len() > 1 {
                let view = table.view(seat)?.json();
                requests.push(json!({"id": 1, "type": "decide", "game": game, "bot": bot, "view": view}).to_string());
            }
            table.play(stream.pick(&table.legal()))?;
        }
    }
    Ok(requests)
}

/// A server that sends back what it hears; gives its address.
async fn echo() -> anyhow::Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let at = listener.local_addr()?.to_string();
    let echoes = async |upgrade: WebSocketUpgrade| {
        upgrade.on_upgrade(async |mut socket| {
            while let Some(Ok(message)) = socket.recv().await {
                if socket.send(message).await.is_err() {
                    return;
                }
            }
        })
    };
    let app = axum::Router::new().route("/api", axum::routing::any(echoes));
    // A thread of its own, as the server has that it is compared with.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread is there");
        runtime.block_on(async { axum::serve(listener, app).await })
    });
    Ok(at)
}

/// Asks in several conversations until the time is over; gives what each answer took.
async fn ask(at: &str, requests: &[String], talks: usize, span: Duration) -> anyhow::Result<Vec<Duration>> {
    let end = Instant::now() + span;
    let mut asking = Vec::new();
    for first in 0..talks {
        let mut talk = connect(at).await?;
        let requests: Vec<String> = requests.iter().cycle().skip(first * 7).take(requests.len()).cloned().collect();
        asking.push(tokio::spawn(async move {
            let mut times = Vec::new();
            for request in requests.iter().cycle() {
                let asked = Instant::now();
                if asked > end {
                    break;
                }
                let answer = say(&mut talk, request.clone()).await?;
                ensure!(!answer.contains("\"error\""), "{answer}");
                times.push(asked.elapsed());
            }
            anyhow::Ok(times)
        }));
    }
    let mut all = Vec::new();
    for one in asking {
        all.extend(one.await??);
    }
    all.sort();
    Ok(all)
}

fn tell(what: &str, mut rounds: Vec<Vec<Duration>>) {
    rounds.sort_by_key(Vec::len);
    let times = &rounds[rounds.len() / 2];
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{what}: {} answers, p50 {:?}, p99 {:?}, longest {:?}", times.len(), at(0.5), at(0.99), at(1.0));
}

fn memory(when: &str, pid: Option<u32>) {
    let Some(pid) = pid else { return };
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("unknown");
    println!("{when}: {} resident", resident.trim());
}

async fn play(at: String, end: Instant) -> anyhow::Result<usize> {
    let mut talk = connect(&at).await?;
    let mut ask = async |request: serde_json::Value| -> anyhow::Result<serde_json::Value> {
        let answer = say(&mut talk, request.to_string()).await?;
        ensure!(!answer.contains("\"error\""), "{answer}");
        Ok(serde_json::from_str(&answer)?)
    };
    let mut games = 0;
    while Instant::now() < end {
        let opening = json!({"id": 1, "type": "new_table", "game": "gin", "seats": [null, "checkpoint:gin"]});
        let table = ask(opening).await?["table"].take();
        let mut seen = ask(json!({"id": 2, "type": "join", "table": table})).await?;
        let token = seen["token"].take();
        while let Some(action) = seen["legal"].get(0) {
            seen = ask(json!({"id": 3, "type": "play", "token": token, "action": action})).await?;
        }
        ask(json!({"id": 4, "type": "close", "token": token})).await?;
        games += 1;
    }
    Ok(games)
}
