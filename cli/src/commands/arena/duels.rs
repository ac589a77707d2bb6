//! Every pair of bots at a game for two.

use std::io::Write;

use elderhand_agents::{ArenaError, DuelResult, Verdict, pairs};
use elderhand_env::Terms;
use serde::Serialize;

use super::told::Told;
use super::{Field, Report, caveats, win_rate};
use crate::commands::dealing::stopped;
use crate::commands::letter;
use crate::output::{Output, thousands};

/// One pair of bots.
#[derive(Debug, Serialize)]
pub struct Duel<'a> {
    #[serde(skip)]
    places: (usize, usize),
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    tally: DuelResult,
    rounds_per_second: f64,
}

impl Duel<'_> {
    /// Who they are.
    pub(super) fn named(&self) -> String {
        format!("{} against {}", self.a, self.b)
    }

    /// What is told of it.
    pub(super) fn told(&self) -> Told {
        let DuelResult { deals, points_ci, to_settle, saved, ruling, .. } = self.tally;
        Told { pair: pair(self), deals, verdict: Verdict::of(points_ci), to_settle, saved, ruling }
    }
}

/// Plays every pair, until a bot misbehaves.
pub(super) fn play<'a>(field: &Field<'a>) -> anyhow::Result<(Vec<Duel<'a>>, Option<ArenaError<()>>)> {
    let mut duels = Vec::new();
    let arena = field.arena.asking(field.question.shared(pairs(field.bots.len()).count()));
    for (i, j) in pairs(field.bots.len()) {
        if stopped(field.stop, field.plan.crew)? {
            break;
        }
        let (a, b) = (field.bots[i].name(), field.bots[j].name());
        let pair = [&field.bots[i], &field.bots[j]];
        let (tally, failed) = field.play(format!("{a} : {b}"), |progress| arena.duel(pair, progress))?;
        let rounds_per_second = tally.rounds_per_second();
        duels.push(Duel { places: (i, j), a, b, tally, rounds_per_second });
        if failed.is_some() {
            return Ok((duels, failed));
        }
    }
    Ok((duels, None))
}

pub(super) fn print(report: &Report<'_>, duels: &[Duel<'_>], out: &mut Output) -> anyhow::Result<()> {
    // Of a pair that has finished no deal there is nothing to be said.
    let rows: Vec<Vec<String>> = duels.iter().filter(|duel| duel.tally.deals > 0).map(row).collect();
    let Terms { one, many, points, .. } = report.head.terms();
    let (points, speed) = (format!("{points} a {one}"), format!("{many}/s"));
    let interval = if report.head.compared == 1 { report.head.interval() } else { "interval".into() };
    let head = ["pair", &points, &interval, "won", &interval, "length", &speed];
    if !rows.is_empty() {
        out.table(&head, &[false, true, false, true, false, true, true], &rows)?;
    }
    for duel in duels {
        duel.told().lines(&report.head).iter().try_for_each(|line| out.wrapped(0, " ", line.split(' ')))?;
        caveats(report, &format!("{}: ", pair(duel)), duel.tally.truncated, duel.tally.deals, out)?;
    }
    // Where it was stopped the last pairs have not begun.
    for (a, b) in pairs(report.bots.len()).skip(duels.len()) {
        writeln!(out, "{}–{}: not played", letter(a), letter(b))?;
    }
    Ok(())
}

fn row(duel: &Duel<'_>) -> Vec<String> {
    let tally = &duel.tally;
    let [won, interval] = win_rate(tally.win_rate, tally.win_rate_ci);
    vec![
        pair(duel),
        format!("{:+.3}", tally.points),
        format!("{:+.3} … {:+.3}", tally.points_ci.0, tally.points_ci.1),
        won,
        interval,
        format!("{:.1}", tally.length),
        thousands(duel.rounds_per_second),
    ]
}

fn pair(duel: &Duel<'_>) -> String {
    format!("{}–{}", letter(duel.places.0), letter(duel.places.1))
}
