//! Stones on a board: groups, liberties, sight.

use dropline::board::{Board, Cell, Direction, Lines};
use dropline::variant::{PieceKind, Side};
use std::collections::BTreeSet;

/// The stones on a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Stones {
    /// A square as large as the largest board, column by column.
    places: Vec<Option<Stone>>,
    /// The number of the kind of the piece on each place, from 1; 0 for none.
    kinds: Vec<u8>,
}

/// A stone of a side, or a neutral one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stone {
    Of(Side),
    Neutral,
}

impl Stones {
    /// No stone at all.
    pub fn none() -> Self {
        let places = usize::from(Board::MAX_SPAN).pow(2);
        Self { places: vec![None; places], kinds: vec![0; places] }
    }

    /// The side whose stone is on `cell`.
    pub fn on(&self, cell: Cell) -> Option<Side> {
        match self.places[Self::place(cell)] {
            Some(Stone::Of(side)) => Some(side),
            _ => None,
        }
    }

    /// Whether no stone stands on `cell`.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.places[Self::place(cell)].is_none()
    }

    /// Whether a neutral stone stands on `cell`.
    pub fn is_neutral(&self, cell: Cell) -> bool {
        self.places[Self::place(cell)] == Some(Stone::Neutral)
    }

    /// Whether two cells hold the same: nothing, or stones of the same side.
    fn are_alike(&self, one: Cell, other: Cell) -> bool {
        self.places[Self::place(one)] == self.places[Self::place(other)]
    }

    /// Puts a stone of `side` on `cell`.
    pub fn put(&mut self, cell: Cell, side: Side) {
        self.places[Self::place(cell)] = Some(Stone::Of(side));
        self.kinds[Self::place(cell)] = 0;
    }

    /// Turns the stone on `cell` over, which then belongs to `side`. It stays of its kind.
    pub fn turn_over(&mut self, cell: Cell, side: Side) {
        self.places[Self::place(cell)] = Some(Stone::Of(side));
    }

    /// Makes the stone on `cell` neutral. It stays of its kind.
    pub fn make_neutral(&mut self, cell: Cell) {
        self.places[Self::place(cell)] = Some(Stone::Neutral);
    }

    /// Whether the stone on `cell` is of this `kind`.
    pub fn is_of_kind(&self, cell: Cell, kind: PieceKind) -> bool {
        let number = match kind {
            PieceKind::Plain => 0,
            PieceKind::Kind(index) => index + 1,
        };
        !self.is_empty(cell) && self.kinds[Self::place(cell)] == number
    }

    /// The kind of the piece on `cell`, in the variant's list.
    pub fn kind(&self, cell: Cell) -> Option<usize> {
        usize::from(self.kinds[Self::place(cell)]).checked_sub(1)
    }

    /// Gives the stone on `cell` a kind.
    pub fn give_kind(&mut self, cell: Cell, kind: Option<usize>) {
        self.kinds[Self::place(cell)] = kind.map_or(0, |kind| kind as u8 + 1);
    }

    /// Puts a neutral stone on `cell`.
    pub fn put_neutral(&mut self, cell: Cell) {
        self.places[Self::place(cell)] = Some(Stone::Neutral);
        self.kinds[Self::place(cell)] = 0;
    }

    /// Removes the stone on `cell`.
    pub fn take(&mut self, cell: Cell) {
        self.places[Self::place(cell)] = None;
        self.kinds[Self::place(cell)] = 0;
    }

    /// How many stones each side has, and how many are neutral.
    pub fn numbers(&self) -> [usize; 3] {
        [Stone::Of(Side::First), Stone::Of(Side::Second), Stone::Neutral]
            .map(|stone| self.places.iter().filter(|&&on| on == Some(stone)).count())
    }

    fn place(cell: Cell) -> usize {
        usize::from(cell.x) * usize::from(Board::MAX_SPAN) + usize::from(cell.y)
    }
}

/// The cells one step from `cell`.
pub fn around(board: &Board, cell: Cell, steps: &[Direction]) -> Vec<Cell> {
    steps.iter().filter_map(|&step| board.step(cell, step)).collect()
}

/// The cells that share an edge with `cell`.
pub fn adjacent(board: &Board, cell: Cell) -> Vec<Cell> {
    around(board, cell, board.adjacent())
}

/// All cells connected to `cell` through adjacent cells that hold the same: for a stone its group, for an empty cell its region.
pub fn alike(board: &Board, stones: &Stones, cell: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::from([cell]);
    let mut to_visit = vec![cell];
    while let Some(visited) = to_visit.pop() {
        for near in adjacent(board, visited) {
            if stones.are_alike(near, cell) && found.insert(near) {
                to_visit.push(near);
            }
        }
    }
    found
}

/// The sizes of the groups of `side`, the largest first.
pub fn sizes(board: &Board, stones: &Stones, side: Side) -> Vec<u32> {
    let (mut seen, mut sizes) = (BTreeSet::new(), vec![]);
    for &cell in board.cells() {
        if stones.on(cell) == Some(side) && !seen.contains(&cell) {
            let group = alike(board, stones, cell);
            sizes.push(group.len() as u32);
            seen.extend(group);
        }
    }
    sizes.sort_by(|a, b| b.cmp(a));
    sizes
}

/// The empty cells adjacent to a group.
pub fn liberties(board: &Board, stones: &Stones, group: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let near = group.iter().flat_map(|&stone| adjacent(board, stone));
    near.filter(|&cell| stones.is_empty(cell)).collect()
}

/// All stones of `side` in groups without a liberty.
pub fn without_liberties(board: &Board, stones: &Stones, side: Side) -> BTreeSet<Cell> {
    let own = board.cells().iter().copied().filter(|&cell| stones.on(cell) == Some(side));
    let mut dead: BTreeSet<Cell> = own.collect();
    // A stone lives if it is next to an empty cell or to a living stone of its side.
    let has_liberty = |cell: &Cell| adjacent(board, *cell).into_iter().any(|near| stones.is_empty(near));
    let mut living: Vec<Cell> = dead.iter().copied().filter(has_liberty).collect();
    while let Some(cell) = living.pop() {
        if dead.remove(&cell) {
            living.extend(adjacent(board, cell));
        }
    }
    dead
}

/// Whether a stone of `side` stands on one of the lines through `cell` with only empty cells between.
pub fn sees(board: &Board, stones: &Stones, side: Side, cell: Cell, lines: Lines) -> bool {
    first_stones(board, stones, cell, lines).into_iter().any(|at| stones.on(at) == Some(side))
}

/// The cells of the first stone along each of the lines through `cell`.
pub fn first_stones(board: &Board, stones: &Stones, cell: Cell, lines: Lines) -> Vec<Cell> {
    let first = |&direction| beyond(board, cell, direction).find(|&at| !stones.is_empty(at));
    board.directions(lines).iter().filter_map(first).collect()
}

/// The cells beyond `cell` in a direction, up to the edge of the board, or back to the cell itself where the board wraps.
pub fn line(board: &Board, cell: Cell, direction: Direction) -> Vec<Cell> {
    beyond(board, cell, direction).collect()
}

/// [`line`], one cell after another.
fn beyond(board: &Board, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
    let behind = std::iter::successors(board.step(cell, direction), move |&at| board.step(at, direction));
    behind.take_while(move |&at| at != cell)
}
