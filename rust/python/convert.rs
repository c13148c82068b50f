//! Values on their way between Python and Rust.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PySequence, PySet, PyString};
use serde_json::{Map, Value};

use super::error;
use crate::game::Seat;

/// JSON as Python objects.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let items: PyResult<Vec<_>> = list.iter().map(|item| to_python(py, item)).collect();
            PyList::new(py, items?)?.into_any()
        }
        Value::Object(object) => dict(py, object)?.into_any(),
    })
}

/// A JSON object as a dict, in its order.
pub fn dict<'py>(py: Python<'py>, object: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in object {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// How deep lists may be nested in the value of an option; no option nests them at all.
const DEEPEST: usize = 4;

/// The value of an option as JSON.
pub fn to_json(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested(name, value, DEEPEST)
}

fn nested(name: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned().into());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().into());
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        // A number beyond 64 bits is passed on as what no option accepts.
        let number = value.extract::<i64>().map(Value::from);
        return Ok(number.unwrap_or_else(|_| Value::from(vec![value.to_string()])));
    }
    if value.is_instance_of::<PySet>() || value.cast::<PySequence>().is_ok() {
        if depth == 0 {
            let message = format!("option {name}: lists within lists are no value of an option");
            return Err(error::argument(value.py(), name, &message));
        }
        return value.try_iter()?.map(|item| nested(name, &item?, depth - 1)).collect();
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("option {name}: a {kind} is no value of an option")))
}

/// A text; what is no Unicode in it is replaced, so that it is refused like any other wrong text.
pub struct Text(pub String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(value.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// A seed: any whole number from 0 to 2**64 - 1.
#[derive(Clone, Copy)]
pub struct Seed(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = value.extract::<u64>();
        number.map(Self).map_err(|error| out_of_range(&value, error, "seed", "0 to 2**64 - 1"))
    }
}

/// An index; one beyond 64 bits is no action, like every index out of range.
pub fn index(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract::<i64>().map_err(|error| {
        let py = value.py();
        if !error.is_instance_of::<PyOverflowError>(py) {
            return error;
        }
        let text = value.to_string();
        error::syntax(py, &format!("index {text} is no action"), &text)
    })
}

/// A number of players, which the game checks.
pub fn players(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    let range = "the range of any game";
    value.extract::<i64>().map_err(|error| out_of_range(value, error, "players", range))
}

/// A count of at least `least`.
pub fn count(value: &Bound<'_, PyAny>, name: &str, least: usize, most: usize) -> PyResult<usize> {
    let range = format!("{least} to {most}");
    let number =
        value.extract::<usize>().map_err(|error| out_of_range(value, error, name, &range))?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(error::argument(value.py(), name, &format!("{name} {number} is not in {range}")))
}

/// A seat of a game.
pub fn seat(value: &Bound<'_, PyAny>, players: usize) -> PyResult<Seat> {
    let range = format!("0 to {}", players - 1);
    let seat =
        value.extract::<Seat>().map_err(|error| out_of_range(value, error, "seat", &range))?;
    if usize::from(seat) < players {
        return Ok(seat);
    }
    Err(error::argument(value.py(), "seat", &format!("seat {seat} is not in {range}")))
}

/// A whole number that is too great or too small is an `OptionError`, anything else a `TypeError`.
fn out_of_range(value: &Bound<'_, PyAny>, error: PyErr, name: &str, range: &str) -> PyErr {
    let py = value.py();
    if !error.is_instance_of::<PyOverflowError>(py) {
        return error;
    }
    error::argument(py, name, &format!("{name} {value} is not in {range}"))
}
