//! `serve`: tables and bots for other programs, over the network.

use std::io::{self, Write};
use std::net::{Ipv4Addr, UdpSocket};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use elderhand_agents::hosting::Guests;
use elderhand_agents::{Bot, BotError, bots as programs};
use elderhand_env::Overrides;
use elderhand_serve::{Level, Listener, Server, Settings, bind};
use tokio::runtime::Runtime;

use crate::failure::usage;
use crate::interrupt;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  elderhand serve                           on this machine, with every bot there is
  elderhand serve --listen 0.0.0.0:7878 --store tables.db
  elderhand serve --bot checkpoint:gin --bot strong=search:checkpoint:gin,rollouts=256
  elderhand serve --bot simple --bot \"theirs=cmd:./bot --quiet\"

  curl -d '{\"id\": 1, \"type\": \"hello\", \"protocol\": 2}' localhost:7878/api

docs/server.md tells how it is run behind a proxy, in a container, and what is
measured; docs/protocol.md tells what it answers.";

const LEVELS: [&str; 4] = ["error", "warn", "info", "debug"];

/// Keep tables and answer for bots over HTTP and WebSocket, by the protocol of docs/protocol.md
///
/// One message is posted to /api, or a conversation is held over a WebSocket there. /health and /metrics are for those who
/// watch over it. It talks no TLS: that is left to a proxy. Ctrl-C, or a request to terminate, lets those who are there have
/// their answers first.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to listen; 0.0.0.0 is everywhere
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7878")]
    listen: String,
    /// A bot that may sit down, by the name that others find it under, if one is given; may be repeated. The first is asked
    /// where none is named [default: all that `elderhand bots` lists and the built-in ones]
    #[arg(long = "bot", value_name = "[NAME=]BOT")]
    bots: Vec<String>,
    /// Keep tables in this file, so that they are there again after a stop or a crash
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Serve the page to play on, too; the folder that `make page` makes, web/page/dist
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Let pages of this origin ask, such as https://example.org; may be repeated. This server's own may
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// Take the addresses of those who ask from X-Forwarded-For, as a proxy writes it; only where nobody else can connect
    #[arg(long)]
    behind_proxy: bool,
    /// The most tables at the same time
    #[arg(long, value_name = "N", default_value_t = Settings::default().tables, value_parser = count())]
    tables: usize,
    /// The most tables that are opened from one address
    #[arg(long, value_name = "N", default_value_t = Settings::default().tables_each, value_parser = count())]
    tables_each: usize,
    /// The most connections at the same time
    #[arg(long, value_name = "N", default_value_t = Settings::default().connections, value_parser = count())]
    connections: usize,
    /// The most connections from one address
    #[arg(long, value_name = "N", default_value_t = Settings::default().connections_each, value_parser = count())]
    connections_each: usize,
    /// Requests a second that one address may make
    #[arg(long, value_name = "N", default_value_t = Settings::default().rate,
        value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// Hours after which a table is cleared away where nobody asks for anything
    #[arg(long, value_name = "H", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    idle: u32,
    /// What is logged on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info",
        value_parser = PossibleValuesParser::new(LEVELS).map(|level| level.parse::<Level>().expect("it is a level")))]
    log: Level,
}

/// Reads how many of something there may be at the most: some, and not so many that nothing would bound them.
fn count() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=1_000_000)
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    elderhand_serve::log(args.log);
    let server = Server::open(settings(args)?, bots(&args.bots)?)?;
    let stop = interrupt::catch();
    let runtime = runtime().context("the server cannot be started")?;
    runtime.block_on(async {
        let listening = async {
            let listener = bind(&args.listen).await?;
            let at = listener.local_addr()?;
            anyhow::Ok((listener, at))
        };
        let (listener, at) = listening.await.with_context(|| format!("cannot listen at {}", args.listen))?;
        writeln!(out, "listening at http://{at}; Ctrl-C stops")?;
        if args.page.is_some() {
            // The page is the same on any host: this tells it that the server is where it comes from.
            writeln!(out, "the page is http://{at}/play/?server")?;
        }
        out.flush()?;
        server.serve(listener, stopped(stop)).await;
        anyhow::Ok(())
    })?;
    // Whoever still works is not waited for: nobody hears the answer. The processes of their bots would go on.
    runtime.shutdown_background();
    out.flush()?;
    programs::exit(0)
}

/// More open files than what the server runs on begins with: for events, for waking, for signals.
const FILES: usize = 12;

/// So many requests are worked on or wait until others are done at their table; the rest wait for these.
const WAITING: usize = 4096;

/// Starts what the server runs on.
///
/// The library panics where the system gives it no threads or no files, and may hang then. So as many as it begins with, and
/// a thread for a request, are asked for before it is.
fn runtime() -> io::Result<Runtime> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock();
    let waiting = || {
        let gate = Arc::clone(&gate);
        thread::Builder::new().spawn(move || drop(gate.lock()))
    };
    let threads = (0..=workers).map(|_| waiting()).collect::<io::Result<Vec<_>>>()?;
    drop(closed);
    threads.into_iter().for_each(|thread| drop(thread.join()));
    let files = (0..FILES).map(|_| UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))).collect::<io::Result<Vec<_>>>()?;
    drop(files);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(workers).max_blocking_threads(WAITING).enable_all().build()
}

fn settings(args: &Args) -> anyhow::Result<Settings> {
    let origin = |origin: &String| {
        let wrong = || usage(format!("--origin {origin}: expected a scheme and a host, such as https://example.org"));
        let (_, host) = origin.split_once("://").ok_or_else(wrong)?;
        if host.is_empty() || host.contains('/') {
            return Err(wrong());
        }
        origin.parse().map_err(|_| wrong())
    };
    if let Some(page) = args.page.as_deref().filter(|page| !page.join("index.html").is_file()) {
        let page = page.display();
        return Err(usage(format!("--page {page}: there is no index.html; `make page` makes one in web/page/dist")));
    }
    Ok(Settings {
        store: args.store.clone(),
        page: args.page.clone(),
        origins: args.origins.iter().map(origin).collect::<anyhow::Result<_>>()?,
        behind_proxy: args.behind_proxy,
        tables: args.tables,
        tables_each: args.tables_each,
        connections: args.connections,
        connections_each: args.connections_each,
        rate: args.rate,
        idle: args.idle * 60,
        ..Settings::default()
    })
}

/// Finds the bots that may sit down, under their names.
fn bots(named: &[String]) -> anyhow::Result<Vec<Bot>> {
    if named.is_empty() {
        return Guests::Any.names().iter().map(|name| Ok(Bot::open(name)?)).collect();
    }
    let open = |named: &String| {
        let simple = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        Ok(match named.split_once('=') {
            Some((name, bot)) if !name.is_empty() && simple(name) => Bot::open(bot)?.called(name),
            _ => Bot::open(named)?,
        })
    };
    let bots: Vec<Bot> = named.iter().map(open).collect::<anyhow::Result<_>>()?;
    // A program that does not start is told of now, not when somebody wants to play with it. Any game shows that.
    let kuhn = elderhand_env::game("kuhn", &Overrides::new())?;
    for bot in bots.iter().filter(|bot| bot.is_program()) {
        if let Err(error @ BotError::Agent(_)) = bot.player(&kuhn) {
            return Err(error.into());
        }
    }
    Ok(bots)
}

async fn stopped(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
