//! `arena`: every pair of bots on mirrored deals.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::{ArenaError, Bot, Entrant, Plan, Tally, duel};
use elderhand_env::{Game, Overrides, Redeal, State, Visitor, as_table, visit};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args::{Options, Threads};
use crate::failure::{Interrupted, usage};
use crate::interrupt;
use crate::output::{Output, thousands};

/// Play bots against each other on mirrored deals and say who is better, by how much, how surely
///
/// Every deal is played once from each seat with the same cards. Points a round and the share of rounds won (a tie is
/// a half) come with their 95 % intervals over the pairs. Equal seeds give equal results on any number of threads.
/// Ctrl-C stops after the deals in play and prints what there is.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(long, value_name = "ID")]
    game: String,
    /// The bots, at least two, separated by commas; every pair plays
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// The number of deals a pair plays, each from every seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    deals: u64,
    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play whole matches instead of single rounds; the same as --set episode=match
    #[arg(long = "match")]
    matches: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    options: Options,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Report<'a> {
    game: &'static str,
    options: Overrides,
    seed: u64,
    deals: usize,
    threads: usize,
    bots: &'a [String],
    partial: bool,
    duels: Vec<Duel<'a>>,
}

/// One pair of bots.
#[derive(Debug, Serialize)]
struct Duel<'a> {
    #[serde(skip)]
    places: (usize, usize),
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    tally: Tally,
    rounds_per_second: f64,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    if args.bots.len() < 2 {
        return Err(usage(format!("--bots names {}: expected at least two, such as random,greedy", args.bots.len())));
    }
    let bots = args.bots.iter().map(|name| Bot::open(name)).collect::<Result<Vec<_>, _>>()?;
    let mut overrides = args.options.overrides()?;
    if args.matches {
        overrides.insert("episode".into(), "match".into());
    }
    visit(&args.game, &overrides, Tournament { args, bots, out })?
}

struct Tournament<'a> {
    args: &'a Args,
    bots: Vec<Bot>,
    out: &'a mut Output,
}

impl Visitor for Tournament<'_> {
    type Output = anyhow::Result<()>;
    fn visit<G: Game>(self, game: G) -> anyhow::Result<()>
    where
        <G::State as State>::View: Redeal,
    {
        let args = self.args;
        let plan = Plan { deals: args.deals as usize, seed: args.seed, threads: args.threads.count() };
        // Each is seated once before the first pair plays, so that none is found wanting after an hour.
        for bot in &self.bots {
            bot.agent(&game)?;
        }
        let stop = interrupt::catch()?;
        let mut duels = Vec::new();
        let mut failed = None;
        for (i, a) in self.bots.iter().enumerate() {
            for (j, b) in self.bots.iter().enumerate().skip(i + 1) {
                if failed.is_some() || stop.load(Ordering::Relaxed) {
                    continue;
                }
                let bar = bar(plan.deals, &format!("{} : {}", args.bots[i], args.bots[j]));
                let result = meet(&game, a, b, &plan, stop, &bar);
                bar.finish_and_clear();
                let tally = match result {
                    Ok(tally) => tally,
                    Err(ArenaError::Bot { deal, source, finished }) => {
                        failed = Some(ArenaError::Bot { deal, source, finished: finished.clone() });
                        *finished
                    }
                    Err(error) => return Err(error.into()),
                };
                let rounds_per_second = tally.rounds_per_second();
                duels.push(Duel { places: (i, j), a: &args.bots[i], b: &args.bots[j], tally, rounds_per_second });
            }
        }
        let stopped = stop.load(Ordering::Relaxed);
        let report = Report {
            game: game.spec().id,
            options: as_table(game.options()),
            seed: plan.seed,
            deals: plan.deals,
            threads: plan.threads,
            bots: &args.bots,
            partial: stopped || failed.is_some(),
            duels,
        };
        if args.json { self.out.json(&report) } else { print(&report, game.spec().seats, self.out) }?;
        self.out.flush()?;
        // Ctrl-C in a terminal reaches bots in other processes too, and their end is then no misbehaviour.
        match failed {
            _ if stopped => Err(Interrupted("the results are partial").into()),
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

fn meet<G: Game>(
    game: &G,
    a: &Bot,
    b: &Bot,
    plan: &Plan,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Tally, ArenaError> {
    let [a, b] = [a, b].map(|bot| Entrant::new(bot.name(), || bot.agent(game)));
    duel(game, &a, &b, plan, |done| {
        bar.set_position(done as u64);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// A bar on standard error, which shows itself only on a terminal.
fn bar(deals: usize, pair: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar:.dim} {pos}/{len} deals, {eta} left");
    let bar = ProgressBar::new(deals as u64).with_message(pair.to_owned());
    bar.with_style(style.expect("the template is well formed"))
}

fn print(report: &Report<'_>, seats: usize, out: &mut Output) -> anyhow::Result<()> {
    let paint = out.paint;
    let head = format!("{}, {} deals from each of {seats} seats, seed {}", report.game, report.deals, report.seed);
    writeln!(out, "{}\n", paint.bold(head))?;
    for (place, bot) in report.bots.iter().enumerate() {
        writeln!(out, "  {}  {bot}", letter(place))?;
    }
    writeln!(out)?;
    let rows: Vec<Vec<String>> = report.duels.iter().map(row).collect();
    let (points, speed) = match report.options.get("episode").and_then(|episode| episode.as_str()) {
        Some("match") => ("points a match", "matches/s"),
        _ => ("points a round", "rounds/s"),
    };
    let head = ["pair", points, "95 % interval", "won", "95 % interval", "length", speed];
    out.table(&head, &[false, true, false, true, false, true, true], &rows)?;
    for duel in &report.duels {
        let (pair, tally) = (pair(duel), &duel.tally);
        if tally.truncated > 0.0 {
            writeln!(out, "{pair}: a cap ended {:.1} % of the rounds", 100.0 * tally.truncated)?;
        }
        if tally.pairs < report.deals {
            writeln!(out, "{pair}: partial, {} of {} deals", tally.pairs, report.deals)?;
        }
    }
    Ok(())
}

fn row(duel: &Duel<'_>) -> Vec<String> {
    let tally = &duel.tally;
    vec![
        pair(duel),
        format!("{:+.3}", tally.points),
        format!("{:+.3} … {:+.3}", tally.points_ci.0, tally.points_ci.1),
        format!("{:.1} %", 100.0 * tally.share),
        format!("{:.1} … {:.1}", 100.0 * tally.share_ci.0, 100.0 * tally.share_ci.1),
        format!("{:.1}", tally.length),
        thousands(duel.rounds_per_second),
    ]
}

fn pair(duel: &Duel<'_>) -> String {
    format!("{}–{}", letter(duel.places.0), letter(duel.places.1))
}

/// A bot's letter, and after Z its number.
fn letter(place: usize) -> String {
    u8::try_from(place)
        .ok()
        .filter(|place| *place < 26)
        .map_or_else(|| place.to_string(), |i| char::from(b'A' + i).into())
}
