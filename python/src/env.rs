//! Many games side by side, as numpy sees them.

use std::sync::{Mutex, MutexGuard};

use elderhand_env::{Action, Autoreset, BatchOptions, StepError, Stream, Variation, VecEnv};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::arrays::{Arrays, writable};
use crate::errors::{self, EnvError, GameError, Raise, SavedError};
use crate::games::{Row, made, row, spec};
use crate::json::{from_python, to_python};
use crate::numbers;
use crate::rows;
use crate::threads::Threads;

/// The part of a key that no lane has: the stream of random actions differs from those of cards.
pub const DRAWS: u64 = u64::MAX;

/// Many games of one kind side by side, each lane showing the decision of whichever seat is to move.
///
/// Parameters
/// ----------
/// game : str
///     The id of a variant, as `variants()` lists them.
/// lanes : int
///     The number of games side by side, at most 2^20.
/// seed : int
///     What the first reset begins with. Lane `i` plays what lane `first_lane + i` of any batch of this seed plays.
/// options : dict, optional
///     Options of the game that differ from its own.
/// vary : dict, optional
///     Options that take several values, such as `{"seats": [2, 3, 4]}`: the lanes take them in turn. Only options that
///     change neither actions nor planes can.
/// threads : int
///     The threads among which lanes are shared out. They are the environment's own.
/// autoreset : {"same-step", "next-step"}
///     Whether a lane whose episode has ended shows the next one at once, or the end first, with an empty mask; its
///     next action is then ignored.
/// hints : bool
///     Whether observations have the planes that are dear to work out.
/// sensible : bool
///     Whether masks leave out actions that no sensible player needs, such as to fold where a check is free. A bundle's
///     bot leaves them out too, so that one who learns to become a bundle learns without them. `step` takes them all the
///     same.
/// packed : bool
///     Whether observations and masks are bits, eight a byte, or a byte each.
/// final_observations : bool
///     Whether what every seat saw at the end of an episode is kept.
/// all_observations : bool
///     Whether each step writes what every seat sees, whoever is to move. It shows hidden cards: a critic may learn by it,
///     but no bot has it when it plays.
/// first_lane : int
///     The number of the first lane.
/// fresh : bool
///     Whether every reset and step returns arrays of its own; they are otherwise written in place.
///
/// Raises `GameError` if there is no such game, or an option is unknown or out of range, and `ValueError` on numbers out
/// of range. One thread of Python at a time may use an environment: another gets an `EnvError`.
#[pyclass(frozen, name = "VecEnv", module = "elderhand")]
pub struct PyVecEnv {
    /// The arguments it was made with, for copies.
    made_with: Py<PyDict>,
    fresh: bool,
    packed: bool,
    sensible: bool,
    threads: Threads,
    inner: Mutex<Inner>,
}

struct Inner {
    env: Box<dyn VecEnv>,
    arrays: Arrays,
    /// What a reset begins with that is given no seed.
    seed: u64,
    draws: Stream,
    drawn: Py<PyArray1<i64>>,
    given: Vec<i128>,
    chosen: Vec<Action>,
    reset: bool,
}

/// What `save` writes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    seed: u64,
    draws: Stream,
    lanes: Box<RawValue>,
}

impl PyVecEnv {
    /// The environment, unless another thread uses it.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        errors::held(&self.inner)
    }

    fn give(&self, py: Python<'_>, inner: &Inner) -> PyResult<Py<PyAny>> {
        if self.fresh { inner.arrays.batch.call_method0(py, "copy") } else { Ok(inner.arrays.batch.clone_ref(py)) }
    }
}

#[pymethods]
impl PyVecEnv {
    #[new]
    #[pyo3(signature = (
        game, lanes=1, *, seed=0, options=None, vary=None, threads=1, autoreset="same-step", hints=false, sensible=false,
        packed=true, final_observations=false, all_observations=false, first_lane=0, fresh=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = numbers::lanes)] lanes: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        options: Option<Bound<'_, PyDict>>,
        vary: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        autoreset: &str,
        hints: bool,
        sensible: bool,
        packed: bool,
        final_observations: bool,
        all_observations: bool,
        #[pyo3(from_py_with = numbers::first_lane)] first_lane: u64,
        fresh: bool,
    ) -> PyResult<PyVecEnv> {
        let made_with = PyDict::new(py);
        made_with.set_item("game", game)?;
        made_with.set_item("lanes", lanes)?;
        made_with.set_item("seed", seed)?;
        made_with.set_item("options", options.as_ref().map(|options| options.copy()).transpose()?)?;
        made_with.set_item("vary", vary.as_ref().map(|vary| vary.copy()).transpose()?)?;
        made_with.set_item("threads", threads)?;
        made_with.set_item("autoreset", autoreset)?;
        made_with.set_item("hints", hints)?;
        made_with.set_item("sensible", sensible)?;
        made_with.set_item("packed", packed)?;
        made_with.set_item("final_observations", final_observations)?;
        made_with.set_item("all_observations", all_observations)?;
        made_with.set_item("first_lane", first_lane)?;
        made_with.set_item("fresh", fresh)?;
        let autoreset = match autoreset {
            "same-step" => Autoreset::SameStep,
            "next-step" => Autoreset::NextStep,
            other => {
                let text = format!("autoreset is \"{other}\": expected \"same-step\" or \"next-step\"");
                return Err(PyValueError::new_err(text));
            }
        };
        check_last_lane(lanes, first_lane)?;
        let batch = BatchOptions::new(lanes).first_lane(first_lane).autoreset(autoreset);
        let batch = batch.hints(hints).sensible(sensible);
        let game = made(game, options.as_ref())?;
        let env = game.batch(&variation(vary.as_ref())?, batch).or_raise(GameError::new_err)?;
        let inner = Inner {
            arrays: Arrays::new(py, env.spec(), lanes, packed, final_observations, all_observations)?,
            seed,
            draws: Stream::keyed([seed, DRAWS, 0]),
            drawn: PyArray1::zeros(py, lanes, false).unbind(),
            given: Vec::with_capacity(lanes),
            chosen: Vec::with_capacity(lanes),
            reset: false,
            env,
        };
        Ok(PyVecEnv {
            made_with: made_with.unbind(),
            fresh,
            packed,
            sensible,
            threads: Threads::new(threads),
            inner: Mutex::new(inner),
        })
    }

    /// Starts every lane anew and returns the first decisions.
    ///
    /// What happens after depends on the seed and the actions alone. Without a seed the first reset takes the
    /// environment's, and each later one the next number, so that other games are played.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>) -> PyResult<Py<PyAny>> {
        let mut guard = self.inner()?;
        let inner = &mut *guard;
        let seed = seed.unwrap_or(inner.seed);
        let Inner { arrays, env, .. } = inner;
        let threads = self.threads.ready()?;
        arrays.fill(py, (&mut **env, &threads), |env, out| env.reset(seed, out))?.or_raise(EnvError::new_err)?;
        inner.seed = seed.wrapping_add(1);
        inner.draws = Stream::keyed([seed, DRAWS, 0]);
        inner.reset = true;
        self.give(py, inner)
    }

    /// Plays one action in each lane and returns the next decisions.
    ///
    /// `actions` are whole numbers of any width, `[lanes]`. The lock of the interpreter is released meanwhile.
    ///
    /// Raises `ActionError` if one is not legal, naming its lane, `ValueError` on another shape, `TypeError` on numbers
    /// that are not whole and `EnvError` before the first reset; nothing is changed then.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let mut guard = self.inner()?;
        let inner = &mut *guard;
        let Inner { arrays, env, given, chosen, .. } = inner;
        rows::actions(actions, env.lanes(), given)?;
        chosen.clear();
        for (lane, (&number, legal)) in given.iter().zip(arrays.legal()).enumerate() {
            match rows::action(number) {
                Some(action) => chosen.push(action),
                // Before the first reset, or where an end is shown: no number means anything there.
                None if legal.is_empty() => chosen.push(Action::default()),
                None => return Err(errors::illegal(py, env.spec(), lane, number, legal)),
            }
        }
        let threads = self.threads.ready()?;
        match arrays.fill(py, (&mut **env, &threads), |env, out| env.step(chosen, out))? {
            Ok(()) => self.give(py, inner),
            Err(StepError::Illegal { lane, action }) => {
                Err(errors::illegal(py, env.spec(), lane, action.0.into(), arrays.legal_in(lane)))
            }
            Err(other) => Err(EnvError::new_err(other.to_string())),
        }
    }

    /// Draws one legal action a lane, each equally likely: `int64 [lanes]`, written in place.
    ///
    /// The draws follow from the seed of the last reset. Where a lane shows an end and no action is legal, it is 0.
    ///
    /// Raises `EnvError` before the first reset.
    fn random_actions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut guard = self.inner()?;
        let Inner { arrays, draws, drawn, reset, .. } = &mut *guard;
        if !*reset {
            return Err(EnvError::new_err("the environment must be reset before actions are drawn"));
        }
        let mut out = writable(py, drawn)?;
        for (out, legal) in out.as_slice_mut()?.iter_mut().zip(arrays.legal()) {
            *out = if legal.is_empty() { 0 } else { draws.pick(&legal).0.into() };
        }
        if self.fresh { drawn.call_method0(py, "copy") } else { Ok(drawn.clone_ref(py).into_any()) }
    }

    /// Returns what a seat of a lane knows, as a dictionary.
    ///
    /// Raises `IndexError` if there is no such lane or seat, `EnvError` before the first reset.
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::lane)] lane: usize,
        #[pyo3(from_py_with = numbers::seat)] seat: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let guard = self.inner()?;
        check_seat(&*guard.env, lane, seat)?;
        if !guard.reset {
            return Err(EnvError::new_err("the environment must be reset before it shows a view"));
        }
        to_python(py, &guard.env.view(lane, seat).json())
    }

    /// Returns what a seat of a lane sees, whoever is to move: `(observation, mask)`, arrays of their own.
    ///
    /// They are a row of `observations` and one of `masks`, packed or not as these are; the mask is empty where the seat
    /// is not to move.
    ///
    /// Raises `IndexError` if there is no such lane or seat, `EnvError` before the first reset.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::lane)] lane: usize,
        #[pyo3(from_py_with = numbers::seat)] seat: usize,
    ) -> PyResult<Row<'py>> {
        let guard = self.inner()?;
        check_seat(&*guard.env, lane, seat)?;
        if !guard.reset {
            return Err(EnvError::new_err("the environment must be reset before it shows a row"));
        }
        row(py, guard.env.spec(), &guard.env.view(lane, seat), self.packed, self.sensible)
    }

    /// Returns the position of every lane, and what is drawn next, as a text.
    ///
    /// Raises `EnvError` before the first reset.
    fn save(&self) -> PyResult<String> {
        let guard = self.inner()?;
        if !guard.reset {
            return Err(EnvError::new_err("the environment must be reset before it is saved"));
        }
        let lanes = RawValue::from_string(guard.env.save()).or_raise(SavedError::new_err)?;
        let saved = Saved { seed: guard.seed, draws: guard.draws.clone(), lanes };
        serde_json::to_string(&saved).or_raise(SavedError::new_err)
    }

    /// Takes up what `save` wrote and returns its decisions, with nothing ended and nothing told.
    ///
    /// Raises `SavedError` if it is not of this game, these options or these lanes; nothing is changed then.
    fn load(&self, py: Python<'_>, saved: &str) -> PyResult<Py<PyAny>> {
        let saved: Saved = elderhand_env::options::read_json(saved.as_bytes()).or_raise(SavedError::new_err)?;
        let mut guard = self.inner()?;
        let inner = &mut *guard;
        let Inner { arrays, env, .. } = inner;
        let lanes = saved.lanes.get();
        let threads = self.threads.ready()?;
        arrays.fill(py, (&mut **env, &threads), |env, out| env.load(lanes, out))?.or_raise(SavedError::new_err)?;
        (inner.seed, inner.draws, inner.reset) = (saved.seed, saved.draws, true);
        self.give(py, inner)
    }

    /// The number of lanes.
    #[getter]
    fn lanes(&self) -> PyResult<usize> {
        Ok(self.inner()?.env.lanes())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads.count()
    }

    /// What the game looks like from outside, as `describe` gives it; of games that vary it has the most seats.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let guard = self.inner()?;
        spec(py, guard.env.spec(), guard.env.game(0).options())
    }

    /// The arrays as they are now.
    #[getter]
    fn batch(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let guard = self.inner()?;
        self.give(py, &guard)
    }

    /// Returns the number of seats of a lane.
    ///
    /// Raises `IndexError` if there is no such lane.
    fn seats(&self, #[pyo3(from_py_with = numbers::lane)] lane: usize) -> PyResult<usize> {
        let guard = self.inner()?;
        check_seat(&*guard.env, lane, 0)?;
        Ok(guard.env.seats(lane))
    }

    fn __len__(&self) -> PyResult<usize> {
        self.lanes()
    }

    fn __repr__(&self) -> PyResult<String> {
        let guard = self.inner()?;
        Ok(format!("<VecEnv {} of {} lanes>", guard.env.spec().id, guard.env.lanes()))
    }

    /// Copies go by what `save` writes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let saved = if self.inner()?.reset { Some(self.save()?) } else { None };
        let restore = py.import("elderhand.pickling")?.getattr("restore")?;
        (restore, (self.made_with.bind(py).copy()?, saved)).into_pyobject(py)
    }
}

/// Checks that the last lane has a number.
pub fn check_last_lane(lanes: usize, first_lane: u64) -> PyResult<()> {
    let too_great = || PyValueError::new_err("first_lane is too great: the last lane has no number");
    first_lane.checked_add(lanes as u64).map(|_| ()).ok_or_else(too_great)
}

/// Reads the values that options take.
pub fn variation(vary: Option<&Bound<'_, PyDict>>) -> PyResult<Variation> {
    let Some(vary) = vary else { return Ok(Variation::new()) };
    let entry = |(name, values): (Bound<'_, PyAny>, Bound<'_, PyAny>)| match from_python(&values)? {
        Value::Array(values) => Ok((name.extract()?, values)),
        other => Err(GameError::new_err(format!("vary: {name} is {other}: expected a list of values"))),
    };
    vary.iter().map(entry).collect()
}

fn check_seat(env: &dyn VecEnv, lane: usize, seat: usize) -> PyResult<()> {
    if lane >= env.lanes() {
        return Err(PyIndexError::new_err(format!("there is no lane {lane}: the lanes are 0 to {}", env.lanes() - 1)));
    }
    if seat >= env.seats(lane) {
        let last = env.seats(lane) - 1;
        return Err(PyIndexError::new_err(format!(
            "there is no seat {seat} in lane {lane}: the seats are 0 to {last}"
        )));
    }
    Ok(())
}
