//! Which patterns share weights: those that look alike after a symmetry of the game.

use crate::pattern::Pattern;
use crate::states::{States, Tiles};
use crate::symmetry::GameSymmetry;
use dropline_engine::board::{Board, Cell, Direction};
use dropline_engine::variant::Side;
use std::collections::HashMap;
use std::fmt::Write;

/// The weights of patterns that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the patterns have in common: the same on every board with such a pattern.
    pub key: String,
    /// The kind of pattern.
    pub pattern: Pattern,
    /// The distances of the cells on the board, in the order of an arrangement's digits; empty if the weights are those of a place.
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

impl Group {
    /// Whether the weights are those of a place on the board.
    pub fn is_located(&self) -> bool {
        self.inside.is_empty()
    }
}

/// A place of a pattern while the layout is built.
pub struct Place {
    pub kind: Pattern,
    /// The cells on the board, with the distance of each.
    pub cells: Vec<(u16, Direction)>,
    /// The distances that lie off the board.
    outside: Vec<Direction>,
}

/// The states of a cell in patterns of this kind, given those in plain patterns and in fine ones.
pub fn states_of(states: &[States; 2], pattern: Pattern) -> States {
    states[class_of(states, pattern)]
}

/// Whether patterns of this kind are plain, 0, or fine, 1. Where there are kinds of piece, it matters which of them stands on a cell.
pub fn class_of([_, fine]: &[States; 2], pattern: Pattern) -> usize {
    usize::from(pattern.is_fine() || pattern == Pattern::Cell && fine.kinds > 0)
}

/// The places of the patterns of a kind.
pub fn places(board: &Board, kind: Pattern) -> Vec<Place> {
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
pub struct Build<'s> {
    symmetries: &'s [GameSymmetry],
    /// The states of a cell in plain patterns, and in fine ones.
    states: [States; 2],
    /// Whether a symmetry exchanges the sides.
    exchanges: bool,
    /// Whether places have weights of their own besides those that they share.
    located: bool,
    /// For each side to move and each index, the number of the weight.
    pub weights: [Vec<u32>; 2],
    /// For each side to move and each of the first indices, the number of the weight of the place.
    pub own: [Vec<u32>; 2],
    pub groups: Vec<Group>,
    /// The group of each key.
    known: HashMap<String, usize>,
    /// The start of the table for what both sides see: of the pattern, and of its place.
    tables: HashMap<([View; 2], Option<[View; 2]>), u32>,
    /// How many weights there are.
    pub count: usize,
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

impl<'s> Build<'s> {
    /// No tables yet.
    pub fn new(symmetries: &'s [GameSymmetry], states: [States; 2], located: bool) -> Self {
        let exchanges = symmetries.iter().any(|symmetry| symmetry.exchanges);
        Self { symmetries, states, exchanges, located, ..Self::default() }
    }

    /// Whether `place` has weights of its own besides those that it shares.
    pub fn is_twofold(&self, place: &Place) -> bool {
        self.located && place.kind.is_shared() && place.kind.is_located()
    }

    /// The start of the table of `place`. Twofold places come first.
    pub fn table(&mut self, place: &Place) -> u32 {
        let views = |located| Side::BOTH.map(|side| self.view(place, side, located));
        let key = (views(!place.kind.is_shared()), self.is_twofold(place).then(|| views(true)));
        if let Some(&start) = self.tables.get(&key) {
            return start;
        }
        let start = self.weights[0].len() as u32;
        for side in 0..2 {
            let numbers = self.numbers(&key.0[side], place);
            self.weights[side].extend(numbers);
            if let Some(own) = &key.1 {
                let numbers = self.numbers(&own[side], place);
                self.own[side].extend(numbers);
            }
        }
        self.tables.insert(key, start);
        start
    }

    /// The number of the weight of each arrangement of `place`, seen like this.
    fn numbers(&mut self, view: &View, place: &Place) -> Vec<u32> {
        let (states, cells) = (states_of(&self.states, place.kind).number(), place.cells.len());
        let len = states.pow(cells as u32);
        let first = self.group(view, len);
        (0..len).map(|index| (first + canonical(index, cells, states, view)) as u32).collect()
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

    /// How `side` sees `place` when it is to move: as one on the board if `located`, else as one that may lie anywhere.
    fn view(&self, place: &Place, side: Side, located: bool) -> View {
        let exchanges = side == Side::Second && self.exchanges;
        let group = self.symmetries.iter().filter(|symmetry| symmetry.exchanges == exchanges);
        let images: Vec<(Image, Vec<u8>)> = group.map(|symmetry| place.image(symmetry, located)).collect();
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
        match states.tiles {
            None => {}
            Some(Tiles::Coarse) => key.push_str(" tiles"),
            Some(Tiles::Fine) => key.push_str(" stacks"),
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
    /// The cells, for the weights of a place.
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
    /// The image of the place, `located` or not, and for each of its cells the position among the cells of the image.
    fn image(&self, symmetry: &GameSymmetry, located: bool) -> (Image, Vec<u8>) {
        if located {
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
