//! `replay`: a recorded game, decision by decision.

mod show;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use elderhand_agents::{Bot, NamedFindings, Player};
use elderhand_env::{AnyGame, NoSeat, Overrides, Record, ReplayError, Seat, Table, Turn};
use serde::Serialize;
use serde_json::Value;

use crate::advice;
use crate::args::Seating;
use crate::cards;
use crate::failure::usage;
use crate::kept;
use crate::output::{Output, Paint, points, say};
use crate::screen::{Deeds, counts, screen, seen, with_aside};

/// Step through a recorded game
///
/// In a terminal, Enter shows the next decision, b the one before, a number that one, and q leaves. The whole record is
/// checked first. Of a game that a person has not played to its end, only what that person sees is shown.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, a JSON file, or the name of a game that `play --kept` lists; - reads standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Show only what this seat sees, instead of what the seat to move sees
    #[arg(long, value_name = "N")]
    seat: Option<Seat>,
    /// Show what every seat sees, also where a person has not played the game to its end
    #[arg(long, conflicts_with = "seat")]
    reveal: bool,
    /// Print JSON, one object a decision (`seat`, `action`, `view`), then one with the `returns`
    #[arg(long)]
    json: bool,
    /// Show what this bot would have done in the place of whoever was to move
    #[arg(long, value_name = "B")]
    bot: Option<String>,
    #[command(flatten)]
    seating: Seating,
}

/// One decision.
#[derive(Debug, Serialize)]
struct Step {
    seat: Seat,
    /// Left out where whoever is shown this is not told of it, as who sits out a round is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    view: Value,
    /// The same for people: what somebody at the table hears of it, if another seat made it; nothing where it is left out.
    #[serde(skip)]
    told: String,
    /// What a bot would have done.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
    /// How the rounds were counted that ended then, in lines for people.
    #[serde(skip)]
    count: Vec<String>,
}

/// What a bot would have done in the place of the seat to move.
#[derive(Debug, Serialize)]
struct Advice {
    bot: String,
    action: String,
    /// Of the legal actions, likeliest first.
    probabilities: Overrides,
    /// The points or chips that it expects; `None` if it does not estimate them.
    value: Option<f32>,
    /// What a player that searches found.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<NamedFindings>,
    /// The same for people.
    #[serde(skip)]
    lines: Vec<String>,
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
    let Opened { record, table, seat } = open(&args.record, args.seat, args.reveal)?;
    let mut advisers = match &args.bot {
        Some(name) => advisers(&args.seating.open(name)?, table.game())?,
        None => Vec::new(),
    };
    let (steps, end) = walk(table.clone(), seat, &mut advisers, out.paint)?;
    if args.json {
        steps.iter().try_for_each(|step| out.json_line(step))?;
        return out.json_line(&end);
    }
    let about = record.about.unwrap_or_default();
    show::print(&table, &about, &steps, &end, out)
}

/// Seats a bot everywhere.
fn advisers(bot: &Bot, game: &AnyGame) -> anyhow::Result<Vec<Player>> {
    let seated = (0..game.spec().seats).map(|seat| {
        let mut player = bot.player(game)?;
        player.begin(seat, 0)?;
        Ok(player)
    });
    seated.collect()
}

/// Asks a bot about the decision that is to be made.
fn ask(table: &Table, seat: Seat, advisers: &mut [Player], paint: Paint) -> anyhow::Result<Option<Advice>> {
    let Some(player) = advisers.get_mut(seat) else { return Ok(None) };
    let (game, decision) = (table.game(), player.decide(&table.view(seat)?)?);
    let name = |action| game.spec().name(action).to_owned();
    Ok(Some(Advice {
        bot: player.name().into(),
        action: name(advice::likeliest(&decision)),
        probabilities: decision.probabilities.iter().map(|&(action, p)| (name(action), p.into())).collect(),
        value: decision.value,
        findings: decision.findings.as_ref().map(|findings| findings.named(game.spec())),
        lines: advice::lines(player.name(), &decision, game, paint),
    }))
}

/// A record that has been played, and the seat of which alone is told, if not of all.
pub struct Opened {
    pub record: Record,
    pub table: Table,
    pub seat: Option<Seat>,
}

/// Reads a record whose decisions are to be looked at, and plays it; of those of all seats, or of the one that is asked for.
///
/// A game that a person has not played to its end is told as that person sees it, unless all is to be revealed.
///
/// # Errors
///
/// Fails as [`read`] does, and if it ends where it is chance's turn, if there is no such seat, or if several people play on.
pub fn open(path: &Path, seat: Option<Seat>, reveal: bool) -> anyhow::Result<Opened> {
    let file = path.display().to_string();
    if path.is_dir() {
        return Err(usage(format!("{file} is a directory: name one record in it")));
    }
    let (record, table) = read(path)?;
    whole(&table).map_err(|error| anyhow!("{file}: {error}"))?;
    let seats = table.game().spec().seats;
    if let Some(seat) = seat.filter(|&seat| seat >= seats) {
        return Err(usage(format!("--seat {seat}: the seats are 0 to {}", seats - 1)).context(file));
    }
    let goes_on = table.seat().is_some() && seat.is_none() && !reveal;
    let people = record.about.as_ref().map(|about| about.people.as_slice()).filter(|_| goes_on);
    let seat = match people.unwrap_or_default() {
        [] => seat,
        &[person] if person < seats => {
            say(&format!("The game is not over, so only what seat {person} sees is told; --reveal tells all."));
            Some(person)
        }
        people => {
            let people = people.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let remedy = "name the one to be shown with --seat N, or show all with --reveal";
            return Err(usage(format!("the game is not over, and people hold seats {people}: {remedy}")).context(file));
        }
    };
    Ok(Opened { record, table, seat })
}

/// Reads a record, from standard input where the path is `-`, or of a kept game by its name, and plays it.
///
/// # Errors
///
/// Fails if it cannot be read, is no record, or is one that the rules do not allow.
pub fn read(path: &Path) -> anyhow::Result<(Record, Table)> {
    let path = kept::find(path);
    let (file, record) = (path.display(), kept::record(&path)?);
    // A bad record is a failure of the work, not of the command line: the errors are told apart by their type.
    let table = Table::from_record(&record).map_err(|error| anyhow!("{file}: {error}"))?;
    Ok((record, table))
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
fn walk(
    mut table: Table,
    only: Option<Seat>,
    advisers: &mut [Player],
    paint: Paint,
) -> anyhow::Result<(Vec<Step>, End)> {
    let game = table.game().clone();
    let screen = screen(&game)?;
    let view = |table: &Table, seat| Ok::<Value, NoSeat>(table.view(only.unwrap_or(seat))?.json());
    let actions = table.actions().to_vec();
    let mut steps: Vec<Step> = Vec::new();
    table.undo_to(0)?;
    for action in actions {
        let Some(seat) = table.seat() else { break };
        let (before, name) = (view(&table, seat)?, game.spec().name(action));
        // What a bot would do with cards that are not shown tells of them.
        let advice = if only.is_none_or(|only| only == seat) { ask(&table, seat, advisers, paint)? } else { None };
        table.play(action)?;
        // How a round was counted is seen only in what comes after the action that ended it.
        let seen = seen(&table, only.unwrap_or(seat))?;
        let count = counts(&*screen, &before, name, &seen, paint);
        let told = if only.is_some_and(|only| only != seat) {
            let deeds = Deeds { before: &before, actions: &[name.to_owned()], after: &seen[0] };
            screen.tell(&deeds, paint).join(", ")
        } else {
            cards::words(&with_aside(&*screen, &before, name), paint)
        };
        let action = (!told.is_empty()).then(|| name.to_owned());
        steps.push(Step { seat, action, view: before, told, advice, count });
    }
    // What others have decided while nobody may know of it stays untold.
    let sealed = steps.split_off(steps.len() - table.sealed());
    steps.extend(sealed.into_iter().filter(|step| only.is_none_or(|only| only == step.seat)));
    let (over, truncated) = match table.turn() {
        Turn::Over { truncated } => (true, truncated),
        _ => (false, false),
    };
    let returns = over.then(|| table.returns().into_iter().map(points).collect());
    let shown = (0..game.spec().seats).filter(|&seat| only.is_none_or(|only| only == seat));
    let views = shown.map(|seat| view(&table, seat)).collect::<Result<_, _>>()?;
    Ok((steps, End { over, truncated, returns, views }))
}
