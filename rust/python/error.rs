//! Errors on their way to Python: each becomes a class of `ludoteca.errors`, here and only here.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::agents::UnknownAgent;
use crate::game::{ComponentProblem, SetupError};
use crate::play::PlayError;
use crate::simulate::{NoTurn, Refused, StepError};

/// An error of class `name` with a message and fields.
fn raise<'py>(
    py: Python<'py>,
    name: &str,
    message: &str,
    fields: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<()>,
) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let build = || {
        let module = MODULE.get_or_try_init(py, || {
            PyModule::import(py, intern!(py, "ludoteca.errors")).map(Bound::unbind)
        })?;
        let class = module.bind(py).getattr(name)?.cast_into::<PyType>()?;
        let kwargs = PyDict::new(py);
        fields(&kwargs)?;
        class.call((message,), Some(&kwargs))
    };
    build().map_or_else(|error| error, PyErr::from_value)
}

/// A faulty argument of a call.
pub fn argument(py: Python<'_>, name: &str, message: &str) -> PyErr {
    option(py, name, message, "")
}

fn option(py: Python<'_>, name: &str, message: &str, rule: &str) -> PyErr {
    raise(py, "OptionError", message, |fields| {
        fields.set_item("option", name)?;
        fields.set_item("rule", rule)
    })
}

/// A text or an index that is no action.
pub fn syntax(py: Python<'_>, message: &str, text: &str) -> PyErr {
    raise(py, "ActionSyntaxError", message, |fields| fields.set_item("text", text))
}

/// A game that can't be made.
pub fn setup(py: Python<'_>, error: &SetupError) -> PyErr {
    match error {
        SetupError::Option { option: name, rule, message } => {
            let rule_text = if rule.is_empty() { String::new() } else { format!(" (rule {rule})") };
            option(py, name, &format!("option {name}: {message}{rule_text}"), rule)
        }
        SetupError::Components { file, problems } => components(py, file, problems),
    }
}

fn components(py: Python<'_>, file: &str, problems: &[ComponentProblem]) -> PyErr {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| {
            let ComponentProblem { line, column, key, rule, message } = problem;
            let rule = if rule.is_empty() { String::new() } else { format!(" (rule {rule})") };
            let place = if *line == 0 { String::new() } else { format!("{line}:{column}: ") };
            format!("{file}:{place}{key}: {message}{rule}")
        })
        .collect();
    raise(py, "ComponentError", &lines.join("\n"), |fields| {
        let class = PyModule::import(py, "ludoteca.errors")?.getattr("ComponentProblem")?;
        let problems: PyResult<Vec<_>> = problems
            .iter()
            .map(|problem| {
                let ComponentProblem { line, column, key, rule, message } = problem;
                class.call1((*line, *column, key, *rule, message))
            })
            .collect();
        fields.set_item("file", file)?;
        fields.set_item("problems", PyTuple::new(py, problems?)?)
    })
}

/// A name that no agent has, in the argument `name`.
pub fn agent(py: Python<'_>, name: &str, error: &UnknownAgent) -> PyErr {
    option(py, name, &error.to_string(), "")
}

/// A refused call on a game in progress.
pub fn play(py: Python<'_>, error: &PlayError) -> PyErr {
    let message = error.to_string();
    match error {
        PlayError::Syntax { text, .. } => syntax(py, &message, text),
        PlayError::Illegal { action, player, rule, ply, .. } => {
            raise(py, "IllegalActionError", &message, |fields| {
                fields.set_item("action", action)?;
                fields.set_item("player", player)?;
                fields.set_item("rule", rule)?;
                fields.set_item("ply", ply)
            })
        }
        PlayError::Over { action, ply, .. } => raise(py, "GameOverError", &message, |fields| {
            fields.set_item("action", action)?;
            fields.set_item("ply", ply)
        }),
        PlayError::Format(format) => raise(py, "StateFormatError", &message, |fields| {
            fields.set_item("key", &format.key)?;
            fields.set_item("rule", format.rule)
        }),
        PlayError::Record { line, .. } => {
            raise(py, "RecordError", &message, |fields| fields.set_item("line", line))
        }
        PlayError::Version { found, expected, .. } => {
            raise(py, "VersionError", &message, |fields| {
                fields.set_item("found", found)?;
                fields.set_item("expected", expected)
            })
        }
        PlayError::Agent(error) => agent(py, "agents", error),
    }
}

/// A step of environments that have not been started.
pub fn not_reset(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "IllegalActionError", message, |_| Ok(()))
}

/// A failed step of environments.
pub fn step(py: Python<'_>, error: &StepError) -> PyErr {
    match error {
        StepError::Refused(refused) => row(py, refused),
        StepError::NoTurn(NoTurn { seat: Some(seat), games }) => {
            argument(py, "seat", &format!("seat {seat} had no turn in {games} games"))
        }
        StepError::NoTurn(NoTurn { seat: None, games }) => {
            argument(py, "game", &format!("nobody had a turn in {games} games"))
        }
    }
}

/// A refused action of one environment.
fn row(py: Python<'_>, error: &Refused) -> PyErr {
    let Refused { row, action, player, rule, reason, ply, moment: (word, moment) } = error;
    let rule_text = if rule.is_empty() { String::new() } else { format!(" (rule {rule})") };
    let message =
        format!("row {row}: {action} by seat {player} at {word} {moment}: {reason}{rule_text}");
    raise(py, "IllegalActionError", &message, |fields| {
        fields.set_item("action", action)?;
        fields.set_item("player", player)?;
        fields.set_item("rule", rule)?;
        fields.set_item("ply", ply)?;
        fields.set_item("row", row)
    })
}

thread_local! {
    /// The message of a panic that is being caught on this thread.
    static CAUGHT: Cell<Option<String>> = const { Cell::new(None) };
    /// Whether a panic on this thread is caught, and so not to be printed.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Lets panics of guarded code be told by the error alone, not on stderr.
pub fn quiet_guarded_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if GUARDED.get() {
            CAUGHT.set(Some(info.to_string()));
        } else {
            before(info);
        }
    }));
}

/// What is known of the game in which something went wrong.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The game's name.
    pub game: &'static str,
    /// The seed in use.
    pub seed: Option<u64>,
    /// Plies played.
    pub ply: u32,
}

/// Runs code of the crate; a panic, always a fault of ours, becomes its message.
///
/// # Errors
/// The message of the panic.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|_| CAUGHT.take().unwrap_or_else(|| "unknown".to_owned()))
}

/// The error for a fault of ours.
pub fn internal(py: Python<'_>, context: Context, message: &str) -> PyErr {
    let message = format!("a fault of ludoteca in {}: {message}", context.game);
    raise(py, "InternalError", &message, |fields| {
        fields.set_item("game", context.game)?;
        fields.set_item("seed", context.seed)?;
        fields.set_item("ply", context.ply)
    })
}
