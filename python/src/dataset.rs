//! Decisions as arrays, for those who learn from them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use elderhand_agents::Player;
use elderhand_env::{ActionSet, AnyGame, Stream, Table, Turn};
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{BotError, RecordError};
use crate::games::{made, observe, seen, spec};
use crate::interrupt::interruptible;
use crate::json::listed;
use crate::numbers;
use crate::opponent::{Opponent, Shown};
use crate::rows::packed_rows;
use crate::table::read_record;

/// Decisions in the order in which they were made, game after game.
#[derive(Default)]
struct Decisions {
    rows: Vec<u64>,
    masks: Vec<u64>,
    actions: Vec<i64>,
    seats: Vec<u8>,
    returns: Vec<f32>,
    games: Vec<u32>,
}

/// What is kept of a decision.
#[derive(Clone, Copy)]
struct Kept {
    hints: bool,
    forced: bool,
    words: usize,
}

impl Decisions {
    /// Keeps what the seat to move sees and does.
    fn put(&mut self, table: &Table, action: elderhand_env::Action, game: u32, kept: Kept) -> Result<(), String> {
        let Some(seat) = table.seat() else { return Ok(()) };
        if !kept.forced && table.legal().only().is_some() {
            return Ok(());
        }
        let view = table.view(seat).map_err(|error| error.to_string())?;
        let start = self.rows.len();
        self.rows.resize(start + kept.words, 0);
        let legal = observe(&view, kept.hints, &mut self.rows[start..]);
        self.masks.extend_from_slice(legal.words());
        self.actions.push(action.0.into());
        self.seats.push(seat as u8);
        self.games.push(game);
        Ok(())
    }

    /// Writes the returns of a game that is over, or no numbers where it is not.
    fn close(&mut self, table: &Table) {
        let over = matches!(table.turn(), Turn::Over { .. });
        let returns = if over { table.returns() } else { Vec::new() };
        let open = self.returns.len();
        let gets = |&seat: &u8| returns.get(usize::from(seat)).copied().unwrap_or(f32::NAN);
        self.returns.extend(self.seats[open..].iter().map(gets));
    }

    fn append(&mut self, other: Decisions) {
        self.rows.extend(other.rows);
        self.masks.extend(other.masks);
        self.actions.extend(other.actions);
        self.seats.extend(other.seats);
        self.returns.extend(other.returns);
        self.games.extend(other.games);
    }

    /// Hands the arrays over, as an `elderhand.Dataset`.
    fn hand_out<'py>(self, py: Python<'py>, game: &AnyGame, kept: Kept) -> PyResult<Bound<'py, PyAny>> {
        let fields = (
            packed_rows(py, self.rows, kept.words)?,
            packed_rows(py, self.masks, ActionSet::WORDS)?,
            self.actions.into_pyarray(py),
            self.seats.into_pyarray(py),
            self.returns.into_pyarray(py),
            self.games.into_pyarray(py),
            spec(py, &seen(game, kept.hints), game.options())?,
        );
        py.import("elderhand.data")?.getattr("Dataset")?.call1(fields)
    }
}

/// Lets bots play and keeps their decisions; `elderhand.dataset` calls it.
#[pyfunction]
#[pyo3(signature = (game, bots, games, seed, options, threads, hints, forced))]
#[expect(clippy::too_many_arguments, reason = "the package passes them by name")]
pub fn of_bots<'py>(
    py: Python<'py>,
    game: &str,
    bots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::games)] games: u32,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    options: Option<&Bound<'py, PyDict>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    hints: bool,
    forced: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = made(game, options)?;
    let bots = Opponent::read_all(bots, Shown { packed: true, hints, sensible: false })?;
    let kept = Kept { hints, forced, words: seen(&game, hints).words() };
    let threads = (threads as u32).min(games.max(1));
    let share = |thread: u32| {
        let bound = |thread: u32| (u64::from(games) * u64::from(thread) / u64::from(threads)) as u32;
        bound(thread)..bound(thread + 1)
    };
    let played = interruptible(py, |stop| {
        thread::scope(|scope| {
            let (game, bots) = (&game, &bots);
            let play = |games| {
                scope.spawn(move || {
                    let played = play(game, bots, games, seed, kept, stop);
                    // The others need not go on.
                    played.inspect_err(|_| stop.store(true, Ordering::Relaxed))
                })
            };
            let workers: Vec<_> = (0..threads).map(share).map(play).collect();
            let mut all = Decisions::default();
            for worker in workers {
                all.append(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok::<_, String>(all)
        })
    })?;
    let raise = |text| bots.iter().find_map(Opponent::raised).unwrap_or_else(|| BotError::new_err(text));
    played.map_err(raise)?.hand_out(py, &game, kept)
}

/// Plays some games by their numbers: the bots sit in their order, which moves on by a seat each game.
fn play(
    game: &AnyGame,
    bots: &[Opponent],
    games: std::ops::Range<u32>,
    seed: u64,
    kept: Kept,
    stop: &AtomicBool,
) -> Result<Decisions, String> {
    let seats = game.spec().seats;
    let make = |place: usize| bots[place % bots.len()].player(game).map_err(|error| error.to_string());
    // One a seat and bot, since a bot may hold several seats.
    let mut players: Vec<Player> = (0..seats * bots.len()).map(make).collect::<Result<_, _>>()?;
    let mut decisions = Decisions::default();
    for number in games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut seeds = Stream::keyed([!seed, number.into(), 0]);
        let mut table = game.table(Stream::keyed([seed, number.into(), 0]));
        let place = |seat: usize| seat * bots.len() + (seat + number as usize) % bots.len();
        for seat in 0..seats {
            players[place(seat)].begin(seat, seeds.bits()).map_err(|error| error.to_string())?;
        }
        while let Some(seat) = table.seat() {
            let view = table.view(seat).map_err(|error| error.to_string())?;
            let action = players[place(seat)].act(&view).map_err(|error| error.to_string())?;
            decisions.put(&table, action, number, kept)?;
            table.play(action).map_err(|error| format!("{}: {error}", players[place(seat)].name()))?;
        }
        decisions.close(&table);
        for seat in 0..seats {
            players[place(seat)].end(&table.returns()).map_err(|error| error.to_string())?;
        }
    }
    Ok(decisions)
}

/// Plays records again and keeps their decisions; `elderhand.dataset` calls it.
#[pyfunction]
#[pyo3(signature = (records, hints, forced))]
pub fn of_records<'py>(
    py: Python<'py>,
    records: &Bound<'py, PyAny>,
    hints: bool,
    forced: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut decisions = Decisions::default();
    let mut first: Option<(AnyGame, Kept)> = None;
    for (number, record) in listed(records, "a list of records")?.enumerate() {
        py.check_signals()?;
        let wrong = |error: String| RecordError::new_err(format!("record {number}: {error}"));
        let record = read_record(&record?).map_err(|error| wrong(error.value(py).to_string()))?;
        let mut table = Table::from_record(&record).map_err(|error| wrong(error.to_string()))?;
        let (game, kept) = first.get_or_insert_with(|| {
            let game = table.game().clone();
            let kept = Kept { hints, forced, words: seen(&game, hints).words() };
            (game, kept)
        });
        let (own, others) = (game.spec(), table.game().spec());
        if own.actions != others.actions || own.planes != others.planes {
            let text = format!("it is of `{}`, whose rows are not those of `{}` before", others.id, own.id);
            return Err(wrong(text));
        }
        let actions = table.actions().to_vec();
        let end = table.clone();
        table.undo_to(0).map_err(|error| wrong(error.to_string()))?;
        for action in actions {
            decisions.put(&table, action, number as u32, *kept).map_err(wrong)?;
            table.play(action).map_err(|error| wrong(error.to_string()))?;
        }
        decisions.close(&end);
    }
    match first {
        Some((game, kept)) => decisions.hand_out(py, &game, kept),
        None => Err(PyValueError::new_err("there are no records")),
    }
}
