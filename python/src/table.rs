//! One game in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use elderhand_env::{Action, Record, Stream, Table};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::{Raise, RecordError, name, refused};
use crate::games::{made, spec};
use crate::json::{from_text_or_python, serialized, to_python};
use crate::numbers;

/// One game in progress. It knows the truth; `view` shows what a seat may know.
///
/// Parameters
/// ----------
/// game : str
///     The id of a variant.
/// options : dict, optional
///     Options of the game that differ from its own.
/// seed : int, optional
///     Where cards and lots come from: equal seeds deal equal cards. With `None` they are dealt by hand, with `deal` and
///     `draw`.
///
/// Raises `GameError` if there is no such game, or an option is unknown or out of range.
#[pyclass(frozen, name = "Table", module = "elderhand")]
pub struct PyTable(Mutex<Table>);

impl PyTable {
    /// The game. Nothing of Python's may run while the guard is held: another thread could wait for it and hold the
    /// interpreter meanwhile.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (game, options=None, *, seed=0))]
    fn new(
        game: &str,
        options: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
    ) -> PyResult<PyTable> {
        Ok(PyTable(Mutex::new(made(game, options)?.table(seed.map(Stream::new)))))
    }

    /// Takes up a recorded game where its record ends; the record is a dictionary, or a text with its JSON.
    ///
    /// Raises `RecordError` at the first card, lot or action that the rules do not allow, naming its place.
    #[staticmethod]
    fn from_record(record: &Bound<'_, PyAny>) -> PyResult<PyTable> {
        Table::from_record(&read_record(record)?).map(|table| PyTable(Mutex::new(table))).or_raise(RecordError::new_err)
    }

    /// What the game looks like from outside, as `describe` gives it.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.table().game().clone();
        spec(py, game.spec(), game.options())
    }

    /// The seat to move; `None` at the end, and where a card or a seat is to be drawn by hand.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.table().seat()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        matches!(self.table().turn(), elderhand_env::Turn::Over { .. })
    }

    /// Whether a cap ended the game.
    #[getter]
    fn truncated(&self) -> bool {
        self.table().truncated()
    }

    /// The names of the legal actions, in the order of the action table; none when no seat is to move.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.table().names().into_iter().map(str::to_owned).collect()
    }

    /// The numbers of the legal actions, in the same order.
    #[getter]
    fn legal_actions(&self) -> Vec<u16> {
        self.table().legal().iter().map(|action| action.0).collect()
    }

    /// The names of the decisions made, in order.
    #[getter]
    fn actions(&self) -> Vec<String> {
        let table = self.table();
        table.actions().iter().map(|&action| table.game().spec().name(action).to_owned()).collect()
    }

    /// The returns of every seat in points: 0 before the end.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        self.table().returns()
    }

    /// What every seat gets as soon as nothing can change it any more, else `None`.
    #[getter]
    fn settled(&self) -> Vec<Option<f32>> {
        self.table().settled()
    }

    /// Plays an action by its name or number, and deals what follows.
    ///
    /// Raises `ActionError` if there is none, or it is not legal; nothing is changed then.
    fn play(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let (number, played) = match action.cast::<PyString>() {
            Ok(name) => {
                let name = name.to_str()?;
                let mut table = self.table();
                let number = table.game().spec().action(name).map(|action| action.0.into());
                (number, table.play_named(name).map_err(|error| error.to_string()))
            }
            Err(_) => {
                let number: i128 = action.extract()?;
                let mut table = self.table();
                let known = table.game().spec().actions.len() as i128;
                let played = match (0..known).contains(&number) {
                    true => table.play(Action(number as u16)).map_err(|error| error.to_string()),
                    false => Err(format!("there is no action {number}: the actions are 0 to {}", known - 1)),
                };
                (Some(number), played)
            }
        };
        played.map_err(|text| {
            let game = self.table().game().clone();
            refused(py, text, number, number.and_then(|number| name(game.spec(), number)))
        })
    }

    /// Takes back the last decisions, to what was dealt before them.
    ///
    /// Raises `ValueError` if fewer have been made.
    #[pyo3(signature = (decisions=1))]
    fn undo(&self, #[pyo3(from_py_with = numbers::decisions)] decisions: usize) -> PyResult<()> {
        let mut table = self.table();
        let made = table.length();
        let left = made.checked_sub(decisions);
        let left = left.ok_or_else(|| PyValueError::new_err(format!("{made} decisions were made, not {decisions}")))?;
        table.undo_to(left).or_raise(PyValueError::new_err::<String>)
    }

    /// Returns what a seat knows, as a dictionary; of the seat to move if none is named.
    ///
    /// Raises `IndexError` if there is no such seat, `ValueError` if none is named and none is to move.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::seat)] seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = {
            let table = self.table();
            let Some(seat) = seat.or(table.seat()) else {
                return Err(PyValueError::new_err("no seat is to move: name the seat whose view is wanted"));
            };
            table.view(seat).or_raise(PyIndexError::new_err::<String>)?
        };
        to_python(py, &view.json())
    }

    /// The cards of which one is dealt now, as texts; none where no card is to be dealt by hand.
    #[getter]
    fn deck(&self) -> Vec<String> {
        self.table().deck().iter().map(|card| card.to_string()).collect()
    }

    /// Deals a card by hand, such as `"7S"`.
    ///
    /// Raises `ValueError` if it is none of `deck`.
    fn deal(&self, card: &str) -> PyResult<()> {
        let card = card.parse().or_raise(PyValueError::new_err::<String>)?;
        self.table().deal(card).or_raise(PyValueError::new_err::<String>)
    }

    /// Draws a seat by hand, where the game draws one by lot.
    ///
    /// Raises `ValueError` if it cannot be drawn.
    fn draw(&self, #[pyo3(from_py_with = numbers::seat)] seat: usize) -> PyResult<()> {
        self.table().draw(seat).or_raise(PyValueError::new_err::<String>)
    }

    /// Returns the record of the game so far, with every card that was dealt, as a dictionary.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = self.table().record();
        serialized(py, &record)
    }

    /// Returns a game that stands as this one does and goes its own way.
    fn copy(&self) -> PyTable {
        PyTable(Mutex::new(self.table().clone()))
    }

    fn __copy__(&self) -> PyTable {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyTable {
        self.copy()
    }

    fn __repr__(&self) -> String {
        let table = self.table();
        format!("<Table {} after {} decisions>", table.game().spec().id, table.length())
    }
}

/// Reads a record.
pub fn read_record(record: &Bound<'_, PyAny>) -> PyResult<Record> {
    let json = from_text_or_python(record, RecordError::new_err)?;
    serde_json::from_value(json).or_raise(|why| RecordError::new_err(elderhand_env::options::plain(&why)))
}
