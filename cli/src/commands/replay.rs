//! `replay`: a recorded game, decision by decision.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use elderhand_env::{Game, Record, Seat, State, Turn, Visitor, visit};
use serde::Serialize;
use serde_json::Value;

use crate::cards;
use crate::failure::usage;
use crate::output::{Output, Paint, fold, points, rounded};
use crate::screen::{screen, with_aside};

/// Step through a recorded game
///
/// In a terminal, Enter shows the next decision and q leaves. The whole record is checked first.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, a JSON file; - reads standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Show only what this seat sees, instead of what the seat to move sees
    #[arg(long, value_name = "N")]
    seat: Option<Seat>,
    /// Print JSON, one object a decision (`seat`, `action`, `view`), then one with the `returns`
    #[arg(long)]
    json: bool,
}

/// One decision.
#[derive(Debug, Serialize)]
struct Step {
    seat: Seat,
    action: String,
    view: Value,
    /// How the round was counted that the action ended, in lines for people.
    #[serde(skip)]
    count: Vec<String>,
}

/// How the record ends: the returns, if the game is over, and the last view of every seat shown.
#[derive(Debug, Serialize)]
struct End {
    over: bool,
    truncated: bool,
    returns: Option<Vec<f32>>,
    views: Vec<Value>,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let file = args.record.display().to_string();
    if args.record.is_dir() {
        return Err(usage(format!("{file} is a directory: name one record in it")));
    }
    let mut text = String::new();
    let read = match file.as_str() {
        "-" => io::stdin().read_to_string(&mut text),
        _ => std::fs::File::open(&args.record).and_then(|mut file| file.read_to_string(&mut text)),
    };
    read.with_context(|| file.clone())?;
    let record: Record = serde_json::from_str(&text).with_context(|| format!("{file} is not a record"))?;
    // A bad record is a failure of the work, not of the command line: the errors are told apart by their type.
    let walk = visit(&record.game, &record.options, Walk { record: &record, seat: args.seat, paint: out.paint });
    let (family, steps, end) =
        walk.map_err(|error| anyhow!("{file}: {error}"))?.map_err(|error| error.context(file))?;
    if args.json {
        steps.iter().try_for_each(|step| out.json_line(step))?;
        return out.json_line(&end);
    }
    print(&record, family, &steps, &end, out)
}

struct Walk<'a> {
    record: &'a Record,
    seat: Option<Seat>,
    paint: Paint,
}

impl Visitor for Walk<'_> {
    type Output = anyhow::Result<(&'static str, Vec<Step>, End)>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let spec = game.spec();
        if let Some(seat) = self.seat.filter(|&seat| seat >= spec.seats) {
            return Err(usage(format!("--seat {seat}: the seats are 0 to {}", spec.seats - 1)));
        }
        let view = |state: &G::State, seat| serde_json::to_value(state.view(seat)).unwrap_or_default();
        let screen = screen(G::FAMILY);
        // How a round was counted is seen only in what comes after the action that ended it.
        let count = |step: Option<&mut Step>, state: &G::State| {
            if let Some(step) = step {
                let after = view(state, self.seat.unwrap_or(step.seat));
                step.count = screen.count(&step.view, &step.action, &after, self.paint);
            }
        };
        let mut steps: Vec<Step> = Vec::new();
        let last = self.record.replay(&game, |state, action| {
            count(steps.last_mut(), state);
            if let Turn::Seat(seat) = state.turn() {
                let view = view(state, self.seat.unwrap_or(seat));
                steps.push(Step { seat, action: spec.name(action).into(), view, count: Vec::new() });
            }
        })?;
        count(steps.last_mut(), &last);
        let (over, truncated) = match last.turn() {
            Turn::Over { truncated } => (true, truncated),
            _ => (false, false),
        };
        let returns = over.then(|| (0..spec.seats).map(|seat| points(last.returns(seat))).collect());
        let views = (0..spec.seats).filter(|&seat| self.seat.is_none_or(|shown| shown == seat));
        let views = views.map(|seat| view(&last, seat)).collect();
        Ok((G::FAMILY, steps, End { over, truncated, returns, views }))
    }
}

fn print(record: &Record, family: &str, steps: &[Step], end: &End, out: &mut Output) -> anyhow::Result<()> {
    let (screen, paint) = (screen(family), out.paint);
    let stepping = out.terminal && io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    writeln!(out, "{}", paint.bold(format!("{}, {} decisions", record.game, steps.len())))?;
    for (i, step) in steps.iter().enumerate() {
        writeln!(out)?;
        screen.draw(&step.view, paint).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let action = cards::words(&with_aside(&*screen, &step.view, &step.action), paint);
        writeln!(out, "{}", paint.bold(format!("{}. seat {}: {action}", i + 1, step.seat)))?;
        if !step.count.is_empty() {
            writeln!(out)?;
            step.count.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if stepping {
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 || line.trim().eq_ignore_ascii_case("q") {
                return Ok(());
            }
        }
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
