//! `VectorEnv`: environments that step together, arrays in and out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert;
use super::env_arrays::{EnvArrays, Field, Given, zeros};
use super::error;
use super::game::Game;
use crate::game::Seat;
use crate::simulate::{AnyVectorEnv, Arrays, Plan, PlanError, Refused, Seeds, StepError, Threads};

/// Environments that step together: turn-based, with auto-reset.
///
/// The arrays that `reset` and `step` return belong to the environment: they are read-only and
/// change with the next call; copy what is to be kept, or give arrays of your own (`out`). An ended
/// game starts anew within the same step: the observation is the new game's, reward and flags are the
/// old one's. A game is truncated if no legal action has an index.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct VectorEnv {
    game: Py<Game>,
    running: Mutex<Running>,
    threads: Threads,
    envs: usize,
    seeds: Seeds,
    seat: Option<Seat>,
    gives_last: bool,
    is_reset: AtomicBool,
    arrays: EnvArrays,
}

/// What changes with every call.
struct Running {
    envs: Box<dyn AnyVectorEnv>,
    /// The rows whose games the last call ended.
    ended: Vec<usize>,
    /// The seed in use, if all share one.
    seed: Option<u64>,
}

/// What is asked for beside the number of environments.
pub struct Asked {
    pub seeds: Seeds,
    pub threads: usize,
    pub as_float: bool,
    /// The seat that is acted for, and the agents of all seats.
    pub seat: Option<(Seat, Vec<String>)>,
    pub gives_last: bool,
}

/// What the caller gave as indices, and the same as numbers.
struct Indices<'py> {
    given: Bound<'py, PyAny>,
    numbers: Vec<i32>,
}

/// One index an environment, of any whole-number type.
fn read_indices<'py>(given: &Bound<'py, PyAny>) -> PyResult<Indices<'py>> {
    numbers(given).map(|numbers| Indices { given: given.clone(), numbers })
}

fn numbers(indices: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let expected = "an array of whole numbers, one an environment,";
    let Ok(array) = indices.cast::<PyUntypedArray>() else {
        return Err(convert::wrong_type(indices, "indices", expected));
    };
    let (dtype, dimensions) = (array.dtype(), array.ndim());
    if !matches!(dtype.kind(), b'i' | b'u') || dimensions != 1 {
        let found = format!("one of {dtype} with {dimensions} dimensions");
        return Err(PyTypeError::new_err(format!("indices: {expected} is expected, not {found}")));
    }
    if let Ok(indices) = indices.cast::<PyArray1<i32>>() {
        return Ok(indices.try_readonly()?.as_array().to_vec());
    }
    let wide = indices.call_method1("astype", ("int64",))?.cast_into::<PyArray1<i64>>()?;
    let wide = wide.try_readonly()?;
    // One beyond 32 bits stands for nothing, like every index out of range; a refusal tells what was
    // given.
    Ok(wide.as_array().iter().map(|&index| i32::try_from(index).unwrap_or(-1)).collect())
}

/// What is done to the environments.
enum Call<'a> {
    Reset(&'a Seeds),
    Step(&'a [i32]),
}

impl Running {
    fn call(
        &mut self,
        call: &Call<'_>,
        threads: &Threads,
        arrays: &mut Arrays<'_>,
    ) -> Result<(), StepError> {
        match call {
            Call::Reset(seeds) => {
                self.seed = match seeds {
                    Seeds::Shared(seed) => Some(*seed),
                    Seeds::Own(_) => None,
                };
                let reset = self.envs.reset(seeds, threads, arrays.lend());
                reset.map_err(StepError::NoTurn)?;
            }
            Call::Step(indices) => self.envs.step(indices, threads, arrays.lend())?,
        }
        let flags = arrays.terminated.iter().zip(&*arrays.truncated).enumerate();
        let ended = flags.filter(|(_, (terminated, truncated))| **terminated | **truncated != 0);
        self.ended.clear();
        self.ended.extend(ended.map(|(row, _)| row));
        Ok(())
    }
}

/// Refuses seeds that are not one an environment.
fn check_count(py: Python<'_>, seeds: &Seeds, envs: usize) -> PyResult<()> {
    match seeds {
        Seeds::Own(seeds) if seeds.len() != envs => {
            let message = format!("seed: {} for {envs} environments", seeds.len());
            Err(error::argument(py, "seed", &message))
        }
        _ => Ok(()),
    }
}

impl VectorEnv {
    pub fn new(game: &Bound<'_, Game>, envs: usize, asked: Asked) -> PyResult<Self> {
        let py = game.py();
        let inner = &game.get().inner;
        let Asked { seeds, threads, as_float, seat, gives_last } = asked;
        check_count(py, &seeds, envs)?;
        let agents = seat.as_ref().map(|(seat, names)| (*seat, names.as_slice()));
        let plan = Plan { envs, seat: agents, keeps_last: gives_last };
        // First, as the environments ask whether there is room left for what they take later.
        let arrays = EnvArrays::new(py, &**inner, envs, as_float)?;
        let made = inner.vector_env(&plan);
        let made = made.map_err(|error| match error {
            PlanError::Agent(error) => error::agent(py, "others", &error),
            PlanError::Memory(error) => {
                PyMemoryError::new_err(format!("{error} for {envs} environments"))
            }
        })?;
        Ok(Self {
            game: game.clone().unbind(),
            running: Mutex::new(Running { envs: made, ended: Vec::new(), seed: None }),
            // Where the system gives no more threads, one does all the work.
            threads: Threads::new(threads).unwrap_or_default(),
            envs,
            seeds,
            seat: seat.map(|(seat, _)| seat),
            gives_last,
            is_reset: AtomicBool::new(false),
            arrays,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn context(&self, seed: Option<u64>) -> error::Context {
        error::Context { seed, ..self.game.get().context() }
    }

    fn check_reset(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_reset.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(error::not_reset(py, "no environment has been started: call reset first"))
    }

    /// What the environments say to a call.
    fn call(
        &self,
        py: Python<'_>,
        call: &Call<'_>,
        given: &mut [Given<'_>],
    ) -> PyResult<Result<(), StepError>> {
        let mut borrowed = self.arrays.borrow(py)?;
        let mut arrays = borrowed.arrays()?;
        let targets: Vec<_> = given.iter_mut().map(Given::target).collect::<PyResult<_>>()?;
        let (seed, result) = py.detach(|| {
            let mut running = self.lock();
            let result = error::guard(|| {
                running.call(call, &self.threads, &mut arrays)?;
                targets.into_iter().for_each(|target| target.fill(&arrays, &self.threads));
                Ok(())
            });
            (running.seed, result)
        });
        let result = result.map_err(|message| {
            self.is_reset.store(false, Ordering::Relaxed);
            error::internal(py, self.context(seed), &message)
        })?;
        let has_games = !matches!(result, Err(StepError::NoTurn(_)));
        if matches!(call, Call::Reset(_)) || !has_games {
            self.is_reset.store(has_games, Ordering::Relaxed);
        }
        Ok(result)
    }

    fn info<'py>(&self, py: Python<'py>, given: &[Given<'py>]) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        for field in [Field::Actor, Field::LegalMask, Field::FinalReturns] {
            info.set_item(field.name(), self.arrays.returned(py, field, given)?)?;
        }
        if self.gives_last {
            let rows = self.lock().ended.clone();
            let numbers = rows.iter().map(|&row| row as i32).collect();
            info.set_item("final_rows", PyArray1::<i32>::from_vec(py, numbers))?;
            info.set_item("final_observation", self.last_observations(py, &rows)?)?;
        }
        Ok(info)
    }

    /// What was to be seen at the end of the games that ended.
    fn last_observations<'py>(
        &self,
        py: Python<'py>,
        rows: &[usize],
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = &self.game.get().inner;
        let mut shape = game.observation_shape().to_vec();
        if self.seat.is_none() {
            shape.insert(0, game.players());
        }
        shape.insert(0, rows.len());
        let observations = zeros::<PyArrayDyn<u8>>(py, PyTuple::new(py, shape)?, "uint8")?;
        let observations = observations.into_bound(py);
        let mut written = observations.try_readwrite()?;
        let cells = written.as_slice_mut()?;
        // The lock is never held by one who waits for the interpreter.
        let (seed, seen) = py.detach(|| {
            let running = self.lock();
            let observe = || running.envs.observe_last(rows, &self.threads, cells);
            (running.seed, error::guard(observe))
        });
        seen.map_err(|message| error::internal(py, self.context(seed), &message))?;
        if self.arrays.as_float {
            return observations.call_method1("astype", ("float32",));
        }
        Ok(observations.into_any())
    }
}

#[pymethods]
impl VectorEnv {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many environments.
    #[getter]
    fn envs(&self) -> usize {
        self.envs
    }

    /// Starts every environment anew.
    ///
    /// Args:
    ///     seed: One for all or one an environment, as for `Game.vector_env`; without it that with
    ///         which the environments were made.
    ///     out: Arrays to write to, as for `step`.
    ///
    /// Returns:
    ///     The observations of the actors, dtype[envs, planes, rows, cols], and a dict with
    ///     `actor` (int32[envs], the seat to act), `legal_mask` (bool[envs, action_size]) and
    ///     `final_returns` (float32[envs, players], what each seat got for the game that ended); with
    ///     `final_observation` also `final_rows` (int32, the environments whose game ended) and
    ///     `final_observation` (dtype[rows, players, planes, rows, cols], or without players for a
    ///     `seat`).
    ///
    /// Raises:
    ///     OptionError: Another number of seeds, a faulty `out`, or nobody gets to act in 1000 games
    ///         in a row; then the environments want another reset.
    ///     RuntimeError: Another thread is at work with the environments.
    #[pyo3(signature = (seed=None, *, out=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::optional_seeds)] seed: Option<Seeds>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seeds = seed.as_ref().unwrap_or(&self.seeds);
        check_count(py, seeds, self.envs)?;
        let mut given = self.arrays.read_out(out)?;
        let started = self.call(py, &Call::Reset(seeds), &mut given)?;
        started.map_err(|error| error::step(py, &error))?;
        let observation = self.arrays.returned(py, Field::Observation, &given)?;
        PyTuple::new(py, [observation, self.info(py, &given)?.into_any()])
    }

    /// Applies one action an environment.
    ///
    /// Args:
    ///     indices: Whole numbers [envs], a legal index each.
    ///     out: A dict of arrays to write to and to return in place of the environment's own:
    ///         `observation`, `reward`, `terminated`, `truncated`, `actor`, `legal_mask` and
    ///         `final_returns`, any of them, each of the shape and type that is returned (or uint8 for
    ///         bool).
    ///
    /// Returns:
    ///     Observations as in `reset`; rewards float32[envs, players]; whether each game ended and
    ///     whether it was cut off, bool[envs] each; the dict of `reset`.
    ///
    /// Raises:
    ///     IllegalActionError: An index is not legal; its `row` says where. Nothing has moved. Or no
    ///         environment has been started by `reset`.
    ///     OptionError: Not one index an environment, or a faulty `out`: nothing has moved. Or nobody
    ///         gets to act in 1000 games in a row: the environments want a reset.
    ///     RuntimeError: Another thread is at work with the environments.
    #[pyo3(signature = (indices, /, *, out=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = read_indices)] indices: Indices<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.check_reset(py)?;
        let count = indices.numbers.len();
        if count != self.envs {
            let message = format!("indices: {count} for {} environments", self.envs);
            return Err(error::argument(py, "indices", &message));
        }
        let mut given = self.arrays.read_out(out)?;
        self.call(py, &Call::Step(&indices.numbers), &mut given)?.map_err(|mut error| {
            if let StepError::Refused(Refused { row, action, rule: "", .. }) = &mut error
                && let Ok(index) = indices.given.get_item(*row)
            {
                *action = format!("index {index}");
            }
            error::step(py, &error)
        })?;
        let returned = |field| self.arrays.returned(py, field, &given);
        PyTuple::new(
            py,
            [
                returned(Field::Observation)?,
                returned(Field::Reward)?,
                returned(Field::Terminated)?,
                returned(Field::Truncated)?,
                self.info(py, &given)?.into_any(),
            ],
        )
    }

    /// A uniformly random legal index an environment: int32[envs].
    ///
    /// Args:
    ///     seed: 0 to 2**64 - 1; the same seed picks the same indices in the same positions.
    ///
    /// Raises:
    ///     IllegalActionError: No environment has been started by `reset`.
    ///     RuntimeError: Another thread is at work with the environments.
    #[pyo3(signature = (seed))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.check_reset(py)?;
        let legal_mask = self.arrays.legal_mask(py)?;
        let legal_mask = legal_mask.as_slice()?;
        let indices = py.detach(|| {
            let mut indices = vec![0; self.envs];
            self.lock().envs.sample(seed, legal_mask, &mut indices);
            indices
        });
        Ok(PyArray1::from_vec(py, indices))
    }

    fn __len__(&self) -> usize {
        self.envs
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} environments of {}>", self.envs, self.game.get().context().game)
    }
}
