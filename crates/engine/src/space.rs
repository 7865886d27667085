//! The fixed action space of a game: a number for every action, for programs that learn.

use crate::board::{Board, Cell, CellSet};
use crate::rules::Action;
use crate::variant::Variant;
use std::collections::{BTreeSet, HashMap};

/// Numbers the actions of a game on a board, from 0 up. The numbers depend on the board and on the kinds of action, and on nothing
/// else.
///
/// The actions come in this order: stones on single cells, in the order of [`Board::cells`], then stones of the enemy, shapes,
/// displacements, moves, removals and stones turned over, those that the game has, each sorted by their cells; then `pass`; then `swap`,
/// if players can exchange sides. So in a game of single stones, the action with the number of a cell is a stone on it.
///
/// ```
/// use dropline_engine::space::ActionSpace;
/// use dropline_engine::variant;
///
/// let loaded = variant::load("tic-tac-toe", &[])?;
/// let space = ActionSpace::of(&loaded.variant).expect("a game on a board");
/// assert_eq!(space.actions().len(), 10);
/// assert_eq!(space.index(space.actions()[4]), Some(4));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    actions: Vec<Action>,
    cells: CellNumbers,
    /// The number of the stone on each cell.
    places: Vec<u32>,
    given: Vec<u32>,
    removals: Vec<u32>,
    flips: Vec<u32>,
    /// The numbers of displacements and moves between each two cells.
    displacements: Vec<u32>,
    moves: Vec<u32>,
    shapes: HashMap<CellSet, u32>,
    pass: u32,
}

/// Stands for the number of an action that the game lacks.
const NONE: u32 = u32::MAX;

/// Rows of a square that holds every board.
const SPAN: usize = (Board::MAX_SPAN as usize + 1).next_power_of_two();

/// The number of each cell.
#[derive(Clone, Debug)]
struct CellNumbers {
    of: Vec<u16>,
    count: usize,
}

impl CellNumbers {
    fn new(board: &Board) -> Self {
        let mut of = vec![u16::MAX; SPAN * SPAN];
        for (number, cell) in board.cells().iter().enumerate() {
            of[usize::from(cell.y) * SPAN + usize::from(cell.x)] = number as u16;
        }
        Self { of, count: board.cells().len() }
    }

    #[inline]
    fn get(&self, cell: Cell) -> usize {
        self.of[usize::from(cell.y) * SPAN + usize::from(cell.x)].into()
    }

    #[inline]
    fn pair(&self, from: Cell, to: Cell) -> usize {
        self.get(from) * self.count + self.get(to)
    }
}

impl ActionSpace {
    /// The action space of `variant`; `None` on the boundless plane, where no number of actions is enough.
    pub fn of(variant: &Variant) -> Option<Self> {
        let board = &variant.board;
        if board.is_boundless() {
            return None;
        }
        let mut found = BTreeSet::new();
        for action in &variant.actions {
            action.kind.conceivable(board, &mut |action| {
                found.insert(action);
            });
        }
        let pass = found.len() as u32;
        let ends = [Action::Pass].into_iter().chain(variant.has_swaps().then_some(Action::Swap));
        let actions = found.into_iter().chain(ends).collect();
        let mut space = Self {
            actions,
            cells: CellNumbers::new(board),
            places: Vec::new(),
            given: Vec::new(),
            removals: Vec::new(),
            flips: Vec::new(),
            displacements: Vec::new(),
            moves: Vec::new(),
            shapes: HashMap::new(),
            pass,
        };
        space.index_all();
        Some(space)
    }

    fn index_all(&mut self) {
        let cells = self.cells.count;
        for (number, &action) in (0..).zip(&self.actions) {
            let (table, size, at) = match action {
                Action::Place(cell) => (&mut self.places, cells, self.cells.get(cell)),
                Action::PlaceEnemy(cell) => (&mut self.given, cells, self.cells.get(cell)),
                Action::Remove(cell) => (&mut self.removals, cells, self.cells.get(cell)),
                Action::Flip(cell) => (&mut self.flips, cells, self.cells.get(cell)),
                Action::Displace { cell, to } => {
                    (&mut self.displacements, cells * cells, self.cells.pair(cell, to))
                }
                Action::Move { from, to } => (&mut self.moves, cells * cells, self.cells.pair(from, to)),
                Action::Shape(set) => {
                    self.shapes.insert(set, number);
                    continue;
                }
                _ => continue,
            };
            if table.is_empty() {
                table.resize(size, NONE);
            }
            table[at] = number;
        }
    }

    /// All actions; each is at its own number.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The number of `action`, which must name cells of the board; `None` if the game has no such action.
    #[inline]
    pub fn index(&self, action: Action) -> Option<usize> {
        let number = match action {
            Action::Place(cell) => self.places.get(self.cells.get(cell)).copied(),
            Action::PlaceEnemy(cell) => self.given.get(self.cells.get(cell)).copied(),
            Action::Remove(cell) => self.removals.get(self.cells.get(cell)).copied(),
            Action::Flip(cell) => self.flips.get(self.cells.get(cell)).copied(),
            Action::Displace { cell, to } => self.displacements.get(self.cells.pair(cell, to)).copied(),
            Action::Move { from, to } => self.moves.get(self.cells.pair(from, to)).copied(),
            Action::Shape(set) => self.shapes.get(&set).copied(),
            Action::Pass => Some(self.pass),
            Action::Swap => (self.actions.len() > self.pass as usize + 1).then_some(self.pass + 1),
            Action::Drop(_) | Action::Deal { .. } | Action::Release(_) => None,
        };
        number.filter(|&number| number != NONE).map(|number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;
    use crate::rules::{self, ActionList};
    use crate::variant::{self, shipped};

    /// Plays random games of the variant; every legal action must have a number, its own.
    fn check(name: &str, sets: &[&str]) {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(name, &sets).expect("a variant");
        let Some(space) = ActionSpace::of(&loaded.variant) else {
            assert!(loaded.variant.board.is_boundless(), "{name}");
            return;
        };
        for (number, &action) in space.actions().iter().enumerate() {
            assert_eq!(space.index(action), Some(number), "{name}: {action}");
        }
        let mut legal = ActionList::new();
        for game in 0..4 {
            let (mut position, mut rng) =
                (rules::start(&loaded.variant), chance::stream(7, &loaded.rules_hash, game));
            for _ in 0..200 {
                if position.outcome().is_some() {
                    break;
                }
                position.legal_actions(&mut legal);
                for &action in &legal {
                    let number = space.index(action);
                    assert!(number.is_some_and(|n| space.actions()[n] == action), "{name}: {action}");
                }
                position.play(legal[chance::below(&mut rng, legal.len() as u32) as usize]);
            }
        }
    }

    #[test]
    fn every_legal_action_of_the_shipped_games_has_a_number() {
        shipped().iter().for_each(|shipped| check(shipped.name, &[]));
    }

    #[test]
    fn moves_across_seams_and_shapes_beside_holes_have_numbers() {
        check("clobber", &["board.wrap=torus"]);
        check("amazons", &["board.wrap=columns"]);
        check("dispatch", &["board.holes=[\"f6\"]"]);
    }

    #[test]
    fn stones_turned_over_have_numbers() {
        check("gomoku", &["action.gain.flip={}", "turn.steps=[{ actions = ['place', 'gain'] }]"]);
    }

    #[test]
    fn in_a_game_of_single_stones_the_number_of_a_stone_is_that_of_its_cell() {
        let loaded = variant::load("send-it", &["board.side=3".to_owned()]).expect("a variant");
        let space = ActionSpace::of(&loaded.variant).expect("a board");
        let stones: Vec<_> = loaded.variant.board.cells().iter().map(|&cell| Action::Place(cell)).collect();
        assert_eq!(space.actions()[..stones.len()], stones);
        assert_eq!(space.actions()[stones.len()..], [Action::Pass]);
    }
}
