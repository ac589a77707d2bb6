//! A recorded game for people, decision by decision.

use std::io::{self, BufRead, IsTerminal, Write};

use elderhand_env::{About, Table};
use serde_json::Value;

use super::{End, Step};
use crate::output::{Output, fold, printable, rounded};
use crate::screen::{Screen, screen};

/// Shows a game from its first decision to its end; in a terminal a person says what comes next.
pub fn print(table: &Table, about: &About, steps: &[Step], end: &End, out: &mut Output) -> anyhow::Result<()> {
    let (game, paint) = (table.game(), out.paint);
    let screen = screen(game)?;
    let stepping = out.terminal && io::stdin().is_terminal();
    let decisions = if steps.len() == 1 { "decision" } else { "decisions" };
    let title = format!("{}, {} {decisions}", game.spec().id, steps.len());
    writeln!(out, "{}", paint.bold(title))?;
    let who = about.players.iter().enumerate().map(|(seat, name)| format!("seat {seat} {}", printable(name)));
    let who: Vec<String> = who.chain(about.date.as_deref().map(|date| format!("on {}", printable(date)))).collect();
    out.wrapped(0, " ", who.join(", ").split(' '))?;
    let mut place = 0;
    while let Some(step) = steps.get(place) {
        show(step, place, &*screen, out)?;
        place = match stepping {
            false => place + 1,
            true => match turn(place, steps.len(), out)? {
                Some(place) => place,
                None => return Ok(()),
            },
        };
    }
    // Once all lies open, seats may have the same to look at.
    let mut ends: Vec<(&Value, Vec<String>)> = end.views.iter().map(|view| (view, screen.draw(view, paint))).collect();
    ends.dedup_by(|later, earlier| later.1 == earlier.1);
    ends.retain(|(_, lines)| !lines.is_empty());
    for (view, lines) in &ends {
        writeln!(out)?;
        if ends.len() > 1 {
            writeln!(out, "{}", paint.bold(format!("In the end, seat {} sees:", view["seat"])))?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let Some(returns) = &end.returns else {
        return Ok(writeln!(out, "\n{}", paint.bold("The record ends before the game does."))?);
    };
    let returns = returns.iter().enumerate().map(|(seat, points)| format!("seat {seat}: {:+}", rounded(*points)));
    let returns: Vec<String> = returns.collect();
    let cap = if end.truncated { " (stopped by a cap)" } else { "" };
    let text = format!("{}{cap}", returns.join(", "));
    writeln!(out)?;
    fold(0, " ", text.split(' ')).iter().try_for_each(|line| writeln!(out, "{}", paint.bold(line)))?;
    Ok(())
}

/// Shows a decision: what the seat saw, what it did, what a bot would have done.
fn show(step: &Step, place: usize, screen: &dyn Screen, out: &mut Output) -> anyhow::Result<()> {
    let paint = out.paint;
    writeln!(out)?;
    screen.draw(&step.view, paint).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let done = if step.told.is_empty() { " has played".into() } else { format!(": {}", step.told) };
    writeln!(out, "{}", paint.bold(format!("{}. seat {}{done}", place + 1, step.seat)))?;
    step.advice.iter().flat_map(|advice| &advice.lines).try_for_each(|line| writeln!(out, "{line}"))?;
    if !step.count.is_empty() {
        writeln!(out)?;
        step.count.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// Asks a person which decision comes next, counted from 0; `None` to leave.
fn turn(place: usize, steps: usize, out: &mut Output) -> anyhow::Result<Option<usize>> {
    let mut input = io::stdin().lock();
    loop {
        write!(out, "{}", out.paint.dim("Enter, b for back, a number, or q> "))?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim().to_lowercase().as_str() {
            "" => return Ok(Some(place + 1)),
            "b" | "back" => return Ok(Some(place.saturating_sub(1))),
            "q" | "quit" => return Ok(None),
            word => match word.parse::<usize>().ok().filter(|number| (1..=steps).contains(number)) {
                Some(number) => return Ok(Some(number - 1)),
                None => writeln!(out, "The decisions are 1 to {steps}.")?,
            },
        }
    }
}
