//! Networks that were trained elsewhere, as bundles.

use std::path::PathBuf;

use elderhand_agents::bundle::{Draft, Evaluation, Training};
use elderhand_agents::files::would_replace;
use elderhand_agents::{Bundle, Choice, Network};
use elderhand_env::{Overrides, Variation};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;

use crate::bundle::PyBundle;
use crate::errors::{BotError, Raise};
use crate::json::from_python;

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

/// Writes a network as a bundle and returns it as it was read again; `elderhand.export` measures it as well.
#[pyfunction]
pub fn write_bundle(
    py: Python<'_>,
    path: PathBuf,
    weights: &Bound<'_, PyDict>,
    described: &Bound<'_, PyDict>,
    replace: bool,
) -> PyResult<PyBundle> {
    // A name mistyped must not cost somebody another file.
    let shown = path.display();
    if would_replace(&path).or_raise(PyOSError::new_err)? && !replace && Bundle::open(&path).is_err() {
        return Err(PyFileExistsError::new_err(format!("{shown} is there already and is no bundle")));
    }
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
    let draft = Draft { game, options, variable, network, value_scale, decision, training, evaluations, card };
    py.detach(|| draft.write(&path)).map(PyBundle).or_raise(BotError::new_err)
}
