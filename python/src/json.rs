//! JSON values as Python's own, and back.

use elderhand_env::Overrides;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Number, Value};

/// Nothing that the package reads is nested deeper than this.
const DEEPEST: usize = 64;

/// Returns a value as dictionaries, lists, texts, numbers, `True`, `False` and `None`.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(values) => {
            let values = values.iter().map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(name, value)| dict.set_item(name, to_python(py, value)?))?;
            dict.into_any()
        }
    })
}

/// Returns what can be written as JSON as Python's own values.
pub fn serialized<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(value).map_err(|error| PyValueError::new_err(error.to_string()))?;
    to_python(py, &value)
}

/// Reads a value of Python's own; a scalar of numpy counts as the number that it is.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0)
}

/// Goes through what Python gives as a list, whatever else can be gone through but a text or a dictionary; `expected` says
/// of what it is to be one.
pub fn listed<'py>(given: &Bound<'py, PyAny>, expected: &str) -> PyResult<Bound<'py, PyIterator>> {
    let single =
        given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyDict>();
    if single || !given.hasattr("__iter__")? {
        let found = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected {expected}, not a single {found}")));
    }
    given.try_iter()
}

/// Reads a value of Python's own, or a text or bytes that hold JSON; a text that does not is what `raise` makes of it.
pub fn from_text_or_python(value: &Bound<'_, PyAny>, raise: fn(String) -> PyErr) -> PyResult<Value> {
    let text = match value.extract::<&[u8]>() {
        Ok(bytes) => bytes.to_vec(),
        Err(_) => match value.extract::<String>() {
            Ok(text) => text.into_bytes(),
            Err(_) => return from_python(value),
        },
    };
    elderhand_env::options::read_json(&text).map_err(raise)
}

/// Reads options: a dictionary, or nothing.
pub fn overrides(options: Option<&Bound<'_, PyDict>>) -> PyResult<Overrides> {
    match options.map(|options| from_python(options)).transpose()? {
        Some(Value::Object(options)) => Ok(options),
        _ => Ok(Overrides::new()),
    }
}

fn read(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("values are nested deeper than {DEEPEST}")));
    }
    // A truth is an integer to Python, so it comes first.
    if value.is_none() {
        Ok(Value::Null)
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Ok(truth.is_true().into())
    } else if value.is_instance_of::<PyInt>() {
        match value.extract::<i64>() {
            Ok(whole) => Ok(whole.into()),
            Err(_) => match value.extract::<u64>() {
                Ok(whole) => Ok(whole.into()),
                Err(_) => Err(PyValueError::new_err(format!("{value} is no whole number of 64 bits"))),
            },
        }
    } else if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        let finite = Number::from_f64(number).map(Value::Number);
        finite.ok_or_else(|| PyValueError::new_err(format!("{number} cannot be written as JSON")))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(text.to_str()?.into())
    } else if let Ok(dict) = value.cast::<PyDict>() {
        let field = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name: String =
                name.extract().map_err(|_| PyTypeError::new_err("names in a dictionary must be texts"))?;
            Ok((name, read(&value, depth + 1)?))
        };
        dict.iter().map(field).collect::<PyResult<Map<_, _>>>().map(Value::Object)
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        value.try_iter()?.map(|value| read(&value?, depth + 1)).collect::<PyResult<Vec<_>>>().map(Value::Array)
    } else if value.hasattr("dtype")? && value.hasattr("item")? {
        read(&value.call_method0("item")?, depth + 1)
    } else {
        Err(PyTypeError::new_err(format!("{} cannot be written as JSON", value.get_type().name()?)))
    }
}
