//! `rules`: the rules page of a variant, and what its options may be.

use std::io::Write;

use elderhand_env::matches::VIEWS;
use elderhand_env::{Overrides, VARIANTS, game};
use serde_json::Value;

use crate::args::{Options, named_game};
use crate::markdown::render;
use crate::output::Output;
use crate::terminal::width;

/// Print the rules of a game and its options
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(value_name = "ID")]
    game: String,
    #[command(flatten)]
    options: Options,
    /// Print the page as Markdown
    #[arg(long)]
    markdown: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let overrides = args.options.overrides()?;
    let played = named_game(&args.game, &overrides)?;
    let (spec, options) = (played.spec(), played.options());
    // Options of a match are there only where one is played.
    let episode = overrides.get_key_value("episode").map(|(name, value)| (name.clone(), value.clone()));
    let usual = game(spec.id, &Overrides::from_iter(episode))?;
    let mut page = VARIANTS.iter().find(|variant| variant.id == spec.id).map_or("", |variant| variant.rules).to_owned();
    if !options.is_empty() {
        page += &format!("\n## Options of `{}`\n\n| option | here | |\n|---|---|---|\n", spec.id);
        page.extend(options.iter().map(|(name, value)| row(spec.id, name, value, usual.options().get(name))));
    }
    if args.markdown {
        return Ok(out.write_all(page.as_bytes())?);
    }
    let lines = render(&page, width(), out.paint);
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
}

/// A row of the table of options: the name, the value with the default where it is another, and what it means.
fn row(game: &str, name: &str, value: &Value, usual: Option<&Value>) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let default = usual.filter(|usual| *usual != value).map(|usual| format!(" (else {})", text(usual)));
    format!("| `{name}` | {}{} | {} |\n", text(value), default.unwrap_or_default(), meaning(game, name))
}

/// What an option means and may be, as the page for programs says it in the table of the game, or of matches.
fn meaning(game: &str, name: &str) -> String {
    let page = VARIANTS.iter().find(|variant| variant.id == game).map_or("", |variant| variant.views);
    let (game, name) = (format!("`{game}`"), format!("`{name}`"));
    let (mut head, mut of_matches) = ("", String::new());
    for line in page.lines().chain(VIEWS.lines()) {
        let cells: Vec<&str> = line.split('|').skip(1).map(str::trim).collect();
        match cells[..] {
            [] => head = "",
            _ if head.is_empty() => head = line,
            [option, meaning, ..] if option == name && head.starts_with("| option |") && head.contains(&game) => {
                return meaning.into();
            }
            [option, values, meaning, ..] if option == name && head.starts_with("| option of a match |") => {
                of_matches = format!("{values} – {meaning}");
            }
            _ => (),
        }
    }
    of_matches
}
