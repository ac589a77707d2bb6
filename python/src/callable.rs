//! Players that Python answers for.

use std::sync::{Arc, Mutex, PoisonError};

use elderhand_agents::{Agent, AgentError};
use elderhand_env::{Action, ActionSet, Encode, Seat, Spec};
use numpy::IntoPyArray;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrays::as_type;
use crate::errors::{BotError, refusal};
use crate::games::observe;
use crate::json::serialized;
use crate::opponent::Shown;
use crate::rows::{action, actions, packed_rows, unpacked_rows};

/// What a player of Python is asked with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Its method `act` with a view at a time.
    Views,
    /// Itself with rows: `player(observations, masks, seats)` gives an action a row.
    Rows,
}

/// A player of Python; whoever asks it holds the lock of the interpreter meanwhile.
pub struct Caller {
    name: String,
    callable: Py<PyAny>,
    asked: Asked,
    shown: Shown,
    /// What it raised, to be raised again where the work that it spoilt ends.
    raised: Mutex<Option<PyErr>>,
}

/// Decisions to be made: rows of words, and the seats to move.
#[derive(Default)]
pub struct Questions {
    /// Packed observations, one after another.
    pub rows: Vec<u64>,
    /// Packed masks, one after another.
    pub masks: Vec<u64>,
    /// The seats.
    pub seats: Vec<u8>,
}

impl Caller {
    /// Names a player and says how it is asked.
    pub fn new(name: String, callable: Py<PyAny>, asked: Asked, shown: Shown) -> Caller {
        Caller { name, callable, asked, shown, raised: Mutex::new(None) }
    }

    /// Gives it another name.
    pub fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is asked with rows.
    pub fn takes_rows(&self) -> bool {
        self.asked == Asked::Rows
    }

    /// Returns what it raised, once.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Asks for an action a row, and checks what comes back.
    pub fn answer(&self, py: Python<'_>, spec: &Spec, questions: Questions, out: &mut Vec<i128>) -> PyResult<()> {
        let Questions { rows, masks, seats } = questions;
        let legal: Vec<ActionSet> = masks.as_chunks().0.iter().map(|&words| ActionSet::from_words(words)).collect();
        let shown = if self.shown.packed {
            (packed_rows(py, rows, spec.words())?, packed_rows(py, masks, ActionSet::WORDS)?, seats.into_pyarray(py))
        } else {
            let observations = unpacked_rows(py, &rows, spec.words(), spec.bits())?.into_any();
            let masks = unpacked_rows(py, &masks, ActionSet::WORDS, spec.actions.len())?;
            (observations, as_type(&masks, "bool")?, seats.into_pyarray(py))
        };
        let answer = self.callable.bind(py).call1(shown)?;
        actions(&answer, legal.len(), out).map_err(|error| self.wrong(py, error))?;
        for (row, (&number, legal)) in out.iter().zip(legal).enumerate() {
            if !action(number).is_some_and(|action| legal.contains(action)) {
                return Err(self.misbehaves(format!("row {row}: {}", refusal(spec, number, legal))));
            }
        }
        Ok(())
    }

    /// An answer that is none.
    fn misbehaves(&self, problem: String) -> PyErr {
        BotError::new_err(format!("{}: answered wrongly: {problem}", self.name))
    }

    /// The same of what could not be read as one; other exceptions are left as they are.
    fn wrong(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if error.is_instance_of::<PyTypeError>(py)
            || error.is_instance_of::<PyValueError>(py)
            || error.is_instance_of::<PyOverflowError>(py)
        {
            self.misbehaves(error.value(py).to_string())
        } else {
            error
        }
    }

    /// Reads the number or the name of an action.
    fn chosen(&self, spec: &Spec, answer: &Bound<'_, PyAny>) -> PyResult<i128> {
        if let Ok(name) = answer.cast::<PyString>() {
            let name = name.to_str()?;
            let none = || self.misbehaves(format!("there is no action `{name}`"));
            return Ok(spec.action(name).ok_or_else(none)?.0.into());
        }
        answer.extract().or_else(|_| {
            let kind = answer.get_type().name()?;
            Err(self.misbehaves(format!("act returned {kind}: expected the number or the name of an action")))
        })
    }

    /// Seats the player at a game.
    pub fn seated(self: &Arc<Caller>, spec: &Spec) -> Seated {
        let spec = if self.shown.hints { spec.with_hints() } else { spec.clone() };
        Seated { caller: self.clone(), spec }
    }

    fn act_many<V: Encode>(&self, spec: &Spec, views: &[V]) -> Result<Vec<Action>, AgentError> {
        let asked = match self.asked {
            Asked::Rows => self.act_by_rows(spec, views),
            Asked::Views => views.iter().map(|view| self.act_by_view(spec, view)).collect(),
        };
        asked.map_err(|error: PyErr| {
            let problem = error.to_string();
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            AgentError { bot: self.name.clone(), problem }
        })
    }

    fn act_by_rows<V: Encode>(&self, spec: &Spec, views: &[V]) -> PyResult<Vec<Action>> {
        let mut questions = Questions { rows: vec![0; views.len() * spec.words()], ..Questions::default() };
        for (view, row) in views.iter().zip(questions.rows.chunks_exact_mut(spec.words())) {
            let legal = observe(view, self.shown.hints, row);
            let mask = if self.shown.sensible { legal - view.folly() } else { legal };
            questions.masks.extend_from_slice(mask.words());
            questions.seats.push(view.seat() as u8);
        }
        let mut answers = Vec::with_capacity(views.len());
        Python::attach(|py| self.answer(py, spec, questions, &mut answers))?;
        Ok(answers.into_iter().filter_map(action).collect())
    }

    fn act_by_view<V: Encode>(&self, spec: &Spec, view: &V) -> PyResult<Action> {
        let chosen = Python::attach(|py| {
            let answer = self.callable.bind(py).call_method1("act", (serialized(py, view)?,))?;
            self.chosen(spec, &answer)
        })?;
        let legal = view.legal();
        let legally = action(chosen).filter(|&action| legal.contains(action));
        legally.ok_or_else(|| self.misbehaves(refusal(spec, chosen, legal)))
    }
}

/// A player of Python at a game.
pub struct Seated {
    caller: Arc<Caller>,
    spec: Spec,
}

impl<V: Encode> Agent<V> for Seated {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &V) -> Result<Action, AgentError> {
        Ok(self.caller.act_many(&self.spec, std::slice::from_ref(view))?[0])
    }

    fn act_many(&mut self, views: &[V]) -> Result<Vec<Action>, AgentError> {
        self.caller.act_many(&self.spec, views)
    }
}
