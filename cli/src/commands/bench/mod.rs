//! `bench`: how fast it is, and whether it still does the same.

mod bot;
mod env;
pub mod train;

use std::io::Write;

use elderhand_agents::signature;
use elderhand_env::{Overrides, VARIANTS};

use crate::hand_over::hand_over;
use crate::output::Output;

/// Measure speed, or sign how every game behaves
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Args {
    /// Print one hash a game over seeded play; it changes when the game's behaviour does
    #[arg(long, required = true)]
    signature: bool,
    #[command(subcommand)]
    /// What to measure.
    pub what: Option<What>,
}

/// What can be measured.
#[derive(clap::Subcommand, Debug)]
#[allow(missing_docs, reason = "the help of a command stands at its arguments")]
pub enum What {
    Env(env::Args),
    Bot(bot::Args),
    Train(train::Args),
}

/// Measures, or signs.
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    match &args.what {
        Some(What::Env(args)) => env::run(args, out),
        Some(What::Bot(args)) => bot::run(args, out),
        Some(What::Train(_)) => Err(hand_over("bench train")),
        None => {
            for variant in VARIANTS {
                writeln!(out, "{} {}", variant.id, signature(variant.id, &Overrides::new())?)?;
            }
            Ok(())
        }
    }
}
