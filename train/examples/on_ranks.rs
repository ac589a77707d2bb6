//! Makes a run, or goes on with it, as one of the processes that MPI has started: `elderhand train --mpi` in a few lines.
//!
//! ```text
//! mpirun -n 2 on_ranks configs/kuhn.toml runs/kuhn budget.decisions=1000000 threads=1
//! ```

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elderhand_train::{Config, Observer, Provenance, Ranks, Trainer, follow};

/// How long a process waits for the others.
const PATIENCE: Duration = Duration::from_secs(5);

/// Says what there is to say.
struct Teller;

impl Observer for Teller {
    fn note(&mut self, text: &str) {
        println!("{text}");
    }
}

fn main() -> ExitCode {
    let done = run();
    if let Err(error) = &done {
        eprintln!("error: {error}");
    }
    ExitCode::from(u8::from(done.is_err()))
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [config, run, sets @ ..] = args.as_slice() else { return Err("on_ranks CONFIG RUN_DIR [KEY=VALUE]".into()) };
    let (ranks, stop) = (Ranks::mpi(PATIENCE)?, AtomicBool::new(false));
    if ranks.rank() > 0 {
        return Ok(follow(ranks, &mut (), &stop)?);
    }
    let (run, provenance) = (Path::new(run), Provenance::default());
    let mut trainer = match run.join("run.json").exists() {
        true => Trainer::resume_among(ranks, run, sets, &provenance, &mut Teller)?,
        false => Trainer::new_among(ranks, &Config::load(config.as_ref(), sets)?, run, &provenance, &mut Teller)?,
    };
    let outcome = trainer.run(&mut (), &mut Teller, &stop)?;
    println!("{} decisions, in {}", outcome.decisions, outcome.checkpoint.display());
    Ok(())
}
