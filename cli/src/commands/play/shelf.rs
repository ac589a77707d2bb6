//! The games that were kept, as a list.

use std::io::Write;

use crate::kept::{KeptGame, folder, kept};
use crate::output::{Output, printable};

/// Lists the games that were kept, of this variant if one is named.
///
/// # Errors
///
/// Fails if their folder cannot be read.
pub fn list(game: Option<&str>, out: &mut Output) -> anyhow::Result<()> {
    let games = kept()?.into_iter().filter(|kept| game.is_none_or(|id| id == kept.record.game));
    let rows: Vec<Vec<String>> = games.map(|kept| row(&kept)).collect();
    if rows.is_empty() {
        let of = game.map_or_else(String::new, |id| format!(" of {id}"));
        return Ok(writeln!(out, "No game{of} is kept in {}.", printable(folder()?.display()))?);
    }
    out.table(&["name", "game", "against", "date", "moves", ""], &[false, false, false, false, true, false], &rows)?;
    writeln!(out)?;
    let next = "Go on with one: elderhand play --resume NAME; see it again: elderhand replay NAME";
    Ok(out.wrapped(0, " ", next.split(' '))?)
}

fn row(kept: &KeptGame) -> Vec<String> {
    let about = kept.record.about.clone().unwrap_or_default();
    let mut others: Vec<String> = Vec::new();
    for (seat, name) in about.players.into_iter().enumerate() {
        if !about.people.contains(&seat) && !others.contains(&name) {
            others.push(name);
        }
    }
    let stands = if kept.goes_on() { "goes on" } else { "over" };
    let moves = kept.record.actions.len().to_string();
    let date = about.date.unwrap_or_default();
    vec![kept.name.clone(), kept.record.game.clone(), others.join(", "), date, moves, stands.into()]
}
