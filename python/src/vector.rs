//! Many games at once, stepped on all cores.

use crate::board::{Board, Numbered};
use crate::planes::{Legal, Recent, returns};
use crate::shared::Shared;
use crate::threads::{is_playing, pool};
use dropline::chance;
use dropline::rand_xoshiro::Xoshiro256PlusPlus;
use dropline::rayon::prelude::*;
use dropline::rules::{Position, Reason};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that each thread takes at once, at least: fewer are not worth the handing over.
const AT_ONCE: usize = 16;

/// The Python class: games, and the arrays that describe them, which belong to Python.
#[pyclass(frozen, module = "dropline._native")]
pub struct Vector {
    board: Arc<Board>,
    threads: usize,
    seed: u64,
    rules_hash: [u8; 32],
    games: Mutex<Games>,
}

struct Games {
    slots: Vec<Slot>,
    arrays: Arrays,
}

/// For each game, in order.
struct Arrays {
    /// Its planes.
    observations: Shared<u8>,
    /// A byte for each action, 1 if it is legal.
    masks: Shared<u8>,
    /// The result of the game that the step ended, for both players.
    rewards: Shared<f32>,
    /// Whether the step ended a game.
    ended: Shared<u8>,
    /// Whether that game ended at the turn cap.
    capped: Shared<u8>,
    /// The player to move.
    to_move: Shared<u8>,
    /// The actions that `sample` draws.
    actions: Shared<i64>,
}

impl Arrays {
    /// Calls `each` with each game, its action and its part of the arrays, on this thread; `sizes` are those of a game's planes and
    /// of its mask.
    fn one_by_one(
        &mut self,
        slots: &mut [Slot],
        [size, count]: [usize; 2],
        actions: &[i64],
        mut each: impl FnMut(&mut Slot, i64, View<'_>),
    ) {
        let mut observations = self.observations.all_mut().chunks_exact_mut(size);
        let mut masks = self.masks.all_mut().chunks_exact_mut(count);
        let mut rewards = self.rewards.all_mut().chunks_exact_mut(2);
        let flags = self.ended.all_mut().iter_mut().zip(self.capped.all_mut()).zip(self.to_move.all_mut());
        for ((slot, &action), ((ended, capped), to_move)) in slots.iter_mut().zip(actions).zip(flags) {
            let parts = (observations.next(), masks.next(), rewards.next());
            let (Some(observation), Some(mask), Some(rewards)) = parts else { return };
            each(slot, action, View { observation, mask, rewards, ended, capped, to_move });
        }
    }
}

/// One of the games.
struct Slot {
    position: Box<dyn Position>,
    recent: Recent,
    legal: Legal,
    rng: Xoshiro256PlusPlus,
}

/// The parts of the arrays that belong to one game.
struct View<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    ended: &'a mut u8,
    capped: &'a mut u8,
    to_move: &'a mut u8,
}

impl Slot {
    /// Describes the position in the arrays. If `kept`, they describe the position before the last action.
    fn describe(&mut self, numbered: &Numbered, kept: bool, view: &mut View<'_>) {
        let Self { position, recent, legal, .. } = self;
        let stage = position.stage();
        legal.write(&numbered.numbers, &**position, kept, view.mask);
        recent.write(&numbered.layout, &**position, &stage, stage.side, kept, view.observation);
        *view.to_move = stage.to_move().index() as u8;
    }

    fn restart(&mut self, numbered: &Numbered) {
        self.position.reset();
        self.recent.begin(&numbered.layout);
    }

    fn step(&mut self, numbered: &Numbered, action: i64, mut view: View<'_>) {
        self.recent.play(&numbered.layout, &mut *self.position, numbered.actions()[action as usize]);
        let outcome = self.position.outcome();
        *view.ended = outcome.is_some().into();
        *view.capped = outcome.is_some_and(|outcome| outcome.reason == Reason::Cap).into();
        view.rewards.fill(0.0);
        if outcome.is_some() {
            view.rewards.copy_from_slice(&returns(&*self.position));
            self.restart(numbered);
        }
        self.describe(numbered, true, &mut view);
    }
}

impl Vector {
    /// Calls `each` with each game, its action among `actions` and its part of the arrays, on all threads.
    fn for_each(
        &self,
        games: &mut Games,
        actions: &[i64],
        each: impl Fn(&mut Slot, &Numbered, i64, View<'_>) + Sync,
    ) -> PyResult<()> {
        let numbered = self.board.numbered()?;
        let (size, count) = (numbered.layout.size(), numbered.actions().len());
        let Games { slots, arrays } = games;
        // A thread that plays would begin another of its games while it waits for these.
        if self.threads == 1 || slots.len() <= AT_ONCE || is_playing() {
            arrays.one_by_one(slots, [size, count], actions, |slot, action, view| {
                each(slot, numbered, action, view);
            });
            return Ok(());
        }
        let rows = slots
            .par_iter_mut()
            .zip(arrays.observations.all_mut().par_chunks_exact_mut(size))
            .zip(arrays.masks.all_mut().par_chunks_exact_mut(count))
            .zip(arrays.rewards.all_mut().par_chunks_exact_mut(2))
            .zip(arrays.ended.all_mut().par_iter_mut())
            .zip(arrays.capped.all_mut().par_iter_mut())
            .zip(arrays.to_move.all_mut().par_iter_mut())
            .zip(actions.par_iter())
            .with_min_len(AT_ONCE);
        pool(self.threads)?.install(|| {
            rows.for_each(
                |(((((((slot, observation), mask), rewards), ended), capped), to_move), &action)| {
                    each(slot, numbered, action, View { observation, mask, rewards, ended, capped, to_move });
                },
            );
        });
        Ok(())
    }

    fn begin(&self, games: &mut Games, seed: u64) -> PyResult<()> {
        for (number, slot) in (1..).zip(&mut games.slots) {
            slot.rng = chance::stream(seed, &self.rules_hash, number);
        }
        let none = vec![0; games.slots.len()];
        self.for_each(games, &none, |slot, numbered, _, mut view| {
            slot.restart(numbered);
            (*view.ended, *view.capped) = (0, 0);
            view.rewards.fill(0.0);
            slot.describe(numbered, false, &mut view);
        })
    }
}

/// Refuses actions that are not legal, before any game is changed.
fn check(board: &Board, games: &Games, actions: &[i64]) -> PyResult<()> {
    let numbered = board.numbered()?;
    let named = numbered.actions();
    if actions.len() != games.slots.len() {
        let (found, expected) = (actions.len(), games.slots.len());
        return Err(PyValueError::new_err(format!(
            "expected {expected} actions, one for each game, found {found}"
        )));
    }
    let masks = games.arrays.masks.all().chunks_exact(named.len());
    for (game, (&action, mask)) in actions.iter().zip(masks).enumerate() {
        let at = usize::try_from(action).ok().filter(|&at| at < named.len());
        if at.is_none_or(|at| mask[at] == 0) {
            let what = at.map_or_else(
                || format!("there is no action {action}: they are numbered 0 to {}", named.len() - 1),
                |at| format!("action {action}, `{}`, is illegal there", named[at]),
            );
            return Err(PyValueError::new_err(format!("game {game}: {what}; no game was changed")));
        }
    }
    Ok(())
}

#[pymethods]
impl Vector {
    /// Steps the whole of `actions`, a number for each game.
    fn step(&self, py: Python<'_>, actions: PyBuffer<i64>) -> PyResult<()> {
        let actions = Shared::new(actions)?;
        py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            check(&self.board, &games, actions.all())?;
            self.for_each(&mut games, actions.all(), Slot::step)
        })
    }

    /// Resets all games to the start.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            self.begin(&mut games, seed.unwrap_or(self.seed))
        })
    }

    /// Draws a legal action for each game.
    fn sample(&self, py: Python<'_>) -> PyResult<()> {
        let numbered = self.board.numbered()?;
        py.detach(|| {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let Games { slots, arrays } = &mut *games;
            for (slot, action) in slots.iter_mut().zip(arrays.actions.all_mut()) {
                let drawn = chance::below(&mut slot.rng, slot.legal.count());
                *action = slot.legal.nth(&numbered.numbers, drawn).into();
            }
        });
        Ok(())
    }
}

/// The arrays, in the order in which Python hands them over.
pub type Buffers =
    (PyBuffer<u8>, PyBuffer<u8>, PyBuffer<f32>, PyBuffer<u8>, PyBuffer<u8>, PyBuffer<u8>, PyBuffer<i64>);

impl Vector {
    /// `count` games with these arrays.
    pub fn new(
        board: &Arc<Board>,
        rules_hash: [u8; 32],
        count: usize,
        seed: u64,
        threads: usize,
        buffers: Buffers,
    ) -> PyResult<Self> {
        let numbered = board.numbered()?;
        let (size, actions) = (numbered.layout.size(), numbered.actions().len());
        let (observations, masks, rewards, ended, capped, to_move, drawn) = buffers;
        let arrays = Arrays {
            observations: Shared::of(observations, count * size)?,
            masks: Shared::of(masks, count * actions)?,
            rewards: Shared::of(rewards, count * 2)?,
            ended: Shared::of(ended, count)?,
            capped: Shared::of(capped, count)?,
            to_move: Shared::of(to_move, count)?,
            actions: Shared::of(drawn, count)?,
        };
        let slot = || Slot {
            position: board.start(),
            recent: Recent::default(),
            legal: Legal::default(),
            rng: chance::stream(seed, &rules_hash, 0),
        };
        let games = Mutex::new(Games { slots: (0..count).map(|_| slot()).collect(), arrays });
        let vector = Self { board: Arc::clone(board), threads, seed, rules_hash, games };
        vector.begin(&mut vector.games.lock().unwrap_or_else(PoisonError::into_inner), seed)?;
        Ok(vector)
    }
}
