//! Functions in Python as players.

use crate::board::Board;
use crate::position::{Given, Position, State};
use dropline::agents::{Agent, AgentError};
use dropline::hosted::{self, Host};
use dropline::rand_xoshiro::Xoshiro256PlusPlus;
use dropline::rules::{self, Action};
use dropline::variant::{Loaded, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A function that chooses actions: it is called with a position, and returns an action.
struct Function {
    function: Py<PyAny>,
    name: String,
    /// The longest that a choice may take.
    timeout: Duration,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Host for Function {
    fn build(&self, variant: &Variant) -> Box<dyn Agent> {
        let function = Python::attach(|py| self.function.clone_ref(py));
        let state = State::new(&Board::new(variant));
        Box::new(Player { function, name: self.name.clone(), timeout: self.timeout, state })
    }

    fn check(&self, _: &Loaded) -> Result<(), String> {
        Ok(())
    }
}

/// A function that plays a game.
struct Player {
    function: Py<PyAny>,
    name: String,
    timeout: Duration,
    state: State,
}

impl Player {
    fn fault(&self, what: &str) -> AgentError {
        AgentError::Failed(format!("`{}` {what}", self.name))
    }

    /// Calls the function.
    fn ask(&self, py: Python<'_>) -> Result<Action, AgentError> {
        let turn = self.state.position.turns() + 1;
        let begin = Instant::now();
        let position = Position::from(self.state.clone());
        let chosen = self.function.bind(py).call1((position,));
        let chosen = chosen.map_err(|error| self.fault(&raised(py, &error, turn)))?;
        let taken = begin.elapsed();
        if taken > self.timeout {
            let (taken, most) = (taken.as_secs_f64(), self.timeout.as_secs_f64());
            return Err(
                self.fault(&format!("took {taken:.1} s to choose in turn {turn}: the timeout is {most} s"))
            );
        }
        let given = Given::new(&chosen).map_err(|error| {
            self.fault(&format!("returned no action in turn {turn}: {}", error.value(py)))
        })?;
        if matches!(&given, Given::Text(text) if text == "resign") {
            return Err(AgentError::Resigned);
        }
        self.state
            .read(&given)
            .map_err(|error| self.fault(&format!("chose, in turn {turn}, {}", error.value(py))))
    }
}

/// An exception, and the line that raised it.
fn raised(py: Python<'_>, error: &PyErr, turn: u32) -> String {
    let kind = error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let mut place = error.traceback(py).map(Bound::into_any);
    let mut line = None;
    while let Some(here) = place {
        let file = here.getattr("tb_frame").and_then(|frame| frame.getattr("f_code")?.getattr("co_filename"));
        let number = here.getattr("tb_lineno").and_then(|number| number.extract::<u32>());
        if let (Ok(file), Ok(number)) = (file, number) {
            line = Some(format!(" ({file}, line {number})"));
        }
        place = here.getattr("tb_next").ok().filter(|next| !next.is_none());
    }
    let message = error.value(py).to_string();
    let message = if message.is_empty() { String::new() } else { format!(": {message}") };
    format!("raised {kind}{message} in turn {turn}{}", line.unwrap_or_default())
}

impl Agent for Player {
    fn new_game(&mut self) {
        self.state.restart();
    }

    fn played(&mut self, action: Action) {
        self.state.play(action);
    }

    fn choose(&mut self, position: &mut dyn rules::Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.try_choose(position, rng).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_choose(
        &mut self,
        _: &mut dyn rules::Position,
        _: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, AgentError> {
        Python::attach(|py| self.ask(py))
    }
}

/// Makes `host:NAME` name a function.
#[pyfunction]
pub fn register(name: &str, function: Py<PyAny>, timeout: f64) -> PyResult<()> {
    if timeout.is_nan() || timeout <= 0.0 {
        return Err(PyValueError::new_err(format!(
            "the timeout of `{name}` is a number of seconds above 0, not {timeout}"
        )));
    }
    // More than the longest duration is no limit.
    let timeout = Duration::try_from_secs_f64(timeout).unwrap_or(Duration::MAX);
    let host = Function { function, name: name.to_owned(), timeout };
    hosted::register(name, Arc::new(host)).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Forgets the function called `name`.
#[pyfunction]
pub fn forget(name: &str) {
    hosted::forget(name);
}
