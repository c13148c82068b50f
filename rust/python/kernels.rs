//! The kernels on NumPy arrays: convert, call, convert.

use std::fmt::Display;

use numpy::ndarray::{Array2, ArrayView2};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
    ToPyArray, dtype,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::games::athos::lay::{self, Back};
use crate::games::cobogo::placements;
use crate::grid::{self, Batch, Counter, Rectangle, Shape};

/// Cells of a batch that are turned into bits while other Python threads wait.
const CELLS_AT_ONCE: usize = 1 << 24;

/// Count the groups of one brick that equal a shape.
///
/// A group is a maximal set of cells equal to `brick` joined by their sides. It counts if it is
/// the shape, turned or mirrored in any way; a group with one cell more does not.
///
/// Parameters
/// ----------
/// grid : uint8 array of shape (H, W) or (N, H, W)
///     One grid, or a batch of them. 0 is nothing. Any memory layout.
/// brick : int
///     The code that counts, 1 to 255.
/// shape : bool array of shape (h, w)
///     The cells of the shape, joined by their sides, no margin empty, at most 64 by 64.
///
/// Returns
/// -------
/// int, or int32 array of shape (N,)
///     The number of groups in the grid, or in each grid of the batch.
///
/// Raises
/// ------
/// TypeError
///     An argument is not of the type above; no array is converted.
/// ValueError
///     `grid` or `shape` has another number of dimensions, `brick` is out of range, or `shape` is
///     empty, disconnected, too large or has an empty margin.
///
/// Notes
/// -----
/// A batch is counted without the GIL.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import pattern_count
/// >>> grid = np.array([[2, 1, 3], [1, 1, 4], [5, 1, 6]], dtype=np.uint8)
/// >>> shape = np.array([[1, 1, 1], [0, 1, 0]], dtype=bool)
/// >>> pattern_count(grid, 1, shape)
/// 1
/// >>> pattern_count(np.stack([grid, grid * 0]), 1, shape).tolist()
/// [1, 0]
#[pyfunction]
pub fn pattern_count<'py>(
    grid: &Bound<'py, PyAny>,
    brick: &Bound<'py, PyAny>,
    shape: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = grid.py();
    let grid = array::<u8>(grid, "grid")?;
    let brick = code(brick, "brick", 1)?;
    let shape = shape_from(shape)?;
    let counter = Counter::new(&shape);
    match *grid.shape() {
        [height, width] => {
            let mut batch = Batch::new(&counter, height, width, brick);
            batch.push(&cells(&grid)?);
            let mut count = [0];
            batch.count(&mut count);
            Ok(count[0].into_pyobject(py)?.into_any())
        }
        [count, height, width] => {
            let mut batch = Batch::new(&counter, height, width, brick);
            let mut counts = vec![0; count];
            count_all(&grid, &mut batch, height * width, &mut counts)?;
            Ok(PyArray1::from_vec(py, counts).into_any())
        }
        _ => Err(dimensions("grid", "2 or 3", &grid)),
    }
}

/// Label the groups of equal cells joined by their sides.
///
/// Parameters
/// ----------
/// grid : uint8 array of shape (H, W)
///     0 is nothing. Any memory layout.
///
/// Returns
/// -------
/// labels : int32 array of shape (H, W)
///     One label for each group, from 1 in the order of each group's first cell, row by row; 0
///     where the grid is 0.
/// count : int
///     The number of groups.
///
/// Raises
/// ------
/// TypeError
///     `grid` is not a uint8 array.
/// ValueError
///     `grid` has not two dimensions, or 2**31 cells or more.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import label_groups
/// >>> labels, count = label_groups(np.array([[7, 7, 0], [7, 5, 7]], dtype=np.uint8))
/// >>> labels.tolist(), count
/// ([[1, 1, 0], [1, 2, 3]], 3)
#[pyfunction]
pub fn label_groups<'py>(grid: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyArray2<i32>>, i32)> {
    let grid = array::<u8>(grid, "grid")?;
    let (height, width) = sides(&grid, "grid")?;
    if i32::try_from(grid.len()).is_err() {
        let size = grid.len();
        return Err(PyValueError::new_err(format!("grid has {size} cells; fewer than 2**31 go")));
    }
    let (labels, count) = grid::label_groups(&cells(&grid)?, height, width);
    Ok((matrix(grid.py(), height, width, labels)?, count))
}

/// List the distinct images of a shape under quarter turns and mirroring.
///
/// Parameters
/// ----------
/// shape : bool array of shape (h, w)
///     Any set of cells but the empty one. Any memory layout.
///
/// Returns
/// -------
/// list of bool arrays
///     The 1, 2, 4 or 8 images, sorted by height, width, then cells row by row, False before True.
///
/// Raises
/// ------
/// TypeError
///     `shape` is not a bool array.
/// ValueError
///     `shape` has not two dimensions, or no cell.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import symmetries
/// >>> [image.astype(int).tolist() for image in symmetries(np.array([[True, True, True]]))]
/// [[[1, 1, 1]], [[1], [1], [1]]]
#[pyfunction]
pub fn symmetries<'py>(shape: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyArray2<bool>>>> {
    let py = shape.py();
    let shape = flags(shape, "shape")?;
    if !shape.cells().contains(&true) {
        return Err(invalid_shape(&grid::ShapeError::Empty));
    }
    let images = shape.images().into_iter();
    images.map(|image| matrix(py, image.height(), image.width(), image.into_cells())).collect()
}

/// List the legal placements of a card on a grid of cards.
///
/// A turned card is legal where it covers a filled cell or shares a side with one, and covers no
/// glass. The table has no edge: corners may lie outside the array.
///
/// Parameters
/// ----------
/// grid : uint8 array of shape (H, W)
///     The cards laid so far, at least one filled cell. 0 is nothing. Any memory layout.
/// card : uint8 array of shape (h, w)
///     The card, without any 0.
/// glass : int
///     The code that may not be covered, 1 to 255; 0: nothing is protected.
///
/// Returns
/// -------
/// int32 array of shape (M, 3)
///     Rows (turns, row, col): quarter turns clockwise, then the top left corner of the turned card
///     in grid coordinates. Turned cards that look the same are listed once, at the least number
///     of turns. Sorted by (turns, row, col).
///
/// Raises
/// ------
/// TypeError
///     An argument is not of the type above; no array is converted.
/// ValueError
///     `grid` or `card` has not two dimensions, `glass` is out of range, `grid` is empty, or `card`
///     has no cell or a 0.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import placements
/// >>> grid = np.array([[1, 2, 3], [3, 4, 5]], dtype=np.uint8)
/// >>> card = np.array([[6, 6, 2], [2, 9, 1]], dtype=np.uint8)
/// >>> rows = placements(grid, card, 9)
/// >>> rows.shape, rows[0].tolist()
/// ((126, 3), [0, -2, -2])
#[pyfunction]
#[pyo3(name = "placements")]
pub fn placements_of<'py>(
    grid: &Bound<'py, PyAny>,
    card: &Bound<'py, PyAny>,
    glass: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let py = grid.py();
    let grid = array::<u8>(grid, "grid")?;
    let card = array::<u8>(card, "card")?;
    let glass = code(glass, "glass", 0)?;
    let (size, card_size) = (sides(&grid, "grid")?, sides(&card, "card")?);
    let rows = placements::placements(&cells(&grid)?, size, &cells(&card)?, card_size, glass)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    matrix(py, rows.len(), 3, rows.into_flattened())
}

/// A mural after a lay, and the cells of the tiles that were lost.
type LaidArrays<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<i32>>);

/// List the legal results of laying a tile on a mural.
///
/// The tile pushes every block of another pattern that it touches one cell away from itself; what is
/// pushed off the mural is lost. A tile must lie beside its own pattern if that is on the mural, and
/// afterwards no two patterns may touch. A block touched on several sides goes any of these ways,
/// which is why there can be several results.
///
/// Parameters
/// ----------
/// mural : uint8 array of shape (H, W)
///     The pattern of each tile, at most 16 with the one laid. 0 is nothing. 5 by 5 to 16 by 16
///     cells. Any memory layout.
/// row, col : int
///     The cell, which must be empty.
/// pattern : int
///     The pattern laid, 1 to 255.
/// columns : bool array of shape (H, W), optional
///     The cells on which no tile stands.
/// locked : bool array of shape (H, W), optional
///     All tiles that never move. As soon as `columns` or `locked` is given, the rules of the
///     challenging variant hold: blocks of at most 2 by 2, and the four corners are padlocks.
///
/// Returns
/// -------
/// list of (uint8 array of shape (H, W), int32 array of shape (K, 2))
///     Each result once: the mural, and row and column before the lay of the tiles that were lost,
///     sorted. Sorted by the mural, row by row, then by what was lost. Empty if the lay is illegal.
///
/// Raises
/// ------
/// TypeError
///     An argument is not of the type above; no array is converted.
/// ValueError
///     The mural or the flags have another shape, a number is out of range, the cell is not empty,
///     there are more than 16 patterns, a tile stands on a column, or a locked cell is empty.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import lay
/// >>> mural = np.zeros((5, 5), dtype=np.uint8)
/// >>> mural[1, :2] = mural[2, :2] = 2
/// >>> [(laid, lost)] = lay(mural, 1, 2, 1)
/// >>> laid[:3].tolist(), lost.tolist()
/// ([[0, 0, 0, 0, 0], [2, 0, 1, 0, 0], [2, 0, 0, 0, 0]], [[1, 0], [2, 0]])
#[pyfunction]
#[pyo3(name = "lay", signature = (mural, row, col, pattern, *, columns = None, locked = None))]
pub fn lay_on<'py>(
    mural: &Bound<'py, PyAny>,
    row: &Bound<'py, PyAny>,
    col: &Bound<'py, PyAny>,
    pattern: &Bound<'py, PyAny>,
    columns: Option<&Bound<'py, PyAny>>,
    locked: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = mural.py();
    let mural = array::<u8>(mural, "mural")?;
    let size = sides(&mural, "mural")?;
    let at = (index(row, "row", size.0)?, index(col, "col", size.1)?);
    let pattern = code(pattern, "pattern", 1)?;
    let columns = flags_of(columns, "columns", size)?;
    let locked = flags_of(locked, "locked", size)?;
    let back = Back {
        columns: columns.as_ref().map(Rectangle::cells),
        locked: locked.as_ref().map(Rectangle::cells),
    };
    let back = (columns.is_some() || locked.is_some()).then_some(back);
    let found = with_cells(&mural, |cells| lay::lay(cells, size, at, pattern, back))?
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let arrays = |laid: &lay::Laid| -> PyResult<LaidArrays<'py>> {
        let lost = (laid.lost.len(), 2);
        Ok((copied(py, size, &laid.mural)?, copied(py, lost, laid.lost.as_flattened())?))
    };
    match &found[..] {
        // So it is mostly, and needs no vector.
        [laid] => PyList::new(py, [arrays(laid)?]),
        _ => PyList::new(py, found.iter().map(arrays).collect::<PyResult<Vec<_>>>()?),
    }
}

/// Counts grids in pieces: bits are made with the GIL, for the array belongs to Python, and counted
/// without it. Ctrl-C is heard between the pieces.
fn count_all(
    grid: &Bound<'_, PyArrayDyn<u8>>,
    batch: &mut Batch<'_>,
    size: usize,
    counts: &mut [i32],
) -> PyResult<()> {
    let py = grid.py();
    let dimensions = grid.shape().to_vec();
    let mut done = 0;
    for counts in counts.chunks_mut((CELLS_AT_ONCE / size.max(1)).max(1)) {
        // While the GIL was away another thread may have changed the array itself.
        if grid.shape() != dimensions {
            return Err(PyValueError::new_err("grid changed its shape while it was counted"));
        }
        let here = done..done + counts.len();
        done = here.end;
        batch.clear();
        let borrowed = grid.try_readonly()?;
        let view = borrowed.as_array();
        match view.as_slice() {
            Some(cells) => batch.push(&cells[here.start * size..here.end * size]),
            None => {
                for index in here {
                    let grid = view.index_axis(numpy::ndarray::Axis(0), index);
                    batch.push(&grid.iter().copied().collect::<Vec<u8>>());
                }
            }
        }
        drop(borrowed);
        py.detach(|| batch.count(counts));
        py.check_signals()?;
    }
    Ok(())
}

/// The argument as an array of the right element type.
pub(super) fn array<'py, T: Element>(
    argument: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    if let Ok(array) = argument.cast::<PyArrayDyn<T>>() {
        return Ok(array.clone());
    }
    let py = argument.py();
    let expected = dtype::<T>(py);
    let found = match argument.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {}", array.dtype()),
        Err(_) => argument.get_type().name()?.to_string(),
    };
    Err(PyTypeError::new_err(format!("{name} must be a NumPy array of {expected}, not {found}")))
}

/// The sides of an array that must have two dimensions.
pub(super) fn sides<T: Element>(
    array: &Bound<'_, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<(usize, usize)> {
    match *array.shape() {
        [height, width] => Ok((height, width)),
        _ => Err(dimensions(name, "2", array)),
    }
}

fn dimensions<T: Element>(name: &str, expected: &str, array: &Bound<'_, PyArrayDyn<T>>) -> PyErr {
    let found = array.ndim();
    PyValueError::new_err(format!("{name} must have {expected} dimensions, it has {found}"))
}

/// Hands on the cells of a grid, row by row, whatever its layout.
fn with_cells<R>(array: &Bound<'_, PyArrayDyn<u8>>, work: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
    // Refused while an environment writes to it without the GIL.
    let borrowed = array.try_readonly()?;
    if array.is_c_contiguous() {
        return Ok(work(borrowed.as_slice()?));
    }
    Ok(work(&borrowed.as_array().iter().copied().collect::<Vec<u8>>()))
}

/// The cells of a grid, row by row, copied.
pub(super) fn cells(array: &Bound<'_, PyArrayDyn<u8>>) -> PyResult<Vec<u8>> {
    with_cells(array, <[u8]>::to_vec)
}

/// A bool array as it is. Its bytes are read as bytes: Python can make an array of bools that are
/// neither 0 nor 1.
fn flags(argument: &Bound<'_, PyAny>, name: &str) -> PyResult<Rectangle<bool>> {
    let array = array::<bool>(argument, name)?;
    let (height, width) = sides(&array, name)?;
    let bytes = array.call_method0(intern!(argument.py(), "tobytes"))?.cast_into::<PyBytes>()?;
    let cells = bytes.as_bytes().iter().map(|&byte| byte != 0).collect();
    Ok(Rectangle::new(height, width, cells))
}

/// Flags for each cell of a grid of this size, if there are any.
fn flags_of(
    argument: Option<&Bound<'_, PyAny>>,
    name: &str,
    (height, width): (usize, usize),
) -> PyResult<Option<Rectangle<bool>>> {
    let Some(argument) = argument else { return Ok(None) };
    let flags = flags(argument, name)?;
    if (flags.height(), flags.width()) != (height, width) {
        let (rows, columns) = (flags.height(), flags.width());
        let message = format!("{name} must be {height} by {width}, it is {rows} by {columns}");
        return Err(PyValueError::new_err(message));
    }
    Ok(Some(flags))
}

fn shape_from(shape: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let flags = flags(shape, "shape")?;
    Shape::from_cells(flags.height(), flags.width(), flags.cells())
        .map_err(|error| invalid_shape(&error))
}

fn invalid_shape(error: &grid::ShapeError) -> PyErr {
    PyValueError::new_err(format!("invalid shape: {error}"))
}

/// A code from `least` to 255.
fn code(argument: &Bound<'_, PyAny>, name: &str, least: u8) -> PyResult<u8> {
    number(argument, name, least, u8::MAX)
}

/// A row or column of a grid with so many of them.
fn index(argument: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<usize> {
    number(argument, name, 0, count.saturating_sub(1))
}

/// An int from `least` to `most`.
fn number<T>(argument: &Bound<'_, PyAny>, name: &str, least: T, most: T) -> PyResult<T>
where
    T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> + PartialOrd + Display,
{
    let out_of_range =
        || PyValueError::new_err(format!("{name} must be {least} to {most}, it is {argument}"));
    match argument.extract::<T>() {
        Ok(number) if (&least..=&most).contains(&&number) => Ok(number),
        Ok(_) => Err(out_of_range()),
        Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => Err(out_of_range()),
        Err(_) => {
            let found = argument.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name} must be an int, not {found}")))
        }
    }
}

/// A fresh array of two dimensions that owns its cells.
fn matrix<T: Element>(
    py: Python<'_>,
    height: usize,
    width: usize,
    cells: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let cells = Array2::from_shape_vec((height, width), cells)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArray2::from_owned_array(py, cells))
}

/// The same with copied cells: for a few of them that is quicker than to hand over where they lie.
fn copied<'py, T: Element>(
    py: Python<'py>,
    size: (usize, usize),
    cells: &[T],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let cells = ArrayView2::from_shape(size, cells)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(cells.to_pyarray(py))
}
