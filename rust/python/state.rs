//! `State` and `CHANCE`.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use serde_json::Value;

use super::action::Action;
use super::convert;
use super::error::{self, Context};
use super::game::Game;
use super::outcome::{Explanation, Outcome};
use crate::game::{Actor, Seat, Viewer};
use crate::play::{AnyState, PlayError};

/// The type of `CHANCE`.
#[pyclass(frozen, module = "ludoteca._engine", name = "ChanceType")]
pub struct Chance;

#[pymethods]
impl Chance {
    fn __repr__(&self) -> &'static str {
        "CHANCE"
    }

    fn __reduce__(&self) -> &'static str {
        "CHANCE"
    }
}

/// The one object that stands for chance as an actor.
pub fn chance(py: Python<'_>) -> PyResult<&Py<Chance>> {
    static CHANCE: PyOnceLock<Py<Chance>> = PyOnceLock::new();
    CHANCE.get_or_try_init(py, || Py::new(py, Chance))
}

/// One position of a game with everything in it, secrets too. A value: `apply` gives a new one.
///
/// `history`, `record`, `to_json`, `legal_actions` of others and `str(state)` are for the owner of
/// the table; a seat gets `view`, `observation`, `history_for` and `draw_for`. Two states are equal
/// if game and position are; their pasts and generators do not count.
#[pyclass(frozen, module = "ludoteca._engine")]
pub struct State {
    pub game: Py<Game>,
    pub inner: Box<dyn AnyState>,
}

/// How a caller names an action: outright, or by its index in a position.
enum Named {
    Word(u64),
    /// Its digits where it is too long for a number.
    Index(Result<i64, String>),
}

impl State {
    fn with(&self, py: Python<'_>, inner: Box<dyn AnyState>) -> Self {
        Self { game: self.game.clone_ref(py), inner }
    }

    fn action_of(&self, py: Python<'_>, word: u64) -> Action {
        Action { game: self.game.clone_ref(py), word }
    }

    fn actions<'py>(&self, py: Python<'py>, words: Vec<u64>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, words.into_iter().map(|word| self.action_of(py, word)))
    }

    /// Runs code of the crate; what it refuses and what goes wrong become errors.
    fn run<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&dyn AnyState) -> Result<T, PlayError>,
    ) -> PyResult<T> {
        let result = error::guard(|| work(&*self.inner));
        let context = || Context { ply: self.inner.ply(), ..self.game.get().context() };
        result
            .map_err(|message| error::internal(py, context(), &message))?
            .map_err(|error| error::play(py, &error))
    }

    fn get<T>(&self, py: Python<'_>, work: impl FnOnce(&dyn AnyState) -> T) -> PyResult<T> {
        self.run(py, |state| Ok(work(state)))
    }

    /// The same with the GIL free, for what can take seconds.
    fn get_detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&dyn AnyState) -> T + Send,
    ) -> PyResult<T> {
        self.get(py, |state| py.detach(|| work(state)))
    }

    fn word_of(&self, action: &Bound<'_, PyAny>) -> PyResult<u64> {
        match self.named(action)? {
            Named::Word(word) => Ok(word),
            Named::Index(index) => self.word_at(action.py(), index),
        }
    }

    fn named(&self, action: &Bound<'_, PyAny>) -> PyResult<Named> {
        let py = action.py();
        if let Ok(action) = action.cast::<Action>() {
            let action = action.get();
            if action.game.is(&self.game) || action.game.get().is_same(self.game.get()) {
                return Ok(Named::Word(action.word));
            }
            let text = action.game.get().inner.action_text(action.word);
            let message = format!("{text} is an action of another game");
            return Err(error::syntax(py, &message, &text));
        }
        if let Some(text) = convert::any_text(action) {
            let word = self.game.get().inner.parse_action(&text);
            return word.map(Named::Word).map_err(|error| error::play(py, &error));
        }
        convert::index(action, "action", "an Action, its text or its index").map(Named::Index)
    }

    fn word_at(&self, py: Python<'_>, index: Result<i64, String>) -> PyResult<u64> {
        self.run(py, |state| match index {
            Ok(index) => state.action_at(index),
            Err(digits) => Err(self.game.get().inner.no_action(&digits)),
        })
    }

    fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        convert::seat(seat, self.game.get().inner.players())
    }

    fn viewer(&self, seat: &Bound<'_, PyAny>) -> PyResult<Option<Seat>> {
        convert::viewer(seat, self.game.get().inner.players())
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Who decides: a seat, `CHANCE`, or `None` when the game is over.
    #[getter]
    fn actor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.inner.actor() {
            Actor::Player(seat) => Ok(seat.into_pyobject(py)?.into_any()),
            Actor::Chance => Ok(chance(py)?.bind(py).clone().into_any()),
            Actor::Nobody => Ok(py.None().into_bound(py)),
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.actor() == Actor::Nobody
    }

    /// Plies played: actions of players, chance events not counted.
    #[getter]
    fn ply(&self) -> u32 {
        self.inner.ply()
    }

    /// Every action and chance event since the start; for the owner of the table.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.actions(py, self.get(py, |state| state.history())?)
    }

    /// Every legal action of the player to act, in a fixed order; empty at other nodes.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> state = lt.game("cobogo", players=1).start(seed=1)
    ///     >>> [str(action) for action in state.legal_actions]
    ///     ['place 0 rot 0 at 0,0', 'place 1 rot 0 at 0,0']
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.actions(py, self.get(py, |state| state.legal_actions())?)
    }

    /// The indices of the legal actions that have one: int32, in the same order.
    #[getter]
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        // Copied: an array that owns a list of Rust's takes longer to make.
        Ok(PyArray1::from_slice(py, &self.get(py, |state| state.legal_indices())?))
    }

    /// True at the index of every legal action: bool[action_size].
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = self.get(py, |state| state.legal_mask())?;
        Ok(PyArray1::from_vec(py, mask.into_iter().map(|bit| bit != 0).collect()))
    }

    /// Every outcome of a chance node with its exact probability; empty at other nodes.
    #[getter]
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let outcomes = self.get(py, |state| state.chance_outcomes())?;
        PyTuple::new(py, outcomes.into_iter().map(|(word, p)| (self.action_of(py, word), p)))
    }

    /// The result, once the game is over; else `None`.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        let Some(outcome) = self.get(py, |state| state.outcome())? else { return Ok(None) };
        let info = self.game.get().inner.info();
        let seats = 0..self.game.get().inner.players() as Seat;
        Ok(Some(Outcome {
            returns: self.inner.returns(),
            scores: self.inner.scores(),
            winners: seats.filter(|&seat| outcome.is_winner(seat)).collect(),
            reason: info.reasons[usize::from(outcome.reason)].to_owned(),
            level: outcome.level.map(|level| info.levels[usize::from(level)].to_owned()),
            details: self.inner.details(),
        }))
    }

    /// What each seat is paid if the game ends here.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get(py, |state| state.returns())?)
    }

    /// The score of each seat so far.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get(py, |state| state.scores())?)
    }

    /// The state after an action or chance event. This one is unchanged.
    ///
    /// Args:
    ///     action: An `Action`, its text, or its index.
    ///
    /// Raises:
    ///     ActionSyntaxError: It is no action of this game.
    ///     IllegalActionError: It is not legal here, with the rule.
    ///     GameOverError: The game is over.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> state = lt.game("cobogo", players=1).start(seed=1)
    ///     >>> state.apply("place 1 rot 0 at 0,0").ply
    ///     1
    #[pyo3(signature = (action, /))]
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = action.py();
        let next = match self.named(action)? {
            Named::Word(word) => self.run(py, |state| state.apply(word))?,
            Named::Index(index) => self.run(py, |state| match index {
                Ok(index) => state.apply_at(index),
                Err(digits) => Err(self.game.get().inner.no_action(&digits)),
            })?,
        };
        Ok(self.with(py, next))
    }

    /// Whether an action is legal, and if not, by which rule.
    ///
    /// Raises:
    ///     ActionSyntaxError: It is no action of this game.
    ///
    /// Example:
    ///     >>> import ludoteca as lt
    ///     >>> state = lt.game("cobogo", players=1).start(seed=1)
    ///     >>> state.explain("place 0 rot 1 at 0,0").rule
    ///     'K-28'
    #[pyo3(signature = (action, /))]
    fn explain(&self, action: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        let word = self.word_of(action)?;
        let explanation = self.get(action.py(), |state| state.explain(word))?;
        Ok(Explanation { rule: explanation.rule.map(str::to_owned), reason: explanation.reason })
    }

    /// The action that an index stands for in this position; it need not be legal.
    ///
    /// Raises:
    ///     ActionSyntaxError: The index stands for nothing.
    #[pyo3(signature = (index, /))]
    fn action(&self, index: &Bound<'_, PyAny>) -> PyResult<Action> {
        let py = index.py();
        let word = self.word_at(py, convert::index(index, "index", "a whole number")?)?;
        Ok(self.action_of(py, word))
    }

    /// The index of an action in this position; `None` where it has none.
    #[pyo3(signature = (action, /))]
    fn index(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let word = self.word_of(action)?;
        self.get(action.py(), |state| state.index(word))
    }

    /// What an agent would do here, from a stream of its own.
    ///
    /// Args:
    ///     agent: A name of `game.agents`.
    ///     seed: 0 to 2**64 - 1.
    ///
    /// Raises:
    ///     OptionError: There is no such agent.
    ///     IllegalActionError: A chance event is due.
    ///     GameOverError: The game is over.
    #[pyo3(signature = (agent, seed))]
    fn agent_action(
        &self,
        agent: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
    ) -> PyResult<Action> {
        let (py, agent) = (agent.py(), convert::text(agent, "agent")?);
        let word = self.run(py, |state| state.agent_action(&agent, seed))?;
        Ok(self.action_of(py, word))
    }

    /// What a seat may know, as a dict ready for JSON; `None` for a spectator. The game's page
    /// documents the keys.
    #[pyo3(signature = (seat, /))]
    fn view<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.viewer(seat)?;
        convert::to_python(py, &self.get(py, |state| state.view(seat))?)
    }

    /// What a seat saw happen, as texts; `?` stands for what it did not see.
    #[pyo3(signature = (seat, /))]
    fn history_for<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seat = self.viewer(seat)?;
        PyTuple::new(py, self.get(py, |state| state.history_for(seat))?)
    }

    /// A drawing with what a seat may know; `None` for a spectator.
    #[pyo3(signature = (seat, /))]
    fn draw_for(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let viewer = self.viewer(seat)?.map_or(Viewer::Spectator, Viewer::Seat);
        self.get(py, |state| state.draw(viewer))
    }

    /// What a seat may know, for learners: float32 of `game.observation_shape`, whole numbers from
    /// 0 to 255. The game's page documents planes and fields.
    #[pyo3(signature = (seat, /))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let game = &self.game.get().inner;
        let seat = self.seat(seat)?;
        let numbers = self.get(py, |state| state.observe(seat))?;
        let array = PyArray1::from_vec(py, numbers.into_iter().map(f32::from).collect());
        array.reshape(game.observation_shape())
    }

    /// What a seat can infer of what is hidden from it, as exact probabilities: a dict ready for
    /// JSON, whose keys the game's page documents. `None` for games without such an inference.
    #[pyo3(signature = (seat, /))]
    fn belief<'py>(&self, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = seat.py();
        let seat = self.seat(seat)?;
        let belief = self.get_detached(py, |state| state.belief(seat))?;
        convert::to_python(py, &belief.unwrap_or(Value::Null))
    }

    /// A state drawn from those that a seat can't tell from this one.
    ///
    /// Where chance resolves itself, it goes on to do so from the given seed. What happened before
    /// is known only as far as the seat saw it, so `history` is empty and `history_for` is kept.
    ///
    /// Args:
    ///     seat: The seat; a spectator has no determinization.
    ///     seed: 0 to 2**64 - 1.
    #[pyo3(signature = (seat, seed))]
    fn determinize(
        &self,
        seat: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
    ) -> PyResult<Self> {
        let py = seat.py();
        let seat = self.seat(seat)?;
        let drawn = self.get(py, |state| state.determinize(seat, seed))?;
        Ok(self.with(py, drawn))
    }

    /// Position and past as JSON text, complete; for the owner of the table.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py, |state| state.to_json())
    }

    /// The game so far as a record that `game.replay` plays again; for the owner of the table.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py, |state| state.record())
    }

    /// A drawing with everything in it; for the owner of the table.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py, |state| state.draw(Viewer::Owner))
    }

    fn __repr__(&self) -> String {
        let actor = match self.inner.actor() {
            Actor::Player(seat) => format!("seat {seat} to act"),
            Actor::Chance => "chance".to_owned(),
            Actor::Nobody => "over".to_owned(),
        };
        format!("<State of {} at ply {}: {actor}>", self.game.get().context().game, self.ply())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.inner.is_equal(&*other.get().inner))
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash()
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.with(py, self.inner.boxed_clone())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = self.game.bind(py).getattr("state_from_json")?;
        PyTuple::new(py, [make, (self.to_json(py)?,).into_pyobject(py)?.into_any()])
    }
}
