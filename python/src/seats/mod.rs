//! One learner's decisions, while others hold the other seats.

mod arrays;
mod lane;
mod seating;

use std::sync::{Arc, Mutex, MutexGuard};

use elderhand_env::{Action, AnyGame, BatchOptions, Seat, Spec, Stream};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use self::arrays::Arrays;
use self::lane::{Fault, Lane};
use self::seating::Seating;
use crate::callable::Questions;
use crate::env::{DRAWS, check_last_lane, variation};
use crate::errors::{BotError, EnvError, GameError, Raise, held, illegal};
use crate::games::{made, spec};
use crate::interrupt::Signals;
use crate::json::to_python;
use crate::numbers;
use crate::opponent::{Opponent, Shown};
use crate::rows::{action, actions};
use crate::threads::{Ready, Threads};

/// Many games side by side, of which only the learner's decisions are shown: others play until it is to move.
///
/// Parameters
/// ----------
/// game, lanes, seed, options, vary, threads, hints, packed, first_lane, fresh :
///     As of `VecEnv`. An episode whose end is told is followed by the next one in the same step.
/// opponents : list
///     Who plays against the learner: names and `Bot`s, which play in Rust (`cmd:PROGRAM` is started once a lane);
///     objects with a method `act(view)`, which are asked for each decision; and policies, which are called as
///     `policy(observations, masks, seats)` with a row for each lane that waits for them and return an action a row. How
///     many rows there are changes from call to call, and what a policy is given is its own. Of a `Bot` only the player
///     counts, not its `game`, `options` and `seed`. With weights, as in `[("simple", 2), ("random", 1)]`, each seat is
///     held by one that is drawn, anew in each episode; without, they take turns as `seat` says.
/// seat : int, optional
///     The seat that the learner keeps. With `None` it moves on by a seat with every episode: in episode `e` of the lane
///     of number `n` it holds seat `(first + n + e) % seats`, where `first` is drawn from the seed of the reset. From the
///     seat after its own on the others are held by the opponents in their order, again and again; each time that the
///     learner has held every seat (each episode, if it keeps one) the order begins with the next of them. With whom it
///     begins is drawn as well.
/// final_observations : bool
///     Whether what the learner saw at the end of an episode is kept.
/// sensible : bool
///     As of `VecEnv`, but an action that the masks leave out is an `ActionError`.
///
/// Raises `GameError` on games and options, `BotError` if an opponent cannot be had or does not play the game,
/// `TypeError` if one is no player, and `ValueError` on numbers out of range.
#[pyclass(frozen, name = "SeatEnv", module = "elderhand")]
pub struct PySeatEnv {
    /// The tables at which opponents must be able to sit down, what policies are shown, and the learner's seat if it keeps one.
    tables: Vec<AnyGame>,
    shown: Shown,
    seat: Option<Seat>,
    fresh: bool,
    threads: Threads,
    signals: Arc<Signals>,
    inner: Mutex<Inner>,
}

struct Inner {
    lanes: Vec<Lane>,
    /// The opponents of the episodes that are still to begin.
    seating: Arc<Seating>,
    spec: Spec,
    arrays: Arrays,
    given: Vec<i128>,
    /// What a reset without a seed begins with.
    seed: u64,
    draws: Stream,
    /// There has been a reset, from which another without a seed goes on.
    begun: bool,
    /// The lanes wait for the learner: false before the first reset, and after a player has failed or Ctrl-C.
    ready: bool,
}

impl Inner {
    fn names(&self) -> Vec<String> {
        self.seating.opponents.iter().map(|opponent| opponent.name().to_owned()).collect()
    }
}

impl PySeatEnv {
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        held(&self.inner)
    }

    fn give(&self, py: Python<'_>, inner: &Inner) -> PyResult<Py<PyAny>> {
        inner.arrays.write(py, &inner.lanes)?;
        if self.fresh { inner.arrays.batch.call_method0(py, "copy") } else { Ok(inner.arrays.batch.clone_ref(py)) }
    }
}

/// Lets policies of Python answer until every lane waits for the learner.
fn settle(py: Python<'_>, inner: &mut Inner, threads: (&Signals, &Ready)) -> PyResult<()> {
    let Inner { lanes, seating, spec, given, .. } = inner;
    while let Some(policy) = lanes.iter().find_map(Lane::policy).cloned() {
        let waits = |lane: &Lane| lane.policy().is_some_and(|other| Arc::ptr_eq(other, &policy));
        let mut questions = Questions::default();
        for lane in lanes.iter().filter(|lane| waits(lane)) {
            questions.rows.extend_from_slice(lane.row());
            questions.masks.extend_from_slice(lane.mask());
            questions.seats.push(lane.seat());
        }
        policy.answer(py, spec, questions, given)?;
        let mut answers = given.iter().copied().filter_map(action);
        let chosen: Vec<Option<Action>> =
            lanes.iter().map(|lane| if waits(lane) { answers.next() } else { None }).collect();
        advance(py, lanes, threads, |lane, place| match chosen[place] {
            Some(action) => lane.play(action, seating),
            None => Ok(()),
        })?;
    }
    Ok(())
}

/// Does something with every lane on the threads; fails with the first fault that is found, and with Ctrl-C.
fn advance(
    py: Python<'_>,
    lanes: &mut [Lane],
    (signals, threads): (&Signals, &Ready),
    work: impl Fn(&mut Lane, usize) -> Result<(), Fault> + Sync,
) -> PyResult<()> {
    let all = || {
        let one = |(place, lane): (usize, &mut Lane)| work(lane, place);
        match threads.pool() {
            Some(_) => lanes.par_iter_mut().enumerate().try_for_each(one),
            None => lanes.iter_mut().enumerate().try_for_each(one),
        }
    };
    signals.heed(py, threads, all)?.map_err(|fault| {
        // What Python raised, if it did. On several threads others may have raised, too, and none of it is to be told later.
        let opponents = lanes.iter().flat_map(|lane| &lane.seating().opponents);
        let raised: Vec<PyErr> = opponents.filter_map(Opponent::raised).collect();
        raised.into_iter().next().unwrap_or_else(|| BotError::new_err(fault.0))
    })
}

#[pymethods]
impl PySeatEnv {
    #[new]
    #[pyo3(signature = (
        game, lanes=1, *, opponents, seat=None, seed=0, options=None, vary=None, threads=1, hints=false, sensible=false,
        packed=true, final_observations=false, first_lane=0, fresh=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = numbers::lanes)] lanes: usize,
        opponents: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::kept_seat)] seat: Option<usize>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        options: Option<&Bound<'_, PyDict>>,
        vary: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        hints: bool,
        sensible: bool,
        packed: bool,
        final_observations: bool,
        #[pyo3(from_py_with = numbers::first_lane)] first_lane: u64,
        fresh: bool,
    ) -> PyResult<PySeatEnv> {
        let game = made(game, options)?;
        let variation = variation(vary)?;
        check_last_lane(lanes, first_lane)?;
        let (tables, shown) = (game.vary(&variation).or_raise(GameError::new_err)?, Shown { packed, hints, sensible });
        let seating = Arc::new(Seating::read(opponents, shown, seat, &tables)?);
        let options = BatchOptions::new(1).hints(hints).sensible(sensible);
        let signals = Signals::new();
        let lane = |number| Lane::new(&game, &variation, options.first_lane(number), &seating, signals.heeded());
        let all = (first_lane..).take(lanes).map(lane);
        let all = all.collect::<Result<Vec<_>, _>>().or_raise(GameError::new_err)?;
        let least = all.iter().map(|lane| lane.env().seats(0)).min().unwrap_or_default();
        if let Some(seat) = seat.filter(|&seat| seat >= least) {
            let text = format!("seat is {seat}: expected 0 to {}, or None for one after the other", least - 1);
            return Err(PyValueError::new_err(text));
        }
        let spec = all[0].env().spec().clone();
        let inner = Inner {
            arrays: Arrays::new(py, &spec, lanes, packed, final_observations)?,
            lanes: all,
            seating,
            spec,
            given: Vec::with_capacity(lanes),
            seed,
            draws: Stream::keyed([seed, DRAWS, 0]),
            begun: false,
            ready: false,
        };
        Ok(PySeatEnv { tables, shown, seat, fresh, threads: Threads::new(threads), signals, inner: Mutex::new(inner) })
    }

    /// Starts an episode in every lane, plays until the learner is to move everywhere, and returns its decisions.
    ///
    /// With a seed every lane starts anew, and what happens after follows from the seed, which decides as well with which
    /// seat and opponents the lanes begin. The first reset without one takes the environment's. Each later one goes on: a
    /// lane in which the last step ended an episode keeps the next one, which it shows already, unless the opponents have
    /// been replaced. Every other lane starts one with other cards, in which the learner and its opponents have moved on, as
    /// they do at an end.
    ///
    /// Raises `BotError` if an opponent misbehaves, whatever a policy raises, and `KeyboardInterrupt`; the environment must
    /// be reset again then.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>) -> PyResult<Py<PyAny>> {
        let mut guard = self.inner()?;
        let inner = &mut *guard;
        let anew = seed.is_some() || !inner.begun;
        let seed = seed.unwrap_or(inner.seed);
        // The same key as that of random actions with the seed turned round.
        let mut own = Stream::keyed([!seed, DRAWS, 0]);
        let (first, following) = (own.bits(), own.bits());
        let ready = self.threads.ready()?;
        let threads = (&*self.signals, &ready);
        let Inner { lanes, seating, .. } = inner;
        if !inner.ready {
            // No lane keeps an episode that a fault or Ctrl-C has cut off.
            lanes.iter_mut().for_each(Lane::clear);
        }
        inner.ready = false;
        advance(py, lanes, threads, |lane, _| match anew {
            true => lane.reset(seed, first, seating),
            false => lane.move_on(seed, seating),
        })?;
        settle(py, inner, threads)?;
        // Not the next number, with which another environment may have begun.
        inner.seed = following;
        inner.draws = Stream::keyed([seed, DRAWS, 0]);
        (inner.begun, inner.ready) = (true, true);
        self.give(py, inner)
    }

    /// Plays the learner's action in each lane, then those of the others until it is to move again.
    ///
    /// `actions` are whole numbers of any width, `[lanes]`.
    ///
    /// Raises `ActionError` if one is not legal, naming its lane, `ValueError` on another shape and `TypeError` on
    /// numbers that are not whole; nothing is changed then. Raises `BotError` if an opponent misbehaves, whatever a policy
    /// raises, and `KeyboardInterrupt`: Ctrl-C is heard while others think. The environment must be reset then, and
    /// `EnvError` is raised until it is.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let mut guard = self.inner()?;
        let inner = &mut *guard;
        if !inner.ready {
            return Err(EnvError::new_err("the environment must be reset before its next step"));
        }
        let Inner { lanes, seating, spec, given, .. } = inner;
        self::actions(actions, lanes.len(), given)?;
        let mut chosen = Vec::with_capacity(given.len());
        for (place, (lane, &number)) in lanes.iter().zip(&*given).enumerate() {
            match action(number).filter(|&action| lane.legal().contains(action)) {
                Some(action) => chosen.push(action),
                None => return Err(illegal(py, spec, place, number, lane.legal())),
            }
        }
        let ready = self.threads.ready()?;
        let threads = (&*self.signals, &ready);
        inner.ready = false;
        advance(py, lanes, threads, |lane, place| {
            lane.clear();
            lane.play(chosen[place], seating)
        })?;
        settle(py, inner, threads)?;
        inner.ready = true;
        self.give(py, inner)
    }

    /// Replaces the opponents: in each lane from its next episode on, and everywhere with the next reset.
    ///
    /// The episodes that have begun, of which each lane shows one, are played on by those who hold their seats.
    ///
    /// Raises what making an environment with these opponents raises; nothing is changed then.
    fn set_opponents(&self, opponents: &Bound<'_, PyAny>) -> PyResult<()> {
        let seating = Seating::read(opponents, self.shown, self.seat, &self.tables)?;
        self.inner()?.seating = Arc::new(seating);
        Ok(())
    }

    /// Draws one legal action a lane for the learner, each equally likely: `int64 [lanes]`, an array of its own.
    ///
    /// The draws follow from the seed of the last reset.
    ///
    /// Raises `EnvError` before the first reset.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut guard = self.inner()?;
        let Inner { lanes, draws, ready, .. } = &mut *guard;
        if !*ready {
            return Err(EnvError::new_err("the environment must be reset before actions are drawn"));
        }
        Ok(lanes.iter().map(|lane| i64::from(draws.pick(&lane.legal()).0)).collect::<Vec<_>>().into_pyarray(py))
    }

    /// Returns what the learner knows in a lane, as a dictionary.
    ///
    /// Raises `IndexError` if there is no such lane, `EnvError` before the first reset.
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::lane)] lane: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let guard = self.inner()?;
        if !guard.ready {
            return Err(EnvError::new_err("the environment must be reset before it shows a view"));
        }
        let last = guard.lanes.len() - 1;
        let none = || PyIndexError::new_err(format!("there is no lane {lane}: the lanes are 0 to {last}"));
        let lane = guard.lanes.get(lane).ok_or_else(none)?;
        to_python(py, &lane.env().view(0, lane.seat().into()).json())
    }

    /// The number of lanes.
    #[getter]
    fn lanes(&self) -> PyResult<usize> {
        Ok(self.inner()?.lanes.len())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads.count()
    }

    /// The names of the opponents, in their order; after `set_opponents` those of the next episodes.
    #[getter]
    fn opponents(&self) -> PyResult<Vec<String>> {
        Ok(self.inner()?.names())
    }

    /// What the game looks like from outside, as `describe` gives it; of games that vary it has the most seats.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let guard = self.inner()?;
        spec(py, &guard.spec, guard.lanes[0].env().game(0).options())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.lanes()
    }

    fn __repr__(&self) -> PyResult<String> {
        let guard = self.inner()?;
        let opponents = guard.names().join(", ");
        Ok(format!("<SeatEnv {} of {} lanes against {opponents}>", guard.spec.id, guard.lanes.len()))
    }

    /// Refuses: what the others think cannot be copied.
    fn __reduce__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err("a SeatEnv cannot be pickled, as its players cannot: make one in each process"))
    }
}
