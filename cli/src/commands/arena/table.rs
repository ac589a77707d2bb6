//! All bots at one table of three seats or more.

use std::io::Write;

use elderhand_agents::{ArenaError, Standing, Standings, table};
use elderhand_env::options::terms;
use elderhand_env::{Game, Terms};
use serde::Serialize;

use super::{Field, Report, caveats, share, unsettled};
use crate::commands::letter;
use crate::output::{Output, thousands};

/// How the table went.
#[derive(Debug, Serialize)]
pub struct Table {
    #[serde(flatten)]
    standings: Standings,
    rounds_per_second: f64,
}

/// Plays the table, until a bot misbehaves.
pub(super) fn play<G: Game>(field: &Field<'_, G>) -> anyhow::Result<(Table, Option<ArenaError<()>>)> {
    let entrants: Vec<_> = (0..field.bots.len()).map(|bot| field.entrant(bot)).collect();
    let title = format!("table of {}", field.game.spec().seats);
    let (standings, failed) = field.play(title, |progress| table(field.game, &entrants, &field.plan, progress))?;
    let rounds_per_second = standings.rounds_per_second();
    Ok((Table { standings, rounds_per_second }, failed))
}

/// Prints the bots, best first, and what each is against each.
pub(super) fn print(report: &Report<'_>, table: &Table, out: &mut Output) -> anyhow::Result<()> {
    if table.standings.deals == 0 {
        // There is nothing to be said of anybody.
        return caveats(report, "", 0.0, 0, out);
    }
    let bots = &table.standings.bots;
    let mut order: Vec<usize> = (0..bots.len()).collect();
    order.sort_by(|&a, &b| bots[b].points.total_cmp(&bots[a].points));
    let Terms { one, many, points, .. } = terms(report.game, &report.options);

    let rows: Vec<Vec<String>> = order.iter().map(|&bot| row(bot, &bots[bot])).collect();
    let head = ["bot", points, "95 % interval", "place", "95 % interval", "won", "95 % interval"];
    out.table(&head, &[false, true, false, true, false, true, false], &rows)?;

    let rows: Vec<Vec<String>> = order.iter().map(|&bot| verdicts(bot, &bots[bot], &order)).collect();
    let letters: Vec<String> = ["against".into()].into_iter().chain(order.iter().map(|&bot| letter(bot))).collect();
    let head: Vec<&str> = letters.iter().map(String::as_str).collect();
    writeln!(out)?;
    out.table(&head, &vec![false; head.len()], &rows)?;

    for (bot, standing) in bots.iter().enumerate() {
        // Each pair once: the others in front of it have been told of.
        for (other, against) in (bot + 1..).zip(&standing.against[bot..]) {
            unsettled(&format!("{}–{}", letter(bot), letter(other)), against.to_settle, out)?;
        }
    }

    let Standings { rounds, deals, truncated, length, .. } = table.standings;
    writeln!(out, "\nIn {points} a {one} above the mean of the table; intervals are over the deals.")?;
    if bots.iter().any(|bot| bot.seats > 1) {
        let held = bots.iter().enumerate().map(|(bot, standing)| format!("{} {}", letter(bot), standing.seats));
        writeln!(out, "Seats held in each {one}: {}.", held.collect::<Vec<_>>().join(", "))?;
    }
    let (count, speed) = (thousands(rounds as f64), thousands(table.rounds_per_second));
    writeln!(out, "{count} {many} of {length:.1} decisions, {speed} {many}/s")?;
    caveats(report, "", truncated, deals, out)
}

fn row(bot: usize, standing: &Standing) -> Vec<String> {
    let [won, interval] = share(standing.share, standing.share_ci);
    vec![
        letter(bot),
        format!("{:+.2}", standing.points),
        format!("{:+.2} … {:+.2}", standing.points_ci.0, standing.points_ci.1),
        format!("{:.2}", standing.place),
        format!("{:.2} … {:.2}", standing.place_ci.0, standing.place_ci.1),
        won,
        interval,
    ]
}

/// What a bot is against each of the others, in the order of the columns.
fn verdicts(bot: usize, standing: &Standing, order: &[usize]) -> Vec<String> {
    let against = |&other: &usize| match other.checked_sub(bot) {
        Some(0) => "–".into(),
        // A bot is not listed against itself.
        Some(_) => standing.against[other - 1].verdict.to_string(),
        None => standing.against[other].verdict.to_string(),
    };
    [letter(bot)].into_iter().chain(order.iter().map(against)).collect()
}
