//! What positions of one game share: the rules, the numbers of actions, and the planes.

use crate::planes::{Layout, Numbers};
use dropline::rules::{self, Action, Position};
use dropline::space::ActionSpace;
use dropline::variant::Variant;
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules of a game, with the numbers of its actions and its planes if it is played on a board.
#[derive(Debug)]
pub struct Board {
    pub variant: Variant,
    pub numbered: Option<Numbered>,
    start: Mutex<Box<dyn Position>>,
}

/// What programs that learn need to know of a game on a board.
#[derive(Debug)]
pub struct Numbered {
    pub numbers: Numbers,
    pub layout: Layout,
}

impl Numbered {
    /// All actions, each at its number.
    pub fn actions(&self) -> &[Action] {
        self.numbers.space.actions()
    }

    /// The number of an action that a position allows, if it has one.
    pub fn index(&self, action: Action) -> Option<usize> {
        self.numbers.space.index(action)
    }
}

impl Board {
    pub fn new(variant: &Variant) -> Arc<Self> {
        let numbered = ActionSpace::of(variant).map(|space| {
            let layout = Layout::new(variant);
            Numbered { numbers: Numbers::new(space, &layout), layout }
        });
        Arc::new(Self { variant: variant.clone(), numbered, start: Mutex::new(rules::start(variant)) })
    }

    /// The start of a game. It shares the compiled rules with every other one: compiling them takes longer than many games.
    pub fn start(&self) -> Box<dyn Position> {
        self.start.lock().unwrap_or_else(PoisonError::into_inner).boxed_clone()
    }

    /// The numbers and planes.
    ///
    /// # Errors
    /// Returns an error on the boundless plane.
    pub fn numbered(&self) -> PyResult<&Numbered> {
        self.numbered.as_ref().ok_or_else(|| {
            PyValueError::new_err(format!(
                "{} is played on a boundless plane: its actions have no fixed numbers, and it has no planes; use the actions as text",
                self.variant.info.name
            ))
        })
    }
}
