//! `Results`: a batch of games as NumPy arrays.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::convert;
use super::error;
use super::game::Game;
use crate::simulate::{Control, NoMemory};

/// How often a running batch looks for Ctrl-C and reports progress.
const TICK: Duration = Duration::from_millis(50);

/// The results of `Game.simulate`, one row a game, in the order of the games.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct Results {
    game: Py<Game>,
    agents: Vec<String>,
    seed: u64,
    games: usize,
    interrupted: bool,
    seconds: f64,
    index: Py<PyArray1<u32>>,
    returns: Py<PyArray2<f32>>,
    scores: Py<PyArray2<f32>>,
    plies: Py<PyArray1<u32>>,
    winners: Py<PyArray2<bool>>,
    reasons: Py<PyArray1<u8>>,
    levels: Py<PyArray1<u8>>,
}

/// Waits a tick for a result. The lock is what lets other threads see the receiver.
fn wait<T>(receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK)
}

/// Tells the caller how far the batch is.
fn report(progress: Option<&Bound<'_, PyAny>>, done: usize, games: usize) -> PyResult<()> {
    progress.map_or(Ok(()), |progress| progress.call1((done, games)).map(drop))
}

impl Results {
    pub fn simulate(
        slf: &Bound<'_, Game>,
        games: usize,
        agents: Vec<String>,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (py, game) = (slf.py(), &slf.get().inner);
        let batch =
            game.batch(&agents, seed).map_err(|error| error::agent(py, "agents", &error))?;
        let control = Control::default();
        let started = Instant::now();
        let (mut interrupted, mut failure) = (false, None);
        let played = std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let receiver = Mutex::new(receiver);
            let (batch, control) = (&batch, &control);
            let play = move || {
                let played = error::guard(|| batch.play(games, threads, control));
                // The receiver lives until this thread has ended.
                let _ = sender.send(played);
            };
            if std::thread::Builder::new().spawn_scoped(scope, play).is_err() {
                return Ok(Err(NoMemory));
            }
            loop {
                match py.detach(|| wait(&receiver)) {
                    Ok(played) => return played,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err("a batch ended without a result".to_owned());
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                // Once it is stopped the batch is about to end.
                if interrupted || failure.is_some() {
                    continue;
                }
                let reported =
                    py.check_signals().and_then(|()| report(progress, control.done(), games));
                if let Err(error) = reported {
                    control.stop();
                    // Ctrl-C can also strike while Python reports progress.
                    interrupted = error.is_instance_of::<PyKeyboardInterrupt>(py);
                    failure = (!interrupted).then_some(error);
                }
            }
        });
        let context = error::Context { seed: Some(seed), ..slf.get().context() };
        let batch = played.map_err(|message| error::internal(py, context, &message))?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let batch = batch.map_err(|error| {
            PyMemoryError::new_err(format!("{error} for a thread or the results of {games} games"))
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let (done, seats) = (batch.plies.len(), game.players());
        if let Err(error) = report(progress, done, games) {
            if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(error);
            }
            interrupted = true;
        }
        fn by_seat<T: numpy::Element>(
            py: Python<'_>,
            values: Vec<T>,
            seats: usize,
        ) -> PyResult<Py<PyArray2<T>>> {
            let games = values.len() / seats;
            PyArray1::from_vec(py, values).reshape([games, seats]).map(Bound::unbind)
        }
        Ok(Self {
            game: slf.clone().unbind(),
            agents,
            seed,
            games: done,
            interrupted,
            seconds,
            index: PyArray1::from_vec(py, batch.index).unbind(),
            returns: by_seat(py, batch.returns, seats)?,
            scores: by_seat(py, batch.scores, seats)?,
            plies: PyArray1::from_vec(py, batch.plies).unbind(),
            winners: by_seat(py, batch.winners, seats)?,
            reasons: PyArray1::from_vec(py, batch.reasons).unbind(),
            levels: PyArray1::from_vec(py, batch.levels).unbind(),
        })
    }

    fn reason_names(&self) -> &'static [&'static str] {
        self.game.get().inner.info().reasons
    }

    fn level_names(&self) -> &'static [&'static str] {
        self.game.get().inner.info().levels
    }

    /// Plies of all games together.
    fn total_plies(&self, py: Python<'_>) -> PyResult<f64> {
        let plies = self.plies.bind(py).try_readonly()?;
        Ok(plies.as_slice()?.iter().map(|&plies| u64::from(plies)).sum::<u64>() as f64)
    }
}

/// How often each name occurs, by code; other codes count for none.
fn tally<'py>(
    codes: &Bound<'py, PyArray1<u8>>,
    names: &[&'static str],
) -> PyResult<Bound<'py, PyDict>> {
    let (mut counts, codes) = (vec![0_u64; names.len()], codes.try_readonly()?);
    for &code in codes.as_slice()? {
        if let Some(count) = counts.get_mut(usize::from(code)) {
            *count += 1;
        }
    }
    let dict = PyDict::new(codes.py());
    for (name, count) in names.iter().zip(counts) {
        dict.set_item(name, count)?;
    }
    Ok(dict)
}

/// Names in place of codes, as a NumPy array of texts.
fn named<'py>(
    codes: &Bound<'py, PyArray1<u8>>,
    names: &[&'static str],
) -> PyResult<Bound<'py, PyAny>> {
    let py = codes.py();
    let numpy = PyModule::import(py, "numpy")?;
    let texts = names.iter().copied().chain([""]);
    let table = numpy.call_method1("array", (PyList::new(py, texts)?,))?;
    let last = names.len() as u8;
    let clipped = numpy.call_method1("minimum", (codes, last))?;
    table.get_item(clipped)
}

#[pymethods]
impl Results {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The agent of each seat.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.agents)
    }

    /// How many games were finished.
    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether Ctrl-C ended the batch early.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// Wall-clock seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The index of each game under the seed: uint32[games].
    #[getter]
    fn index(&self, py: Python<'_>) -> Py<PyArray1<u32>> {
        self.index.clone_ref(py)
    }

    /// What each seat was paid: float32[games, players].
    #[getter]
    fn returns(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.returns.clone_ref(py)
    }

    /// What each seat scored: float32[games, players].
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.scores.clone_ref(py)
    }

    /// Plies of each game: uint32[games].
    #[getter]
    fn plies(&self, py: Python<'_>) -> Py<PyArray1<u32>> {
        self.plies.clone_ref(py)
    }

    /// Which seats won: bool[games, players].
    #[getter]
    fn winners(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.winners.clone_ref(py)
    }

    /// Why each game ended: texts[games].
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        named(self.reasons.bind(py), self.reason_names())
    }

    /// The level that each game reached, empty where it reached none: texts[games].
    #[getter]
    fn level<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        named(self.levels.bind(py), self.level_names())
    }

    /// The main figures as a dict ready for JSON.
    ///
    /// Keys: `game`, `players`, `agents`, `seed`, `games`, `interrupted`, `seconds`,
    /// `games_per_second`, `plies_per_second`, `plies_mean`, `win_rate`, `returns_mean` and
    /// `scores_mean` (each a list, one number a seat), `reasons` and `levels` (counts by name).
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let means = |array: &Bound<'py, PyAny>| -> PyResult<Bound<'py, PyAny>> {
            if self.games == 0 {
                let seats = self.game.get().inner.players();
                return Ok(PyList::new(py, vec![0.0; seats])?.into_any());
            }
            let kwargs = PyDict::new(py);
            kwargs.set_item("axis", 0)?;
            kwargs.set_item("dtype", "float64")?;
            array.call_method("mean", (), Some(&kwargs))?.call_method0("tolist")
        };
        let rate = |count: f64| if self.seconds > 0.0 { count / self.seconds } else { 0.0 };
        let plies = self.total_plies(py)?;
        let games = self.games as f64;
        let plies_mean = if self.games == 0 { 0.0 } else { plies / games };
        let dict = PyDict::new(py);
        dict.set_item("game", self.game.get().context().game)?;
        dict.set_item("players", self.game.get().inner.players())?;
        dict.set_item("agents", &self.agents)?;
        dict.set_item("seed", self.seed)?;
        dict.set_item("games", self.games)?;
        dict.set_item("interrupted", self.interrupted)?;
        dict.set_item("seconds", self.seconds)?;
        dict.set_item("games_per_second", rate(games))?;
        dict.set_item("plies_per_second", rate(plies))?;
        dict.set_item("plies_mean", plies_mean)?;
        dict.set_item("win_rate", means(self.winners.bind(py).as_any())?)?;
        dict.set_item("returns_mean", means(self.returns.bind(py).as_any())?)?;
        dict.set_item("scores_mean", means(self.scores.bind(py).as_any())?)?;
        dict.set_item("reasons", tally(self.reasons.bind(py), self.reason_names())?)?;
        dict.set_item("levels", tally(self.levels.bind(py), self.level_names())?)?;
        Ok(dict)
    }

    /// The results as a `pyarrow.Table`, one row a game: `game`, `plies`, `reason`, `level`, and
    /// for each seat `return_0`, `score_0`, `won_0` and so on.
    ///
    /// Raises:
    ///     ImportError: pyarrow (the extra `arrow`) is not installed.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = PyModule::import(py, "pyarrow")?;
        let columns = PyDict::new(py);
        columns.set_item("game", &self.index)?;
        columns.set_item("plies", &self.plies)?;
        columns.set_item("reason", self.reason(py)?)?;
        columns.set_item("level", self.level(py)?)?;
        let seats = self.game.get().inner.players();
        let arrays = [
            ("return", self.returns.bind(py).as_any()),
            ("score", self.scores.bind(py).as_any()),
            ("won", self.winners.bind(py).as_any()),
        ];
        for seat in 0..seats {
            for (name, array) in arrays {
                let column = array.get_item((pyo3::types::PySlice::full(py), seat))?;
                columns.set_item(format!("{name}_{seat}"), column.call_method0("copy")?)?;
            }
        }
        pyarrow.call_method1("table", (columns,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let run = (&self.game, &self.agents, self.seed, self.interrupted, self.seconds);
        let games = (&self.index, &self.plies, &self.reasons, &self.levels);
        let seats = (&self.returns, &self.scores, &self.winners);
        convert::rebuilt(py, "_rebuild_results", (run, games, seats).into_pyobject(py)?)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        let Self { games, seconds, .. } = self;
        format!(
            "<Results of {games} games of {} in {seconds:.3} s>",
            self.game.get().context().game
        )
    }
}

/// What was played and how: game, agents, seed, whether it was interrupted, seconds.
type Run = (Py<Game>, Vec<String>, u64, bool, f64);

/// A number a game: index, plies, codes of reasons and levels.
type ByGame = (Py<PyArray1<u32>>, Py<PyArray1<u32>>, Py<PyArray1<u8>>, Py<PyArray1<u8>>);

/// A number a game and seat: returns, scores, winners.
type BySeat = (Py<PyArray2<f32>>, Py<PyArray2<f32>>, Py<PyArray2<bool>>);

/// Makes pickled results again.
#[pyfunction]
pub fn _rebuild_results(py: Python<'_>, run: Run, games: ByGame, seats: BySeat) -> Results {
    let (game, agents, seed, interrupted, seconds) = run;
    let (index, plies, reasons, levels) = games;
    let (returns, scores, winners) = seats;
    let games = index.bind(py).len();
    Results {
        game,
        agents,
        seed,
        games,
        interrupted,
        seconds,
        index,
        returns,
        scores,
        plies,
        winners,
        reasons,
        levels,
    }
}
