//! `Game`, `Action` and the registry.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};

use super::convert::{self, Seed, Text};
use super::error::{self, Context};
use super::results::Results;
use super::state::State;
use super::vector_env::VectorEnv;
use crate::game::{ComponentInfo, ComponentSource, clip};
use crate::games::{self as registry, REGISTRY};
use crate::play::{AnyGame, Maker, Stream, options, read_header};

/// Most games of one batch.
const MOST_GAMES: usize = 1 << 31;

/// Most environments that step together.
const MOST_ENVS: usize = 1 << 16;

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

fn read_file(path: &PathBuf) -> PyResult<ComponentSource> {
    let bytes = std::fs::read(path).map_err(|error| {
        // The form with a number and a name is what Python's own `open` raises.
        match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, error.to_string(), path.clone())),
            None => error.into(),
        }
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
///     players: Number of players.
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
    name: Text,
    players: Option<&Bound<'_, PyAny>>,
    components: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    let maker = find(py, &name.0)?;
    let Some(players) = players else {
        let (low, high) = (maker.info.min_players, maker.info.max_players);
        let message = format!("players is required: {low} to {high} for {}", maker.info.title);
        return Err(error::argument(py, "players", &message));
    };
    let given = convert::players(players)?;
    let mut map = Map::new();
    for (key, value) in options.into_iter().flatten() {
        let Text(key) = key.extract()?;
        let value = convert::to_json(&key, &value)?;
        map.insert(key, value);
    }
    let components = components.as_ref().map(read_file).transpose()?;
    make(py, maker, given, &map, components)
}

/// Every game: title, players, options with values, default, rule and help, agents.
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
    py: Python<'py>,
    game: Text,
    file: PathBuf,
) -> PyResult<Bound<'py, PyDict>> {
    let maker = find(py, &game.0)?;
    let least = i64::from(maker.info.min_players);
    let game = make(py, maker, least, &Map::new(), Some(read_file(&file)?))?;
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
pub fn replay(py: Python<'_>, record: Text, components: Option<PathBuf>) -> PyResult<State> {
    let header = read_header(&record.0).map_err(|error| error::play(py, &error))?;
    let maker = find(py, &header.game)?;
    let components = components.as_ref().map(read_file).transpose()?;
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
    fn start(slf: &Bound<'_, Self>, seed: Option<Seed>, index: Option<Seed>) -> PyResult<State> {
        let py = slf.py();
        let (seed, index) = (seed.map(|seed| seed.0), index.map(|index| index.0));
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
        if let Ok(Text(text)) = action.extract() {
            let word = game.inner.parse_action(&text).map_err(|error| error::play(py, &error))?;
            return Ok(Action { game: slf.clone().unbind(), word });
        }
        let index = convert::index(action).map_err(|error| wrong_type(action, error))?;
        if !game.inner.indices_are_absolute() {
            let message = format!(
                "index {index}: indices of {} belong to a position, use state.action(index)",
                game.name()
            );
            return Err(error::syntax(py, &message, &index.to_string()));
        }
        let state = game.inner.start(None);
        let word = state.action_at(index).map_err(|error| error::play(py, &error))?;
        Ok(Action { game: slf.clone().unbind(), word })
    }

    /// Reads a state back from `State.to_json`.
    ///
    /// Raises:
    ///     StateFormatError: It is no position of this game, with the key and the rule.
    ///     VersionError: It was made under other rules, components or a newer format.
    #[pyo3(signature = (text, /))]
    fn state_from_json(slf: &Bound<'_, Self>, text: Text) -> PyResult<State> {
        let (py, game) = (slf.py(), slf.get());
        let inner = error::guard(|| game.inner.state_from_json(&text.0))
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
    fn replay(slf: &Bound<'_, Self>, record: Text) -> PyResult<State> {
        let (py, game) = (slf.py(), slf.get());
        let inner = error::guard(|| game.inner.replay(&record.0))
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
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> results = lt.game("cobogo", players=2).simulate(100, seed=1)
    ///     >>> results.plies.mean()
    ///     np.float64(15.0)
    #[pyo3(
        signature = (games, agents=None, seed=Seed(0), threads=None, progress=None),
        text_signature = "($self, games, agents=None, seed=0, threads=None, progress=None)"
    )]
    fn simulate(
        slf: &Bound<'_, Self>,
        games: &Bound<'_, PyAny>,
        agents: Option<&Bound<'_, PyAny>>,
        seed: Seed,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Results> {
        let games = convert::count(games, "games", 0, MOST_GAMES)?;
        let agents = agent_names(slf, agents)?;
        let threads = thread_count(threads)?;
        Results::simulate(slf, games, agents, seed.0, threads, progress)
    }

    /// Environments that step together, with auto-reset.
    ///
    /// Args:
    ///     envs: How many.
    ///     seed: 0 to 2**64 - 1; environment `i` plays games `i`, `i + envs`, ... under it.
    ///     threads: How many; without it one a core.
    ///     dtype: `"uint8"` or `"float32"`, of the observations.
    ///
    /// Raises:
    ///     OptionError: A number out of range, or another dtype.
    #[pyo3(
        signature = (envs, seed=Seed(0), threads=None, dtype="uint8"),
        text_signature = "($self, envs, seed=0, threads=None, dtype='uint8')"
    )]
    fn vector_env(
        slf: &Bound<'_, Self>,
        envs: &Bound<'_, PyAny>,
        seed: Seed,
        threads: Option<&Bound<'_, PyAny>>,
        dtype: &str,
    ) -> PyResult<VectorEnv> {
        let envs = convert::count(envs, "envs", 1, MOST_ENVS)?;
        let threads = thread_count(threads)?;
        VectorEnv::new(slf, envs, seed.0, threads, dtype)
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
        let rebuild = PyModule::import(py, "ludoteca._engine")?.getattr("_rebuild_game")?;
        let options = Value::Object(self.inner.options().clone()).to_string();
        let components =
            self.components.as_ref().map(|source| (source.file.clone(), source.text.clone()));
        let args = (self.name(), self.players(), options, components).into_pyobject(py)?;
        PyTuple::new(py, [rebuild, args.into_any()])
    }
}

/// A seat's agents: one name for all, or one a seat.
fn agent_names(game: &Bound<'_, Game>, agents: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let seats = game.get().inner.players();
    let Some(agents) = agents else { return Ok(vec!["random".to_owned(); seats]) };
    if let Ok(Text(name)) = agents.extract() {
        return Ok(vec![name; seats]);
    }
    let names: Vec<Text> = agents.extract()?;
    let names: Vec<String> = names.into_iter().map(|name| name.0).collect();
    match names.len() {
        1 => Ok(vec![names[0].clone(); seats]),
        count if count == seats => Ok(names),
        count => {
            let message = format!("{count} agents for {seats} seats; one name, or one a seat");
            Err(error::argument(game.py(), "agents", &message))
        }
    }
}

fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    match threads {
        Some(threads) => convert::count(threads, "threads", 1, 1_024),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The error for something that is no action, text or index.
pub fn wrong_type(action: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(action.py()) {
        return error;
    }
    let kind = action.get_type().name().map_or("object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("an Action, its text or its index is expected, not a {kind}"))
}

/// One decision of a player, or one chance event. A value.
///
/// `str(action)` is its text form; `game.action(text)` reads it back.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct Action {
    pub game: Py<Game>,
    pub word: u64,
}

#[pymethods]
impl Action {
    /// Whether it is a chance event.
    #[getter]
    fn is_chance(&self) -> bool {
        self.game.get().inner.is_chance(self.word)
    }

    /// The game that it belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __str__(&self) -> String {
        self.game.get().inner.action_text(self.word)
    }

    fn __repr__(&self) -> String {
        format!("Action('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.word == other.word && self.game.get().is_same(other.game.get())
        })
    }

    fn __hash__(&self) -> u64 {
        // Spread, so that dicts of actions do not cluster.
        self.word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = self.game.bind(py).getattr("action")?;
        PyTuple::new(py, [make, (self.__str__(),).into_pyobject(py)?.into_any()])
    }
}
