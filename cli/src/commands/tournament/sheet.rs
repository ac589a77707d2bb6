//! The standings and the rounds, for people.

use std::io::Write;

use elderhand_agents::{Place, TableResult};
use elderhand_env::format::{Contest, Format};
use elderhand_env::options::terms;

use super::{Order, Report};
use crate::commands::games::titled;
use crate::commands::{heading, letter};
use crate::output::{Output, amount, printable, rounded, thousands};

/// A longer name is cut; the letter still tells whose it is.
const NAME: usize = 22;

pub(super) fn print(report: &Report<'_>, contest: &Contest, out: &mut Output) -> anyhow::Result<()> {
    let rounds = match (contest.target, contest.rounds) {
        (Some(_), Contest::MOST_ROUNDS) => String::new(),
        (None, Contest::MOST_ROUNDS) if contest.format == Format::Elimination => String::new(),
        (None, rounds) => format!(", {}", amount(rounds.into(), "rounds")),
        (Some(_), rounds) => format!(", at most {}", amount(rounds.into(), "rounds")),
    };
    let until = contest.target.map_or_else(String::new, |target| format!(" to {target}")) + &rounds;
    let title = titled(report.game, report.options);
    heading(&format!("{title}, {}{until}, seed {}", contest.format.name(), report.seed), out)?;
    if report.players.iter().any(|name| name.chars().count() > NAME) {
        for (player, name) in report.players.iter().enumerate() {
            writeln!(out, "  {}  {}", letter(player), printable(name))?;
        }
        writeln!(out)?;
    }
    if report.order == Order::Drawn {
        let seat = |(player, name): (usize, &&str)| format!("{} {}", letter(player), shortened(name));
        let seats: Vec<String> = report.players.iter().enumerate().map(seat).collect();
        out.wrapped(0, " ", format!("Seats drawn by lot: {}.", seats.join(", ")).split(' '))?;
        writeln!(out)?;
    }
    standings(report, contest, out)?;
    writeln!(out)?;
    if !report.outcome.results.is_empty() {
        tables(report, contest, out)?;
        writeln!(out)?;
    }
    end(report, contest, out)
}

fn standings(report: &Report<'_>, contest: &Contest, out: &mut Output) -> anyhow::Result<()> {
    let points = terms(report.game, report.options).points;
    let sides = contest.sides() < contest.players;
    let mut head = vec!["place", "", "player", "rounds", "won", "tied", "lost", points];
    let mut right = vec![true, false, false, true, true, true, true, true];
    if sides {
        head.extend(["team", "score"]);
        right.extend([false, true]);
    }
    if report.outcome.standings.iter().any(|place| place.paid.is_some()) {
        head.push("paid");
        right.push(true);
    }
    let rows: Vec<Vec<String>> = report.outcome.standings.iter().map(|place| row(place, contest, sides)).collect();
    Ok(out.table(&head, &right, &rows)?)
}

fn row(place: &Place, contest: &Contest, sides: bool) -> Vec<String> {
    let counts = [place.rounds, place.won, place.tied, place.lost].map(|count| count.to_string());
    let mut row = vec![place.place.to_string(), letter(place.player), shortened(&place.name)];
    row.extend(counts);
    row.push(place.points.to_string());
    if sides {
        row.extend([team(contest.format, place.side), place.score.to_string()]);
    }
    row.extend(place.paid.map(|paid| rounded(paid).to_string()));
    row
}

/// What a side is called in a format.
pub fn team(format: Format, side: usize) -> String {
    match (format, side) {
        (Format::Captains, 0) => "captain".into(),
        (Format::Captains, _) => "others".into(),
        (_, side) => (side + 1).to_string(),
    }
}

/// The end of a name, where it is too long.
fn shortened(name: &str) -> String {
    match name.chars().count() {
        length if length > NAME => format!("…{}", name.chars().skip(length + 1 - NAME).collect::<String>()),
        _ => name.into(),
    }
}

/// Prints every table of every round: who sat in which seat and scored what.
fn tables(report: &Report<'_>, contest: &Contest, out: &mut Output) -> anyhow::Result<()> {
    let results = &report.outcome.results;
    let (several, capped) = (contest.tables(&contest.start()) > 1, results.iter().any(|result| result.truncated));
    let seats: Vec<String> = (0..contest.seats).map(|seat| format!("seat {seat}")).collect();
    let mut head = vec!["round"];
    let mut right = vec![true];
    if several {
        head.push("table");
        right.push(true);
    }
    head.extend(seats.iter().map(String::as_str));
    right.resize(head.len(), false);
    if capped {
        head.push("");
        right.push(false);
    }
    let row = |result: &TableResult| {
        let mut row = vec![result.round.to_string()];
        row.extend(several.then(|| result.table.to_string()));
        let seated = result.players.iter().zip(&result.points);
        row.extend(seated.map(|(&player, points)| format!("{} {points}", letter(player))));
        row.resize(head.len() - usize::from(capped), String::new());
        row.extend(capped.then(|| if result.truncated { "cap".into() } else { String::new() }));
        row
    };
    let rows: Vec<Vec<String>> = results.iter().map(row).collect();
    Ok(out.table(&head, &right, &rows)?)
}

/// Says how it ended.
fn end(report: &Report<'_>, contest: &Contest, out: &mut Output) -> anyhow::Result<()> {
    let (outcome, points) = (&report.outcome, terms(report.game, report.options).points);
    let decisions: usize = outcome.results.iter().map(|result| result.decisions).sum();
    let [rounds, tables, decisions] =
        [outcome.tally.rounds(), outcome.results.len(), decisions].map(|n| thousands(n as f64));
    writeln!(out, "rounds {rounds}, tables {tables}, decisions {decisions}, {:.1} s", outcome.seconds)?;
    if outcome.truncated {
        let left = match contest.target {
            Some(target) => format!("before anyone had {} and was alone ahead", amount(target.into(), points)),
            None => format!("with {} players still in", outcome.tally.playing()),
        };
        let said = format!("The cap of {} ended it {left}.", amount(contest.rounds.into(), "rounds"));
        out.wrapped(0, " ", said.split(' '))?;
    }
    if report.partial {
        writeln!(out, "partial, stopped before the end")?;
    }
    Ok(())
}
