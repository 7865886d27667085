//! Conditions, read line by line on one cell.

use super::stones::{Stones, adjacent, alike, around, first_stones, liberties};
use dropline::board::{Board, Cell, Direction, Lines};
use dropline::variant::conditions::{Drawn, Is, Line, Missed, Pattern, Place, Relation, Set, Term, Who};
use dropline::variant::{Condition, Reach, Side};
use std::collections::BTreeSet;

/// No cells.
pub const NOTHING: &BTreeSet<Cell> = &BTreeSet::new();

/// Where a condition is read, and by whom.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a Board,
    pub patterns: &'a [Pattern],
    pub sets: &'a [Set],
    pub stones: &'a Stones,
    /// If a stone has moved, the stones before and the cell that it left.
    pub before: Option<(&'a Stones, Cell)>,
    /// The stones that an action has just put in place.
    pub arrived: &'a BTreeSet<Cell>,
    pub side: Side,
    pub cell: Cell,
}

impl View<'_> {
    /// Whether every line of `condition` holds.
    pub fn fulfils(&self, condition: &Condition) -> bool {
        condition.0.iter().all(|line| self.holds(line))
    }

    /// The lines of `condition` that do not hold.
    pub fn missed(&self, condition: &Condition) -> Vec<Missed> {
        let lines = condition.0.iter().filter(|line| !self.holds(line));
        lines.map(|line| Missed::new(line.term, self.number(line.term) as u32)).collect()
    }

    fn holds(&self, line: &Line) -> bool {
        is(line, |term| self.number(term))
    }

    /// The lines of `condition`, about the whole board, that do not hold. The first of several forbidden patterns decides.
    pub fn missed_on_board(&self, condition: &Condition) -> Vec<Missed> {
        let lines = condition.0.iter().filter(|line| !is(line, |term| self.number_on_board(term)));
        let number = |line: &Line| match (line.term, line.is) {
            (Term::Pattern(_), Is::Within(0, Some(0))) => 1,
            _ => self.number_on_board(line.term),
        };
        lines.map(|line| Missed::new(line.term, number(line) as u32)).collect()
    }

    fn number(&self, term: Term) -> usize {
        let Self { board, stones, cell, .. } = *self;
        match term {
            Term::Cells(who, place) => {
                self.cells(place).into_iter().filter(|&cell| self.is_of(who, cell)).count()
            }
            Term::Group if stones.on(cell).is_some() => alike(board, stones, cell).len(),
            Term::Liberties if stones.on(cell).is_some() => {
                liberties(board, stones, &alike(board, stones, cell)).len()
            }
            Term::Group | Term::Liberties => 0,
            Term::GroupBefore => {
                let before = self.before.filter(|(stones, from)| stones.on(*from).is_some());
                before.map_or(0, |(stones, from)| alike(board, stones, from).len())
            }
            Term::NewGroup => {
                let stone = self.arrived.first().filter(|&&stone| stones.on(stone).is_some());
                stone.map_or(0, |&stone| alike(board, stones, stone).len())
            }
            Term::Groups(who, place) => self.groups(who, place).len(),
            Term::Largest(who, place) => self.groups(who, place).iter().map(BTreeSet::len).max().unwrap_or(0),
            Term::Product(who, most) => {
                let mut sizes: Vec<_> = self.groups(who, Place::Board).iter().map(BTreeSet::len).collect();
                sizes.sort_unstable();
                sizes.reverse();
                sizes.resize(most.map_or(sizes.len().max(1), usize::from), 0);
                sizes.into_iter().fold(1, |product, size| (product * size).min(Term::MOST_PRODUCT as usize))
            }
            Term::Pattern(index) => self.parts_of(&self.patterns[usize::from(index)]),
        }
    }

    /// The groups of `who` that have a stone in `place`.
    fn groups(&self, who: Who, place: Place) -> Vec<BTreeSet<Cell>> {
        let mut groups: Vec<BTreeSet<Cell>> = vec![];
        for stone in self.cells(place).into_iter().filter(|&cell| self.is_of(who, cell)) {
            if !groups.iter().any(|group| group.contains(&stone)) {
                groups.push(self.connected(who, stone));
            }
        }
        groups
    }

    /// The cells of `who` that are connected to `cell`, one of them.
    fn connected(&self, who: Who, cell: Cell) -> BTreeSet<Cell> {
        let mut group = BTreeSet::from([cell]);
        let mut edge = vec![cell];
        while let Some(cell) = edge.pop() {
            let near = adjacent(self.board, cell).into_iter().filter(|&cell| self.is_of(who, cell));
            edge.extend(near.filter(|&cell| group.insert(cell)));
        }
        group
    }

    /// The value of a term about the whole board, which a pattern is here.
    pub fn number_on_board(&self, term: Term) -> usize {
        let Term::Pattern(index) = term else { return self.number(term) };
        let ways = &self.patterns[usize::from(index)].ways;
        let here =
            |&cell: &Cell| ways.iter().filter(|way| Self { cell, ..*self }.lies(way, way[0].0)).count();
        self.board.cells().iter().map(here).sum()
    }

    /// How many times the cell is part of `pattern`.
    pub fn parts_of(&self, pattern: &Pattern) -> usize {
        pattern.ways.iter().map(|way| way.iter().filter(|&&(at, _)| self.lies(way, at)).count()).sum()
    }

    /// Whether a pattern lies this `way` with its part `(x, y)` on the cell.
    fn lies(&self, way: &[(Direction, Drawn)], (x, y): Direction) -> bool {
        let is_drawn = |cell: Cell, drawn: Drawn| match drawn {
            Drawn::Is(who) => self.is_of(who, cell),
            Drawn::NotOwn => !self.is_of(Who::Own, cell),
        };
        way.iter().all(|&(at, drawn)| {
            let step = (at.0 - x, at.1 - y);
            let cell = if step == (0, 0) { Some(self.cell) } else { self.board.step(self.cell, step) };
            cell.is_some_and(|cell| is_drawn(cell, drawn))
        })
    }

    fn cells(&self, place: Place) -> Vec<Cell> {
        match place {
            Place::Near(Reach::Adjacent) => around(self.board, self.cell, self.board.adjacent()),
            Place::Near(Reach::Touching) => around(self.board, self.cell, self.board.touching()),
            Place::Beside if self.stones.on(self.cell).is_some() => {
                let group = alike(self.board, self.stones, self.cell);
                let near: BTreeSet<Cell> =
                    group.iter().flat_map(|&cell| adjacent(self.board, cell)).collect();
                near.difference(&group).copied().collect()
            }
            Place::Beside => vec![],
            Place::Seen => first_stones(self.board, self.stones, self.cell, Lines::Queen),
            Place::Board => self.board.cells().to_vec(),
        }
    }

    fn is_of(&self, who: Who, cell: Cell) -> bool {
        match who {
            Who::Own | Who::Enemy => self.stones.on(cell) == Some(of(who, self.side)),
            Who::Neutral => self.stones.is_neutral(cell),
            Who::Stones => !self.stones.is_empty(cell),
            Who::Empty => self.stones.is_empty(cell),
            Who::Set(index) => {
                let set = &self.sets[usize::from(index)];
                set.of.is_none_or(|who| self.is_of(who, cell))
                    && set.piece.is_none_or(|kind| self.stones.is_of_kind(cell, kind))
                    && set.on.as_ref().is_none_or(|on| on.cells.contains(&cell))
                    && View { cell, ..*self }.fulfils(&set.condition)
            }
        }
    }
}

/// Whether `line` holds, given the `number` of each term.
fn is(line: &Line, number: impl Fn(Term) -> usize) -> bool {
    let one = number(line.term);
    match line.is {
        Is::Within(least, most) => {
            one >= usize::from(least) && most.is_none_or(|most| one <= usize::from(most))
        }
        Is::Related(Relation::Less, other) => one < number(other),
        Is::Related(Relation::AtMost, other) => one <= number(other),
        Is::Related(Relation::Equal, other) => one == number(other),
        Is::Related(Relation::AtLeast, other) => one >= number(other),
        Is::Related(Relation::More, other) => one > number(other),
    }
}

/// The side that `who` means if `side` acts.
fn of(who: Who, side: Side) -> Side {
    if who == Who::Own { side } else { side.other() }
}
