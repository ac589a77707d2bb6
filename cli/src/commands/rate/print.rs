//! Ratings, the cross table, and what the ratings do not tell.

use std::io::Write;

use elderhand_agents::rating::{Circle, Duelled, Rated};

use super::Report;
use crate::commands::letter;
use crate::output::{Output, printable, thousands};

/// The columns of the cross table that fit side by side.
const COLUMNS: usize = 11;
/// No more circles and surprises are told each.
const MOST: usize = 10;

pub(super) fn print(report: &Report, out: &mut Output) -> anyhow::Result<()> {
    let Report { games, ratings, .. } = report;
    let bots: Vec<&Rated> = ratings.ratings.iter().collect();
    let names: Vec<&str> = games.iter().map(|contest| contest.game.as_str()).collect();
    let head = format!("{} bots, {} deals", bots.len(), thousands(report.deals as f64));
    writeln!(out, "{}", out.paint.bold(format!("{}: {head}", names.join(", "))))?;
    writeln!(out)?;
    for (place, bot) in bots.iter().enumerate() {
        writeln!(out, "  {}  {}", letter(place), printable(&bot.bot))?;
    }
    writeln!(out)?;
    let rows: Vec<Vec<String>> = bots.iter().enumerate().map(|(place, bot)| row(place, bot)).collect();
    let head = ["bot", "rating", "95 % interval", "ahead of the next", "won", "deals"];
    out.table(&head, &[false, true, false, true, true, true], &rows)?;

    let place = |name: &str| bots.iter().position(|bot| bot.bot == name).unwrap_or(0);
    writeln!(out, "\nWon in %, + or - where that is surely more or less than half:")?;
    for columns in (0..bots.len()).collect::<Vec<_>>().chunks(COLUMNS) {
        let letters: Vec<String> = [String::new()].into_iter().chain(columns.iter().map(|&bot| letter(bot))).collect();
        let head: Vec<&str> = letters.iter().map(String::as_str).collect();
        let cell = |row: usize, column: usize| {
            let pair = ratings
                .pairs
                .iter()
                .find(|pair| (place(&pair.a), place(&pair.b)) == (row.min(column), row.max(column)));
            pair.map_or_else(|| if row == column { "–".into() } else { String::new() }, |pair| won(pair, row > column))
        };
        let rows: Vec<Vec<String>> = (0..bots.len())
            .map(|row| [letter(row)].into_iter().chain(columns.iter().map(|&column| cell(row, column))).collect())
            .collect();
        out.table(&head, &[&[false][..], &vec![true; columns.len()]].concat(), &rows)?;
    }
    notes(report, &place, out)
}

/// Says what the ratings do not tell.
fn notes(report: &Report, place: &dyn Fn(&str) -> usize, out: &mut Output) -> anyhow::Result<()> {
    let ratings = &report.ratings;
    let mut lines = Vec::new();
    let name = |bot: &str| letter(place(bot));
    for Circle([a, b, c]) in ratings.circles.iter().take(MOST) {
        let [a, b, c] = [a, b, c].map(|bot| name(bot));
        lines.push(format!("A circle: {a} beats {b}, {b} beats {c}, {c} beats {a}"));
    }
    let odd = |pair: &&Duelled| !(pair.won_ci.0..=pair.won_ci.1).contains(&pair.expected);
    let surprises: Vec<&Duelled> = ratings.pairs.iter().filter(odd).collect();
    for pair in surprises.iter().take(MOST) {
        let [won, low, high, expected] =
            [pair.won, pair.won_ci.0, pair.won_ci.1, pair.expected].map(|share| 100.0 * share);
        let who = format!("{}–{}", name(&pair.a), name(&pair.b));
        lines.push(format!("{who}: won {won:.1} % ({low:.1} … {high:.1}), by the ratings {expected:.1} %"));
    }
    for (many, what) in [(ratings.circles.len(), "circles"), (surprises.len(), "pairs that the ratings do not tell")] {
        if many > MOST {
            lines.push(format!("{many} {what} in all, see --json"));
        }
    }
    if ratings.groups > 1 {
        lines.push(format!("{} groups have not met each other: ratings compare only within each", ratings.groups));
    }
    if !lines.is_empty() {
        writeln!(out)?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn row(place: usize, bot: &Rated) -> Vec<String> {
    vec![
        letter(place),
        format!("{:+.0}", bot.rating),
        format!("{:+.0} … {:+.0}", bot.rating_ci.0, bot.rating_ci.1),
        bot.ahead.map_or_else(String::new, |ahead| format!("{ahead:.1} %")),
        format!("{:.1} %", 100.0 * bot.won),
        thousands(bot.deals as f64),
    ]
}

/// What the first of a pair won, or the second if `turned`, with a sign where it is sure which half that is.
fn won(pair: &Duelled, turned: bool) -> String {
    let (low, high, won) = match turned {
        false => (pair.won_ci.0, pair.won_ci.1, pair.won),
        true => (1.0 - pair.won_ci.1, 1.0 - pair.won_ci.0, 1.0 - pair.won),
    };
    let sign = if low > 0.5 {
        "+"
    } else if high < 0.5 {
        "-"
    } else {
        " "
    };
    format!("{:.0}{sign}", 100.0 * won)
}
