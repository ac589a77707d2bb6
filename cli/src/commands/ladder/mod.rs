//! `ladder`: bundles against the same opponents, on the same deals, at every table that they know.

mod climb;
pub(super) mod file;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::bundle::Evaluation;
use elderhand_agents::{Bot, Releases, Verdict};
use elderhand_env::Overrides;
use serde_json::{Value, json};

use self::climb::BEFORE;
use self::file::{Ladder, Rung};
use super::bots::{result, score};
use super::{dealing, heading};
use crate::args::{Options, Threads};
use crate::failure::{Interrupted, usage};
use crate::interrupt;
use crate::output::{Output, printable};

const EXAMPLES: &str = "\
Examples:
  elderhand ladder gin                                   a released bot
  elderhand ladder new/gin.elderhand                     one that may replace it
  elderhand ladder --out checkpoints/ladder.json         all released bots, kept
  elderhand ladder gin --set gin_bonus=50                how it does by rules that it did not learn

checkpoints/README.md tells how a bot is released.";

/// Put bundles on the ladder: against the same opponents on the same deals, at every table of their cards
///
/// A bundle meets every player that follows rules, or random play where nobody does, itself at the levels easy and medium, the
/// released bot of its name if it is another one, and, at tables of three and more, all players that follow rules and random play at
/// one table, if they leave it a seat. Each line is of as many rounds, so intervals of 95 % are some
/// six hundredths of what a round varies by (its standard deviation) wide, whatever the game. Equal bundles give equal lines.
/// With --set all play by these options, for which no bundle needs to have been made.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Names of released bots, or bundles [default: all released bots]
    #[arg(value_name = "BOT")]
    bots: Vec<String>,
    /// The number of rounds of a line
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    rounds: u64,
    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    options: Options,
    /// Keep what comes out in this file, in place of what bundles of the same names came to before by the same options
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A bundle and all its lines.
struct Climbed {
    name: String,
    path: PathBuf,
    rung: Rung,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let releases = Releases::find();
    let named: Vec<String> = match &args.bots[..] {
        [] => releases.names().to_vec(),
        bots => bots.to_vec(),
    };
    let paths = named.iter().map(|name| path(name, &releases)).collect::<anyhow::Result<Vec<_>>>()?;
    let by = args.options.overrides()?;
    // What cannot be kept is better said before hours of play than after.
    args.out.as_deref().map(file::check).transpose()?;
    let (stop, mut all) = (interrupt::catch(), Vec::new());
    for path in &paths {
        let Some(climbed) = climb(path, &releases, &by, args, stop)? else { break };
        if !args.json {
            print(&climbed, out)?;
            out.flush()?;
        }
        if let Some(path) = &args.out {
            // Another one may have kept its own meanwhile.
            let mut ladder = Ladder::read(path)?;
            ladder.put(&climbed.name, climbed.rung.clone());
            ladder.write(path)?;
        }
        all.push(document(&climbed));
    }
    if args.json {
        out.json(&all)?;
    }
    match all.len() < paths.len() {
        true => Err(Interrupted("the bot in play is not on the ladder").into()),
        false => Ok(()),
    }
}

/// What `--json` prints of a bundle.
fn document(climbed: &Climbed) -> Value {
    let Climbed { name, path, rung: Rung { sha256, decision, seed, lines } } = climbed;
    let lines: Vec<Value> = lines.iter().map(result).collect();
    json!({ "name": name, "path": path, "sha256": sha256, "decision": decision, "seed": seed, "lines": lines })
}

/// Finds a bundle by the name of a released bot, or by its path.
fn path(name: &str, releases: &Releases) -> anyhow::Result<PathBuf> {
    let released = name.strip_prefix("checkpoint:").unwrap_or(name);
    let path = Path::new(name);
    match path.is_file() || path.join("manifest.json").is_file() {
        true => Ok(name.into()),
        false => Ok(releases.path(released)?),
    }
}

/// Plays all lines of a bundle; `None` if it was stopped.
fn climb(
    path: &Path,
    releases: &Releases,
    by: &Overrides,
    args: &Args,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Climbed>> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let bot = Bot::open(&path.to_string_lossy())?.called(&stem).with_any_options(!by.is_empty());
    let bundle = bot.bundle().ok_or_else(|| usage(format!("{}: this is no bundle", path.display())))?;
    let manifest = bundle.manifest();
    let sha256 = manifest.weights().unwrap_or_default().to_owned();
    let mut rung = Rung { sha256, decision: Some(manifest.decision), seed: args.seed, lines: Vec::new() };
    let before = releases.path(&stem).ok().map(|path| Bot::open(&path.to_string_lossy())).transpose()?;
    let before = before.filter(|bot| bot.bundle().is_some_and(|bundle| !rung.is_of(bundle.manifest())));
    let before = before.map(|bot| bot.called(BEFORE).with_any_options(true));

    let lines = climb::lines(&bot, bundle, before.as_ref(), by, args.rounds)?;
    let bar = dealing::bar(lines.iter().map(climb::Line::deals).sum(), "deals").with_message(printable(&stem));
    for line in &lines {
        let evaluation = line.play(&bot, &manifest.contract.game, args.seed, args.threads.count(), &bar, stop)?;
        rung.lines.extend(evaluation);
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Ok(None);
        }
    }
    bar.finish_and_clear();
    Ok(Some(Climbed { name: stem, path: path.into(), rung }))
}

fn print(climbed: &Climbed, out: &mut Output) -> anyhow::Result<()> {
    heading(&climbed.name, out)?;
    let rows: Vec<Vec<String>> = climbed.rung.lines.iter().map(|line| score(line).to_vec()).collect();
    out.table(&["against", "at", "score", "95 % interval", ""], &[false, false, true, false, false], &rows)?;
    let before: Vec<&Evaluation> = climbed.rung.lines.iter().filter(|line| line.opponent == BEFORE).collect();
    if !before.is_empty() {
        let count = |verdict| before.iter().filter(|line| line.verdict() == verdict).count();
        let (better, worse) = (count(Verdict::Better), count(Verdict::Worse));
        let verdict = if better > 0 && worse == 0 { "better than the one before" } else { "not better everywhere" };
        let tables = before.len();
        writeln!(out, "\n{verdict}: better at {better}, worse at {worse} of {tables} tables")?;
    }
    Ok(writeln!(out)?)
}
