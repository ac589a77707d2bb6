//! `games`: every variant with its shape and options.

use std::io::Write;

use elderhand_env::options::{changed, write_options};
use elderhand_env::{AnyGame, Game, Overrides, Spec, VARIANTS, Variant, game};
use serde_json::{Value, json};

use crate::output::Output;

/// List every game with its shape and options
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print a JSON array, one object a game
    #[arg(long)]
    json: bool,
}

/// A game with those options that are not its own, as in `gin gin_bonus=25`.
pub fn titled(game: &str, options: &Overrides) -> String {
    [game.to_owned()].into_iter().chain(write_options(&changed(game, options))).collect::<Vec<_>>().join(" ")
}

/// Lists them.
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for variant in VARIANTS {
        games.push((variant, game(variant.id, &Overrides::new())?));
    }
    if args.json {
        return out.json(&games.iter().map(|(variant, game)| document(variant, game)).collect::<Vec<_>>());
    }
    let rows: Vec<Vec<String>> = games.iter().map(|(variant, game)| row(variant, game.spec())).collect();
    let head = ["id", "seats", "actions", "observation", "longest", "title"];
    out.table(&head, &[false, true, true, true, true, false], &rows)?;
    let paint = out.paint;
    for (variant, game) in games.iter().filter(|(_, game)| !game.options().is_empty()) {
        writeln!(out, "\n{}", paint.bold(variant.id))?;
        out.wrapped(2, "  ", write_options(game.options()).iter())?;
    }
    Ok(())
}

fn row(variant: &Variant, spec: &Spec) -> Vec<String> {
    vec![
        variant.id.into(),
        spec.seats.to_string(),
        spec.actions.len().to_string(),
        format!("{} bits", spec.bits()),
        spec.max_length.to_string(),
        variant.title.into(),
    ]
}

fn document(variant: &Variant, game: &AnyGame) -> Value {
    let spec = game.spec();
    json!({
        "id": variant.id,
        "title": variant.title,
        "family": variant.family,
        "seats": spec.seats,
        "actions": spec.actions.len(),
        "observation_bits": spec.bits(),
        "max_length": spec.max_length,
        "returns": [spec.returns.0, spec.returns.1],
        "zero_sum": spec.zero_sum,
        "bets": game.bets(),
        "actions_hash": spec.actions_hash(),
        "layout_hash": spec.layout_hash(),
        "options": game.options(),
    })
}
