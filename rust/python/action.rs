//! `Action`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::game::Game;

/// One decision of a player, or one chance event. A value.
///
/// `str(action)` is its text form; `game.action(text)` reads it back.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct Action {
    pub game: Py<Game>,
    pub word: u64,
}

#[pymethods]
impl Action {
    /// Whether it is a chance event.
    #[getter]
    fn is_chance(&self) -> bool {
        self.game.get().inner.is_chance(self.word)
    }

    /// The game that it belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __str__(&self) -> String {
        self.game.get().inner.action_text(self.word)
    }

    fn __repr__(&self) -> String {
        format!("Action('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.word == other.word && self.game.get().is_same(other.game.get())
        })
    }

    fn __hash__(&self) -> u64 {
        // Spread, so that dicts of actions do not cluster.
        self.word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = self.game.bind(py).getattr("action")?;
        PyTuple::new(py, [make, (self.__str__(),).into_pyobject(py)?.into_any()])
    }
}
