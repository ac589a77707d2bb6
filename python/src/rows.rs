//! Rows and actions as arrays of their own, not of a batch.

use elderhand_env::{Action, unpack};
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::as_type;
use crate::errors::{EnvError, Raise};

/// Returns rows of packed words as an array of bytes, `uint8 [rows, words * 8]`.
pub fn packed_rows<'py>(py: Python<'py>, words: Vec<u64>, width: usize) -> PyResult<Bound<'py, PyAny>> {
    let rows = words.len() / width.max(1);
    as_type(&words.into_pyarray(py).reshape([rows, width])?, "uint8")
}

/// Returns rows of packed words as an array of a byte a bit, `uint8 [rows, bits]`.
pub fn unpacked_rows<'py>(
    py: Python<'py>,
    words: &[u64],
    width: usize,
    bits: usize,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rows = words.len() / width.max(1);
    let mut bytes = vec![0; rows * bits];
    unpack(words, width, bits, &mut bytes).map_err(|error| PyValueError::new_err(error.to_string()))?;
    bytes.into_pyarray(py).reshape([rows, bits])
}

/// Reads one action a lane out of whatever numpy makes an array of whole numbers of.
///
/// Fails on another shape or type.
pub fn actions(given: &Bound<'_, PyAny>, lanes: usize, out: &mut Vec<i128>) -> PyResult<()> {
    out.clear();
    // Rust reads numbers only where they are aligned, which the copies below are.
    if let Ok(array) = given.cast::<PyArray1<i64>>()
        && array.len() == lanes
        && array.is_aligned()
    {
        return extend(array, out);
    }
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [lanes] {
        let shape = array.getattr("shape")?;
        return Err(PyValueError::new_err(format!("actions have the shape {shape}: expected ({lanes},), one a lane")));
    }
    let dtype = array.getattr("dtype")?;
    // Each as the widest of its kind, so that a number is told as it was given.
    match dtype.getattr("kind")?.extract::<&str>()? {
        "i" => extend(array.call_method1("astype", ("int64",))?.cast::<PyArray1<i64>>()?, out),
        "u" => extend(array.call_method1("astype", ("uint64",))?.cast::<PyArray1<u64>>()?, out),
        _ => Err(PyTypeError::new_err(format!("actions are {dtype}: expected whole numbers"))),
    }
}

fn extend<T: Element + Copy + Into<i128>>(array: &Bound<'_, PyArray1<T>>, out: &mut Vec<i128>) -> PyResult<()> {
    let array = array.try_readonly().or_raise(EnvError::new_err)?;
    out.extend(array.as_array().iter().map(|&number| number.into()));
    Ok(())
}

/// The action of a number; nothing if no action has it.
pub fn action(number: i128) -> Option<Action> {
    u16::try_from(number).ok().map(Action)
}
