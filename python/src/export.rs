//! Networks that were trained elsewhere, as bundles.

use std::io;
use std::path::{Path, PathBuf};

use elderhand_agents::bundle::{Draft, DraftError, Evaluation, Training};
use elderhand_agents::files::would_replace;
use elderhand_agents::{Bot, Bundle, Choice, Network};
use elderhand_env::{Overrides, Variation};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyFileExistsError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;

use crate::bot::PyBot;
use crate::bundle::PyBundle;
use crate::env::variation;
use crate::errors::{BotError, GameError, Raise};
use crate::games::made;
use crate::json::{from_python, listed};
use crate::numbers;

/// What is said of a network beside its weights, as a manifest says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    game: String,
    options: Overrides,
    variable: Variation,
    value_scale: f32,
    decision: Choice,
    training: Training,
    evaluations: Vec<Evaluation>,
    card: Option<String>,
}

/// Checks what a network is to play and by whom it is to be measured, before anything is written; returns their names.
#[pyfunction]
pub fn check_export(
    game: &str,
    options: Option<&Bound<'_, PyDict>>,
    vary: Option<&Bound<'_, PyDict>>,
    opponents: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::deals)] deals: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<Vec<String>> {
    let tables = made(game, options)?.vary(&variation(vary)?).or_raise(GameError::new_err)?;
    // These are right if they could be read.
    let _ = (deals, seed, threads);
    let check = |opponent: PyResult<Bound<'_, PyAny>>| {
        let opponent = opponent?;
        let no_name = || {
            let text =
                format!("{opponent} is no opponent of an export: expected a name, by which the bundle tells of it");
            PyTypeError::new_err(text)
        };
        let name: String = opponent.extract().map_err(|_| no_name())?;
        let bot = Bot::open(&name).or_raise(BotError::new_err)?;
        tables.iter().try_for_each(|table| bot.player(table).map(|_| ())).or_raise(BotError::new_err)?;
        Ok(name)
    };
    listed(opponents, "a list of names of opponents, such as [\"random\"]")?.map(check).collect()
}

/// Returns the bot that a network would be as a bundle, and writes nothing, but checks that it could be written.
#[pyfunction]
pub fn try_bundle(
    py: Python<'_>,
    path: PathBuf,
    weights: &Bound<'_, PyDict>,
    described: &Bound<'_, PyDict>,
    replace: bool,
) -> PyResult<PyBot> {
    check_path(&path, replace)?;
    let draft = draft(weights, described)?;
    let bundle = py.detach(|| draft.bundle(&path.display().to_string())).or_raise(BotError::new_err)?;
    Ok(PyBot::of(bundle.into(), 0))
}

/// Writes a network as a bundle and returns it as it was read again; `elderhand.export` measures it as well.
#[pyfunction]
pub fn write_bundle(
    py: Python<'_>,
    path: PathBuf,
    weights: &Bound<'_, PyDict>,
    described: &Bound<'_, PyDict>,
    replace: bool,
) -> PyResult<PyBundle> {
    check_path(&path, replace)?;
    let draft = draft(weights, described)?;
    py.detach(|| draft.write(&path)).map(PyBundle).map_err(|error| match error {
        DraftError::Write { ref source, .. } => io::Error::new(source.kind(), error.to_string()).into(),
        error => BotError::new_err(error.to_string()),
    })
}

/// Refuses a path where nothing can be written, and another file, unless that is to be replaced.
fn check_path(path: &Path, replace: bool) -> PyResult<()> {
    let shown = path.display();
    let replaces = would_replace(path).map_err(|source| {
        let text = format!("{shown}: cannot be written: {source}; nothing has changed there");
        io::Error::new(source.kind(), text)
    })?;
    // A name mistyped must not cost somebody another file.
    if replaces && !replace && Bundle::open(path).is_err() {
        return Err(PyFileExistsError::new_err(format!("{shown} is there already and is no bundle")));
    }
    Ok(())
}

/// Puts together what a bundle is made of.
fn draft(weights: &Bound<'_, PyDict>, described: &Bound<'_, PyDict>) -> PyResult<Draft> {
    let described: Described = serde_json::from_value(from_python(described)?).or_raise(PyValueError::new_err)?;
    let tensors = weights.iter().map(|(name, weight)| {
        let name: String = name.extract()?;
        let weight: PyReadonlyArrayDyn<'_, f32> = weight
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("weights[\"{name}\"]: expected an array of float32")))?;
        match weight.ndim() {
            1 | 2 => Ok((name, weight.as_array().to_owned())),
            other => Err(PyValueError::new_err(format!("weights[\"{name}\"] has {other} dimensions: expected 1 or 2"))),
        }
    });
    let network = Network::from_tensors(tensors.collect::<PyResult<_>>()?).or_raise(BotError::new_err)?;
    let Described { game, options, variable, value_scale, decision, training, evaluations, card } = described;
    Ok(Draft { game, options, variable, network, value_scale, decision, training, evaluations, card })
}
