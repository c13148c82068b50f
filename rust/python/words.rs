//! The kernels on grids of letters: convert, call, convert.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString, PyTuple};

use super::kernels::{array, cells, sides};
use crate::games::cog::crossword::{Obstacle, Position, PositionError, Spelled};

/// List every legal spelling of one word on a grid of C.O.G.
///
/// A word crosses a word on the grid or, if it is the first, covers a centre square; it lengthens no
/// word, and none of its new tiles touches another tile beside it (rules C-126 to C-153). Natural tiles
/// serve their letter only, wild tiles serve any, and at a crossing two.
///
/// Parameters
/// ----------
/// grid : uint8 array of shape (S, S)
///     ASCII capitals, 63 (``ord("?")``) for a wild tile, 0 for an empty square. S is even, 6 to 16.
///     Any memory layout.
/// words : iterable of str
///     The words that may be spelled: at most 64, each once, of 2 to 12 capitals.
/// reserve : str
///     The tiles to spell with: capitals, and "?" for each wild one.
/// placed : iterable of (word, row, col, across), optional
///     The words on the grid, each of them one of `words`. They say what wild tiles stand for.
///
/// Returns
/// -------
/// list of (word, row, col, across, letters)
///     The word, the square of its first letter, whether it runs from left to right (otherwise from
///     top to bottom), and the tiles for its uncovered squares in the order of the word, "?" for a
///     wild one: one row for each choice of squares that take a wild tile. Sorted.
///
/// Raises
/// ------
/// TypeError
///     An argument is not of the type above; no array is converted.
/// ValueError
///     The grid has another shape or something else on it, a word or a tile of the reserve is none, or
///     `placed` does not go with grid and words: every run of tiles must be one of `placed`, and all of
///     them must be connected. The message names the rule.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import word_plays
/// >>> grid = np.zeros((6, 6), dtype=np.uint8)
/// >>> grid[2, :3] = list(b"OIL")
/// >>> for play in word_plays(grid, ["OIL", "TIN"], "TN?", placed=[("OIL", 2, 0, True)]):
/// ...     print(play)
/// ('TIN', 1, 1, False, '?N')
/// ('TIN', 1, 1, False, 'T?')
/// ('TIN', 1, 1, False, 'TN')
#[pyfunction]
#[pyo3(
    signature = (grid, words, reserve, *, placed = None),
    text_signature = "(grid, words, reserve, *, placed=())"
)]
pub fn word_plays(
    grid: &Bound<'_, PyAny>,
    words: &Bound<'_, PyAny>,
    reserve: &Bound<'_, PyAny>,
    placed: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Spelled>> {
    Ok(position(grid, words, reserve, placed)?.plays())
}

/// Tell the rule that forbids to spell a word on a grid of C.O.G.
///
/// Parameters
/// ----------
/// grid, words, reserve, placed
///     As for `word_plays`.
/// play : (word, row, col, across, letters)
///     Any word of capitals anywhere, on the grid or not; letters are the tiles for its uncovered
///     squares in the order of the word, "?" for a wild one.
///
/// Returns
/// -------
/// str or None
///     None if `word_plays` lists the play. Otherwise the first rule, in the order of the numbers,
///     that forbids it: "C-127" (other tiles than the word lacks, or no square of the grid), "C-128"
///     (not permitted), "C-130" (a first word beside the centre), "C-132" (no crossing), "C-133" (on
///     the grid already), "C-135" (leaves the grid), "C-137" (another letter), "C-138" (no new tile),
///     "C-139" (a word lengthened), "C-140" (a tile touched) or "C-146" (not in the reserve).
///
/// Raises
/// ------
/// TypeError
///     An argument is not of the type above; no array is converted.
/// ValueError
///     As for `word_plays`, or the play has something other than capitals in it.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from ludoteca.kernels import word_check
/// >>> grid = np.zeros((6, 6), dtype=np.uint8)
/// >>> grid[2, :3] = list(b"OIL")
/// >>> placed = [("OIL", 2, 0, True)]
/// >>> word_check(grid, ["OIL", "TIN"], "TN", ("TIN", 1, 1, False, "TN"), placed=placed)
/// >>> word_check(grid, ["OIL", "TIN"], "TIN", ("TIN", 2, 3, False, "TIN"), placed=placed)
/// 'C-132'
#[pyfunction]
#[pyo3(
    signature = (grid, words, reserve, play, *, placed = None),
    text_signature = "(grid, words, reserve, play, *, placed=())"
)]
pub fn word_check(
    grid: &Bound<'_, PyAny>,
    words: &Bound<'_, PyAny>,
    reserve: &Bound<'_, PyAny>,
    play: &Bound<'_, PyAny>,
    placed: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<&'static str>> {
    let position = position(grid, words, reserve, placed)?;
    let [word, row, column, across, letters] =
        fields(play, "play", "(word, row, col, across, letters)")?;
    let (word, letters) = (text(&word, "word of play")?, text(&letters, "letters of play")?);
    let at = (number(&row, "row of play")?, number(&column, "col of play")?);
    let play = (&*word, at.0, at.1, flag(&across, "across of play")?);
    let obstacle = position.check(play, &letters).map_err(invalid)?;
    Ok(obstacle.map(Obstacle::rule))
}

fn position(
    grid: &Bound<'_, PyAny>,
    words: &Bound<'_, PyAny>,
    reserve: &Bound<'_, PyAny>,
    placed: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let grid = array::<u8>(grid, "grid")?;
    let size = sides(&grid, "grid")?;
    let words = items(words, "words", |word| text(word, "each of words"))?;
    let reserve = text(reserve, "reserve")?;
    let placed = match placed {
        None => Vec::new(),
        Some(placed) => items(placed, "placed", |placed| {
            let [word, row, column, across] =
                fields(placed, "each of placed", "(word, row, col, across)")?;
            let (row, column) = (number(&row, "row of placed")?, number(&column, "col of placed")?);
            Ok((text(&word, "word of placed")?, row, column, flag(&across, "across of placed")?))
        })?,
    };
    let placed = placed.iter().map(|(word, row, column, across)| (&**word, *row, *column, *across));
    Position::new(&cells(&grid)?, size, &words, &reserve, placed).map_err(invalid)
}

fn invalid(error: PositionError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn wrong_type(argument: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    match argument.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{name} must be {expected}, not {found}")),
        Err(error) => error,
    }
}

fn text(argument: &Bound<'_, PyAny>, name: &str) -> PyResult<PyBackedStr> {
    match argument.cast::<PyString>() {
        Ok(text) => PyBackedStr::try_from(text.clone()),
        Err(_) => Err(wrong_type(argument, name, "a str")),
    }
}

fn flag(argument: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    argument.extract().map_err(|_| wrong_type(argument, name, "a bool"))
}

/// Any int; those that no grid has become one that no grid has either.
fn number(argument: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    match argument.extract() {
        Ok(number) => Ok(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => Ok(i64::MAX),
        Err(_) => Err(wrong_type(argument, name, "an int")),
    }
}

/// What each item of an iterable is; a text is not taken for its letters.
fn items<'py, T>(
    argument: &Bound<'py, PyAny>,
    name: &str,
    item: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if let Ok(list) = argument.cast::<PyList>() {
        return list.iter().map(|one| item(&one)).collect();
    }
    if let Ok(tuple) = argument.cast::<PyTuple>() {
        return tuple.iter_borrowed().map(|one| item(&one)).collect();
    }
    match argument.try_iter() {
        Ok(iterator) if !argument.is_instance_of::<PyString>() => {
            iterator.map(|one| item(&one?)).collect()
        }
        _ => Err(wrong_type(argument, name, "an iterable")),
    }
}

/// The fields of a tuple, or of a list as JSON has it.
fn fields<'py, const N: usize>(
    argument: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<[Bound<'py, PyAny>; N]> {
    let wrong = || wrong_type(argument, name, &format!("a tuple {expected}"));
    let found: Vec<_> = if let Ok(tuple) = argument.cast::<PyTuple>() {
        tuple.iter().collect()
    } else if let Ok(list) = argument.cast::<PyList>() {
        list.iter().collect()
    } else {
        return Err(wrong());
    };
    let count = found.len();
    found.try_into().map_err(|_| {
        PyValueError::new_err(format!("{name} must be {expected}, it has {count} items"))
    })
}
