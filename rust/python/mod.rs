//! The binding: the only files that know PyO3. Each method converts, calls and converts.

mod action;
mod convert;
mod env_arrays;
mod error;
mod game;
mod kernels;
mod outcome;
mod results;
mod state;
mod vector_env;
mod words;

/// Asks for huge pages where the system gives them only on request: thousands of environments lie on as
/// many pages else, and each step waits for their addresses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The extension module `ludoteca._engine`.
#[pyo3::pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::game::{_rebuild_game, Game, check_components, game, games, replay};
    #[pymodule_export]
    use super::kernels::{label_groups, lay_on, pattern_count, placements_of, symmetries};
    #[pymodule_export]
    use super::outcome::{_rebuild_explanation, _rebuild_outcome, Explanation, Outcome};
    #[pymodule_export]
    use super::results::{_rebuild_results, Results};
    #[pymodule_export]
    use super::state::{Chance, State};
    #[pymodule_export]
    use super::vector_env::VectorEnv;
    #[pymodule_export]
    use super::words::{word_check, word_plays};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::error::quiet_guarded_panics();
        module.add("CHANCE", super::state::chance(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
