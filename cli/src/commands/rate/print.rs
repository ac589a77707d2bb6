//! Ratings, the cross table, and what the ratings do not tell.

use std::io::Write;

use elderhand_agents::rating::{Circle, Duelled, Rated};
use elderhand_env::AnyGame;

use super::Report;
use super::unit::Unit;
use crate::commands::games::titled;
use crate::commands::{heading, letter};
use crate::output::{Output, printable, thousands};

/// No more circles and surprises are told each.
const MOST: usize = 10;

pub(super) fn print(report: &Report, games: &[AnyGame], out: &mut Output) -> anyhow::Result<()> {
    let (ratings, unit) = (&report.ratings, Unit::of(report.ratings.by, games));
    let bots: Vec<&Rated> = ratings.ratings.iter().collect();
    let names: Vec<String> = report.games.iter().map(|contest| titled(&contest.game, &contest.options)).collect();
    let deals = thousands(report.deals as f64);
    heading(&format!("{}: {} bots, {deals} deals", names.join(", "), bots.len()), out)?;
    for (place, bot) in bots.iter().enumerate() {
        writeln!(out, "  {}  {}", letter(place), printable(&bot.bot))?;
    }
    writeln!(out)?;
    let rows: Vec<Vec<String>> = bots.iter().enumerate().map(|(place, bot)| row(place, bot, &unit)).collect();
    let head = ["bot", "rating", "95 % interval", "ahead of the next", "won", &unit.points, "deals"];
    out.table(&head, &[false, true, false, true, true, true, true], &rows)?;

    let place = |name: &str| bots.iter().position(|bot| bot.bot == name).unwrap_or(0);
    writeln!(out, "\n{}", unit.cross())?;
    for columns in (0..bots.len()).collect::<Vec<_>>().chunks(unit.columns()) {
        let letters: Vec<String> = [String::new()].into_iter().chain(columns.iter().map(|&bot| letter(bot))).collect();
        let head: Vec<&str> = letters.iter().map(String::as_str).collect();
        let cell = |row: usize, column: usize| {
            let pair = ratings
                .pairs
                .iter()
                .find(|pair| (place(&pair.a), place(&pair.b)) == (row.min(column), row.max(column)));
            let none = || if row == column { "–".into() } else { String::new() };
            pair.map_or_else(none, |pair| unit.cell(pair.win_rate, pair.points, pair.ci, row > column))
        };
        let rows: Vec<Vec<String>> = (0..bots.len())
            .map(|row| [letter(row)].into_iter().chain(columns.iter().map(|&column| cell(row, column))).collect())
            .collect();
        out.table(&head, &[&[false][..], &vec![true; columns.len()]].concat(), &rows)?;
    }
    let lines = notes(report, &unit, &place);
    if !lines.is_empty() {
        writeln!(out)?;
    }
    lines.iter().try_for_each(|line| out.wrapped(0, " ", printable(line).split(' ')))?;
    Ok(())
}

/// Says what the ratings do not tell, and what keeps them from being what they seem.
fn notes(report: &Report, unit: &Unit, place: &dyn Fn(&str) -> usize) -> Vec<String> {
    let ratings = &report.ratings;
    let mut lines = Vec::new();
    let name = |bot: &str| letter(place(bot));
    for Circle([a, b, c]) in ratings.circles.iter().take(MOST) {
        let [a, b, c] = [a, b, c].map(|bot| name(bot));
        lines.push(format!("A circle: {a} beats {b}, {b} beats {c}, {c} beats {a}"));
    }
    let some = |which: &dyn Fn(&&Duelled) -> bool| ratings.pairs.iter().filter(which).collect::<Vec<_>>();
    let surprises = some(&|pair| unit.is_surprise(pair.ci, pair.expected));
    for pair in surprises.iter().take(MOST) {
        let [made, low, high, expected] =
            [unit.of_pair(pair.win_rate, pair.points), pair.ci.0, pair.ci.1, pair.expected]
                .map(|made| unit.counted(made));
        let who = format!("{}–{}", name(&pair.a), name(&pair.b));
        lines.push(format!("{who}: {} {made} ({low} … {high}), by the ratings {expected}", unit.verb()));
    }
    let divided = some(&|pair| unit.is_divided(pair.win_rate, pair.points));
    for pair in divided.iter().take(MOST) {
        let (who, won) = (format!("{}–{}", name(&pair.a), name(&pair.b)), 100.0 * pair.win_rate);
        lines.push(format!("{who}: wins {won:.1} %, but makes {} {}", unit.in_points(pair.points), unit.points));
    }
    for (many, what) in [
        (ratings.circles.len(), "circles"),
        (surprises.len(), "pairs that the ratings do not tell"),
        (divided.len(), "pairs of whom one wins more and the other makes more"),
    ] {
        if many > MOST {
            lines.push(format!("{many} {what} in all, see --json"));
        }
    }
    if ratings.groups > 1 {
        lines.push(format!("{} groups have not met each other: ratings compare only within each", ratings.groups));
    }
    if !report.unmet.is_empty() {
        lines.push(format!("Have met nobody yet, which more --deals would change: {}", report.unmet.join(", ")));
    }
    if !report.left_out.is_empty() {
        let others: Vec<String> = report.left_out.iter().map(|other| titled(&other.game, &other.options)).collect();
        lines.push(format!("In the results, but not counted: {}", others.join(", ")));
    }
    lines
}

fn row(place: usize, bot: &Rated, unit: &Unit) -> Vec<String> {
    vec![
        letter(place),
        unit.rating(bot.rating),
        format!("{} … {}", unit.rating(bot.rating_ci.0), unit.rating(bot.rating_ci.1)),
        bot.ahead.map_or_else(String::new, |ahead| format!("{ahead:.1} %")),
        format!("{:.1} %", 100.0 * bot.win_rate),
        unit.in_points(bot.points),
        thousands(bot.deals as f64),
    ]
}
