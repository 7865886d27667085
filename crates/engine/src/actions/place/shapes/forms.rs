//! The forms of shapes: every orientation in which the stones of one action can lie, as tables.
//!
//! A form is a set of cells relative to its *anchor*, the leftmost cell of its lowest row. The anchors from which a form lies on
//! open cells are themselves a set of cells, the form's *plane*: for each cell of the form, the open cells are shifted back by
//! the cell's offset, and the plane is the intersection of these sets. Forms share prefixes, so they are stored as a tree: a node
//! is its parent plus one cell, and its plane is the parent's plane intersected with one shifted set. Pentominoes have cells at
//! only some twenty offsets, and the set of open cells is shifted once for each. So the 90 planes of forms with two to five cells
//! cost little more than 90 intersections of sets.

use super::{Pattern, Shapes};
use crate::board::{Board, Cell, CellSet, Direction};
use crate::rules::{Cells, beside, cell, set_of};
use std::collections::{BTreeMap, BTreeSet};

/// The offset of a cell from another, as rows and columns. The rows come first so that the anchor sorts first.
type Offset = (i16, i16);

/// The largest number of cells of a form.
pub const MOST: usize = if Shapes::MOST_CELLS > Shapes::MOST_PATTERN_CELLS {
    Shapes::MOST_CELLS
} else {
    Shapes::MOST_PATTERN_CELLS
} as usize;

/// The forms of a kind of shapes.
pub struct Forms<S: Cells> {
    /// The offsets of all cells of all forms.
    pub places: Vec<PlaceOfCell<S>>,
    /// The forms as a tree, each node before its children.
    pub nodes: Vec<Node>,
    /// The forms, sorted by their cells.
    pub forms: Vec<Form>,
    /// The number of cells of the largest form.
    pub most: u32,
    /// The sizes, sorted, if every connected set of these sizes is a shape.
    pub sizes: Option<Vec<u8>>,
}

/// An offset at which some form has a cell.
pub struct PlaceOfCell<S: Cells> {
    /// The number of the cell minus the anchor's; never negative, since the anchor has the lowest number.
    pub by: isize,
    /// The anchors from which the cell at this offset is on the board: a shifted row must not run into the next.
    pub inside: S,
}

/// A prefix of forms. Its parent is the last node before it that has one cell fewer.
#[derive(Clone, Copy)]
pub struct Node {
    /// The offset of its last cell.
    pub place: u16,
    /// How many cells it has.
    pub depth: u8,
    /// Whether its last cell is one of the cells of which at least one must be seen.
    pub needed: bool,
    /// The index of the form, if the prefix is a whole form.
    pub form: Option<u32>,
    /// The index of the next node without this prefix.
    pub skip_to: u32,
}

/// A shape in one of its orientations.
#[derive(Clone)]
pub struct Form {
    /// Its cells relative to the anchor, which comes first.
    pub cells: Vec<Offset>,
    /// The cells of which at least one must be seen, if sight is required: a bit for each.
    pub needed: u16,
    /// The cells in the order of a [`CellSet`].
    named: Vec<Offset>,
}

impl<S: Cells> Forms<S> {
    /// The forms of `shapes` that fit on `board`, turned and mirrored unless `fixed`.
    pub fn new(shapes: &Shapes, fixed: bool, board: &Board) -> Self {
        let mut found: Vec<_> = match shapes {
            Shapes::Sizes(sizes) => connected(sizes, board).into_iter().collect(),
            Shapes::Patterns { patterns, parts, cells, centre_seen } => {
                let ways = |cells: &[Direction]| {
                    if fixed { vec![cells.to_vec()] } else { board.orientations(cells) }
                };
                drawn(patterns, *parts, cells, *centre_seen, &ways).into_iter().collect()
            }
        };
        found.retain(|(cells, _)| fits(cells, board));
        let sizes = if let Shapes::Sizes(sizes) = shapes { Some(sizes.clone()) } else { None };
        Self::of(found.into_iter().map(|(cells, needed)| Form::new(cells, needed)).collect(), sizes, board)
    }

    /// The tables of `forms`, which must be sorted.
    fn of(forms: Vec<Form>, sizes: Option<Vec<u8>>, board: &Board) -> Self {
        let all: BTreeSet<Offset> = forms.iter().flat_map(|form| &form.cells).copied().collect();
        let numbers: BTreeMap<Offset, u16> = all.iter().copied().zip(0..).collect();
        Self {
            places: all.iter().map(|&place| PlaceOfCell::new(place, board)).collect(),
            nodes: tree(&forms, &numbers),
            most: forms.iter().map(|form| form.cells.len() as u32).max().unwrap_or(0),
            forms,
            sizes,
        }
    }

    /// The forms needed to fill all cells that any form can fill, if only open cells and sight limit placement. A form is left out
    /// if each of its cells belongs to a form of the smallest size that can be placed wherever the larger form can.
    pub fn covering(&self, board: &Board) -> Self {
        let least = self.forms.iter().map(|form| form.cells.len()).min().unwrap_or(0);
        let (small, large): (Vec<_>, Vec<_>) = self.forms.iter().partition(|form| form.cells.len() == least);
        let covered = |form: &Form| {
            let within: Vec<_> = small.iter().flat_map(|small| small.places_within(form)).collect();
            form.cells.iter().all(|cell| within.iter().any(|cells| cells.contains(cell)))
        };
        let mut forms: Vec<Form> =
            small.iter().copied().chain(large.into_iter().filter(|form| !covered(form))).cloned().collect();
        forms.sort_unstable_by(|a, b| a.cells.cmp(&b.cells));
        Self::of(forms, None, board)
    }

    /// The index of the form that `cells` make; `None` if it is not one of these forms.
    pub fn find(&self, cells: &[Cell]) -> Option<u32> {
        let mut places = [(0, 0); CellSet::MOST];
        let places = &mut places[..cells.len()];
        for (place, cell) in places.iter_mut().zip(cells) {
            *place = (i16::from(cell.y), i16::from(cell.x));
        }
        to_anchor(places);
        self.forms.binary_search_by(|form| form.cells.as_slice().cmp(places)).ok().map(|form| form as u32)
    }

    /// Calls `each` with the cells of every form at every place where it fits on `board`.
    pub fn lying(&self, board: &Board, mut each: impl FnMut(CellSet)) {
        for form in &self.forms {
            for anchor in board.cells() {
                let moved = |&(rows, columns): &Offset| {
                    Some(Cell::new(along(anchor.x, columns)?, along(anchor.y, rows)?))
                };
                let cells = form.named.iter().map(|place| moved(place).filter(|&cell| board.contains(cell)));
                if let Some(cells) = cells.collect::<Option<CellSet>>() {
                    each(cells);
                }
            }
        }
    }

    /// The number of each cell of `form` minus the anchor's.
    #[inline(always)]
    pub fn steps(&self, form: u32) -> impl Iterator<Item = isize> {
        self.forms[form as usize].cells.iter().map(|&(rows, columns)| S::distance(columns, rows))
    }

    /// The cells of `form` with its anchor on the cell numbered `anchor`.
    #[inline(always)]
    pub fn cells(&self, form: u32, anchor: usize) -> impl Iterator<Item = usize> {
        self.steps(form).map(move |by| beside::<S>(anchor, by))
    }

    /// The cells of `form` with its anchor on the cell numbered `anchor`, as a set.
    #[inline(always)]
    pub fn set(&self, form: u32, anchor: usize) -> S {
        // Loops, not folds: closures called in the standard library are not compiled for the features of the processor.
        let mut set = S::none();
        for cell in self.cells(form, anchor) {
            set = set.or(S::single(cell));
        }
        set
    }

    /// The cells of `form` with its anchor on the cell numbered `anchor`, as an action names them.
    pub fn cell_set(&self, form: u32, anchor: usize) -> CellSet {
        let anchor = cell::<S>(anchor);
        let moved = |&(rows, columns): &Offset| {
            Cell::new((i16::from(anchor.x) + columns) as u8, (i16::from(anchor.y) + rows) as u8)
        };
        CellSet::sorted(self.forms[form as usize].named.iter().map(moved))
    }

    /// The cells of `form` of which at least one must be seen, with its anchor on the cell numbered `anchor`.
    #[inline(always)]
    pub fn needed(&self, form: u32, anchor: usize) -> S {
        let needed = self.forms[form as usize].needed;
        let mut set = S::none();
        for (i, cell) in self.cells(form, anchor).enumerate() {
            if needed >> i & 1 == 1 {
                set = set.or(S::single(cell));
            }
        }
        set
    }
}

impl Form {
    fn new(cells: Vec<Offset>, needed: u16) -> Self {
        let mut named = cells.clone();
        named.sort_unstable_by_key(|&(rows, columns)| (columns, rows));
        Self { cells, needed, named }
    }

    /// For each place within `large` where this form is seen whenever `large` is, the cells of the form there.
    fn places_within(&self, large: &Self) -> Vec<Vec<Offset>> {
        let lies_within = |cells: &Vec<Offset>| {
            let needed = |i: usize, cell| {
                large.needed >> i & 1 == 0
                    || cells.iter().position(|own| own == cell).is_some_and(|own| self.needed >> own & 1 == 1)
            };
            cells.iter().all(|cell| large.cells.contains(cell))
                && large.cells.iter().enumerate().all(|(i, cell)| needed(i, cell))
        };
        let moved = |&(rows, columns): &Offset| {
            self.cells.iter().map(|own| (own.0 + rows, own.1 + columns)).collect::<Vec<_>>()
        };
        large.cells.iter().map(moved).filter(lies_within).collect()
    }
}

impl<S: Cells> PlaceOfCell<S> {
    fn new(place: Offset, board: &Board) -> Self {
        let (rows, columns) = place;
        let moved = |cell: &Cell| Some(Cell::new(along(cell.x, columns)?, along(cell.y, rows)?));
        let inside = board.cells().iter().filter(|&cell| moved(cell).is_some_and(|to| board.contains(to)));
        Self { by: S::distance(columns, rows), inside: set_of(inside) }
    }
}

/// The coordinate `from + by`; `None` if it is out of range.
fn along(from: u8, by: i16) -> Option<u8> {
    u8::try_from(i16::from(from) + by).ok()
}

/// Sorts offsets and makes them relative to the first one, the anchor.
fn to_anchor(places: &mut [Offset]) {
    places.sort_unstable();
    if let Some(&(row, column)) = places.first() {
        places.iter_mut().for_each(|place| *place = (place.0 - row, place.1 - column));
    }
}

/// Whether the cells fit the width and the height of `board`.
fn fits(cells: &[Offset], board: &Board) -> bool {
    let span = |of: fn(&Offset) -> i16| {
        let (low, high) = (cells.iter().map(of).min(), cells.iter().map(of).max());
        high.zip(low).map_or(0, |(high, low)| high - low)
    };
    span(|place| place.0) < i16::from(board.height()) && span(|place| place.1) < i16::from(board.width())
}

/// Forms, each with the cells of which at least one has to be seen, a bit for each.
type Found = BTreeMap<Vec<Offset>, u16>;

/// All connected sets of cells with these `sizes`; at least one cell of a set must be seen, no matter which. Every set of n + 1
/// cells is a set of n cells plus a neighbour.
fn connected(sizes: &[u8], board: &Board) -> Found {
    let mut found = Found::new();
    let mut sets = BTreeSet::from([vec![(0, 0)]]);
    for size in 1..=sizes.last().copied().unwrap_or(0) {
        if sizes.contains(&size) {
            found.extend(sets.iter().map(|set| (set.clone(), u16::MAX)));
        }
        sets = sets.iter().flat_map(|set| with_one_more(set, board)).collect();
    }
    found
}

/// All sets that are `set` with one more cell next to it.
fn with_one_more(set: &[Offset], board: &Board) -> Vec<Vec<Offset>> {
    let steps = board.adjacent().iter();
    let near = steps.flat_map(|&(columns, rows)| {
        set.iter().map(move |place| (place.0 + i16::from(rows), place.1 + i16::from(columns)))
    });
    let larger = near.filter(|place| !set.contains(place)).map(|place| {
        let mut larger = [set, &[place]].concat();
        to_anchor(&mut larger);
        larger
    });
    larger.collect()
}

/// The patterns and, with `parts`, their parts. Unless `only` is empty, it lists the numbers of cells that they may have. With
/// `centre_seen` the centre must be seen. If different parts of a pattern have the same cells, it is enough to see one of their
/// centres.
fn drawn(
    patterns: &[Pattern],
    parts: bool,
    only: &[u8],
    centre_seen: bool,
    ways: &dyn Fn(&[Direction]) -> Vec<Vec<Direction>>,
) -> Found {
    let mut found = Found::new();
    for pattern in patterns {
        for turned in ways(&pattern.cells) {
            let whole: Vec<Offset> = turned.iter().map(|&(x, y)| (y.into(), x.into())).collect();
            for part in if parts { parts_of(whole) } else { vec![whole] } {
                if !only.is_empty() && !only.contains(&(part.len() as u8)) {
                    continue;
                }
                let mut cells = part.clone();
                to_anchor(&mut cells);
                let mut sorted = part;
                sorted.sort_unstable();
                let centre = sorted.binary_search(&(0, 0)).map_or(0, |at| 1 << at);
                *found.entry(cells).or_default() |= if centre_seen { centre } else { u16::MAX };
            }
        }
    }
    found
}

/// A pattern, and all its parts that contain the centre and at least one other cell.
fn parts_of(pattern: Vec<Offset>) -> Vec<Vec<Offset>> {
    let others: Vec<Offset> = pattern.iter().copied().filter(|&place| place != (0, 0)).collect();
    if others.len() == pattern.len() {
        return vec![pattern]; // The pattern does not contain the centre, so no part does.
    }
    let mut parts = vec![pattern];
    for chosen in 1..1_u32 << others.len() {
        let some = others.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        parts.push(some.map(|(_, &place)| place).chain([(0, 0)]).collect());
    }
    parts
}

/// The tree of `forms`: in the order of their steps, each form extends the prefix that it shares with the form before it.
fn tree(forms: &[Form], numbers: &BTreeMap<Offset, u16>) -> Vec<Node> {
    let step = |form: &Form, i: usize| (form.cells[i], form.needed >> i & 1 == 1);
    let mut order: Vec<_> = (0..forms.len()).collect();
    let steps = |form: &Form| (0..form.cells.len()).map(|i| step(form, i)).collect::<Vec<_>>();
    order.sort_by_cached_key(|&number| steps(&forms[number]));
    let mut nodes: Vec<Node> = Vec::new();
    let mut path = Vec::new();
    for number in order {
        let form = &forms[number];
        let wanted = steps(form);
        let common = path.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        for (i, &(place, needed)) in wanted.iter().enumerate().skip(common) {
            let depth = i as u8 + 1;
            nodes.push(Node { place: numbers[&place], depth, needed, form: None, skip_to: 0 });
        }
        if let Some(last) = nodes.last_mut() {
            last.form = Some(number as u32);
        }
        path = wanted;
    }
    for at in 0..nodes.len() {
        let deeper = nodes[at + 1..].iter().take_while(|node| node.depth > nodes[at].depth).count();
        nodes[at].skip_to = (at + 1 + deeper) as u32;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::rules::Words;

    const SQUARES: Shape = Shape::Rectangle { width: 9, height: 9 };
    const HEXES: Shape = Shape::Hexagon { side: 6 };

    fn forms(shape: Shape, shapes: &Shapes) -> Forms<Words<4>> {
        Forms::new(shapes, false, &Board::new(shape))
    }

    fn of_size(shape: Shape, size: u8) -> usize {
        forms(shape, &Shapes::Sizes(vec![size])).forms.len()
    }

    fn pattern(cells: &[(i8, i8)]) -> Pattern {
        Pattern { cells: cells.to_vec() }
    }

    #[test]
    fn there_are_as_many_forms_as_fixed_polyominoes_and_polyhexes() {
        // The first terms of the sequences A001168 and A001207 of the On-Line Encyclopedia of Integer Sequences.
        assert_eq!([1, 2, 3, 4, 5, 6].map(|size| of_size(SQUARES, size)), [1, 2, 6, 19, 63, 216]);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|size| of_size(HEXES, size)), [1, 3, 11, 44, 186, 814]);
    }

    #[test]
    fn forms_too_large_for_the_board_are_left_out() {
        assert_eq!(of_size(Shape::Rectangle { width: 2, height: 2 }, 3), 4);
        assert_eq!(of_size(Shape::Rectangle { width: 1, height: 2 }, 3), 0);
    }

    #[test]
    fn the_same_cells_from_different_places_of_a_pattern_are_one_form() {
        let plus = pattern(&[(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]);
        let shapes = |parts, cells: &[u8]| Shapes::Patterns {
            patterns: vec![plus.clone()],
            parts,
            cells: cells.to_vec(),
            centre_seen: true,
        };
        // Two dominoes, six trominoes, four T's, and the plus itself.
        let all = forms(SQUARES, &shapes(true, &[]));
        assert_eq!(all.forms.len(), 2 + 6 + 4 + 1);
        assert_eq!(forms(SQUARES, &shapes(false, &[])).forms.len(), 1);
        assert_eq!(forms(SQUARES, &shapes(true, &[3])).forms.len(), 6);
        // Either cell of a domino can be the centre; in a row of three, the centre is the cell in the middle.
        let needed = |cells: &[(u8, u8)]| {
            let cells: Vec<_> = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            all.forms[all.find(&cells).expect("a form") as usize].needed
        };
        assert_eq!(needed(&[(4, 4), (4, 5)]), 0b11);
        assert_eq!(needed(&[(3, 3), (4, 3), (5, 3)]), 0b10);
    }

    #[test]
    fn forms_that_fill_only_cells_of_smaller_forms_are_left_out() {
        let drawn = |cells: &[(i8, i8)], parts, centre_seen| {
            let shapes =
                Shapes::Patterns { patterns: vec![pattern(cells)], parts, cells: vec![], centre_seen };
            let board = Board::new(SQUARES);
            Forms::<Words<4>>::new(&shapes, false, &board).covering(&board).forms.len()
        };
        // If the centre of a plus must be seen, the two forms of the domino can fill every cell that any part of the plus can.
        let plus = [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)];
        assert_eq!(drawn(&plus, true, true), 2);
        // If any cell may be the seen one, the seen cell may lie outside the domino, so all forms are needed.
        assert_eq!(drawn(&plus, true, false), 2 + 6 + 4 + 1);
        assert_eq!(drawn(&plus, false, true), 1);
    }

    #[test]
    fn patterns_are_turned_and_mirrored_in_all_ways() {
        // A knight's move with a tail has no symmetry.
        let shapes = Shapes::Patterns {
            patterns: vec![pattern(&[(0, 0), (1, 2), (1, 3)])],
            parts: false,
            cells: vec![],
            centre_seen: false,
        };
        assert_eq!(forms(SQUARES, &shapes).forms.len(), 8);
        assert_eq!(forms(HEXES, &shapes).forms.len(), 12);
    }

    #[test]
    fn the_tree_reaches_each_form_once_through_its_cells() {
        for shape in [SQUARES, HEXES] {
            let forms = forms(shape, &Shapes::Sizes(vec![2, 4]));
            let mut path = Vec::new();
            let mut found = BTreeSet::new();
            for (at, node) in forms.nodes.iter().enumerate() {
                path.truncate(usize::from(node.depth) - 1);
                path.push(forms.places[usize::from(node.place)].by);
                assert!(
                    forms.nodes[at + 1..node.skip_to as usize].iter().all(|inner| inner.depth > node.depth)
                );
                assert!(forms.nodes.get(node.skip_to as usize).is_none_or(|next| next.depth <= node.depth));
                if let Some(form) = node.form {
                    assert_eq!(forms.steps(form).collect::<Vec<_>>(), path);
                    found.insert(form);
                }
            }
            assert_eq!(found.len(), forms.forms.len());
        }
    }
}
