//! Placing stones on empty cells: a single stone, or several in a shape.

mod given;
mod hash;
mod play;
mod rule;
pub mod shapes;

use super::{
    ActionKind, ActionRule, FromTable, Kind, MoveLines, SharedKeys, SideWord, Sight, along, is_false,
};
use crate::board::{Board, Cell, Direction, Lines, Symmetry, Wrap};
use crate::conditions::ConditionTable;
use crate::rules::{Action, Family, Form};
use crate::variant::{
    Capture, CellSupply, Path, Problem, Report, Step, Suicide, Turn, Variant, count, quoted,
};
pub use given::Given;
pub use play::{permitted_places, place_allowed, put, put_by, refused_with, some_tried};
pub use rule::{PlaceRule, Profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shapes::{ShapeTable, Shapes, check_shapes};
use std::collections::BTreeMap;

/// The player places a stone on an empty cell, or several stones in a shape.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlaceTable {
    /// The lines along which a friendly stone must see the cell.
    pub sight: Sight,
    /// The maximum number of stones placed in this turn that the new stone's group may contain after captures; any number if left
    /// out. Stones that only moved don't count; a stone that was placed in this turn counts after it has moved, too.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
    /// The shapes that stones are placed in, all at once; single stones if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeTable>,
    /// The shapes of the first such action of the game, whoever takes it; the same as for later actions if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_shape: Option<ShapeTable>,
    /// Whether the patterns must be placed as drawn, neither turned nor mirrored.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub fixed: bool,
    /// Whether the stone falls: it can only be placed on the lowest cell of a column, above a stone, or above a hole, even if
    /// cells further down are empty.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub gravity: bool,
    /// Whether the stone is neutral: it belongs to no side and blocks both.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub neutral: bool,
    /// Whose stone it is; the player's if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<PlacedColour>,
    /// The kind of the piece that is placed: the name of a `[piece]`; none if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// With `sight`, which friendly stone must see the cell; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<SeenBy>,
    /// The side that may take this action; both sides if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
    /// Whether the action must capture or turn over at least one enemy stone.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub must_capture: bool,
    /// The cells where stones can be placed, as in `["edge", "d4"]`; all if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<String>>,
    /// Conditions on each cell that receives a stone, before it does.
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub condition: ConditionTable,
    /// Conditions on the cell where the stone stands, before anything is captured.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub makes: ConditionTable,
}

/// Whose stone is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlacedColour {
    /// The player's.
    Own,
    /// The enemy's: written `e:` and the cell.
    Enemy,
}

/// Which friendly stone must see a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenBy {
    /// Any friendly stone.
    Any,
    /// The stone that moved last in the same turn.
    Moved,
}

/// The direction against which stones fall.
const UP: Direction = (0, 1);

/// The restrictions specific to placing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The shapes that stones are placed in; single stones if `None`.
    pub shape: Option<Shapes>,
    /// The shapes of the first such action of the game, whoever takes it, if they differ. If the setup counts some turns as
    /// played, the first such action counts as already played.
    pub first_shape: Option<Shapes>,
    /// Whether the cell right below must not be empty.
    pub gravity: bool,
    /// Whether the patterns are placed as drawn, neither turned nor mirrored.
    pub fixed: bool,
    /// Whether the stone is neutral: it belongs to no side.
    pub neutral: bool,
    /// Whether the stone is the enemy's.
    pub enemy: bool,
    /// Whether the stone that must see the cell is the one moved last in this turn.
    pub seen_by_moved: bool,
}

impl Place {
    /// How a single stone is written: `d4`.
    pub(crate) const FORM: Form = Form::new("place a stone", |cells| Action::Place(cells[0]));

    /// Whether it ever places stones in shapes.
    pub fn has_shapes(&self) -> bool {
        self.shape.is_some() || self.first_shape.is_some()
    }

    /// The shapes that it places first in `variant`; `None` if it places single stones first.
    fn begins_with<'a>(&'a self, variant: &Variant) -> Option<&'a Shapes> {
        variant.first_shape(self).or(self.shape.as_ref())
    }

    /// Whether it can place a single stone.
    fn can_be_single(&self) -> bool {
        self.shape.as_ref().is_none_or(|shape| shape.fewest() == 1)
    }
}

impl FromTable for Place {
    type Table = PlaceTable;
    const GERUND: &'static str = "placing stones";

    fn check(
        table: &PlaceTable,
        path: &Path,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        // Another check reports placing on the boundless plane.
        let board = board.filter(|board| !board.is_boundless());
        let fixed = table.fixed;
        let mut of = |key, table: &Option<ShapeTable>| match table {
            Some(table) => check_shapes(table, fixed, &path.key(key), board, report).map(Some),
            None => Some(None),
        };
        let (shape, first_shape) = (of("shape", &table.shape), of("first_shape", &table.first_shape));
        let place = Self {
            shape: shape?,
            first_shape: first_shape?,
            gravity: table.gravity,
            fixed: table.fixed,
            neutral: table.neutral,
            enemy: table.colour == Some(PlacedColour::Enemy),
            seen_by_moved: table.seen_by == Some(SeenBy::Moved),
        };
        let before = report.found.len();
        conflicts(&place, table, path, board).into_iter().for_each(|problem| report.add(problem));
        (report.found.len() == before).then_some(place)
    }

    fn shared(table: &PlaceTable) -> SharedKeys<'_> {
        let PlaceTable { sight, new_per_group, by, must_capture, .. } = *table;
        SharedKeys {
            sight,
            new_per_group,
            by,
            must_capture,
            on: table.on.as_deref(),
            condition: &table.condition,
            makes: &table.makes,
            piece: None,
            becomes: table.piece.as_deref().map(|kind| ("piece", kind)),
        }
    }

    fn complete(table: &mut PlaceTable) {
        table
            .shape
            .iter_mut()
            .chain(&mut table.first_shape)
            .for_each(|shape| shape.seen = Some(shape.seen()));
    }
}

impl Kind for Place {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        if self.shape.is_none() {
            let action = if self.enemy { Action::PlaceEnemy } else { Action::Place };
            board.cells().iter().for_each(|&cell| each(action(cell)));
        }
        for shapes in self.shape.iter().chain(&self.first_shape) {
            shapes.conceivable(self.fixed, board, each);
        }
    }

    fn words(&self, action: &ActionRule, variant: &Variant) -> String {
        if self.begins_with(variant).is_some() {
            return words_of_shapes(self, action, variant);
        }
        let stone = match (self.neutral, self.enemy) {
            (true, _) => "a neutral stone, which belongs to no side,",
            (_, true) => "an enemy stone",
            _ => "a stone",
        };
        let falls = if self.gravity { " with no empty cell right below it" } else { "" };
        let limits = if self.seen_by_moved {
            let lines = action.sight.map_or("", |lines| along(lines, variant));
            format!(" The stone moved last in this turn must see the cell {lines}.")
        } else {
            action.limits("", variant)
        };
        format!("The player places {stone} on an empty cell{falls}.{limits}")
    }

    fn adds_stones(&self) -> bool {
        true
    }

    fn adds_neutral(&self) -> bool {
        self.neutral
    }

    fn adds_enemy(&self) -> bool {
        self.enemy
    }

    fn only_adds(&self) -> bool {
        !self.enemy
    }

    fn always_follows(&self, rule: &ActionRule, lines: MoveLines) -> bool {
        let Self { shape, first_shape, gravity, fixed: _, neutral: _, enemy: _, seen_by_moved } = self;
        let sees = rule.sight.is_some_and(|sight| sight == Lines::Queen || lines == MoveLines::Orthogonal);
        let is_single = shape.is_none() && first_shape.is_none();
        let is_free = rule.is_unconditional() && !gravity && !rule.must_capture;
        *seen_by_moved && sees && is_single && is_free && rule.new_per_group.is_none() && rule.side.is_none()
    }

    fn adds_anywhere(&self) -> bool {
        Self { gravity: false, ..self.clone() } == Self::default()
    }

    fn falls(&self) -> bool {
        self.gravity
    }

    fn shapes(&self) -> Vec<(&'static str, &Shapes)> {
        [("shape", &self.shape), ("first_shape", &self.first_shape)]
            .into_iter()
            .filter_map(|(key, shapes)| Some((key, shapes.as_ref()?)))
            .collect()
    }

    fn first_shape(&self) -> Option<&Shapes> {
        self.first_shape.as_ref()
    }

    fn differs_only_in_owner(&self, other: &ActionKind) -> bool {
        matches!(other, ActionKind::Place(other) if Self { neutral: other.neutral, ..self.clone() } == *other)
    }

    fn family(&self) -> Family {
        match (self.enemy, self.has_shapes()) {
            (true, _) => Family::General,
            (_, true) => Family::Shape,
            _ => Family::Place,
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry, _: &Board) -> bool {
        let falls_the_same = !self.gravity || symmetry.direction(UP) == UP;
        let mut shapes = self.shape.iter().chain(&self.first_shape);
        falls_the_same && (!self.fixed || shapes.all(|shapes| shapes.are_kept_by(symmetry)))
    }

    fn why_asymmetric(&self, _: &dyn Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
        if self.gravity {
            return Some("stones fall, and a half turn would make them rise");
        }
        self.fixed.then_some("fixed patterns are neither turned nor mirrored")
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        let least = self.begins_with(supply.variant).map_or(1, Shapes::fewest);
        least <= supply.room
    }

    fn problems(&self, action: &ActionRule, variant: &Variant) -> Vec<Problem> {
        let mut problems = unplaceable_shapes(self, action, variant);
        problems.extend(never_moved(self, action, variant));
        problems
    }

    fn text_shared_with(
        &self,
        other: &ActionKind,
        board: &Board,
        both: &dyn Fn(Cell) -> bool,
    ) -> Option<String> {
        let ActionKind::Place(other) = other else { return None };
        let written_alike = self.enemy == other.enemy && self.neutral != other.neutral;
        let single = written_alike && self.can_be_single() && other.can_be_single();
        board.cells().iter().find(|&&cell| single && both(cell)).map(|&cell| board.name(cell))
    }

    fn write_canonical(&self, action: &ActionRule, board: &Board, table: &mut Value) {
        for (key, shapes) in self.shapes() {
            shapes.write_canonical(board, &mut table[key]);
        }
        hash::write(action, board, table);
    }
}

/// Problems with conflicting keys.
fn conflicts(place: &Place, table: &PlaceTable, path: &Path, board: Option<&Board>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let has_shape = place.has_shapes();
    let single = [
        ("gravity", place.gravity),
        ("neutral", place.neutral),
        ("seen_by", place.seen_by_moved),
        ("must_capture", table.must_capture),
        ("makes", !table.makes.is_empty()),
        ("piece", table.piece.is_some()),
    ];
    for (key, _) in single.into_iter().filter(|&(_, there)| there && has_shape) {
        let message = format!("`{key}` is not supported where stones are placed in a shape");
        let problem = Problem::with_value(path.key(key), message).expected("valid only with single stones");
        let shape = if place.shape.is_some() { "shape" } else { "first_shape" };
        problems.push(problem.related(path.key(shape), "the shape"));
    }
    let of_the_player = [
        ("shape", table.shape.is_some()),
        ("first_shape", table.first_shape.is_some()),
        ("gravity", place.gravity),
        ("neutral", place.neutral),
        ("sight", table.sight.lines().is_some()),
        ("new_per_group", table.new_per_group.is_some()),
        ("must_capture", table.must_capture),
    ];
    for (key, _) in of_the_player.into_iter().filter(|&(_, there)| there && place.enemy) {
        let message = format!("`{key}` is not supported for stones of the enemy");
        let problem = Problem::with_key(path.key(key), message).expected("valid only with other stones");
        problems.push(problem.related(path.key("colour"), "whose stone it is"));
    }
    if place.fixed && !has_shape {
        let problem =
            Problem::with_value(path.key("fixed"), "`fixed` applies only to shapes with `patterns`");
        problems.push(problem.expected("valid only with `shape = { patterns = [...] }`"));
    }
    if place.gravity && board.is_some_and(Board::is_hex) {
        let message = "stones fall in columns of squares, and the cells of this board are hexes";
        let problem = Problem::with_value(path.key("gravity"), message).expected("expected false");
        problems.push(problem.related(Path::of(["board", "shape"]), "the board"));
    }
    let wrap = board.and_then(Board::wrap);
    if place.gravity && wrap.is_some_and(|wrap| wrap != Wrap::Columns) {
        let message = "stones fall to the lowest row, but a board whose rows wrap has no lowest row";
        let problem = Problem::with_value(path.key("gravity"), message).expected("expected false");
        let problem = problem.related(Path::of(["board", "wrap"]), "the rows wrap");
        problems.push(problem.help("leave out `gravity`, or join columns only"));
    }
    if has_shape && wrap.is_some() {
        let shape = path.key(if place.shape.is_some() { "shape" } else { "first_shape" });
        let message = "shapes are not supported on a board that wraps";
        let problem = Problem::with_key(shape, message).expected("expected single stones");
        problems.push(problem.related(Path::of(["board", "wrap"]), "the board wraps"));
    }
    if place.seen_by_moved && table.sight.lines().is_none() {
        let message = "`seen_by` applies only to actions with `sight`";
        let problem = Problem::with_value(path.key("seen_by"), message);
        problems.push(problem.expected("expected `sight = \"orthogonal\"` or `sight = \"queen\"` as well"));
    }
    if place.neutral && table.must_capture {
        let message = "a neutral stone belongs to no side and captures nothing";
        problems.push(Problem::with_value(path.key("must_capture"), message).expected("expected false"));
    }
    if place.neutral && table.new_per_group.is_some() {
        let message = "a neutral stone belongs to no group";
        problems.push(
            Problem::with_value(path.key("new_per_group"), message)
                .expected("valid only with stones of a side"),
        );
    }
    problems
}

/// Problems with shapes that could never be placed, because each makes a group of more new stones than allowed. With suicide
/// allowed, such a group may be removed before it is checked.
fn unplaceable_shapes(place: &Place, action: &ActionRule, variant: &Variant) -> Vec<Problem> {
    let Some(limit) = action.new_per_group else { return Vec::new() };
    if variant.capture == Capture::Liberties(Suicide::Allowed) {
        return Vec::new();
    }
    let name = &action.name;
    let kinds = [("shape", place.shape.as_ref()), ("first_shape", variant.first_shape(place))];
    let crowded = kinds.into_iter().filter_map(|(key, shapes)| {
        let least = shapes?.smallest_group(&variant.board);
        let here = Path::of(["action", name, "place", "new_per_group"]);
        let message = format!(
            "no `{key}` of {} could ever be placed: each makes a group of at least {least} new stones",
            quoted(name)
        );
        (least > usize::from(limit)).then(|| {
            let problem = Problem::with_value(here, message).expected(format!("expected at least {least}"));
            problem.related(Path::of(["action", name, "place", key]), "the shapes")
        })
    });
    crowded.collect()
}

/// Returns a problem if `action` needs a stone that was moved earlier in the turn, but no earlier step moves one.
fn never_moved(place: &Place, action: &ActionRule, variant: &Variant) -> Option<Problem> {
    if !place.seen_by_moved {
        return None;
    }
    let offers = |step: &Step| step.actions().any(|index| variant.actions[index].name == action.name);
    let mut turns = variant.turns().filter(|turn| turn.steps.iter().any(offers)).peekable();
    turns.peek()?;
    let moves = |other: usize| {
        let rule = &variant.actions[other];
        rule.kind.moves_own() && rule.shares_side_with(action)
    };
    // Within a step, one action can move the stone that must see the cell of the next action.
    let possible = |turn: &Turn| {
        let last = turn.steps.iter().rposition(offers).unwrap_or(0);
        let before = turn.steps[..last].iter().chain(turn.steps.get(last).filter(|step| step.max > 1));
        before.flat_map(Step::actions).any(moves)
    };
    if turns.any(possible) {
        return None;
    }
    let message = format!(
        "{} is never legal: the stone moved in the same turn must see the cell, but no earlier step moves a stone",
        quoted(&action.name)
    );
    let path = Path::of(["action", &action.name, "place", "seen_by"]);
    let problem = Problem::with_value(path, message).expected("expected an earlier step that moves a stone");
    Some(problem.related(Path::of(["turn", "steps"]), "the steps"))
}

/// Describes the placing of several stones at once.
fn words_of_shapes(place: &Place, action: &ActionRule, variant: &Variant) -> String {
    let mut text = match &place.shape {
        None => "The player places a stone on an empty cell.".to_owned(),
        Some(shapes) => format!("The player places stones on {}, all at once.", shapes.words(place.fixed)),
    };
    let first_shape = variant.first_shape(place);
    if let Some(first) = first_shape {
        text += &format!(
            " The first time in the game that either player takes this action, they are placed on {}.",
            first.words(place.fixed)
        );
    }
    if let Some(lines) = action.sight {
        let centre =
            |shapes: Option<&Shapes>| matches!(shapes, Some(Shapes::Patterns { centre_seen: true, .. }));
        let seen = match (centre(place.shape.as_ref()), centre(first_shape), first_shape) {
            (true, true, _) | (true, _, None) => "the cell in the centre",
            (false, false, _) => "at least one of the cells",
            (true, false, _) => "the cell in the centre (the first time: at least one of the cells)",
            (false, true, _) => "at least one of the cells (the first time: the cell in the centre)",
        };
        text += &format!(" A friendly stone must see {seen} {}.", along_one(lines, variant));
    }
    if let Some(n) = action.new_per_group {
        text += &format!(
            " No group with one of these stones may contain more than {} placed in the same turn.",
            count(n, "stone")
        );
    }
    text
}

/// Like `along`, for cells of which only one must be seen.
fn along_one(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (Lines::Orthogonal, false) => "along a row or column, with only empty cells between",
        (Lines::Queen, false) => "along a row, a column or a diagonal, with only empty cells between",
        (_, true) => along(lines, variant),
    }
}
