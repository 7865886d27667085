//! Positions.

use crate::board::Board;
use crate::planes::{Recent, returns};
use dropline::notation;
use dropline::picture::{self, Marks};
use dropline::record::{Record, replay};
use dropline::rules::{self, Action, ActionList, Winner};
use dropline::serde_json::json;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A position with the actions that led to it.
#[derive(Clone)]
pub struct State {
    pub board: Arc<Board>,
    pub position: Box<dyn rules::Position>,
    pub actions: Vec<Action>,
    pub recent: Recent,
}

impl State {
    /// The start of a game.
    pub fn new(board: &Arc<Board>) -> Self {
        let position = board.start();
        let mut state =
            Self { board: Arc::clone(board), position, actions: Vec::new(), recent: Recent::default() };
        state.restart();
        state
    }

    /// Returns to the start of the game.
    pub fn restart(&mut self) {
        self.position.reset();
        self.actions.clear();
        if let Some(numbered) = &self.board.numbered {
            self.recent.begin(&numbered.layout);
        }
    }

    /// Plays a legal action.
    pub fn play(&mut self, action: Action) {
        match &self.board.numbered {
            Some(numbered) => self.recent.play(&numbered.layout, &mut *self.position, action),
            None => self.position.play(action),
        }
        self.actions.push(action);
    }

    /// The action that Python gave, if it is legal.
    pub fn read(&self, given: &Given) -> PyResult<Action> {
        match given {
            Given::Text(text) => notation::read_legal(text.trim(), &*self.position)
                .map_err(|fault| PyValueError::new_err(format!("`{text}`: {fault}"))),
            Given::Number(number) => {
                let actions = self.board.numbered()?.actions();
                let Some(&action) = actions.get(*number) else { return Err(no_action(number, actions)) };
                notation::check(&*self.position, action).map_err(|fault| {
                    PyValueError::new_err(format!("`{action}` (action {number}): {fault}"))
                })?;
                Ok(action)
            }
            Given::Other(number) => Err(no_action(number, self.board.numbered()?.actions())),
        }
    }

    /// The turns so far, in the notation; an unfinished turn comes last.
    fn turns(&self) -> Vec<String> {
        let mut position = self.board.start();
        let (mut turns, mut open) = (Vec::new(), Vec::new());
        for &action in &self.actions {
            let number = position.turns();
            position.play(action);
            open.push(action);
            if position.turns() != number {
                turns.push(notation::turn_text(&open));
                open.clear();
            }
        }
        if !open.is_empty() {
            turns.push(notation::turn_text(&open));
        }
        turns
    }

    fn last_turn(&self) -> &[Action] {
        let mut position = self.board.start();
        let (mut from, mut begun) = (0, 0);
        for (at, &action) in self.actions.iter().enumerate() {
            let number = position.turns();
            from = begun;
            position.play(action);
            if position.turns() != number {
                begun = at + 1;
            }
        }
        &self.actions[from..]
    }

    fn legal(&self) -> ActionList {
        let mut legal = ActionList::new();
        self.position.legal_actions(&mut legal);
        legal
    }

    /// The numbers of the legal actions.
    fn numbers(&self) -> PyResult<Vec<usize>> {
        let numbered = self.board.numbered()?;
        Ok(self.legal().into_iter().filter_map(|action| numbered.index(action)).collect())
    }

    fn winner(&self) -> Option<&'static str> {
        self.position.outcome().map(|_| self.position.winner()).map(Winner::name)
    }
}

/// An action as Python gave it. It is read before a position is locked: reading it may run any code in Python, which must not find
/// the position locked.
pub enum Given {
    Text(String),
    Number(usize),
    /// A number that no action can have.
    Other(String),
}

impl Given {
    pub fn new(action: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = action.extract() {
            return Ok(Self::Text(text));
        }
        match action.extract() {
            Ok(number) => Ok(Self::Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(action.py()) => {
                Ok(Self::Other(action.to_string()))
            }
            Err(_) => Err(PyTypeError::new_err(format!(
                "an action is text or a whole number, not {}",
                class_of(action)
            ))),
        }
    }
}

fn no_action(number: impl Display, actions: &[Action]) -> PyErr {
    PyValueError::new_err(format!(
        "there is no action {number}: they are numbered 0 to {}",
        actions.len() - 1
    ))
}

/// A new NumPy array of this shape and type that holds `values`.
fn array<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    kind: &str,
    values: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("empty", (PyTuple::new(py, shape)?, kind))?;
    PyBuffer::get(&array)?.copy_from_slice(py, values)?;
    Ok(array)
}

fn texts(actions: &[Action]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

/// The class of an object, for messages.
fn class_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "another object".to_owned(), |name| name.to_string())
}

/// A position of a game, with the actions that led to it. `Game.start` makes the first one.
///
/// Positions change in place: `copy()` first where the old one is still needed. Printing one draws the board, and notebooks show its picture.
#[pyclass(frozen, module = "dropline", name = "Position")]
pub struct Position(Mutex<State>);

impl From<State> for Position {
    fn from(state: State) -> Self {
        Self(Mutex::new(state))
    }
}

impl Position {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position after the game in the record `line`, which is checked.
    pub fn of_record(board: &Arc<Board>, line: &str) -> PyResult<Self> {
        let record = Record::from_line(line).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut state = State::new(board);
        let mut actions = Vec::new();
        let mut position = board.start();
        let replayed = replay(&record, &mut *position, |_, turn| actions.extend_from_slice(turn));
        if let Some(error) = replayed.error {
            return Err(PyValueError::new_err(error.to_string()));
        }
        actions.into_iter().for_each(|action| state.play(action));
        if position.outcome() != state.position.outcome() {
            state.position.resign();
        }
        Ok(state.into())
    }
}

#[pymethods]
impl Position {
    /// The legal actions as text; empty if the game is over.
    fn legal_actions(&self) -> Vec<String> {
        texts(&self.state().legal())
    }

    /// The numbers of the legal actions, sorted: int64 (number of legal actions).
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut numbers = self.state().numbers()?;
        numbers.sort_unstable();
        let numbers: Vec<i64> = numbers.into_iter().map(|number| number as i64).collect();
        array(py, &[numbers.len()], "int64", &numbers)
    }

    /// Which actions are legal: bool (A).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state();
        let mut mask = vec![0_u8; state.board.numbered()?.actions().len()];
        state.numbers()?.into_iter().for_each(|number| mask[number] = 1);
        // Python may let another thread go on, which must not find the position locked.
        drop(state);
        array(py, &[mask.len()], "uint8", &mask)?.call_method1("view", ("bool",))
    }

    /// The position as planes, uint8 (C, H, W); `Game.planes` names them. They show it as the player to move sees it, or as
    /// `player` does, 0 or 1.
    #[pyo3(signature = (player=None))]
    fn planes<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let mut state = self.state();
        let stage = state.position.stage();
        let side = match player {
            None => stage.side,
            Some(player @ (0 | 1)) if player == stage.to_move().index() as i64 => stage.side,
            Some(0 | 1) => stage.side.other(),
            Some(other) => return Err(PyValueError::new_err(format!("a player is 0 or 1, not {other}"))),
        };
        let State { board, position, recent, .. } = &mut *state;
        let layout = &board.numbered()?.layout;
        let mut planes = vec![0_u8; layout.size()];
        recent.write(layout, &**position, &stage, side, false, &mut planes);
        let shape = [layout.names.len(), layout.height, layout.width];
        drop(state);
        array(py, &shape, "uint8", &planes)
    }

    /// Plays an action, given as text or as its number. Raises `ValueError` with the rule that it breaks if it is illegal.
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = Given::new(action)?;
        let mut state = self.state();
        let action = state.read(&given)?;
        state.play(action);
        Ok(())
    }

    /// Plays a whole turn, such as `"d7+e9"`; a `pass` that ends it is left out. Changes nothing if it is illegal.
    fn play_turn(&self, turn: &str) -> PyResult<()> {
        let mut state = self.state();
        let mut actions = Vec::new();
        notation::play_turn(&mut *state.position.boxed_clone(), turn, |_, action| actions.push(action))
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        actions.into_iter().for_each(|action| state.play(action));
        Ok(())
    }

    /// Whether an action is legal.
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let given = Given::new(action)?;
        let read = self.state().read(&given);
        match read {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<PyValueError>(action.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Takes the last action back. This replays the game, so in a search a copy is faster.
    fn undo(&self) -> PyResult<()> {
        let mut state = self.state();
        let mut actions = std::mem::take(&mut state.actions);
        if actions.pop().is_none() {
            return Err(PyValueError::new_err("there is no action to undo"));
        }
        state.restart();
        actions.into_iter().for_each(|action| state.play(action));
        Ok(())
    }

    /// A copy, which shares nothing with this position.
    fn copy(&self) -> Self {
        self.state().clone().into()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The player to move gives up. Has no effect if the game is over.
    fn resign(&self) {
        self.state().position.resign();
    }

    /// The player that takes the next action: 0 for the first, 1 for the second.
    #[getter]
    fn to_move(&self) -> usize {
        self.state().position.to_move().index()
    }

    /// The colour of the side that takes the next action.
    #[getter]
    fn colour(&self) -> &'static str {
        let state = self.state();
        state.board.variant.info.players[state.position.side_to_move().index()].name()
    }

    /// How many turns are over.
    #[getter]
    fn turns(&self) -> u32 {
        self.state().position.turns()
    }

    /// How many actions the current turn has had.
    #[getter]
    fn actions_in_turn(&self) -> u32 {
        self.state().position.actions_in_turn()
    }

    /// All actions since the start of the game.
    #[getter]
    fn actions(&self) -> Vec<String> {
        texts(&self.state().actions)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state().position.outcome().is_some()
    }

    /// Who has won; `None` while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.state().winner()
    }

    /// How the game ended (`passes`, `goal`, `cap`, ...); `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.state().position.outcome().map(|outcome| outcome.reason.name())
    }

    /// The scores of the first player and of the second in this position, in points, komi included.
    #[getter]
    fn score(&self) -> (f64, f64) {
        let [first, second] =
            self.state().position.score().map(|points| f64::from(points.as_hundredths()) / 100.0);
        (first, second)
    }

    /// The result for the first player and for the second: 1, 0 or -1; 0 while the game goes on.
    fn returns(&self) -> (f32, f32) {
        let [first, second] = returns(&*self.state().position);
        (first, second)
    }

    /// The cells with a stone, and its colour; on a stack, the top stone.
    fn stones(&self) -> Vec<(String, String)> {
        let state = self.state();
        let board = state.position.board();
        let colour = |cell| {
            let side =
                state.position.stone(cell).map(|side| state.board.variant.info.players[side.index()].name());
            side.or(state.position.is_neutral(cell).then_some("neutral"))
        };
        let stones =
            board.cells().iter().filter_map(|&cell| Some((board.name(cell), colour(cell)?.to_owned())));
        stones.collect()
    }

    /// The game so far as a record, a line of JSON, which `dropline replay` and `Game.position` read.
    fn record(&self) -> String {
        let state = self.state();
        let over = state.position.outcome();
        // Only a list of actions can end within a turn.
        let is_open = over.is_none() && state.position.actions_in_turn() > 0;
        let (form, played) =
            if is_open { ("actions", texts(&state.actions)) } else { ("turns", state.turns()) };
        let mut record = json!({
            "variant": state.board.variant.id,
            form: played,
            "winner": state.winner(),
            "score": state.position.score(),
            "over": over.is_some(),
        });
        if let Some(outcome) = over
            && outcome.reason == rules::Reason::Resigned
        {
            record["end"] = outcome.reason.name().into();
        }
        record.to_string()
    }

    /// The board as SVG, with the last turn marked.
    fn svg(&self) -> String {
        let state = self.state();
        picture::svg(&*state.position, Marks::LastTurn(state.last_turn()), state.board.variant.info.title())
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        let state = self.state();
        picture::plain(&*state.position, Marks::LastTurn(state.last_turn())).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        format!("<Position of {}: {}>", state.board.variant.info.title(), state.turns().join(" "))
    }
}
