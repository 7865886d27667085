//! Conditions in play: the cells that fulfil `on` and `where`, and whether a stone fulfils `makes`.
//!
//! Lines that count neighbours are found for all cells at once. A line about groups or sight is read cell by cell, on the cells that
//! the other lines leave.

use super::cells::Cells;
use super::counts::{Compared, Counts};
use super::directions::{directions_around, directions_within};
use super::grid::{Grid, flood, set_of};
use super::illegal::IllegalReason;
use super::index::Index;
use super::processor::compiled;
use super::state::State;
use crate::actions::{ActionRule, Reach};
use crate::conditions::{Condition, Is, Line, Place, Relation, Term, Who};

/// The binary digits of a number of neighbours: there are at most eight.
const DIGITS: usize = 4;

/// What stands on the board, seen by a side.
#[derive(Clone, Copy)]
pub struct Scene<S> {
    pub own: S,
    pub enemy: S,
    pub neutral: S,
    pub empty: S,
    /// If a stone has moved, the stones of its side before, and the cell that it left.
    pub before: Option<(S, Index)>,
}

/// The cells where an action may be taken: `on` and `where`, compiled.
pub struct CellRule<S> {
    on: S,
    /// The lines of `where`, those that are read cell by cell last.
    lines: Vec<Line>,
}

/// Where to look up the cells on which an action may be taken.
#[derive(Clone, Copy, PartialEq)]
pub struct Allowed {
    /// The number of the action among those of the variant, if its cells are restricted.
    number: Option<u8>,
    /// The fastest way to find the cells.
    pub by: By,
}

/// A way to find cells. Most conditions have one line, which asks whether something stands nearby: that takes a few shifts, and a call
/// would take longer.
#[derive(Clone, Copy, PartialEq)]
pub enum By {
    /// All cells are allowed.
    Nothing,
    /// No stone stands this near.
    Clear(Reach),
    /// Something stands this near; if the last part is false, it does not.
    Near(Who, Reach, bool),
    /// The [`CellRule`].
    Rule,
}

impl By {
    /// How to find the cells where `line` holds.
    fn of(line: &Line) -> Self {
        match (line.term, line.is) {
            (Term::Cells(Who::Stones, Place::Near(reach)), Is::Within(0, Some(0))) => Self::Clear(reach),
            (Term::Cells(who, Place::Near(reach)), Is::Within(0, Some(0))) => Self::Near(who, reach, false),
            (Term::Cells(who, Place::Near(reach)), Is::Within(1, None)) => Self::Near(who, reach, true),
            _ => Self::Rule,
        }
    }
}

impl Allowed {
    /// All cells.
    pub const ALL: Self = Self { number: None, by: By::Nothing };

    /// The cells of `action`, the action with this `number`.
    pub fn new(action: &ActionRule, number: usize) -> Self {
        let by = match (&action.on, action.condition.0.as_slice()) {
            (None, []) => return Self::ALL,
            (None, [line]) => By::of(line),
            _ => By::Rule,
        };
        Self { number: Some(number as u8), by }
    }

    /// Its rule among `rules`, those of all actions.
    #[inline(always)]
    pub fn rule<S>(self, rules: &[Option<CellRule<S>>]) -> Option<&CellRule<S>> {
        self.number.and_then(|number| rules[usize::from(number)].as_ref())
    }

    /// Whether these are all cells.
    pub fn is_all(self) -> bool {
        self.number.is_none()
    }
}

impl<S: Cells> Scene<S> {
    /// The cells that hold `who`.
    #[inline(always)]
    fn of(&self, who: Who) -> S {
        match who {
            Who::Own => self.own,
            Who::Enemy => self.enemy,
            Who::Neutral => self.neutral,
            Who::Stones => self.own.or(self.enemy).or(self.neutral),
            Who::Empty => self.empty,
        }
    }

    /// What is counted near each cell, and how near, if `term` counts neighbours.
    #[inline(always)]
    fn near(&self, term: Term) -> Option<(S, Reach)> {
        match term {
            Term::Cells(who, Place::Near(reach)) => Some((self.of(who), reach)),
            _ => None,
        }
    }

    /// The group of the stone on `cell`; the empty set if no stone of a side stands there.
    fn group<const D: usize>(&self, grid: &Grid<S, D>, cell: Index) -> S {
        let side = if self.own.has(cell) { self.own } else { self.enemy };
        flood(grid, S::single(cell), side)
    }

    /// The value of `term` on `cell`.
    fn number<const D: usize>(&self, grid: &Grid<S, D>, term: Term, cell: Index) -> u32 {
        match term {
            Term::Cells(who, Place::Near(Reach::Adjacent)) => grid.here[cell].near.and(self.of(who)).count(),
            Term::Cells(who, Place::Near(Reach::Touching)) => grid.touching[cell].and(self.of(who)).count(),
            Term::Cells(who, Place::Seen) => self.seen(grid, self.of(who), cell),
            Term::Cells(who, Place::Board) => self.of(who).count(),
            Term::Group => self.group(grid, cell).count(),
            Term::Liberties => grid.spread(self.group(grid, cell)).and(self.empty).count(),
            Term::GroupBefore => {
                self.before.map_or(0, |(own, from)| flood(grid, S::single(from), own).count())
            }
            Term::Groups(who) => groups(grid, self.of(who)),
            Term::Largest(who) => grid.largest_group(self.of(who)) as u32,
        }
    }

    /// How many of the first stones on the lines from `cell` are in `stones`.
    fn seen<const D: usize>(&self, grid: &Grid<S, D>, stones: S, cell: Index) -> u32 {
        let mut seen = 0;
        for k in 0..directions_around::<D>() {
            let mut next = grid.one_along(cell, k);
            // On a board that wraps, a line may return to where it began.
            while self.empty.has(next) && next != cell {
                next = grid.one_along(next, k);
            }
            seen += u32::from(next != cell && stones.has(next));
        }
        seen
    }

    /// Whether `line` holds on `cell`.
    fn fulfils<const D: usize>(&self, grid: &Grid<S, D>, line: &Line, cell: Index) -> bool {
        let number = self.number(grid, line.term, cell);
        match line.is {
            Is::Within(least, most) => {
                number >= u32::from(least) && most.is_none_or(|most| number <= u32::from(most))
            }
            Is::Related(relation, other) => relation.holds(number, self.number(grid, other, cell)),
        }
    }

    /// The cells of `among` on which `line` holds, if it can be found for all of them at once.
    #[inline(always)]
    fn fulfilling<const D: usize>(&self, grid: &Grid<S, D>, line: &Line, among: S) -> Option<S> {
        let Some((set, reach)) = self.near(line.term) else {
            let alike = match line.is {
                Is::Within(..) => line.term.is_of_board(),
                Is::Related(_, other) => line.term.is_of_board() && other.is_of_board(),
            };
            let first = alike.then(|| among.first()).flatten()?;
            return Some(if self.fulfils(grid, line, first) { among } else { S::none() });
        };
        match By::of(line) {
            By::Clear(_) | By::Near(_, _, false) => return Some(among.without(grid.around(set, reach))),
            By::Near(_, _, true) => return Some(among.and(grid.around(set, reach))),
            By::Nothing | By::Rule => {}
        }
        let count = |set, reach| Counts::<S, DIGITS>::around::<D>(grid, set, directions_within::<D>(reach));
        let counts = count(set, reach);
        Some(match line.is {
            Is::Within(least, most) => {
                let enough = related(counts.compare_with(least.into(), among), Relation::AtLeast, among);
                match most {
                    Some(most) => related(counts.compare_with(most.into(), enough), Relation::AtMost, enough),
                    None => enough,
                }
            }
            Is::Related(relation, other) => {
                let compared = match self.near(other) {
                    Some((set, reach)) => counts.compare(&count(set, reach), among),
                    None if other.is_of_board() => {
                        counts.compare_with(self.number(grid, other, among.first()?), among)
                    }
                    None => return None,
                };
                related(compared, relation, among)
            }
        })
    }

    /// The cells of `among` that fulfil `lines`.
    #[inline(always)]
    fn fulfilling_all<const D: usize>(&self, grid: &Grid<S, D>, lines: &[Line], among: S) -> S {
        let mut cells = among;
        for line in lines {
            if cells.is_empty() {
                break;
            }
            cells = match self.fulfilling(grid, line, cells) {
                Some(cells) => cells,
                None => cell_by_cell(grid, self, line, cells),
            };
        }
        cells
    }
}

/// The cells of `among` where numbers that compare like this stand in `relation`.
#[inline(always)]
fn related<S: Cells>(compared: Compared<S>, relation: Relation, among: S) -> S {
    let Compared { more, equal } = compared;
    match relation {
        Relation::Less => among.without(more).without(equal),
        Relation::AtMost => among.without(more),
        Relation::Equal => equal,
        Relation::AtLeast => more.or(equal),
        Relation::More => more,
    }
}

/// How many groups `stones` form.
fn groups<S: Cells, const D: usize>(grid: &Grid<S, D>, stones: S) -> u32 {
    let (mut groups, mut rest) = (0, stones);
    while let Some(first) = rest.first() {
        rest = rest.without(flood(grid, S::single(first), rest));
        groups += 1;
    }
    groups
}

impl<S: Cells> CellRule<S> {
    /// The cells where `action` may be taken; `None` if neither cells nor conditions restrict it.
    pub fn new<const D: usize>(action: &ActionRule, grid: &Grid<S, D>) -> Option<Self> {
        if action.on.is_none() && action.condition.is_empty() {
            return None;
        }
        let on = action.on.as_ref().map_or(grid.board, |on| set_of(&on.cells));
        let mut lines = action.condition.0.clone();
        lines.sort_by_key(|line| !matches!(line.term, Term::Cells(_, Place::Near(_))));
        Some(Self { on, lines })
    }

    /// The cells of `among` where the action may be taken.
    #[inline(always)]
    pub fn cells<const D: usize>(&self, grid: &Grid<S, D>, scene: &Scene<S>, among: S) -> S {
        scene.fulfilling_all(grid, &self.lines, among.and(self.on))
    }

    /// Whether the action may be taken on `cell`.
    ///
    /// # Errors
    /// Whether `on` or `where` forbids it.
    pub fn check<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        scene: &Scene<S>,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        if !self.on.has(cell) {
            return Err(IllegalReason::NotOn);
        }
        if allowed_by(grid, self, scene, S::single(cell)).is_empty() {
            return Err(IllegalReason::Where);
        }
        Ok(())
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// What stands on the board, seen by `side`.
    #[inline(always)]
    pub fn scene(&self, side: usize) -> Scene<S> {
        let [own, enemy] = [self.stones[side], self.stones[1 - side]];
        Scene { own, enemy, neutral: self.neutral, empty: self.empty, before: None }
    }

    /// The cells of `among` that are `allowed` for `side`; `rules` are those of all actions.
    #[inline(always)]
    pub fn permitted(
        &self,
        grid: &Grid<S, D>,
        rules: &[Option<CellRule<S>>],
        allowed: Allowed,
        side: usize,
        among: S,
    ) -> S {
        match allowed.by {
            By::Nothing => among,
            By::Clear(reach) => among.without(self.near_stones(grid, reach)),
            By::Near(who, reach, some) => {
                // Own and enemy stones are at hand: a scene would copy all sets.
                let set = match who {
                    Who::Own => self.stones[side],
                    Who::Enemy => self.stones[1 - side],
                    _ => self.scene(side).of(who),
                };
                let around = grid.around(set, reach);
                if some { among.and(around) } else { among.without(around) }
            }
            By::Rule => match allowed.rule(rules) {
                Some(rule) => allowed_by(grid, rule, &self.scene(side), among),
                None => among,
            },
        }
    }

    /// The cells that have a stone within `reach`.
    #[inline(always)]
    pub fn near_stones(&self, grid: &Grid<S, D>, reach: Reach) -> S {
        grid.around(self.stones[0].or(self.stones[1]).or(self.neutral), reach)
    }
}

compiled! {
    /// [`CellRule::cells`].
    pub fn allowed_by(grid: &Grid<S, D>, rule: &CellRule<S>, scene: &Scene<S>, among: S) -> S => rule.cells(grid, scene, among);
    /// Whether `condition` holds on `cell`.
    pub fn makes(grid: &Grid<S, D>, condition: &Condition, scene: &Scene<S>, cell: Index) -> bool => {
        condition.0.iter().all(|line| scene.fulfils(grid, line, cell))
    };
    fn cell_by_cell(grid: &Grid<S, D>, scene: &Scene<S>, line: &Line, among: S) -> S => {
        let mut cells = S::none();
        for cell in among.iter() {
            if scene.fulfils(grid, line, cell) {
                cells = cells.or(S::single(cell));
            }
        }
        cells
    };
}
