//! All bots at one table of three seats or more.

use std::io::Write;

use elderhand_agents::{ArenaEntry, ArenaError, ArenaResult, Bot};
use elderhand_env::Terms;

use super::outcome::{Outcome, Table};
use super::told::percent;
use super::{Field, caveats, win_rate};
use crate::commands::letter;
use crate::output::{Output, thousands};

/// Plays the table, until a bot misbehaves.
pub(super) fn play(field: &Field<'_>, seats: usize) -> anyhow::Result<(Table, Option<ArenaError<()>>)> {
    let (bots, arena): (Vec<&Bot>, _) = (field.bots.iter().collect(), field.arena.asking(field.question));
    let (result, failed) = field.play(format!("table of {seats}"), |progress| arena.table(&bots, progress))?;
    let rounds_per_second = result.rounds_per_second();
    Ok((Table { result, rounds_per_second }, failed))
}

/// Prints the bots, best first, and what each is against each.
pub(super) fn print(outcome: &Outcome, table: &Table, seats: usize, out: &mut Output) -> anyhow::Result<()> {
    if table.result.deals == 0 {
        // There is nothing to be said of anybody.
        return caveats(outcome, "", 0.0, 0, out);
    }
    let bots = &table.result.bots;
    let mut order: Vec<usize> = (0..bots.len()).collect();
    order.sort_by(|&a, &b| bots[b].points.total_cmp(&bots[a].points));
    let Terms { one, many, points, .. } = outcome.head.terms();

    let rows: Vec<Vec<String>> = order.iter().map(|&bot| row(bot, &bots[bot])).collect();
    let interval = outcome.head.interval();
    let head = ["bot", points, &interval, "place", &interval, "won", &interval];
    out.table(&head, &[false, true, false, true, false, true, false], &rows)?;

    let rows: Vec<Vec<String>> = order.iter().map(|&bot| verdicts(bot, &bots[bot], &order)).collect();
    let letters: Vec<String> = ["against".into()].into_iter().chain(order.iter().map(|&bot| letter(bot))).collect();
    let head: Vec<&str> = letters.iter().map(String::as_str).collect();
    writeln!(out)?;
    out.table(&head, &vec![false; head.len()], &rows)?;

    for told in outcome.told() {
        told.lines(&outcome.head).iter().try_for_each(|line| out.wrapped(0, " ", line.split(' ')))?;
    }

    let ArenaResult { rounds, deals, truncated, length, .. } = table.result;
    let even = percent(1.0 / seats as f64);
    writeln!(out)?;
    let said = format!(
        "In {points} a {one} above the mean of the table; won is the part of the {many} that a seat wins, and {even} % is even; \
         intervals are over the deals."
    );
    out.wrapped(0, " ", said.split(' '))?;
    if bots.iter().any(|bot| bot.seats > 1) {
        let held = bots.iter().enumerate().map(|(bot, entry)| format!("{} {}", letter(bot), entry.seats));
        writeln!(out, "Seats held in each {one}: {}.", held.collect::<Vec<_>>().join(", "))?;
    }
    let (count, speed) = (thousands(rounds as f64), thousands(table.rounds_per_second));
    writeln!(out, "{count} {many} of {length:.1} decisions, {speed} {many}/s")?;
    caveats(outcome, "", truncated, deals, out)
}

fn row(bot: usize, entry: &ArenaEntry) -> Vec<String> {
    let [won, interval] = win_rate(entry.win_rate, entry.win_rate_ci);
    vec![
        letter(bot),
        format!("{:+.2}", entry.points),
        format!("{:+.2} … {:+.2}", entry.points_ci.0, entry.points_ci.1),
        format!("{:.2}", entry.place),
        format!("{:.2} … {:.2}", entry.place_ci.0, entry.place_ci.1),
        won,
        interval,
    ]
}

/// What a bot is against each of the others, in the order of the columns.
fn verdicts(bot: usize, entry: &ArenaEntry, order: &[usize]) -> Vec<String> {
    let against = |&other: &usize| match other.checked_sub(bot) {
        Some(0) => "–".into(),
        // A bot is not listed against itself.
        Some(_) => entry.against[other - 1].verdict.to_string(),
        None => entry.against[other].verdict.to_string(),
    };
    [letter(bot)].into_iter().chain(order.iter().map(against)).collect()
}
