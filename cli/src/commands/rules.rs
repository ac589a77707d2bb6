//! `rules`: the rules page of a variant, and what its options may be.

use std::io::Write;

use elderhand_env::matches::VIEWS;
use elderhand_env::options::changed;
use elderhand_env::{AnyGame, Overrides, VARIANTS, game};
use serde_json::Value;

use crate::args::{Options, named_game};
use crate::markdown::render;
use crate::output::{Output, Paint};
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
    let mut page = page(spec.id).to_owned();
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

/// The page of a game for those who are at a table of it: below its title what is other there than usual.
pub fn at_table(played: &AnyGame, paint: Paint) -> Vec<String> {
    let id = played.spec().id;
    let (title, rest) = page(id).split_once('\n').unwrap_or_default();
    let other = changed(id, played.options());
    let episode = other.get_key_value("episode").map(|(name, value)| (name.clone(), value.clone()));
    let usual = game(id, &Overrides::from_iter(episode)).map(|game| game.options().clone()).unwrap_or_default();
    let told = other.iter().map(|(name, value)| match usual.get(name) {
        _ if name == "episode" => format!("a {} is played", in_words(value)),
        Some(usual) => format!("{} {} instead of {}", name.replace('_', " "), in_words(value), in_words(usual)),
        None => format!("{} {}", name.replace('_', " "), in_words(value)),
    });
    let told: Vec<String> = told.collect();
    let told = if told.is_empty() { String::new() } else { format!("\n**At this table:** {}.\n", told.join("; ")) };
    render(&format!("{title}\n{told}{rest}"), width(), paint)
}

/// The value of an option as people say it.
fn in_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(word) => word.replace('-', " "),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The rules page of a game; nothing for one that is not registered.
fn page(id: &str) -> &'static str {
    VARIANTS.iter().find(|variant| variant.id == id).map_or("", |variant| variant.rules)
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
