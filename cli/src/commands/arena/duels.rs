//! Every pair of bots at a game for two.

use std::io::Write;

use elderhand_agents::{ArenaError, pairs};
use elderhand_env::Terms;

use super::outcome::{Duel, Outcome};
use super::{Field, caveats, win_rate};
use crate::commands::dealing::stopped;
use crate::commands::letter;
use crate::output::{Output, thousands};

/// Plays every pair, until a bot misbehaves.
pub(super) fn play(field: &Field<'_>) -> anyhow::Result<(Vec<Duel>, Option<ArenaError<()>>)> {
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
        duels.push(Duel { a: a.into(), b: b.into(), tally, rounds_per_second });
        if failed.is_some() {
            return Ok((duels, failed));
        }
    }
    Ok((duels, None))
}

pub(super) fn print(outcome: &Outcome, duels: &[Duel], out: &mut Output) -> anyhow::Result<()> {
    // Of a pair that has finished no deal there is nothing to be said.
    let rows: Vec<Vec<String>> =
        duels.iter().filter(|duel| duel.tally.deals > 0).map(|duel| row(outcome, duel)).collect();
    let Terms { one, many, points, .. } = outcome.head.terms();
    let (points, speed) = (format!("{points} a {one}"), format!("{many}/s"));
    let interval = if outcome.head.compared == 1 { outcome.head.interval() } else { "interval".into() };
    let head = ["pair", &points, &interval, "won", &interval, "length", &speed];
    if !rows.is_empty() {
        out.table(&head, &[false, true, false, true, false, true, true], &rows)?;
    }
    for duel in duels {
        let told = outcome.told_of(duel);
        told.lines(&outcome.head).iter().try_for_each(|line| out.wrapped(0, " ", line.split(' ')))?;
        caveats(outcome, &format!("{}: ", told.pair), duel.tally.truncated, duel.tally.deals, out)?;
    }
    // Where it was stopped the last pairs have not begun.
    for (a, b) in pairs(outcome.bots.len()).skip(duels.len()) {
        writeln!(out, "{}–{}: not played", letter(a), letter(b))?;
    }
    Ok(())
}

fn row(outcome: &Outcome, duel: &Duel) -> Vec<String> {
    let tally = &duel.tally;
    let [won, interval] = win_rate(tally.win_rate, tally.win_rate_ci);
    vec![
        outcome.pair(&duel.a, &duel.b),
        format!("{:+.3}", tally.points),
        format!("{:+.3} … {:+.3}", tally.points_ci.0, tally.points_ci.1),
        won,
        interval,
        format!("{:.1}", tally.length),
        thousands(duel.rounds_per_second),
    ]
}
