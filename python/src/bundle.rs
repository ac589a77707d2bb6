//! Bundles: networks as files carry them.

use std::path::PathBuf;

use elderhand_agents::Bundle;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::errors::{BotError, Raise};
use crate::json::{serialized, to_python};

/// A network with all that is needed to play it, as a file carries it.
///
/// Raises `BotError` if the file is none, or something in it is wrong.
#[pyclass(frozen, name = "Bundle", module = "elderhand")]
pub struct PyBundle(pub Bundle);

#[pymethods]
impl PyBundle {
    #[new]
    fn new(path: PathBuf) -> PyResult<PyBundle> {
        Bundle::open(&path).map(PyBundle).or_raise(BotError::new_err)
    }

    /// Reads a bundle from the bytes of its file; `name` stands for it in messages.
    #[staticmethod]
    #[pyo3(signature = (data, name="bundle"))]
    fn from_bytes(data: &Bound<'_, PyBytes>, name: &str) -> PyResult<PyBundle> {
        Bundle::from_bytes(name, data.as_bytes()).map(PyBundle).or_raise(BotError::new_err)
    }

    /// The path, as it was given.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The id of the game that it plays.
    #[getter]
    fn game(&self) -> &str {
        &self.0.manifest().contract.game
    }

    /// The options of the game for which it was made.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, &self.0.manifest().contract.options)
    }

    /// The model card: a page of Markdown.
    #[getter]
    fn card(&self) -> &str {
        self.0.card()
    }

    /// What the bundle says of itself, as docs/formats.md describes it.
    #[getter]
    fn manifest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, self.0.manifest())
    }

    /// The weights by name, `float32`: `trunk.N.weight`, `trunk.N.bias`, `policy.…`, `value.…` and perhaps
    /// `direct.weight`. A weight is `[outputs, inputs]`, as in PyTorch. They are copies.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let weights = PyDict::new(py);
        for (name, tensor) in self.0.network().to_tensors() {
            let shape = tensor.shape().to_vec();
            let numbers: Vec<f32> = tensor.into_iter().collect();
            weights.set_item(name, numbers.into_pyarray(py).reshape(shape)?)?;
        }
        Ok(weights)
    }

    /// The golden positions: dictionaries with `view`, `logits` by the names of the legal actions, and the `value` before
    /// it is scaled. Whoever evaluates the weights elsewhere can hold the answers against these.
    #[getter]
    fn golden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let line = |line: &str| to_python(py, &serde_json::from_str(line).or_raise(BotError::new_err)?);
        PyList::new(py, self.0.golden().lines().map(line).collect::<PyResult<Vec<_>>>()?)
    }

    /// Plays the golden positions again and returns how many there are and the largest difference.
    ///
    /// Raises `BotError` at the first that differs.
    fn verify(&self) -> PyResult<(usize, f32)> {
        let verification = self.0.verify().or_raise(BotError::new_err)?;
        Ok((verification.positions, verification.worst))
    }

    /// The bot as an ONNX model, which other runtimes evaluate; docs/formats.md describes it.
    fn to_onnx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.to_onnx().or_raise(BotError::new_err)?))
    }

    fn __repr__(&self) -> String {
        format!("<Bundle {} of {}>", self.0.name(), self.game())
    }
}
