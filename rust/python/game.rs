//! `Game` and the registry.

use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};

use super::action::Action;
use super::convert;
use super::error::{self, Context};
use super::results::Results;
use super::state::State;
use super::vector_env::{Asked, VectorEnv};
use crate::game::{ComponentInfo, ComponentSource, Seat, clip};
use crate::games::{self as registry, REGISTRY};
use crate::play::{AnyGame, Maker, Stream, options, read_header};
use crate::simulate::Seeds;

/// A rule set made ready: name, options and component set. Immutable.
///
/// Made by `ludoteca.game`. Two games are equal if all three are.
#[pyclass(frozen, module = "ludoteca._engine", weakref)]
pub struct Game {
    pub inner: Arc<dyn AnyGame>,
    components: Option<ComponentSource>,
}

impl Game {
    pub fn context(&self) -> Context {
        Context { game: self.inner.info().name, seed: None, ply: 0 }
    }

    pub fn is_same(&self, other: &Self) -> bool {
        let (a, b) = (&self.inner, &other.inner);
        Arc::ptr_eq(a, b)
            || (a.info().name == b.info().name
                && a.players() == b.players()
                && a.options() == b.options()
                && a.components().digest == b.components().digest)
    }
}

fn find(py: Python<'_>, name: &str) -> PyResult<&'static Maker> {
    registry::find(name).ok_or_else(|| {
        let names: Vec<&str> = REGISTRY.iter().map(|maker| maker.info.name).collect();
        let message = format!("there is no game {:?}; known are {}", clip(name), names.join(", "));
        error::argument(py, "game", &message)
    })
}

fn read_file(file: &Bound<'_, PyAny>, name: &str) -> PyResult<ComponentSource> {
    let path = convert::path(file, name)?;
    let bytes = std::fs::read(&path).map_err(|error| {
        // Number, text and name are what Python's own `open` raises; the text has no number.
        let Some(number) = error.raw_os_error() else { return error.into() };
        let text = error.to_string().replace(&format!(" (os error {number})"), "");
        PyOSError::new_err((number, text, path.as_os_str().to_owned()))
    })?;
    // Bytes that are no UTF-8 become a fault with a place, like every other fault of the file.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(ComponentSource { file: path.display().to_string(), text })
}

fn make(
    py: Python<'_>,
    maker: &'static Maker,
    players: i64,
    given: &Map<String, Value>,
    components: Option<ComponentSource>,
) -> PyResult<Game> {
    let context = Context { game: maker.info.name, seed: None, ply: 0 };
    let source = components.clone();
    let inner = error::guard(|| maker.make(players, given, source))
        .map_err(|message| error::internal(py, context, &message))?
        .map_err(|error| error::setup(py, &error))?;
    Ok(Game { inner, components })
}

/// Makes a game ready.
///
/// Args:
///     name: A name of `ludoteca.games`.
///     players: Number of players; required unless only one number is possible.
///     components: The path of a component file; without it the set that ships with the game.
///     **options: The game's options, see `ludoteca.games`; each has a default.
///
/// Raises:
///     OptionError: An unknown game or option, or a value that it does not accept.
///     ComponentError: A faulty component file, with every problem found.
///     OSError: The file can't be read.
///
/// Example:
///     >>> import ludoteca as lt
///     >>> lt.game("cobogo", players=2, expansions=["janelao"]).max_plies
///     16
#[pyfunction]
#[pyo3(signature = (name, /, *, players=None, components=None, **options))]
pub fn game(
    py: Python<'_>,
    name: &Bound<'_, PyAny>,
    players: Option<&Bound<'_, PyAny>>,
    components: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    let maker = find(py, &convert::text(name, "name")?)?;
    let (low, high) = (maker.info.min_players, maker.info.max_players);
    let given = match players {
        Some(players) => convert::players(players, maker.info)?,
        None if low == high => low.into(),
        None => {
            let message = format!("players is required: {low} to {high} for {}", maker.info.title);
            return Err(error::argument(py, "players", &message));
        }
    };
    let mut map = Map::new();
    for (key, value) in options.into_iter().flatten() {
        let key = convert::text(&key, "option")?;
        if let Some(number) = convert::beyond_json(&value) {
            let error = options::refused(maker.info, given, &key, &number);
            return Err(error::setup(py, &error));
        }
        let value = convert::to_json(&key, &value)?;
        map.insert(key, value);
    }
    let components = components.map(|file| read_file(file, "components")).transpose()?;
    make(py, maker, given, &map, components)
}

/// Every game: title, players, options with values, default, rule and help, agents, and whether it is
/// a yardstick.
///
/// Returns:
///     A dict by name, ready for JSON.
///
/// Example:
///     >>> import ludoteca as lt
///     >>> lt.games()["cobogo"]["players"]
///     [1, 4]
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let entries = REGISTRY.iter().map(|maker| {
        let info = maker.info;
        let options = info.options.iter().map(|spec| {
            json!({
                "name": spec.name,
                "values": options::accepted(spec.kind),
                "default": options::default_of(spec),
                "rule": spec.rule,
                "help": spec.help,
            })
        });
        let agents: Vec<&str> = ["random"].iter().chain(info.agents).copied().collect();
        let entry = json!({
            "title": info.title,
            "players": [info.min_players, info.max_players],
            "options": options.collect::<Vec<_>>(),
            "agents": agents,
            "rules_version": info.rules_version,
            "yardstick": maker.is_yardstick,
        });
        (info.name.to_owned(), entry)
    });
    convert::dict(py, &entries.collect())
}

/// Reads a component file and checks it for a game.
///
/// Returns:
///     Name, edition, source and digest of the set.
///
/// Raises:
///     ComponentError: With every problem found.
#[pyfunction]
#[pyo3(signature = (game, file, /))]
pub fn check_components<'py>(
    game: &Bound<'py, PyAny>,
    file: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let maker = find(py, &convert::text(game, "game")?)?;
    let least = i64::from(maker.info.min_players);
    let game = make(py, maker, least, &Map::new(), Some(read_file(file, "file")?))?;
    info_dict(py, game.inner.components())
}

/// Plays a record again on the game that its header names.
///
/// Args:
///     record: The text of `State.record`.
///     components: The component file, if the game was played with one.
///
/// Raises:
///     RecordError: It can't be read or does not replay, with the line.
///     VersionError: It was made under other rules or components.
#[pyfunction]
#[pyo3(signature = (record, /, components=None))]
pub fn replay(record: &Bound<'_, PyAny>, components: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
    let py = record.py();
    let header =
        read_header(&convert::text(record, "record")?).map_err(|error| error::play(py, &error))?;
    let maker = find(py, &header.game)?;
    let components = components.map(|file| read_file(file, "components")).transpose()?;
    let game = make(py, maker, header.players, &header.options, components)?;
    Game::replay(&Bound::new(py, game)?, record)
}

fn info_dict<'py>(py: Python<'py>, info: &ComponentInfo) -> PyResult<Bound<'py, PyDict>> {
    let ComponentInfo { name, edition, source, digest } = info;
    let info = json!({"name": name, "edition": edition, "source": source, "digest": digest});
    let object = info.as_object().cloned().unwrap_or_default();
    convert::dict(py, &object)
}

/// Makes a pickled game again.
#[pyfunction]
pub fn _rebuild_game(
    py: Python<'_>,
    name: &str,
    players: i64,
    options: &str,
    components: Option<(String, String)>,
) -> PyResult<Game> {
    let given: Map<String, Value> = serde_json::from_str(options)
        .map_err(|error| error::argument(py, "options", &error.to_string()))?;
    let components = components.map(|(file, text)| ComponentSource { file, text });
    make(py, find(py, name)?, players, &given, components)
}

#[pymethods]
impl Game {
    /// The name in the registry.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.info().name
    }

    /// The title in print.
    #[getter]
    fn title(&self) -> &'static str {
        self.inner.info().title
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.inner.players()
    }

    /// Every option with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::dict(py, self.inner.options())
    }

    /// Name, edition, source and digest of the component set.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        info_dict(py, self.inner.components())
    }

    /// The agents that know this game.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names: Vec<&str> = ["random"].iter().chain(self.inner.info().agents).copied().collect();
        PyTuple::new(py, names)
    }

    /// The version of the rules; records of another version are refused.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.inner.info().rules_version
    }

    /// Size of the fixed index space of player actions.
    #[getter]
    fn action_size(&self) -> usize {
        self.inner.action_size()
    }

    /// Shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.inner.observation_shape().into()
    }

    /// An upper bound of the plies of a game.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.inner.max_plies()
    }

    /// Starts a game.
    ///
    /// Args:
    ///     seed: With one, chance resolves itself from the stream of (seed, index) and the actors
    ///         are players only. Without one, chance nodes are stops.
    ///     index: The number of the game under the seed; environment `i` of `vector_env` begins
    ///         with game `i`.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> game = lt.game("cobogo", players=1)
    ///     >>> game.start(seed=3).actor
    ///     0
    ///     >>> game.start().actor is lt.CHANCE
    ///     True
    #[pyo3(signature = (seed=None, index=None))]
    fn start(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = convert::optional_seed)] seed: Option<u64>,
        #[pyo3(from_py_with = convert::optional_index)] index: Option<u64>,
    ) -> PyResult<State> {
        let py = slf.py();
        if seed.is_none() && index.is_some() {
            return Err(error::argument(py, "index", "an index needs a seed"));
        }
        let stream = seed.map(|seed| Stream { seed, index: index.unwrap_or(0) });
        let game = slf.get();
        let context = Context { seed, ..game.context() };
        let inner = error::guard(|| game.inner.start(stream))
            .map_err(|message| error::internal(py, context, &message))?;
        Ok(State { game: slf.clone().unbind(), inner })
    }

    /// An action from its text or, where indices mean the same in every position, its index.
    ///
    /// Raises:
    ///     ActionSyntaxError: It is no action of this game.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> lt.game("cobogo", players=1).action("place 0 rot 1 at -1,3")
    ///     Action('place 0 rot 1 at -1,3')
    #[pyo3(signature = (action, /))]
    fn action(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        let (py, game) = (slf.py(), slf.get());
        if let Some(text) = convert::any_text(action) {
            let word = game.inner.parse_action(&text).map_err(|error| error::play(py, &error))?;
            return Ok(Action { game: slf.clone().unbind(), word });
        }
        let index = convert::index(action, "action", "a text or an index")?;
        if !game.inner.indices_are_absolute() {
            let index = index.map_or_else(|digits| digits, |index| index.to_string());
            let message = format!(
                "index {index}: indices of {} belong to a position, use state.action(index)",
                game.name()
            );
            return Err(error::syntax(py, &message, &index));
        }
        let state = game.inner.start(None);
        let word = index.map_err(|digits| game.inner.no_action(&digits));
        let word = word.and_then(|index| state.action_at(index));
        let word = word.map_err(|error| error::play(py, &error))?;
        Ok(Action { game: slf.clone().unbind(), word })
    }

    /// Reads a state back from `State.to_json`.
    ///
    /// Raises:
    ///     StateFormatError: It is no position of this game, with the key and the rule.
    ///     VersionError: It was made under other rules, components or a newer format.
    #[pyo3(signature = (text, /))]
    fn state_from_json(slf: &Bound<'_, Self>, text: &Bound<'_, PyAny>) -> PyResult<State> {
        let (py, game) = (slf.py(), slf.get());
        let text = convert::text(text, "text")?;
        let inner = error::guard(|| game.inner.state_from_json(&text))
            .map_err(|message| error::internal(py, game.context(), &message))?
            .map_err(|error| error::play(py, &error))?;
        Ok(State { game: slf.clone().unbind(), inner })
    }

    /// Plays a record of this game again, checking every event.
    ///
    /// Raises:
    ///     RecordError: It can't be read or does not replay, with the line.
    ///     VersionError: It was made under other rules or components.
    #[pyo3(signature = (record, /))]
    fn replay(slf: &Bound<'_, Self>, record: &Bound<'_, PyAny>) -> PyResult<State> {
        let (py, game) = (slf.py(), slf.get());
        let record = convert::text(record, "record")?;
        let inner = error::guard(|| game.inner.replay(&record))
            .map_err(|message| error::internal(py, game.context(), &message))?
            .map_err(|error| error::play(py, &error))?;
        Ok(State { game: slf.clone().unbind(), inner })
    }

    /// Plays games between agents, on threads, without the GIL.
    ///
    /// Game `i` depends on the seed and on `i` only: the results are the same on any number of
    /// threads. Ctrl-C ends the batch and keeps the finished games (`Results.interrupted`).
    ///
    /// Args:
    ///     games: How many.
    ///     agents: One name for all seats, or one a seat.
    ///     seed: 0 to 2**64 - 1.
    ///     threads: How many; without it one a core.
    ///     progress: Called several times a second with the games done and the games in all.
    ///
    /// Raises:
    ///     OptionError: An unknown agent, or a number out of range.
    ///     MemoryError: There is not enough for the results.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> results = lt.game("cobogo", players=2).simulate(100, seed=1)
    ///     >>> results.plies.mean()
    ///     np.float64(15.0)
    #[pyo3(signature = (games, agents=None, seed=0, threads=None, progress=None))]
    fn simulate(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = convert::games)] games: usize,
        #[pyo3(from_py_with = convert::agents)] agents: Option<Vec<String>>,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
        #[pyo3(from_py_with = convert::threads)] threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Results> {
        let agents = agent_of_each_seat(slf, agents)?;
        if let Some(progress) = progress.filter(|progress| !progress.is_callable()) {
            return Err(convert::wrong_type(progress, "progress", "a function of two numbers"));
        }
        Results::simulate(slf, games, agents, seed, thread_count(threads), progress)
    }

    /// Environments that step together, with auto-reset.
    ///
    /// Args:
    ///     envs: How many.
    ///     seed: 0 to 2**64 - 1: environment `i` plays games `i`, `i + envs`, ... under it. Or one an
    ///         environment, which plays games 0, 1, 2, ... under its own.
    ///     threads: At most how many; without it one a core.
    ///     dtype: `"uint8"` or `"float32"`, of the observations.
    ///     seat: The only seat to act for: every call stops where it is to act.
    ///     others: The agents of the other seats beside a `seat`: one name for all, or one each;
    ///         without it they play at random.
    ///     final_observation: Whether `info` holds the last observations of games that ended.
    ///
    /// Raises:
    ///     OptionError: A number out of range, another dtype, an unknown agent, or `others` without a
    ///         `seat`.
    ///     MemoryError: There is not enough for so many.
    #[pyo3(
        signature = (
            envs, seed=Seeds::Shared(0), threads=None, dtype=false, *, seat=None, others=None,
            final_observation=false
        ),
        text_signature = "($self, envs, seed=0, threads=None, dtype='uint8', *, seat=None, \
                          others=None, final_observation=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn vector_env(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = convert::envs)] envs: usize,
        #[pyo3(from_py_with = convert::seeds)] seed: Seeds,
        #[pyo3(from_py_with = convert::threads)] threads: Option<usize>,
        #[pyo3(from_py_with = convert::is_float32)] dtype: bool,
        seat: Option<&Bound<'_, PyAny>>,
        others: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = convert::final_observation)] final_observation: bool,
    ) -> PyResult<VectorEnv> {
        let asked = Asked {
            seeds: seed,
            threads: thread_count(threads),
            as_float: dtype,
            seat: seat_beside(slf, seat, others)?,
            gives_last: final_observation,
        };
        VectorEnv::new(slf, envs, asked)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        let components = &self.inner.components().digest;
        (self.name(), self.players(), components).hash(&mut hasher);
        Value::Object(self.inner.options().clone()).to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let options = Value::Object(self.inner.options().clone());
        format!("<Game {} players={} options={options}>", self.name(), self.players())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let options = Value::Object(self.inner.options().clone()).to_string();
        let components =
            self.components.as_ref().map(|source| (source.file.clone(), source.text.clone()));
        let fields = (self.name(), self.players(), options, components).into_pyobject(py)?;
        convert::rebuilt(py, "_rebuild_game", fields)
    }
}

/// The agent of each seat: one name stands for all, without one they play at random.
fn agent_of_each_seat(game: &Bound<'_, Game>, names: Option<Vec<String>>) -> PyResult<Vec<String>> {
    let seats = game.get().inner.players();
    let names = names.unwrap_or_else(|| vec!["random".to_owned()]);
    match names.len() {
        1 => Ok(vec![names[0].clone(); seats]),
        count if count == seats => Ok(names),
        count => {
            let message = format!("{count} agents for {seats} seats; one name, or one a seat");
            Err(error::argument(game.py(), "agents", &message))
        }
    }
}

/// The only seat to act for, and the agents of all seats beside it.
fn seat_beside(
    game: &Bound<'_, Game>,
    seat: Option<&Bound<'_, PyAny>>,
    others: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<(Seat, Vec<String>)>> {
    let others = others.filter(|others| !others.is_none());
    let Some(seat) = seat.filter(|seat| !seat.is_none()) else {
        let message = "others: agents play beside one seat, and there is no seat";
        let needs_seat = |_| Err(error::argument(game.py(), "others", message));
        return others.map_or(Ok(None), needs_seat);
    };
    let players = game.get().inner.players();
    let seat = convert::seat(seat, players)?;
    if let Some(name) = others.and_then(convert::any_text) {
        // In a game for one player nobody else would say that there is no such agent.
        let known = game.get().inner.batch(&vec![name; players], 0);
        known.map_err(|error| error::agent(game.py(), "others", &error))?;
    }
    let random = || Ok(vec!["random".to_owned(); players - 1]);
    let mut names = others.map_or_else(random, |names| convert::others(names, players - 1))?;
    names.insert(usize::from(seat), "random".to_owned());
    Ok(Some((seat, names)))
}

fn thread_count(threads: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(cores)
}
