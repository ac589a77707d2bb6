//! `bench bot`: how long one decision takes.

use std::io::Write;
use std::time::Instant;

use elderhand_agents::{Agent, Bot, Random};
use elderhand_env::{AnyGame, Stream};
use serde_json::json;

use crate::args::{Options, named_game};
use crate::failure::usage;
use crate::output::Output;

/// Decisions made before the clock counts.
const WARM_UP: usize = 100;

/// How long one decision takes, in percentiles
///
/// The bot sits in seat 0 and meets random play; every decision of its own is timed alone.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bot: a bundle, checkpoint:NAME, a built-in name, or cmd:PROGRAM
    #[arg(value_name = "BUNDLE")]
    bot: String,
    /// The game, as `elderhand games` lists it [default: the bundle's]
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// The number of decisions to time
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    decisions: u32,
    #[command(flatten)]
    options: Options,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let bot = Bot::open(&args.bot)?;
    let game = match (&args.game, bot.bundle()) {
        (Some(game), _) => game.clone(),
        (None, Some(bundle)) => bundle.manifest().contract.game.clone(),
        (None, None) => return Err(usage(format!("`{}` is no bundle: expected --game ID with it", args.bot))),
    };
    let mut options = bot.options(&game);
    options.extend(args.options.overrides()?);
    let game = named_game(&game, &options)?;
    let mut micros = times(&game, &bot, args.decisions as usize)?;
    micros.sort_by(f64::total_cmp);
    let percentile = |p: f64| micros[((micros.len() - 1) as f64 * p / 100.0).round() as usize];
    let mean = micros.iter().sum::<f64>() / micros.len() as f64;
    let [p50, p90, p99, max] = [50.0, 90.0, 99.0, 100.0].map(percentile);
    if args.json {
        return out.json(&json!({
            "bot": args.bot, "game": game.spec().id, "decisions": micros.len(),
            "microseconds": { "mean": mean, "p50": p50, "p90": p90, "p99": p99, "max": max },
        }));
    }
    let paint = out.paint;
    writeln!(out, "{} µs a decision in the median", paint.bold(format!("{p50:.1}")))?;
    let rest = format!("mean {mean:.1}, 90 % {p90:.1}, 99 % {p99:.1}, longest {max:.1}");
    writeln!(out, "{}", paint.dim(format!("{rest}; {} decisions of {}", micros.len(), game.spec().id)))?;
    Ok(())
}

/// Plays until the bot has made enough decisions and gives the microseconds of each.
fn times(game: &AnyGame, bot: &Bot, decisions: usize) -> anyhow::Result<Vec<f64>> {
    let mut player = bot.player(game)?;
    let mut other = Random::default();
    let mut micros = Vec::new();
    for deal in 0.. {
        let mut table = game.table(Stream::keyed([1, deal, 0]));
        player.begin(0, deal)?;
        while let Some(seat) = table.seat() {
            let view = table.view(seat)?;
            let action = if seat == 0 {
                let begun = Instant::now();
                let action = player.act(&view)?;
                micros.push(begun.elapsed().as_secs_f64() * 1e6);
                action
            } else {
                other.act(&view)?
            };
            table.play(action)?;
            if micros.len() == WARM_UP + decisions {
                return Ok(micros.split_off(WARM_UP));
            }
        }
        player.end(&table.returns())?;
    }
    unreachable!("a deal follows every deal")
}
