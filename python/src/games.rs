//! The variants, their options and rules, and views as rows of bits.

use elderhand_env::{ActionSet, AnyGame, AnyView, Encode, Overrides, Spec, View, game, variant, variants as all};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Value, json};

use crate::arrays::as_type;
use crate::errors::{GameError, Raise, ViewError};
use crate::json::{from_text_or_python, overrides, serialized, to_python};
use crate::rows::{packed_rows, unpacked_rows};

/// Lists the variants: dictionaries with `id`, `title`, `family` and `points`, in the order in which they are listed everywhere.
#[pyfunction]
pub fn variants(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let about = |of: elderhand_env::Variant| {
        let about = json!({"id": of.id, "title": of.title, "family": of.family, "points": of.points});
        to_python(py, &about)
    };
    PyList::new(py, all().into_iter().map(about).collect::<PyResult<Vec<_>>>()?)
}

/// Returns every option of a game with its value.
///
/// With `overrides` they are those of the game that is made with them; `episode="match"` has options of its own.
///
/// Raises `GameError` if there is no such game, or an override is unknown or out of range.
#[pyfunction]
#[pyo3(signature = (game, overrides=None))]
pub fn options<'py>(
    py: Python<'py>,
    game: &str,
    overrides: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    serialized(py, made(game, overrides)?.options())
}

/// Returns the rules of a game as a page of Markdown.
///
/// Raises `GameError` if there is no such game.
#[pyfunction]
pub fn rules(game: &str) -> PyResult<&'static str> {
    made(game, None)?;
    Ok(variant(game).map_or("", |variant| variant.rules))
}

/// Returns what a game looks like from outside: seats, actions, planes and bounds, as an `elderhand.Spec`.
///
/// With `hints` its planes are those of an observation with hints.
///
/// Raises `GameError` if there is no such game, or an option is unknown or out of range.
#[pyfunction]
#[pyo3(signature = (game, options=None, *, hints=false))]
pub fn describe<'py>(
    py: Python<'py>,
    game: &str,
    options: Option<&Bound<'py, PyDict>>,
    hints: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = made(game, options)?;
    spec(py, &seen(&game, hints), game.options())
}

/// Writes what a view shows as a row: `(observation, mask)`.
///
/// The view is a dictionary, or a text with its JSON. Where `options` are left out they are those that the view holds.
/// Unpacked the observation is `uint8 [bits]` and the mask `bool [actions]`; packed they are `uint8 [words * 8]` and
/// `uint8 [32]`, as `VecEnv` writes them. The mask is empty where the seat of the view is not to move.
///
/// Raises `GameError` if the game cannot be made, `ViewError` if the view is not one of it.
#[pyfunction]
#[pyo3(signature = (game, view, options=None, *, hints=false, packed=false))]
pub fn encode<'py>(
    py: Python<'py>,
    game: &str,
    view: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
    hints: bool,
    packed: bool,
) -> PyResult<Row<'py>> {
    let json = from_text_or_python(view, ViewError::new_err)?;
    let game = match options {
        Some(_) => made(game, options)?,
        None => of_view(game, &Overrides::new(), &json)?,
    };
    let spec = seen(&game, hints);
    let view = game.read_view(json).or_raise(ViewError::new_err)?;
    row(py, &spec, &view, packed, false)
}

/// An observation and a mask as arrays of one row each.
pub type Row<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Writes what a view shows; with hints if the specification is of observations that have them.
pub fn row<'py>(py: Python<'py>, spec: &Spec, view: &AnyView, packed: bool, sensible: bool) -> PyResult<Row<'py>> {
    let hints = spec.bits() > view.game().spec().bits();
    let mut row = vec![0; spec.words()];
    let legal = observe(view, hints, &mut row);
    let mask = if sensible { legal - view.folly() } else { legal }.words().to_vec();
    if packed {
        let mask = packed_rows(py, mask, ActionSet::WORDS)?;
        return Ok((packed_rows(py, row, spec.words())?.get_item(0)?, mask.get_item(0)?));
    }
    let observation = unpacked_rows(py, &row, spec.words(), spec.bits())?.reshape([spec.bits()])?;
    let mask = unpacked_rows(py, &mask, ActionSet::WORDS, spec.actions.len())?.reshape([spec.actions.len()])?;
    Ok((observation.into_any(), as_type(&mask, "bool")?))
}

/// Makes a game with options laid over its own.
pub fn made(id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<AnyGame> {
    game(id, &overrides(options)?).or_raise(GameError::new_err)
}

/// Makes the game that a view is of: with the options that it holds, or with those given where it holds none.
pub fn of_view(id: &str, otherwise: &Overrides, view: &Value) -> PyResult<AnyGame> {
    let held = view.get("options").and_then(Value::as_object);
    let given = match held {
        None => return game(id, otherwise).or_raise(GameError::new_err),
        Some(held) => held.clone(),
    };
    // The options of a match say that it is one; a round of a game that is a match by itself must be asked for.
    let usual = game(id, otherwise).or_raise(GameError::new_err)?;
    if *usual.options() == given {
        return Ok(usual);
    }
    let mut options = given;
    if !options.contains_key("episode") && usual.options().contains_key("episode") {
        options.insert("episode".into(), "round".into());
    }
    game(id, &options).or_raise(|why| ViewError::new_err(format!("`options` of the view: {why}")))
}

/// The specification of observations with hints, or without.
pub fn seen(game: &AnyGame, hints: bool) -> Spec {
    if hints { game.spec().with_hints() } else { game.spec().clone() }
}

/// Writes what a view shows and returns its legal actions.
pub fn observe<V: Encode>(view: &V, hints: bool, row: &mut [u64]) -> ActionSet {
    row.fill(0);
    let mut row = elderhand_env::Row::new(row);
    let legal = view.observe(&mut row);
    if hints {
        view.hint(&mut row);
    }
    row.finish();
    legal
}

/// Makes an `elderhand.Spec`.
pub fn spec<'py>(py: Python<'py>, spec: &Spec, options: &Overrides) -> PyResult<Bound<'py, PyAny>> {
    let about = json!({
        "game": spec.id, "options": options, "seats": spec.seats, "actions": spec.actions, "planes": spec.planes,
        "bits": spec.bits(), "words": spec.words(), "returns": [spec.returns.0, spec.returns.1],
        "max_length": spec.max_length, "zero_sum": spec.zero_sum,
        "actions_hash": spec.actions_hash(), "layout_hash": spec.layout_hash(),
    });
    py.import("elderhand.results")?.call_method1("spec_of", (to_python(py, &about)?,))
}
