//! `rules`: the rules page of a variant, and its options.

use std::io::Write;

use elderhand_env::{VARIANTS, visit};

use super::games::{Describe, settings};
use crate::args::Options;
use crate::output::Output;

/// Print the rules of a game and its options
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(value_name = "ID")]
    game: String,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let (spec, options) = visit(&args.game, &args.options.overrides()?, Describe)?;
    let paint = out.paint;
    for line in VARIANTS.iter().filter(|variant| variant.id == spec.id).flat_map(|variant| variant.rules.lines()) {
        if line.starts_with('#') { writeln!(out, "{}", paint.bold(line)) } else { writeln!(out, "{line}") }?;
    }
    if !options.is_empty() {
        writeln!(out, "\n{}\n", paint.bold(format!("## Options of `{}`", spec.id)))?;
        settings(&options).try_for_each(|setting| writeln!(out, "    {setting}"))?;
    }
    Ok(())
}
