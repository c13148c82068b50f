//! The arrays of environments: their own, and those that the caller gives to be filled (`out`).

use std::ops::Range;
use std::time::Duration;

use numpy::{
    BorrowError, Element, PyArray1, PyArray2, PyArray4, PyArrayDescrMethods, PyArrayDyn,
    PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::PyTypeCheck;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView};

use super::{convert, error};
use crate::game::clip;
use crate::play::AnyGame;
use crate::simulate::{Arrays, Threads};

/// An array that a step returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Observation,
    Reward,
    Terminated,
    Truncated,
    Actor,
    LegalMask,
    FinalReturns,
}

impl Field {
    const ALL: [Self; 7] = [
        Self::Observation,
        Self::Reward,
        Self::Terminated,
        Self::Truncated,
        Self::Actor,
        Self::LegalMask,
        Self::FinalReturns,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Observation => "observation",
            Self::Reward => "reward",
            Self::Terminated => "terminated",
            Self::Truncated => "truncated",
            Self::Actor => "actor",
            Self::LegalMask => "legal_mask",
            Self::FinalReturns => "final_returns",
        }
    }
}

/// What environments write their results to: always the same memory, which nobody else may write to.
pub struct EnvArrays {
    /// Whether observations are given as floats.
    pub as_float: bool,
    observation: Py<PyArray4<u8>>,
    reward: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    actor: Py<PyArray1<i32>>,
    legal_mask: Py<PyArray2<u8>>,
    final_returns: Py<PyArray2<f32>>,
    /// The same memory for callers, in the order of the fields. Nobody can make these writeable, as
    /// they could an array that NumPy knows to own its memory.
    shown: [Py<PyAny>; Field::ALL.len()],
}

/// An array over the memory of another, to be read only and in the type in which it is returned.
fn shown<'py>(array: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Py<PyAny>> {
    let py = array.py();
    let memory = PyMemoryView::from(array)?.call_method0("toreadonly")?;
    let shown = PyModule::import(py, "numpy")?.call_method1("asarray", (memory,))?;
    Ok(shown.call_method1("view", (dtype,))?.unbind())
}

/// A fresh array; NumPy says so if there is not enough memory.
pub fn zeros<'py, T>(py: Python<'py>, shape: impl IntoPyObject<'py>, dtype: &str) -> PyResult<Py<T>>
where
    T: PyTypeCheck + 'static,
{
    let array = PyModule::import(py, "numpy")?.call_method1("zeros", (shape, dtype))?;
    Ok(array.cast_into::<T>()?.unbind())
}

impl EnvArrays {
    pub fn new(py: Python<'_>, game: &dyn AnyGame, envs: usize, as_float: bool) -> PyResult<Self> {
        let [planes, rows, cols] = game.observation_shape();
        let observation = zeros::<PyArray4<u8>>(py, (envs, planes, rows, cols), "uint8")?;
        let reward = zeros::<PyArray2<f32>>(py, (envs, game.players()), "float32")?;
        let terminated = zeros::<PyArray1<u8>>(py, (envs,), "uint8")?;
        let truncated = zeros::<PyArray1<u8>>(py, (envs,), "uint8")?;
        let actor = zeros::<PyArray1<i32>>(py, (envs,), "int32")?;
        let legal_mask = zeros::<PyArray2<u8>>(py, (envs, game.action_size()), "uint8")?;
        let final_returns = zeros::<PyArray2<f32>>(py, (envs, game.players()), "float32")?;
        let shown = [
            shown(observation.bind(py), "uint8")?,
            shown(reward.bind(py), "float32")?,
            shown(terminated.bind(py), "bool")?,
            shown(truncated.bind(py), "bool")?,
            shown(actor.bind(py), "int32")?,
            shown(legal_mask.bind(py), "bool")?,
            shown(final_returns.bind(py), "float32")?,
        ];
        Ok(Self {
            as_float,
            observation,
            reward,
            terminated,
            truncated,
            actor,
            legal_mask,
            final_returns,
            shown,
        })
    }

    /// The memory, to be written to.
    pub fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        let borrow = || {
            Ok(Borrowed {
                observation: self.observation.bind(py).try_readwrite()?,
                reward: self.reward.bind(py).try_readwrite()?,
                terminated: self.terminated.bind(py).try_readwrite()?,
                truncated: self.truncated.bind(py).try_readwrite()?,
                actor: self.actor.bind(py).try_readwrite()?,
                legal_mask: self.legal_mask.bind(py).try_readwrite()?,
                final_returns: self.final_returns.bind(py).try_readwrite()?,
            })
        };
        borrow().map_err(|error| in_use(&error))
    }

    /// The mask, to be read.
    pub fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<PyReadonlyArray2<'py, u8>> {
        self.legal_mask.bind(py).try_readonly().map_err(|error| in_use(&error))
    }

    fn shown<'a, 'py>(&'a self, py: Python<'py>, field: Field) -> &'a Bound<'py, PyAny> {
        self.shown[field as usize].bind(py)
    }

    /// The type that an array is returned in.
    fn dtype(&self, field: Field) -> &'static str {
        match field {
            Field::Observation if !self.as_float => "uint8",
            Field::Terminated | Field::Truncated | Field::LegalMask => "bool",
            Field::Actor => "int32",
            Field::Observation | Field::Reward | Field::FinalReturns => "float32",
        }
    }

    /// What a call returns: the caller's array if it gave one, else the same memory to be read only.
    pub fn returned<'py>(
        &self,
        py: Python<'py>,
        field: Field,
        given: &[Given<'py>],
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(given) = given.iter().find(|given| given.field == field) {
            return Ok(given.array.clone());
        }
        let array = self.shown(py, field);
        if field == Field::Observation && self.as_float {
            return array.call_method1("astype", ("float32",));
        }
        // An array object of the caller's, who can give it another shape.
        array.call_method0("view")
    }

    /// Reads the argument `out`; all that it gives can be filled.
    pub fn read_out<'py>(&self, out: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Given<'py>>> {
        let Some(out) = out.filter(|out| !out.is_none()) else { return Ok(Vec::new()) };
        let py = out.py();
        let wrong = || convert::wrong_type(out, "out", "a dict of arrays by name");
        let out = out.cast::<PyDict>().map_err(|_| wrong())?;
        let mut given: Vec<Given<'py>> = Vec::with_capacity(out.len());
        for (key, array) in out {
            let name = convert::text(&key, "a key of out")?;
            let field = Field::ALL.into_iter().find(|field| field.name() == name);
            let field = field.ok_or_else(|| {
                let known = Field::ALL.map(Field::name).join(", ");
                refused(py, &format!("out: there is no array {:?}; known are {known}", clip(&name)))
            })?;
            given.push(self.read(field, array)?);
        }
        let own = Field::ALL.map(|field| (self.place(py, field), "an array of the environments"));
        let mut taken = own.to_vec();
        for Given { field, place, .. } in &given {
            let other = taken
                .iter()
                .find(|(other, _)| place.start.max(other.start) < place.end.min(other.end));
            if let Some((_, other)) = other {
                let name = field.name();
                return Err(refused(py, &format!("out[{name:?}]: its memory is that of {other}")));
            }
            taken.push((place.clone(), field.name()));
        }
        Ok(given)
    }

    /// Reads one array of `out`.
    fn read<'py>(&self, field: Field, array: Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        let (py, name) = (array.py(), format!("out[{:?}]", field.name()));
        let dtype = self.dtype(field);
        let or = if dtype == "bool" { "bool or uint8" } else { dtype };
        let Ok(untyped) = array.cast::<PyUntypedArray>() else {
            return Err(convert::wrong_type(&array, &name, &format!("an array of {or}")));
        };
        let own = self.shown(py, field).cast::<PyUntypedArray>()?;
        let (expected, found) = (own.shape(), untyped.shape());
        if found != expected {
            let message = format!("{name}: shape {expected:?} is expected, not {found:?}");
            return Err(refused(py, &message));
        }
        if !untyped.is_c_contiguous() {
            return Err(refused(
                py,
                &format!("{name}: its cells are not in one piece, in C order"),
            ));
        }
        // Flags are bytes here.
        let is_bool = untyped.dtype().kind() == b'b';
        let cells = if is_bool && dtype == "bool" {
            array.call_method1("view", ("uint8",))?
        } else {
            array.clone()
        };
        let (place, memory) = match dtype {
            "uint8" | "bool" => held(&cells, &name, Memory::Bytes),
            "int32" => held(&cells, &name, Memory::Ints),
            _ => held(&cells, &name, Memory::Floats),
        }
        .unwrap_or_else(|| {
            let found = untyped.dtype();
            let message = format!("{name}: an array of {or} is expected, not one of {found}");
            Err(pyo3::exceptions::PyTypeError::new_err(message))
        })?;
        Ok(Given { field, array, place, memory })
    }

    fn place(&self, py: Python<'_>, field: Field) -> Range<usize> {
        match field {
            Field::Observation => place(self.observation.bind(py)),
            Field::Reward => place(self.reward.bind(py)),
            Field::Terminated => place(self.terminated.bind(py)),
            Field::Truncated => place(self.truncated.bind(py)),
            Field::Actor => place(self.actor.bind(py)),
            Field::LegalMask => place(self.legal_mask.bind(py)),
            Field::FinalReturns => place(self.final_returns.bind(py)),
        }
    }
}

/// Why the environments' own arrays can't be had.
fn in_use(_: &BorrowError) -> PyErr {
    PyRuntimeError::new_err("another thread is at work with this VectorEnv: give each its own")
}

fn refused(py: Python<'_>, message: &str) -> PyErr {
    error::argument(py, "out", message)
}

/// Where an array without gaps lies.
fn place<T: Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'_, numpy::PyArray<T, D>>,
) -> Range<usize> {
    let start = array.data() as usize;
    start..start + array.len() * size_of::<T>()
}

/// An array of this type, to be written to; `None` if it is of another type.
fn held<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    memory: impl Fn(PyReadwriteArrayDyn<'py, T>) -> Memory<'py>,
) -> Option<PyResult<(Range<usize>, Memory<'py>)>> {
    let array = array.cast::<PyArrayDyn<T>>().ok()?;
    let place = place(array);
    if !place.start.is_multiple_of(align_of::<T>()) {
        let message = format!("{name}: its cells are not aligned");
        return Some(Err(refused(array.py(), &message)));
    }
    let held = array.try_readwrite().map(|held| (place, memory(held)));
    Some(held.map_err(|error| {
        let why = match error {
            BorrowError::NotWriteable => "it is read-only",
            _ => "it is in use, by another name in out or by another thread",
        };
        refused(array.py(), &format!("{name}: {why}"))
    }))
}

/// An array of the caller.
pub struct Given<'py> {
    field: Field,
    array: Bound<'py, PyAny>,
    place: Range<usize>,
    memory: Memory<'py>,
}

enum Memory<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
    Ints(PyReadwriteArrayDyn<'py, i32>),
}

/// What is to be filled, without Python.
pub struct Target<'a> {
    field: Field,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
    Ints(&'a mut [i32]),
}

impl Given<'_> {
    pub fn target(&mut self) -> PyResult<Target<'_>> {
        let cells = match &mut self.memory {
            Memory::Bytes(memory) => Cells::Bytes(memory.as_slice_mut()?),
            Memory::Floats(memory) => Cells::Floats(memory.as_slice_mut()?),
            Memory::Ints(memory) => Cells::Ints(memory.as_slice_mut()?),
        };
        Ok(Target { field: self.field, cells })
    }
}

/// The arrays of environments while a call writes to them.
pub struct Borrowed<'py> {
    observation: PyReadwriteArray4<'py, u8>,
    reward: PyReadwriteArray2<'py, f32>,
    terminated: PyReadwriteArray1<'py, u8>,
    truncated: PyReadwriteArray1<'py, u8>,
    actor: PyReadwriteArray1<'py, i32>,
    legal_mask: PyReadwriteArray2<'py, u8>,
    final_returns: PyReadwriteArray2<'py, f32>,
}

impl Borrowed<'_> {
    /// The same, without Python.
    pub fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        Ok(Arrays {
            observation: self.observation.as_slice_mut()?,
            reward: self.reward.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            actor: self.actor.as_slice_mut()?,
            legal_mask: self.legal_mask.as_slice_mut()?,
            final_returns: self.final_returns.as_slice_mut()?,
        })
    }
}

impl Target<'_> {
    /// Fills it from the environments' own.
    pub fn fill(self, own: &Arrays<'_>, threads: &Threads) {
        match (self.field, self.cells) {
            (Field::Observation, Cells::Bytes(cells)) => fill(own.observation, cells, threads),
            (Field::Observation, Cells::Floats(cells)) => fill(own.observation, cells, threads),
            (Field::Reward, Cells::Floats(cells)) => fill(own.reward, cells, threads),
            (Field::Terminated, Cells::Bytes(cells)) => fill(own.terminated, cells, threads),
            (Field::Truncated, Cells::Bytes(cells)) => fill(own.truncated, cells, threads),
            (Field::Actor, Cells::Ints(cells)) => fill(own.actor, cells, threads),
            (Field::LegalMask, Cells::Bytes(cells)) => fill(own.legal_mask, cells, threads),
            (Field::FinalReturns, Cells::Floats(cells)) => fill(own.final_returns, cells, threads),
            // Other types were refused when they were read.
            _ => {}
        }
    }
}

/// Copies cells into others of the same number.
fn fill<S, T>(source: &[S], target: &mut [T], threads: &Threads)
where
    S: Copy + Sync,
    T: From<S> + Send,
{
    // Some cells a nanosecond.
    let work = Duration::from_nanos(source.len() as u64 / 4);
    let share = threads.share(source.len(), work);
    threads.spread(
        target.chunks_mut(share).zip(source.chunks(share)),
        #[inline(always)]
        |(target, source)| {
            for (target, source) in target.iter_mut().zip(source) {
                *target = T::from(*source);
            }
        },
    );
}
