//! `bench env`: decisions a second under random play.

use std::io::Write;
use std::time::Instant;

use elderhand_env::{Action, ActionSet, Buffers, Stream, VecEnv, vec_env};
use rayon::prelude::*;
use serde_json::json;

use crate::args::{Options, Threads};
use crate::output::{Output, thousands};

/// The time is cut into this many windows; their median is what is reported.
const WINDOWS: usize = 10;
/// The clock is read once in this many steps.
const STEPS: usize = 8;
/// Actions are chosen in blocks of this many lanes, each with its own stream.
const BLOCK: usize = 128;

/// Decisions a second under uniformly random legal play
///
/// Observations and legal actions are written at every decision; the random choice of the actions is included and done
/// on the same threads. Reported is the median of ten windows of time.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(long, value_name = "ID")]
    game: String,
    /// The number of games side by side
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    lanes: u32,
    #[command(flatten)]
    threads: Threads,
    /// The time it takes, in seconds
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    #[command(flatten)]
    options: Options,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds, from 0.01 to 3600".into())
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let env = vec_env(&args.game, &args.options.overrides()?, args.lanes as usize)?;
    let threads = args.threads.count();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut windows = pool.install(|| measure(env, args.seconds / WINDOWS as f64));
    windows.sort_by(f64::total_cmp);
    let median = (windows[(WINDOWS - 1) / 2] + windows[WINDOWS / 2]) / 2.0;
    let (least, most) = (windows[0], windows[WINDOWS - 1]);
    if args.json {
        return out.json(&json!({
            "game": args.game, "lanes": args.lanes, "threads": threads, "seconds": args.seconds,
            "decisions_per_second": median, "slowest": least, "fastest": most,
        }));
    }
    let paint = out.paint;
    writeln!(out, "{} decisions a second", paint.bold(thousands(median)))?;
    let range = format!("{} to {} over {WINDOWS} windows", thousands(least), thousands(most));
    writeln!(out, "{}", paint.dim(format!("{}, {} lanes, threads: {threads}; {range}", args.game, args.lanes)))?;
    Ok(())
}

/// Plays and gives the decisions a second of each window; one more window before them warms up.
fn measure(mut env: Box<dyn VecEnv>, window: f64) -> Vec<f64> {
    let lanes = env.lanes();
    let mut buffers = Buffers::new(env.spec(), lanes);
    let mut actions = vec![Action::default(); lanes];
    let mut streams: Vec<Stream> = (0..lanes.div_ceil(BLOCK) as u64).map(|i| Stream::keyed([1, i, 0])).collect();
    env.reset(1, &mut buffers);
    let mut rates = Vec::new();
    for _ in 0..=WINDOWS {
        let (begun, mut steps) = (Instant::now(), 0);
        while begun.elapsed().as_secs_f64() < window {
            for _ in 0..STEPS {
                choose(&buffers.legal, &mut actions, &mut streams);
                env.step(&actions, &mut buffers).expect("the actions are legal");
            }
            steps += STEPS;
        }
        rates.push((steps * lanes) as f64 / begun.elapsed().as_secs_f64());
    }
    rates.split_off(1)
}

/// Chooses an action in every lane.
fn choose(legal: &[ActionSet], actions: &mut [Action], streams: &mut [Stream]) {
    let block = |((legal, actions), stream): ((&[ActionSet], &mut [Action]), &mut Stream)| {
        legal.iter().zip(actions).for_each(|(legal, action)| *action = stream.pick(legal));
    };
    if rayon::current_num_threads() == 1 {
        legal.chunks(BLOCK).zip(actions.chunks_mut(BLOCK)).zip(streams).for_each(block);
    } else {
        legal.par_chunks(BLOCK).zip(actions.par_chunks_mut(BLOCK)).zip(streams).for_each(block);
    }
}
