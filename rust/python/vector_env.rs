//! `VectorEnv`: environments that step together, arrays in and out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::PyTypeCheck;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert;
use super::error;
use super::game::Game;
use crate::simulate::{AnyVectorEnv, Arrays, Threads};

/// Environments that step together: turn-based, with auto-reset.
///
/// The arrays that `reset` and `step` return belong to the environment: they are read-only and
/// change with the next call; copy what is to be kept. An ended game starts anew within the same step: the
/// observation is the new game's, reward and flags are the old one's. A game is truncated if no
/// legal action has an index.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct VectorEnv {
    game: Py<Game>,
    inner: Mutex<Box<dyn AnyVectorEnv>>,
    threads: Threads,
    envs: usize,
    seed: u64,
    is_reset: AtomicBool,
    as_float: bool,
    observation: Py<PyArray4<u8>>,
    reward: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    actor: Py<PyArray1<i32>>,
    legal_mask: Py<PyArray2<u8>>,
}

/// A fresh array; NumPy says so if there is not enough memory.
fn zeros<'py, T>(py: Python<'py>, shape: impl IntoPyObject<'py>, dtype: &str) -> PyResult<Py<T>>
where
    T: PyTypeCheck + 'static,
{
    let array = PyModule::import(py, "numpy")?.call_method1("zeros", (shape, dtype))?;
    Ok(array.cast_into::<T>()?.unbind())
}

/// One index an environment, of any whole-number type.
fn read_indices(indices: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
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
    // One beyond 32 bits stands for nothing, like every index out of range.
    Ok(wide.as_array().iter().map(|&index| i32::try_from(index).unwrap_or(-1)).collect())
}

/// What the step does to the environments, on the arrays.
enum Call<'a> {
    Reset(u64),
    Step(&'a [i32]),
}

impl VectorEnv {
    pub fn new(
        game: &Bound<'_, Game>,
        envs: usize,
        seed: u64,
        threads: usize,
        as_float: bool,
    ) -> PyResult<Self> {
        let py = game.py();
        let inner = &game.get().inner;
        let [planes, rows, cols] = inner.observation_shape();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        Ok(Self {
            game: game.clone().unbind(),
            inner: Mutex::new(inner.vector_env(envs, seed)),
            threads: (threads > 1).then(|| pool.build().ok()).flatten(),
            envs,
            seed,
            is_reset: AtomicBool::new(false),
            as_float,
            observation: zeros(py, (envs, planes, rows, cols), "uint8")?,
            reward: zeros(py, (envs, inner.players()), "float32")?,
            terminated: zeros(py, (envs,), "uint8")?,
            truncated: zeros(py, (envs,), "uint8")?,
            actor: zeros(py, (envs,), "int32")?,
            legal_mask: zeros(py, (envs, inner.action_size()), "uint8")?,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyVectorEnv>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_reset(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_reset.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(error::not_reset(py, "no environment has been started: call reset first"))
    }

    fn call(&self, py: Python<'_>, call: &Call<'_>) -> PyResult<()> {
        let mut observation = self.observation.bind(py).try_readwrite()?;
        let mut reward = self.reward.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut actor = self.actor.bind(py).try_readwrite()?;
        let mut legal_mask = self.legal_mask.bind(py).try_readwrite()?;
        let arrays = Arrays {
            observation: observation.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            actor: actor.as_slice_mut()?,
            legal_mask: legal_mask.as_slice_mut()?,
        };
        let result = py.detach(|| {
            let mut inner = self.lock();
            error::guard(|| match call {
                Call::Reset(seed) => {
                    inner.reset(*seed, &self.threads, arrays);
                    Ok(())
                }
                Call::Step(indices) => inner.step(indices, &self.threads, arrays),
            })
        });
        let context = error::Context { seed: Some(self.seed), ..self.game.get().context() };
        result
            .map_err(|message| error::internal(py, context, &message))?
            .map_err(|error| error::step(py, &error))
    }

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let observation = self.observation.bind(py);
        if self.as_float {
            return observation.as_any().call_method1("astype", ("float32",));
        }
        shown(observation, "uint8")
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("actor", shown(self.actor.bind(py), "int32")?)?;
        info.set_item("legal_mask", shown(self.legal_mask.bind(py), "bool")?)?;
        Ok(info)
    }
}

/// The same memory to be read only, bytes that are flags as such: what a step does not change it does
/// not write, so nobody else may.
fn shown<'py, T>(array: &Bound<'py, T>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let view = array.as_any().call_method1("view", (dtype,))?;
    view.call_method1("setflags", (false,))?;
    Ok(view)
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
    ///     seed: 0 to 2**64 - 1; without it the seed that the environments were made with.
    ///
    /// Returns:
    ///     The observations of the actors, dtype[envs, planes, rows, cols], and a dict with
    ///     `actor` (int32[envs], the seat to act) and `legal_mask` (bool[envs, action_size]).
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::optional_seed)] seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = seed.unwrap_or(self.seed);
        self.call(py, &Call::Reset(seed))?;
        self.is_reset.store(true, Ordering::Relaxed);
        PyTuple::new(py, [self.observation(py)?, self.info(py)?.into_any()])
    }

    /// Applies one action an environment.
    ///
    /// Args:
    ///     indices: Whole numbers [envs], a legal index each.
    ///
    /// Returns:
    ///     Observations as in `reset`; rewards float32[envs, players]; whether each game ended and
    ///     whether it was cut off, bool[envs] each; the dict of `reset`.
    ///
    /// Raises:
    ///     IllegalActionError: An index is not legal; its `row` says where. Nothing has moved. Or no
    ///         environment has been started by `reset`.
    ///     OptionError: Not one index an environment.
    #[pyo3(signature = (indices, /))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = read_indices)] indices: Vec<i32>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.check_reset(py)?;
        if indices.len() != self.envs {
            let message = format!("indices: {} for {} environments", indices.len(), self.envs);
            return Err(error::argument(py, "indices", &message));
        }
        self.call(py, &Call::Step(&indices))?;
        PyTuple::new(
            py,
            [
                self.observation(py)?,
                shown(self.reward.bind(py), "float32")?,
                shown(self.terminated.bind(py), "bool")?,
                shown(self.truncated.bind(py), "bool")?,
                self.info(py)?.into_any(),
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
    #[pyo3(signature = (seed))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.check_reset(py)?;
        let legal_mask = self.legal_mask.bind(py).try_readonly()?;
        let legal_mask = legal_mask.as_slice()?;
        let indices = py.detach(|| {
            let mut indices = vec![0; self.envs];
            self.lock().sample(seed, legal_mask, &mut indices);
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
