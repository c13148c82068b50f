//! Values on their way between Python and Rust.

use std::path::PathBuf;

use numpy::PyUntypedArray;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PySequence, PySet, PyString, PyTuple,
};
use serde_json::{Map, Value};

use super::error;
use crate::game::{Info, Seat, clip};
use crate::simulate::Seeds;

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

/// How a value pickles: a function of the engine that makes it again, and its fields.
pub fn rebuilt<'py>(
    py: Python<'py>,
    function: &str,
    fields: Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyTuple>> {
    let function = PyModule::import(py, "ludoteca._engine")?.getattr(function)?;
    PyTuple::new(py, [function, fields.into_any()])
}

/// Most games of one batch.
const MOST_GAMES: usize = 1 << 31;

/// Most environments that step together.
const MOST_ENVS: usize = 1 << 16;

/// Most threads.
const MOST_THREADS: usize = 1_024;

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
        // In a list a number beyond 64 bits is passed on as its digits, which no option accepts.
        let number = value.extract::<i64>().map(Value::from);
        return Ok(number.unwrap_or_else(|_| value.to_string().into()));
    }
    if value.is_instance_of::<PySet>() || value.cast::<PySequence>().is_ok() {
        if depth == 0 {
            let message = format!("option {name}: lists within lists are no value of an option");
            return Err(error::argument(value.py(), name, &message));
        }
        return value.try_iter()?.map(|item| nested(name, &item?, depth - 1)).collect();
    }
    let expected = "a str, a bool, a whole number or a list of strs";
    let name = format!("option {name}");
    Err(wrong_type(value, &name, expected))
}

/// The digits of a whole number beyond 64 bits, which JSON can't hold exactly.
pub fn beyond_json(value: &Bound<'_, PyAny>) -> Option<String> {
    let is_beyond = match value.extract::<f64>() {
        Ok(number) if value.is_instance_of::<PyFloat>() => !number.is_finite(),
        _ => value.is_instance_of::<PyInt>() && value.extract::<i64>().is_err(),
    };
    is_beyond.then(|| value.to_string())
}

/// What something is, for a message: "a str", "an int", "None".
fn kind(value: &Bound<'_, PyAny>) -> String {
    if value.is_none() {
        return "None".to_owned();
    }
    let name = value.get_type().name().map_or("object".to_owned(), |name| name.to_string());
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// An argument of a wrong type.
pub fn wrong_type(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: {expected} is expected, not {}", kind(value)))
}

/// A text; what is no Unicode in it is replaced, so that it is refused like any other wrong text.
pub fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    any_text(value).ok_or_else(|| wrong_type(value, name, "a str"))
}

/// The same where something else than a text will do too.
pub fn any_text(value: &Bound<'_, PyAny>) -> Option<String> {
    value.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
}

/// The path of a component file.
pub fn path(value: &Bound<'_, PyAny>, name: &str) -> PyResult<PathBuf> {
    value.extract().map_err(|_| wrong_type(value, name, "the path of a file"))
}

/// A whole number. A flag is none, though Python has it so: where it stands for a number something
/// has gone wrong.
fn whole<'py, T>(value: &Bound<'py, PyAny>, name: &str, range: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let py = value.py();
    let wrong = || wrong_type(value, name, &format!("a whole number from {range}"));
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    value.extract::<T>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(py) {
            let value = clip(&value.to_string());
            let message = format!("{name} {value} is not in {range}");
            let option = name.split_once('[').map_or(name, |(option, _)| option);
            return error::argument(py, option, &message);
        }
        if error.is_instance_of::<PyTypeError>(py) { wrong() } else { error }
    })
}

/// A seed, or the number of a game under it.
const STREAMS: &str = "0 to 2**64 - 1";

/// A seed.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(value, "seed", STREAMS)
}

/// One seed for all environments, or one for each of some.
pub fn seeds(value: &Bound<'_, PyAny>) -> PyResult<Seeds> {
    let is_text = any_text(value).is_some() || value.is_instance_of::<PyBytes>();
    let is_many = value.cast::<PySequence>().is_ok() || value.is_instance_of::<PyUntypedArray>();
    let count = value.len().ok().filter(|_| is_many && !is_text);
    let Some(count) = count else { return seed(value).map(Seeds::Shared) };
    if count > MOST_ENVS {
        let message = format!("seed: {count} for at most {MOST_ENVS} environments");
        return Err(error::argument(value.py(), "seed", &message));
    }
    let seeds = value.try_iter()?.enumerate();
    let seeds = seeds.map(|(row, value)| whole(&value?, &format!("seed[{row}]"), STREAMS));
    seeds.collect::<PyResult<_>>().map(Seeds::Own)
}

/// The same, or none.
pub fn optional_seeds(value: &Bound<'_, PyAny>) -> PyResult<Option<Seeds>> {
    if value.is_none() { Ok(None) } else { seeds(value).map(Some) }
}

/// A seed, or none.
pub fn optional_seed(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { seed(value).map(Some) }
}

/// The number of a game under a seed, or none.
pub fn optional_index(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { whole(value, "index", STREAMS).map(Some) }
}

/// A number of games.
pub fn games(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    count(value, "games", 0, MOST_GAMES)
}

/// A number of environments.
pub fn envs(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    count(value, "envs", 1, MOST_ENVS)
}

/// A number of threads; one a core if it is not given.
pub fn threads(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() { Ok(None) } else { count(value, "threads", 1, MOST_THREADS).map(Some) }
}

fn count(value: &Bound<'_, PyAny>, name: &str, least: usize, most: usize) -> PyResult<usize> {
    within(value, name, least as i64, most as i64).map(|count| count as usize)
}

/// A whole number of a range.
fn within(value: &Bound<'_, PyAny>, name: &str, least: i64, most: i64) -> PyResult<i64> {
    let range = format!("{least} to {most}");
    let number = whole(value, name, &range)?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(error::argument(value.py(), name, &format!("{name} {number} is not in {range}")))
}

/// A number of players, which the game checks.
pub fn players(value: &Bound<'_, PyAny>, info: &Info) -> PyResult<i64> {
    let range = format!("{} to {}", info.min_players, info.max_players);
    whole(value, "players", &range)
}

/// A seat of a game.
pub fn seat(value: &Bound<'_, PyAny>, players: usize) -> PyResult<Seat> {
    within(value, "seat", 0, players as i64 - 1).map(|seat| seat as Seat)
}

/// A seat of a game, or a spectator.
pub fn viewer(value: &Bound<'_, PyAny>, players: usize) -> PyResult<Option<Seat>> {
    if value.is_none() {
        return Ok(None);
    }
    seat(value, players).map(Some).map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(value.py()) {
            return error;
        }
        let expected = format!("a whole number from 0 to {}, or None,", players - 1);
        wrong_type(value, "seat", &expected)
    })
}

/// An index of an action, or the digits of one beyond 64 bits, which stands for nothing. `expected`
/// is what the argument `name` may be.
pub fn index(
    value: &Bound<'_, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<Result<i64, String>> {
    let wrong = || wrong_type(value, name, expected);
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    match value.extract::<i64>() {
        Ok(index) => Ok(Ok(index)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(Err(clip(&value.to_string())))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(wrong()),
        Err(error) => Err(error),
    }
}

/// One name or several, or none.
pub fn agents(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Some(name) = any_text(value) {
        return Ok(Some(vec![name]));
    }
    names(value, "agents").map(Some)
}

/// A list with a name for each of some seats.
fn names(value: &Bound<'_, PyAny>, option: &str) -> PyResult<Vec<String>> {
    let expected = "a name, or a list with a name a seat,";
    let names = value.extract::<Vec<Bound<'_, PyAny>>>();
    let names = names.map_err(|_| wrong_type(value, option, expected))?;
    let names = (0..).zip(names).map(|(seat, name)| text(&name, &format!("{option}[{seat}]")));
    names.collect()
}

/// The agents of the other seats: one name for all of them, or one each.
pub fn others(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<String>> {
    if let Some(name) = any_text(value) {
        return Ok(vec![name; count]);
    }
    let names = names(value, "others")?;
    if names.len() == count {
        return Ok(names);
    }
    let message =
        format!("{} agents for {count} other seats; one name, or one a seat", names.len());
    Err(error::argument(value.py(), "others", &message))
}

/// Whether last observations are asked for.
pub fn final_observation(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| wrong_type(value, "final_observation", "True or False"))
}

/// Whether a dtype of observations is float32.
pub fn is_float32(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let name = any_text(value);
    let name = name.ok_or_else(|| wrong_type(value, "dtype", "\"uint8\" or \"float32\""))?;
    match &*name {
        "uint8" => Ok(false),
        "float32" => Ok(true),
        _ => {
            let message = format!("dtype {:?} is not accepted: uint8 or float32", clip(&name));
            Err(error::argument(value.py(), "dtype", &message))
        }
    }
}
