//! `replay`: a recorded game, decision by decision.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use elderhand_agents::files::read_text;
use elderhand_env::{NoSeat, Record, ReplayError, Seat, Table, Turn};
use serde::Serialize;
use serde_json::Value;

use crate::cards;
use crate::failure::usage;
use crate::output::{Output, Paint, fold, points, rounded};
use crate::screen::{screen, with_aside};

/// No record is longer.
const MOST_BYTES: u64 = 64 << 20;

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
    let read = match file.as_str() {
        "-" => read_text(io::stdin(), MOST_BYTES),
        _ => File::open(&args.record).and_then(|file| read_text(file, MOST_BYTES)),
    };
    let text = read.with_context(|| file.clone())?;
    let record: Record = serde_json::from_str(&text).with_context(|| format!("{file} is not a record"))?;
    // A bad record is a failure of the work, not of the command line: the errors are told apart by their type.
    let table = Table::from_record(&record).map_err(|error| anyhow!("{file}: {error}"))?;
    whole(&table).map_err(|error| anyhow!("{file}: {error}"))?;
    let seats = table.game().spec().seats;
    if let Some(seat) = args.seat.filter(|&seat| seat >= seats) {
        return Err(usage(format!("--seat {seat}: the seats are 0 to {}", seats - 1)).context(file));
    }
    let (steps, end) = walk(table.clone(), args.seat, out.paint)?;
    if args.json {
        steps.iter().try_for_each(|step| out.json_line(step))?;
        return out.json_line(&end);
    }
    print(&table, &steps, &end, out)
}

/// Refuses a record that ends where it is chance's turn, so that all that is shown is a decision or an end.
fn whole(table: &Table) -> Result<(), ReplayError> {
    match table.turn() {
        Turn::Chance => Err(ReplayError::Exhausted { dealt: table.record().deck.len() }),
        Turn::Lot => Err(ReplayError::Undrawn { drawn: table.record().lots.len() }),
        Turn::Seat(_) | Turn::Over { .. } => Ok(()),
    }
}

/// Plays the game again and keeps what is to be shown of it, to one seat or to whoever is to move.
fn walk(mut table: Table, only: Option<Seat>, paint: Paint) -> anyhow::Result<(Vec<Step>, End)> {
    let game = table.game().clone();
    let screen = screen(&game)?;
    let view = |table: &Table, seat| Ok::<Value, NoSeat>(table.view(only.unwrap_or(seat))?.json());
    let actions = table.actions().to_vec();
    let mut steps: Vec<Step> = Vec::new();
    table.undo_to(0)?;
    for action in actions {
        let Some(seat) = table.seat() else { break };
        let (before, name) = (view(&table, seat)?, game.spec().name(action));
        table.play(action)?;
        // How a round was counted is seen only in what comes after the action that ended it.
        let ended = table.ended(only.unwrap_or(seat))?;
        let after = ended.map_or_else(|| view(&table, seat), |view| Ok(view.json()))?;
        let count = screen.count(&before, name, &after, paint);
        steps.push(Step { seat, action: name.into(), view: before, count });
    }
    let (over, truncated) = match table.turn() {
        Turn::Over { truncated } => (true, truncated),
        _ => (false, false),
    };
    let returns = over.then(|| table.returns().into_iter().map(points).collect());
    let shown = (0..game.spec().seats).filter(|&seat| only.is_none_or(|only| only == seat));
    let views = shown.map(|seat| view(&table, seat)).collect::<Result<_, _>>()?;
    Ok((steps, End { over, truncated, returns, views }))
}

fn print(table: &Table, steps: &[Step], end: &End, out: &mut Output) -> anyhow::Result<()> {
    let (game, paint) = (table.game(), out.paint);
    let screen = screen(game)?;
    let stepping = out.terminal && io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    writeln!(out, "{}", paint.bold(format!("{}, {} decisions", game.spec().id, steps.len())))?;
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
