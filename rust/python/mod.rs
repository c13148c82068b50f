//! The binding: the only files that know PyO3. Each method converts, calls and converts.

mod convert;
mod error;
mod game;
mod kernels;
mod results;
mod state;
mod vector_env;

/// The extension module `ludoteca._engine`.
#[pyo3::pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::game::{_rebuild_game, Action, Game, check_components, game, games, replay};
    #[pymodule_export]
    use super::kernels::{label_groups, pattern_count, placements_of, symmetries};
    #[pymodule_export]
    use super::results::Results;
    #[pymodule_export]
    use super::state::{Chance, Explanation, Outcome, State};
    #[pymodule_export]
    use super::vector_env::VectorEnv;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::error::quiet_guarded_panics();
        module.add("CHANCE", super::state::chance(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
