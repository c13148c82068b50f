//! `Outcome` and `Explanation`: what a state answers with, as values.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};

use super::convert;
use super::error;
use crate::game::Seat;

/// Why an action is legal or not. True if it is. A value.
#[pyclass(frozen, eq, hash, module = "ludoteca._engine")]
#[derive(PartialEq, Hash)]
pub struct Explanation {
    pub rule: Option<String>,
    pub reason: String,
}

#[pymethods]
impl Explanation {
    /// Whether the action is legal.
    #[getter]
    fn is_legal(&self) -> bool {
        self.rule.is_none()
    }

    /// The number of the rule that forbids it, such as `"K-31"`; `None` if it is legal.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// The reason in words.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    fn __bool__(&self) -> bool {
        self.is_legal()
    }

    fn __str__(&self) -> String {
        match &self.rule {
            Some(rule) => format!("{} (rule {rule})", self.reason),
            None => self.reason.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {}>", self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let fields = (&self.rule, &self.reason).into_pyobject(py)?;
        convert::rebuilt(py, "_rebuild_explanation", fields)
    }
}

/// Makes a pickled explanation again.
#[pyfunction]
pub fn _rebuild_explanation(rule: Option<String>, reason: String) -> Explanation {
    Explanation { rule, reason }
}

/// How a game ended. A value.
#[pyclass(frozen, eq, hash, module = "ludoteca._engine")]
#[derive(PartialEq)]
pub struct Outcome {
    pub returns: Vec<f32>,
    pub scores: Vec<f32>,
    pub winners: Vec<Seat>,
    pub reason: String,
    pub level: Option<String>,
    pub details: Map<String, Value>,
}

impl Hash for Outcome {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.winners, &self.reason, &self.level).hash(hasher);
    }
}

#[pymethods]
impl Outcome {
    /// What each seat is paid.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.returns)
    }

    /// The score of each seat in the rulebook's own points.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.scores)
    }

    /// The seats that won.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.winners)
    }

    /// Why the game ended.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// The level reached, where the game has such levels.
    #[getter]
    fn level(&self) -> Option<&str> {
        self.level.as_deref()
    }

    /// The result in the game's own words.
    #[getter]
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::dict(py, &self.details)
    }

    fn __repr__(&self) -> String {
        let level = self.level.as_ref().map_or(String::new(), |level| format!(", {level}"));
        format!("<Outcome: {}{level}, winners {:?}>", self.reason, self.winners)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let details = Value::Object(self.details.clone()).to_string();
        let winners = self.winners(py)?;
        let (returns, scores) = (&self.returns, &self.scores);
        let fields = (returns, scores, winners, &self.reason, &self.level, details);
        convert::rebuilt(py, "_rebuild_outcome", fields.into_pyobject(py)?)
    }
}

/// Makes a pickled outcome again.
#[pyfunction]
pub fn _rebuild_outcome(
    py: Python<'_>,
    returns: Vec<f32>,
    scores: Vec<f32>,
    winners: Vec<Seat>,
    reason: String,
    level: Option<String>,
    details: &str,
) -> PyResult<Outcome> {
    let details = serde_json::from_str(details)
        .map_err(|error| error::argument(py, "details", &error.to_string()))?;
    Ok(Outcome { returns, scores, winners, reason, level, details })
}
