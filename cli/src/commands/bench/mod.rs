//! `bench`: how fast it is, and whether it still does the same.

mod bot;
mod env;
mod train;

use std::io::Write;

use elderhand_agents::signature;
use elderhand_env::{Overrides, VARIANTS};

use crate::output::Output;

/// Measure speed, or sign how every game behaves
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Args {
    /// Print one hash a game over seeded play; it changes when the game's behaviour does
    #[arg(long, required = true)]
    signature: bool,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Env(env::Args),
    Bot(bot::Args),
    Train(train::Args),
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    match &args.what {
        Some(What::Env(args)) => env::run(args, out),
        Some(What::Bot(args)) => bot::run(args, out),
        Some(What::Train(args)) => train::run(args, out),
        None => {
            for variant in VARIANTS {
                writeln!(out, "{} {}", variant.id, signature(variant.id, &Overrides::new())?)?;
            }
            Ok(())
        }
    }
}
