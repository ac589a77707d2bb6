//! `bench env`: decisions a second under random play.

use std::io::Write;
use std::thread;
use std::time::Instant;

use elderhand_env::{Action, Buffers, Stream, Variation, VecEnv};
use serde_json::json;

use crate::args::{Options, Threads, named_game};
use crate::output::{Output, thousands};

/// The time is cut into this many windows; their median is what is reported.
const WINDOWS: usize = 10;
/// The clock is read once in this many steps.
const STEPS: usize = 8;

/// Decisions a second under uniformly random legal play
///
/// Observations and legal actions are written at every decision, and the random choice of the actions is included. The
/// lanes are shared out among the threads, each of which steps its own without waiting for the others. Reported is the
/// median of ten windows of time.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it, or a released bot, whose game and options are played
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

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds, from 0.01 to 3600".into())
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let (lanes, game) = (args.lanes as usize, named_game(&args.game, &args.options.overrides()?)?);
    let threads = args.threads.count().min(lanes);
    let mut shares = Vec::new();
    for thread in 0..threads {
        let share = lanes * (thread + 1) / threads - lanes * thread / threads;
        // Within a pool of one thread a batch is stepped by that thread alone.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        shares.push((pool, game.batch(&Variation::new(), share)?));
    }
    let window = args.seconds / WINDOWS as f64;
    let rates: Vec<Vec<f64>> = thread::scope(|scope| {
        let work = shares.into_iter().map(|(pool, env)| scope.spawn(move || pool.install(|| measure(env, window))));
        let running: Vec<_> = work.collect();
        running.into_iter().map(|thread| thread.join().expect("random play does not fail")).collect()
    });
    let mut windows: Vec<f64> = (0..WINDOWS).map(|window| rates.iter().map(|rates| rates[window]).sum()).collect();
    windows.sort_by(f64::total_cmp);
    let median = (windows[(WINDOWS - 1) / 2] + windows[WINDOWS / 2]) / 2.0;
    let (least, most) = (windows[0], windows[WINDOWS - 1]);
    if args.json {
        return out.json(&json!({
            "game": game.spec().id, "options": game.options(), "lanes": args.lanes, "threads": threads, "seconds": args.seconds,
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
    let mut stream = Stream::new(1);
    env.reset(1, &mut buffers.slices()).expect("the buffers are of this batch");
    let mut rates = Vec::new();
    for _ in 0..=WINDOWS {
        let (begun, mut steps) = (Instant::now(), 0);
        while begun.elapsed().as_secs_f64() < window {
            for _ in 0..STEPS {
                buffers.legal_sets().zip(&mut actions).for_each(|(legal, action)| *action = stream.pick(&legal));
                env.step(&actions, &mut buffers.slices()).expect("the actions are legal");
            }
            steps += STEPS;
        }
        rates.push((steps * lanes) as f64 / begun.elapsed().as_secs_f64());
    }
    rates.split_off(1)
}
