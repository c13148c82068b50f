//! `VectorEnv`: environments that step together, arrays in and out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert;
use super::error;
use super::game::Game;
use crate::simulate::{AnyVectorEnv, Arrays, Threads};

/// Environments that step together: turn-based, with auto-reset.
///
/// The arrays that `reset` and `step` return belong to the environment and are overwritten by the
/// next call; copy what is to be kept. An ended game starts anew within the same step: the
/// observation is the new game's, reward and flags are the old one's. A game is truncated if no
/// legal action has an index.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct VectorEnv {
    game: Py<Game>,
    inner: Mutex<Box<dyn AnyVectorEnv>>,
    threads: Threads,
    envs: usize,
    seed: u64,
    as_float: bool,
    observation: Py<PyArray4<u8>>,
    reward: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    actor: Py<PyArray1<i32>>,
    legal_mask: Py<PyArray2<u8>>,
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
        dtype: &str,
    ) -> PyResult<Self> {
        let py = game.py();
        if !["uint8", "float32"].contains(&dtype) {
            let message = format!("dtype {dtype:?} is not accepted: uint8 or float32");
            return Err(error::argument(py, "dtype", &message));
        }
        let inner = &game.get().inner;
        let [planes, rows, cols] = inner.observation_shape();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        Ok(Self {
            game: game.clone().unbind(),
            inner: Mutex::new(inner.vector_env(envs, seed)),
            threads: (threads > 1).then(|| pool.build().ok()).flatten(),
            envs,
            seed,
            as_float: dtype == "float32",
            observation: PyArray4::zeros(py, [envs, planes, rows, cols], false).unbind(),
            reward: PyArray2::zeros(py, [envs, inner.players()], false).unbind(),
            terminated: PyArray1::zeros(py, [envs], false).unbind(),
            truncated: PyArray1::zeros(py, [envs], false).unbind(),
            actor: PyArray1::zeros(py, [envs], false).unbind(),
            legal_mask: PyArray2::zeros(py, [envs, inner.action_size()], false).unbind(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyVectorEnv>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
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
        let observation = self.observation.bind(py).as_any();
        if self.as_float {
            return observation.call_method1("astype", ("float32",));
        }
        Ok(observation.clone())
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("actor", self.actor.bind(py))?;
        info.set_item("legal_mask", flags(self.legal_mask.bind(py).as_any())?)?;
        Ok(info)
    }
}

/// The same memory, read as flags.
fn flags<'py>(bytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    bytes.call_method1("view", ("bool",))
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
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = seed.map_or(Ok(self.seed), convert::seed)?;
        self.call(py, &Call::Reset(seed))?;
        PyTuple::new(py, [self.observation(py)?, self.info(py)?.into_any()])
    }

    /// Applies one action an environment.
    ///
    /// Args:
    ///     indices: int32[envs], a legal index each.
    ///
    /// Returns:
    ///     Observations as in `reset`; rewards float32[envs, players]; whether each game ended and
    ///     whether it was cut off, bool[envs] each; the dict of `reset`.
    ///
    /// Raises:
    ///     IllegalActionError: An index is not legal; its `row` says where. Nothing has moved.
    ///     OptionError: Not one index an environment.
    #[pyo3(signature = (indices, /))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        indices: PyReadonlyArray1<'py, i32>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let indices = indices.as_array().to_vec();
        if indices.len() != self.envs {
            let message = format!("{} indices for {} environments", indices.len(), self.envs);
            return Err(error::argument(py, "indices", &message));
        }
        self.call(py, &Call::Step(&indices))?;
        PyTuple::new(
            py,
            [
                self.observation(py)?,
                self.reward.bind(py).clone().into_any(),
                flags(self.terminated.bind(py).as_any())?,
                flags(self.truncated.bind(py).as_any())?,
                self.info(py)?.into_any(),
            ],
        )
    }

    /// A uniformly random legal index an environment: int32[envs].
    ///
    /// Args:
    ///     seed: 0 to 2**64 - 1; the same seed picks the same indices in the same positions.
    #[pyo3(signature = (seed))]
    fn sample<'py>(&self, seed: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (py, seed) = (seed.py(), convert::seed(seed)?);
        let indices = py.detach(|| {
            let mut indices = vec![0; self.envs];
            self.lock().sample(seed, &mut indices);
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
