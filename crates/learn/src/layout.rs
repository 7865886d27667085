//! The patterns of a game on its board: where they lie, and which of them share weights.

use crate::pattern::Pattern;
use crate::states::{MOST_SETS, States};
use crate::symmetry::{GameSymmetry, symmetries};
use dropline_engine::board::{Board, Cell, Direction};
use dropline_engine::rules::Position;
use dropline_engine::variant::Side;
use std::collections::HashMap;
use std::fmt::Write;

/// Numbers that distinguish contexts: a weight for each side to move and for each of the first actions of a turn.
pub const CONTEXTS: usize = 2 * ACTIONS;
/// The evaluation distinguishes the first three actions of a turn; all later ones share the last weight.
const ACTIONS: usize = 4;
/// Parts of the game, by the share of the cells that are occupied, in which the margin has weights of its own.
pub const PARTS: usize = 4;

/// A place of a pattern that a cell belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The number of the pattern's place.
    pub place: u32,
    /// What the place's index changes by, if the state of the cell rises by one.
    pub step: u32,
}

/// All places of patterns on a board, and their weights.
///
/// The index of a place is the start of its table plus the states of its cells as digits. A table gives each index its weight:
/// one weight for the first side to move and one for the second. Symmetric arrangements share a weight, and so do all places that
/// look alike, unless their pattern is located.
#[derive(Debug)]
pub struct Layout {
    /// How many cells the board has.
    cells: usize,
    /// The number of the cell of each bit of [`Position::occupied`].
    cell_of_bit: Vec<u16>,
    /// The index of each place on an empty board.
    empty: Vec<u32>,
    /// The places that each cell belongs to: those of plain patterns, and of fine ones.
    members: [Members; 2],
    /// The states of a cell in plain patterns, and in fine ones.
    states: [States; 2],
    /// What these states rise by for each set that a cell belongs to.
    rises: [[u32; MOST_SETS]; 2],
    /// For each side to move and each index, the number of the weight.
    weights: [Vec<u32>; 2],
    /// The groups of weights, by key.
    groups: Vec<Group>,
    /// How many weights the patterns have.
    count: usize,
}

/// The members of all cells.
#[derive(Debug)]
struct Members {
    /// The members, one cell after another.
    all: Vec<Member>,
    /// Where the members of each cell begin, and the end.
    begins: Vec<u32>,
}

impl Members {
    fn new(of_cells: Vec<Vec<Member>>) -> Self {
        let ends = of_cells.iter().scan(0, |end, members| {
            *end += members.len() as u32;
            Some(*end)
        });
        let begins = std::iter::once(0).chain(ends).collect();
        Self { all: of_cells.into_iter().flatten().collect(), begins }
    }

    #[inline]
    fn of(&self, cell: usize) -> &[Member] {
        &self.all[self.begins[cell] as usize..self.begins[cell + 1] as usize]
    }
}

/// The weights of patterns that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the patterns have in common: the same on every board with such a pattern.
    pub key: String,
    /// The kind of pattern.
    pub pattern: Pattern,
    /// The distances of the cells on the board, in the order of an arrangement's digits; empty if the pattern is located.
    pub inside: Vec<Direction>,
    /// The distances that lie off the board.
    pub outside: Vec<Direction>,
    /// The side to move that has these weights; `None` if both share them.
    pub side: Option<Side>,
    /// The first weight.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

/// A place of a pattern while the layout is built.
struct Place {
    kind: Pattern,
    /// The cells on the board, with the distance of each.
    cells: Vec<(u16, Direction)>,
    /// The distances that lie off the board.
    outside: Vec<Direction>,
}

impl Layout {
    /// The places of all patterns in the game that begins at `start`.
    pub fn new(start: &dyn Position) -> Self {
        let board = start.board();
        let symmetries = symmetries(start);
        let states = States::of(start);
        let numbers = states.map(States::number);
        let exchanges = symmetries.iter().any(|symmetry| symmetry.exchanges);
        let cells = board.cells().len();
        let kinds = Pattern::ALL.into_iter().filter(|kind| states[0] != states[1] || !kind.is_fine());
        let places: Vec<Place> = kinds.flat_map(|kind| places(board, kind)).collect();
        let mut tables = Build { symmetries: &symmetries, states, exchanges, ..Build::default() };
        let empty: Vec<u32> = places.iter().map(|place| tables.table(place)).collect();
        let mut of_cells = [vec![Vec::new(); cells], vec![Vec::new(); cells]];
        for (number, place) in places.iter().enumerate() {
            let class = class_of(&states, place.kind);
            for (digit, (cell, _)) in place.cells.iter().enumerate() {
                let step = numbers[class].pow(digit as u32) as u32;
                of_cells[class][usize::from(*cell)].push(Member { place: number as u32, step });
            }
        }
        Self {
            cells,
            cell_of_bit: cell_of_bit(start),
            empty,
            members: of_cells.map(Members::new),
            states,
            rises: states.map(|of_class| of_class.rises(&states[1])),
            weights: tables.weights,
            groups: tables.groups,
            count: tables.count,
        }
    }

    /// The number of the weight of the context: which side moves, and how many actions of its turn it has taken.
    pub fn context(&self, side: usize, actions: u32) -> usize {
        self.count + side * ACTIONS + (actions as usize).min(ACTIONS - 1)
    }

    /// The number of the weight of the margin when `occupied` cells hold stones.
    pub fn margin(&self, occupied: u32) -> usize {
        self.count + CONTEXTS + occupied as usize * PARTS / (self.cells + 1)
    }

    /// The number of all weights.
    pub fn weights(&self) -> usize {
        self.count + CONTEXTS + PARTS
    }

    /// The groups of weights that patterns share.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of the weight of each index, when the side with this number moves.
    pub fn numbers(&self, side: usize) -> &[u32] {
        &self.weights[side]
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.empty.len()
    }

    /// The index of each place on the empty board.
    pub fn empty(&self) -> &[u32] {
        &self.empty
    }

    /// The places that a cell belongs to: those of plain patterns, and of fine ones.
    #[inline]
    pub fn members(&self, cell: usize) -> [&[Member]; 2] {
        [self.members[0].of(cell), self.members[1].of(cell)]
    }

    /// Fills `into` with the sets of cells that decide the index of every place: those of [`Position::occupied`], and for fine patterns
    /// those of [`Position::append_short_groups`], [`Position::append_controlled`] and [`Position::append_pieces`].
    pub fn read(&self, position: &dyn Position, into: &mut Vec<u64>) {
        let [_, fine] = self.states;
        position.occupied(into);
        if fine.short > 0 {
            position.append_short_groups(fine.short, into);
        }
        if fine.controlled {
            position.append_controlled(into);
        }
        if fine.kinds > 0 {
            read_pieces(position, fine.kinds, into);
        }
    }

    /// How many sets of cells [`Layout::read`] gives.
    pub fn sets(&self) -> usize {
        let [_, fine] = self.states;
        3 + fine.short + 2 * usize::from(fine.controlled) + fine.kinds
    }

    /// What the state of a cell in plain patterns and in fine ones rises by for each set that the cell belongs to.
    #[inline]
    pub fn rises(&self) -> &[[u32; MOST_SETS]; 2] {
        &self.rises
    }

    /// The states of a cell in patterns of this kind.
    pub fn states_of(&self, pattern: Pattern) -> States {
        states_of(&self.states, pattern)
    }

    /// The cell of a bit of [`Position::occupied`].
    #[inline]
    pub fn cell(&self, bit: usize) -> usize {
        self.cell_of_bit[bit].into()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }
}

/// The states of a cell in patterns of this kind, given those in plain patterns and in fine ones.
fn states_of(states: &[States; 2], pattern: Pattern) -> States {
    states[class_of(states, pattern)]
}

/// Whether patterns of this kind are plain, 0, or fine, 1. Where there are kinds of piece, it matters which of them stands on a cell.
fn class_of([_, fine]: &[States; 2], pattern: Pattern) -> usize {
    usize::from(pattern.is_fine() || pattern == Pattern::Cell && fine.kinds > 0)
}

/// Appends the sets of the first `kinds` kinds of piece, without neutral ones, to those of [`Position::occupied`] and others.
fn read_pieces(position: &dyn Position, kinds: usize, into: &mut Vec<u64>) {
    let before = into.len();
    position.append_pieces(into);
    let size = (into.len() - before) / position.variant().pieces.len();
    into.truncate(before + kinds * size);
    let (others, pieces) = into.split_at_mut(before);
    for (at, word) in pieces.iter_mut().enumerate() {
        *word &= others[at % size] | others[size + at % size];
    }
}

/// The number of the cell of each bit of [`Position::occupied`].
fn cell_of_bit(start: &dyn Position) -> Vec<u16> {
    let mut words = Vec::new();
    let stride = start.occupied(&mut words);
    let mut cell_of_bit = vec![0; words.len() / 3 * 64];
    for (number, cell) in start.board().cells().iter().enumerate() {
        cell_of_bit[usize::from(cell.y) * stride + usize::from(cell.x)] = number as u16;
    }
    cell_of_bit
}

/// The places of the patterns of a kind.
fn places(board: &Board, kind: Pattern) -> Vec<Place> {
    let number = |cell: Cell| board.index(cell).map(|at| at as u16);
    let mut found = Vec::new();
    for form in kind.forms(board) {
        for &centre in board.cells() {
            let mut place = Place { kind, cells: Vec::new(), outside: Vec::new() };
            for &distance in &form {
                let cell = if distance == (0, 0) { Some(centre) } else { board.step(centre, distance) };
                match cell.and_then(number) {
                    // Where a board wraps, a pattern may meet itself.
                    Some(cell) if place.cells.iter().any(|&(other, _)| other == cell) => {}
                    Some(cell) => place.cells.push((cell, distance)),
                    None => place.outside.push(distance),
                }
            }
            if place.outside.is_empty() || kind.is_centred() {
                found.push(place);
            }
        }
    }
    found
}

/// The tables of a layout while it is built.
#[derive(Default)]
struct Build<'s> {
    symmetries: &'s [GameSymmetry],
    /// The states of a cell in plain patterns, and in fine ones.
    states: [States; 2],
    exchanges: bool,
    weights: [Vec<u32>; 2],
    groups: Vec<Group>,
    /// The group of each key.
    known: HashMap<String, usize>,
    /// The start of the table for a pair of views.
    tables: HashMap<[View; 2], u32>,
    count: usize,
}

/// How the side to move sees a pattern.
#[derive(Clone, PartialEq, Eq, Hash)]
struct View {
    pattern: Pattern,
    image: Image,
    /// The side to move, if the sides do not share weights.
    side: Option<Side>,
    /// The ways to put the cells in the order of the group, all of which look alike.
    orders: Vec<Vec<u8>>,
    /// Whether own stones are those of the second side.
    exchanges: bool,
}

impl Build<'_> {
    /// The start of the table of `place`.
    fn table(&mut self, place: &Place) -> u32 {
        let views = Side::BOTH.map(|side| self.view(place, side));
        if let Some(&start) = self.tables.get(&views) {
            return start;
        }
        let start = self.weights[0].len() as u32;
        for (side, view) in views.iter().enumerate() {
            let (states, cells) = (states_of(&self.states, place.kind).number(), place.cells.len());
            let first = self.group(view, states.pow(cells as u32));
            let numbers = (0..states.pow(cells as u32))
                .map(|index| (first + canonical(index, cells, states, view)) as u32);
            self.weights[side].extend(numbers.collect::<Vec<_>>());
        }
        self.tables.insert(views, start);
        start
    }

    /// The first weight of the group of patterns that look like `view`, which have `len` arrangements.
    fn group(&mut self, view: &View, len: usize) -> usize {
        let key = view.key(states_of(&self.states, view.pattern));
        if let Some(&at) = self.known.get(&key) {
            return self.groups[at].start;
        }
        let start = self.count;
        self.known.insert(key.clone(), self.groups.len());
        let Image { inside, outside, .. } = view.image.clone();
        self.groups.push(Group { key, pattern: view.pattern, inside, outside, side: view.side, start, len });
        self.count += len;
        start
    }

    /// How `side` sees `place` when it is to move.
    fn view(&self, place: &Place, side: Side) -> View {
        let exchanges = side == Side::Second && self.exchanges;
        let group = self.symmetries.iter().filter(|symmetry| symmetry.exchanges == exchanges);
        let images: Vec<(Image, Vec<u8>)> = group.map(|symmetry| place.image(symmetry)).collect();
        let least = images.iter().map(|(image, _)| image).min().cloned().unwrap_or_default();
        let mut orders: Vec<Vec<u8>> =
            images.into_iter().filter(|(image, _)| *image == least).map(|(_, order)| order).collect();
        orders.sort_unstable();
        orders.dedup();
        let side = (!self.exchanges).then_some(side);
        View { pattern: place.kind, image: least, side, orders, exchanges }
    }
}

impl View {
    /// The key of the group of weights for patterns with these `states`.
    fn key(&self, states: States) -> String {
        let mut key = self.pattern.name().to_owned();
        if states.short > 0 {
            let _ = write!(key, " liberties {}", states.short);
        }
        if states.controlled {
            key.push_str(" control");
        }
        if states.kinds > 0 {
            let _ = write!(key, " kinds {}", states.kinds);
        }
        self.image.name(&mut key);
        if self.side == Some(Side::Second) {
            key.push_str(" second");
        }
        key
    }
}

/// The number within its group of the arrangement with this `index`: the least of all that look alike.
fn canonical(index: usize, cells: usize, states: usize, view: &View) -> usize {
    let mut digits = [0; 9];
    let mut rest = index;
    // An odd number of states leaves none for a neutral stone.
    let of_sides = 1..states - 1 + states % 2;
    for digit in &mut digits[..cells] {
        *digit = rest % states;
        rest /= states;
        if view.exchanges && of_sides.contains(digit) {
            // The states of both sides come in pairs: 1 and 2, 3 and 4, and so on.
            *digit = ((*digit - 1) ^ 1) + 1;
        }
    }
    let number = |order: &Vec<u8>| {
        order.iter().zip(digits).map(|(&to, digit)| digit * states.pow(to.into())).sum::<usize>()
    };
    view.orders.iter().map(number).min().unwrap_or(index)
}

/// Where the cells of a pattern lie after a symmetry.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Image {
    /// The cells, for patterns that are located.
    cells: Vec<u16>,
    /// The distances of the cells on the board.
    inside: Vec<Direction>,
    /// The distances of the cells off the board.
    outside: Vec<Direction>,
}

impl Image {
    /// Appends the part of a key that describes the image.
    fn name(&self, key: &mut String) {
        let mut list = |name: &str, text: String| {
            if !text.is_empty() {
                let _ = write!(key, " {name}{text}");
            }
        };
        let distances = |all: &[Direction]| all.iter().map(|(x, y)| format!(" {x},{y}")).collect::<String>();
        list("cells", self.cells.iter().map(|cell| format!(" {cell}")).collect());
        list("in", distances(&self.inside));
        list("out", distances(&self.outside));
    }
}

impl Place {
    /// The image of the place, and for each of its cells the position among the cells of the image.
    fn image(&self, symmetry: &GameSymmetry) -> (Image, Vec<u8>) {
        if self.kind.is_located() {
            let cells: Vec<u16> =
                self.cells.iter().map(|&(cell, _)| symmetry.board.cells[usize::from(cell)]).collect();
            let order = order(&cells);
            return (Image { cells: sorted(cells), ..Image::default() }, order);
        }
        let turned = |all: &mut dyn Iterator<Item = Direction>| {
            all.map(|distance| symmetry.board.direction(distance)).collect::<Vec<_>>()
        };
        let mut inside = turned(&mut self.cells.iter().map(|&(_, distance)| distance));
        let mut outside = turned(&mut self.outside.iter().copied());
        if !self.kind.is_centred() {
            let least = inside.iter().copied().min().unwrap_or_default();
            for (x, y) in inside.iter_mut().chain(&mut outside) {
                (*x, *y) = (*x - least.0, *y - least.1);
            }
        }
        let order = order(&inside);
        (Image { cells: Vec::new(), inside: sorted(inside), outside: sorted(outside) }, order)
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

/// For each item, its position once the items are sorted.
fn order<T: Ord>(items: &[T]) -> Vec<u8> {
    items.iter().map(|item| items.iter().filter(|other| *other < item).count() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::states::{Content, Stone};
    use dropline_engine::chance;
    use dropline_engine::rules::{self, PlayoutPolicy};
    use dropline_engine::variant;
    use std::collections::HashSet;
    use std::sync::Arc;

    /// How many empty cells touch the group of the stone on `cell`.
    fn liberties(position: &dyn Position, cell: Cell) -> usize {
        let (board, owner) = (position.board(), position.stone(cell));
        let (mut group, mut beside) = (vec![cell], HashSet::new());
        let mut at = 0;
        while let Some(&stone) = group.get(at) {
            at += 1;
            for near in board.adjacent().iter().filter_map(|&direction| board.step(stone, direction)) {
                match position.stone(near) {
                    None => drop(beside.insert(near)),
                    side if side == owner && !group.contains(&near) => group.push(near),
                    Some(_) => {}
                }
            }
        }
        beside.len()
    }

    #[test]
    fn fine_patterns_see_short_groups_and_control() {
        for name in ["go", "nogo", "send-it", "send-it-square", "dispatch"] {
            let loaded = variant::load(name, &[]).unwrap_or_else(|_| panic!("{name} is a variant"));
            let mut position = rules::start(&loaded.variant);
            let layout = Arc::new(Layout::new(&*position));
            let states = layout.states_of(Pattern::Cross);
            let (mut evaluator, mut owned) = (Evaluator::new(layout.clone()), Vec::new());
            let mut rng = chance::stream(1, &[0; 32], 1);
            while position.outcome().is_none() && position.turns() < 60 {
                position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
                evaluator.set(&*position);
                let seen: HashMap<usize, [u32; 2]> = evaluator.states().collect();
                position.ownership(&mut owned);
                for (at, &cell) in position.board().cells().iter().enumerate() {
                    let state = seen.get(&at).map_or(0, |states| states[1]);
                    let expected = match position.stone(cell) {
                        Some(side) => {
                            let few = liberties(&*position, cell);
                            let few = if few <= states.short { few as u8 } else { 0 };
                            let stone = Stone { liberties: few, kind: 0 };
                            if side == Side::First { Content::Own(stone) } else { Content::Enemy(stone) }
                        }
                        None => match owned.iter().find(|owned| owned.at == at).map(|owned| owned.counts_for)
                        {
                            Some([first, second]) if states.controlled && first != second => {
                                Content::Controlled { by_own: first }
                            }
                            _ => Content::Empty,
                        },
                    };
                    assert_eq!(states.content(state, Side::First), expected, "{name} {cell}");
                }
            }
        }
    }

    #[test]
    fn fine_patterns_and_cells_see_kinds_of_piece() {
        for name in ["entourage", "trike"] {
            let loaded = variant::load(name, &[]).unwrap_or_else(|_| panic!("{name} is a variant"));
            let mut position = rules::start(&loaded.variant);
            let layout = Arc::new(Layout::new(&*position));
            let mut evaluator = Evaluator::new(layout.clone());
            let mut rng = chance::stream(1, &[0; 32], 1);
            let mut pieces = 0;
            while position.outcome().is_none() && position.turns() < 60 {
                position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
                evaluator.set(&*position);
                let states: HashMap<usize, [u32; 2]> = evaluator.states().collect();
                for (at, &cell) in position.board().cells().iter().enumerate() {
                    let kind = position.piece(cell).map_or(0, |kind| kind as u8 + 1);
                    let stone = Stone { liberties: 0, kind };
                    let expected = match position.stone(cell) {
                        Some(Side::First) => Content::Own(stone),
                        Some(Side::Second) => Content::Enemy(stone),
                        None => Content::Empty,
                    };
                    let state = states.get(&at).map_or(0, |states| states[1]);
                    for pattern in [Pattern::Cell, Pattern::Cross] {
                        assert_eq!(
                            layout.states_of(pattern).content(state, Side::First),
                            expected,
                            "{name} {cell}"
                        );
                    }
                    pieces += usize::from(kind);
                }
            }
            assert!(pieces > 0, "{name} has pieces");
        }
    }
}
