//! Conditions in play: the cells that fulfil `on` and `where`, and whether a stone fulfils `makes`.
//!
//! Lines that count neighbours, stones or groups are found for all cells at once; so is the group that a placed stone would join. A line
//! about sight or liberties is read cell by cell, on the cells that the other lines leave.

use super::cells::Cells;
use super::counts::{Compared, Counts};
use super::grid::{Grid, set_of};
use super::grouped::KnownGroups;
use super::illegal::IllegalReason;
use super::index::Index;
use super::numbers::numbers_of;
use super::pieces::Change;
use super::processor::compiled;
use super::scene::Scene;
use super::state::State;
use crate::actions::{ActionRule, Reach, Whose};
use crate::conditions::{Is, Line, Missed, Place, Relation, Term, Who};
use crate::pieces::PieceKind;

/// The most cells that are read one by one where all could be read at once.
const FEW: u32 = 3;

/// The cells where an action may be taken: `on`, `where` and, if it places a stone, `makes`, compiled.
pub struct CellRule<S> {
    on: S,
    /// The lines of `where`, those about neighbours first.
    lines: Vec<Line>,
    /// The lines of `makes`, and what the stone is to which they apply.
    made: Vec<Line>,
    stone: Who,
    /// The kind that the stone has then.
    becomes: Option<PieceKind>,
    /// The kind of the pieces that the action may act on.
    piece: Option<PieceKind>,
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
    /// A stone of the side that acts, or of the enemy, stands this near, or does not.
    Near { enemy: bool, reach: Reach, some: bool },
    /// The [`CellRule`].
    Rule,
}

impl By {
    /// How to find the cells where `line` holds.
    fn of(line: &Line) -> Self {
        match (line.term, line.is) {
            (Term::Cells(Who::Stones, Place::Near(reach)), Is::Within(0, Some(0))) => Self::Clear(reach),
            (
                Term::Cells(who @ (Who::Own | Who::Enemy), Place::Near(reach)),
                Is::Within(0, Some(0)) | Is::Within(1, None),
            ) => Self::Near { enemy: who == Who::Enemy, reach, some: line.is == Is::Within(1, None) },
            _ => Self::Rule,
        }
    }
}

impl Allowed {
    /// All cells.
    pub const ALL: Self = Self { number: None, by: By::Nothing };

    /// The cells of `action`, the action with this `number`.
    pub fn new(action: &ActionRule, number: usize) -> Self {
        let restricted = makes_on_cells(action) || action.piece.is_some();
        let by = match (&action.on, action.condition.0.as_slice(), restricted) {
            (None, [], false) => return Self::ALL,
            (None, [line], false) => By::of(line),
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

impl<S: Cells> Scene<'_, S> {
    /// The cells that hold `who`, or that are of the set.
    #[inline(always)]
    pub fn cells_of<const D: usize>(&self, grid: &Grid<S, D>, who: Who) -> S {
        let Who::Set(index) = who else { return self.of(who) };
        let set = &grid.sets[usize::from(index)];
        let among = match set.of {
            Some(who) => set.on.and(self.of(who)),
            None => set.on,
        };
        let among = match set.piece {
            Some(kind) => among.and(self.pieces_of(kind)),
            None => among,
        };
        holding(grid, &set.lines, self, among)
    }

    /// What stands on the board once a `stone` of a kind stands on `cell`, too.
    #[inline(always)]
    fn with(&self, stone: Who, cell: Index) -> Self {
        let (mut scene, stone_set) = (*self, S::single(cell));
        scene.change = scene.change.ending_on(cell);
        scene.empty = scene.empty.without(stone_set);
        match stone {
            Who::Neutral => scene.neutral = scene.neutral.or(stone_set),
            Who::Enemy => scene.enemy = scene.enemy.or(stone_set),
            _ => scene.own = scene.own.or(stone_set),
        }
        scene
    }

    /// Whether `line` holds on `cell`.
    #[inline(always)]
    fn fulfils<const D: usize>(&self, grid: &Grid<S, D>, line: &Line, cell: Index) -> bool {
        let number = |term| number_of(grid, self, term, cell);
        line.is.holds(number(line.term), number)
    }

    /// The first of `lines` that does not hold on `cell`.
    #[inline(always)]
    fn missed<const D: usize>(&self, grid: &Grid<S, D>, lines: &[Line], cell: Index) -> Option<Missed> {
        let number = |term| number_of(grid, self, term, cell);
        for line in lines {
            let found = number(line.term);
            if !line.is.holds(found, number) {
                return Some(Missed::new(line.term, found));
            }
        }
        None
    }

    /// The cells of `among` on which `line`, about neighbours, holds; `None` for other lines.
    #[inline(always)]
    fn fulfilling_nearby<const D: usize>(&self, grid: &Grid<S, D>, line: &Line, among: S) -> Option<S> {
        let Term::Cells(who, Place::Near(reach)) = line.term else { return None };
        if matches!(who, Who::Set(_)) {
            return None;
        }
        match line.is {
            Is::Within(0, Some(0)) => Some(among.without(grid.around(self.of(who), reach))),
            Is::Within(1, None) => Some(among.and(grid.around(self.of(who), reach))),
            Is::Within(least, most) => {
                Some(within(&grid.near_counts(self.of(who), reach), least, most, among))
            }
            Is::Related(relation, Term::Cells(other, Place::Near(far))) if !matches!(other, Who::Set(_)) => {
                // Written twice: closures called in the standard library are not compiled for the features of the processor.
                let (counts, others) =
                    (grid.near_counts(self.of(who), reach), grid.near_counts(self.of(other), far));
                Some(related(counts.compare(&others, among), relation, among))
            }
            _ => None,
        }
    }

    /// The cells of `among` on which `line` holds, `made` there by a stone or not.
    #[inline(always)]
    fn fulfilling<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        known: &mut KnownGroups<S>,
        line: &Line,
        made: Option<Who>,
        among: S,
    ) -> S {
        if among.count() > FEW
            && let Some(numbers) = numbers_of(grid, self, known, line.term, made)
        {
            match line.is {
                Is::Within(least, most) => return within(&numbers, least, most, among),
                Is::Related(relation, other) => {
                    if let Some(others) = numbers_of(grid, self, known, other, made) {
                        return related(numbers.compare(&others, among), relation, among);
                    }
                }
            }
        }
        let mut cells = S::none();
        for cell in among.iter() {
            let scene = match made {
                Some(stone) => self.with(stone, cell),
                None => *self,
            };
            if scene.fulfils(grid, line, cell) {
                cells = cells.or(S::single(cell));
            }
        }
        cells
    }

    /// The cells of `among` that fulfil `lines`, `made` there by a stone or not. What is found out about groups is added to `known`.
    #[inline(always)]
    fn fulfilling_all<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        known: &mut KnownGroups<S>,
        lines: &[Line],
        made: Option<Who>,
        among: S,
    ) -> S {
        let mut cells = among;
        for line in lines {
            // A stone is not its own neighbour.
            cells = match self.fulfilling_nearby(grid, line, cells) {
                Some(cells) => cells,
                None if cells.is_empty() => cells,
                None => far_fulfilling(grid, self, known, line, made, cells),
            };
        }
        cells
    }
}

/// The cells of `among` where the number is at least `least`, and at most `most`, if that is given.
#[inline(always)]
fn within<S: Cells, const P: usize>(numbers: &Counts<S, P>, least: u16, most: Option<u16>, among: S) -> S {
    let enough = related(numbers.compare_with(least.into(), among), Relation::AtLeast, among);
    match most {
        Some(most) => {
            let compared = numbers.compare_with(most.into(), enough);
            related(compared, Relation::AtMost, enough)
        }
        None => enough,
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

/// The cells of `among` on which `lines` hold.
#[inline(always)]
pub fn holding<S: Cells, const D: usize>(
    grid: &Grid<S, D>,
    lines: &[Line],
    scene: &Scene<'_, S>,
    among: S,
) -> S {
    if lines.is_empty() {
        return among;
    }
    fulfilled(grid, scene, &mut KnownGroups::none(), lines, None, among)
}

/// Whether `makes` of `action` restricts its cells. That of a move depends on the cell from which the stone comes, too.
fn makes_on_cells(action: &ActionRule) -> bool {
    !action.kind.moves() && !action.makes.is_empty()
}

impl<S: Cells> CellRule<S> {
    /// The cells where `action` may be taken; `None` if neither cells nor conditions restrict it.
    pub fn new<const D: usize>(action: &ActionRule, grid: &Grid<S, D>) -> Option<Self> {
        if Allowed::new(action, 0).is_all() {
            return None;
        }
        let on = action.on.as_ref().map_or(grid.board, |on| set_of(&on.cells));
        let lines = action.condition.nearest_first();
        let made = if makes_on_cells(action) { action.makes.nearest_first() } else { Vec::new() };
        let (becomes, piece) = (action.becomes, action.piece);
        Some(Self { on, lines, made, stone: action.stone(), becomes, piece })
    }

    /// The cells of `among` where the action may be taken.
    #[inline(always)]
    pub fn cells<const D: usize>(&self, grid: &Grid<S, D>, scene: &Scene<'_, S>, among: S) -> S {
        let known = &mut KnownGroups::none();
        let among = match self.piece {
            Some(kind) => among.and(self.on).and(scene.pieces_of(kind)),
            None => among.and(self.on),
        };
        let cells = scene.fulfilling_all(grid, known, &self.lines, None, among);
        self.made_on(grid, scene, known, cells)
    }

    /// The cells of `among` where the action may be taken as far as a few shifts tell: by `on`, and by what stands nearby.
    #[inline(always)]
    pub fn likely<const D: usize>(&self, grid: &Grid<S, D>, scene: &Scene<'_, S>, among: S) -> S {
        let mut cells = among.and(self.on);
        for line in &self.lines {
            cells = scene.fulfilling_nearby(grid, line, cells).unwrap_or(cells);
        }
        cells
    }

    /// The cells of `among` where the stone would fulfil `makes`.
    #[inline(always)]
    fn made_on<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        scene: &Scene<'_, S>,
        known: &mut KnownGroups<S>,
        among: S,
    ) -> S {
        if self.made.is_empty() {
            return among;
        }
        fulfilled(grid, &self.with_becoming(scene), known, &self.made, Some(self.stone), among)
    }

    /// `scene`, in which a stone that comes to stand somewhere is of the right kind.
    #[inline(always)]
    fn with_becoming<'s>(&self, scene: &Scene<'s, S>) -> Scene<'s, S> {
        let change = match self.becomes {
            None => scene.change,
            Some(_) => Change::placed::<S>(S::NOWHERE, self.becomes),
        };
        Scene { change, ..*scene }
    }

    /// Whether the action may be taken on `cell`.
    ///
    /// # Errors
    /// Whether the kind of piece, `on`, `where` or `makes` forbids it.
    #[inline(always)]
    fn check<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        scene: &Scene<'_, S>,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        if !self.on.has(cell) {
            return Err(IllegalReason::NotOn);
        }
        if self.piece.is_some_and(|kind| !scene.pieces_of(kind).has(cell)) {
            return Err(IllegalReason::NotPiece);
        }
        if let Some(missed) = scene.missed(grid, &self.lines, cell) {
            return Err(IllegalReason::Where(missed));
        }
        if self.made.is_empty() {
            return Ok(());
        }
        let made = self.with_becoming(scene).with(self.stone, cell);
        made.missed(grid, &self.made, cell).map_or(Ok(()), |missed| Err(IllegalReason::Makes(missed)))
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// What stands on the board, seen by `side`.
    #[inline(always)]
    pub fn scene(&self, side: usize) -> Scene<'_, S> {
        let [own, enemy] = [self.stones[side], self.stones[1 - side]];
        let (neutral, empty, pieces) = (self.neutral, self.empty, &self.pieces);
        let change = Change::none::<S>();
        Scene { own, enemy, neutral, empty, before: S::none(), arrived: S::none(), pieces, change }
    }

    /// The stones that are `whose` for the side to move.
    #[inline(always)]
    pub fn stones_of(&self, whose: Whose) -> S {
        let side = self.mover();
        match whose {
            Whose::Own => self.stones[side],
            Whose::Enemy => self.stones[1 - side],
            Whose::Any => self.stones[0].or(self.stones[1]),
            Whose::Neutral => self.neutral,
        }
    }

    /// The cells of `among` where `rule` lets the side to move act; all of them without a rule.
    #[inline(always)]
    pub fn restricted(&self, grid: &Grid<S, D>, rule: Option<&CellRule<S>>, among: S) -> S {
        match rule {
            Some(rule) => allowed_by(grid, rule, self, self.mover(), among),
            None => among,
        }
    }

    /// Whether `rule`, if there is one, lets the side to move act on `cell`.
    ///
    /// # Errors
    /// As [`CellRule::check`].
    pub fn check_cell(
        &self,
        grid: &Grid<S, D>,
        rule: Option<&CellRule<S>>,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        match rule {
            Some(rule) => allowed_on(grid, rule, self, self.mover(), cell),
            None => Ok(()),
        }
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
            By::Near { enemy, reach, some } => {
                let around = grid.around(self.stones[side ^ usize::from(enemy)], reach);
                if some { among.and(around) } else { among.without(around) }
            }
            By::Rule => match allowed.rule(rules) {
                Some(rule) => allowed_by(grid, rule, self, side, among),
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
    pub fn permitted(
        state: &State<S, D>, grid: &Grid<S, D>, rules: &[Option<CellRule<S>>], allowed: Allowed, side: usize, among: S,
    ) -> S => state.permitted(grid, rules, allowed, side, among);
    /// [`CellRule::check`] for `side`.
    pub fn allowed_on(grid: &Grid<S, D>, rule: &CellRule<S>, state: &State<S, D>, side: usize, cell: Index) -> Result<(), IllegalReason> =>
        rule.check(grid, &state.scene(side), cell);
    /// [`CellRule::cells`] for `side`. The scene is drawn here, out of the way of games without conditions.
    fn allowed_by(grid: &Grid<S, D>, rule: &CellRule<S>, state: &State<S, D>, side: usize, among: S) -> S =>
        rule.cells(grid, &state.scene(side), among);
    fn number_of(grid: &Grid<S, D>, scene: &Scene<'_, S>, term: Term, cell: Index) -> u32 => scene.number(grid, term, cell);
    /// The first of `lines` that the stone on `cell`, which has moved there, does not fulfil.
    pub fn missed_by(grid: &Grid<S, D>, lines: &[Line], scene: &Scene<'_, S>, cell: Index) -> Option<Missed> =>
        scene.missed(grid, lines, cell);
    /// [`Scene::fulfilling_all`].
    pub fn fulfilled(
        grid: &Grid<S, D>, scene: &Scene<'_, S>, known: &mut KnownGroups<S>, lines: &[Line], made: Option<Who>, among: S,
    ) -> S => scene.fulfilling_all(grid, known, lines, made, among);
    fn far_fulfilling(
        grid: &Grid<S, D>, scene: &Scene<'_, S>, known: &mut KnownGroups<S>, line: &Line, made: Option<Who>, among: S,
    ) -> S => scene.fulfilling(grid, known, line, made, among);
}
