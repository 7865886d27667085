//! Moving one of the player's stones.

mod around;
mod directions;
mod made;
mod march;
mod motion;
mod play;
mod rule;

use super::{ActionKind, ActionRule, FromTable, Kind, On, Owner, SharedKeys, SideWord, Whose, is_false};
use crate::board::{Board, Cell, Direction, Lines, Symmetry};
use crate::conditions::{ConditionTable, Moment, Who};
use crate::rules::{Action, Extent, Form, Named, STEPS};
use crate::variant::{CellSupply, Colour, Path, Problem, Report, Side, Variant};
use directions::DirectionTable;
pub use motion::{Motion, MoveLines, Onto};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The player moves a stone to another cell.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["how"]))]
pub struct MoveTable {
    /// How far the stone moves, and over what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Motion>,
    /// The lines that the stone moves along; `queen` if omitted. A leap follows no line, nor does a stone that moves anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<MoveLines>,
    /// Whether the stone moves only towards higher rows for the first side, and lower ones for the second.
    pub forward: bool,
    /// Whose stones are moved; the player's own if omitted. A neutral stone, or one of one side, that both move is a piece that the
    /// players share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<Whose>,
    /// Whose stone is left where the moved stone stood; none if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_behind: Option<Owner>,
    /// Whose the stone is once it has moved; the same side's as before if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Owner>,
    /// The directions in which the stones of each side move, in place of `lines` and `forward`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directions: Option<DirectionTable>,
    /// The cells from which stones can move, as in `["edge", "d4"]`; all if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// The cells on which a move can end; all if omitted. Stones may pass over other cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<String>>,
    /// The kind of the pieces that it acts on: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The kind of the piece once it has moved; the same as before if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<String>,
    /// What may stand on the cell that the stone goes to; nothing if omitted. An enemy stone there is captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onto: Option<Onto>,
    /// Whose stones can be jumped over; the enemy's if omitted. Enemy stones that are jumped over are captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Whose>,
    /// The side that may take this action; both sides if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
    /// Whether the action must capture or turn over at least one enemy stone.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub must_capture: bool,
    /// Conditions on the cell that the stone leaves, before it moves.
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub condition: ConditionTable,
    /// Conditions on the cell where the stone ends its move, before anything is captured.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub makes: ConditionTable,
}

/// How a stone moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// How far, and over what.
    pub how: Motion,
    /// Along which lines; a leap follows none.
    pub lines: MoveLines,
    /// Whether the stone moves only towards higher rows for the first side, and lower ones for the second.
    pub forward: bool,
    /// Whose stones are moved.
    pub stones: Whose,
    /// Whose stone is left where the moved stone stood.
    pub leaves_behind: Option<Owner>,
    /// Whose the stone is once it has moved, if that changes.
    pub colour: Option<Owner>,
    /// The directions of each side, if they are listed one by one.
    pub directions: Option<[Vec<Direction>; 2]>,
    /// The cells on which it can end; all if `None`.
    pub to: Option<On>,
    /// What may stand on the cell that the stone goes to; an enemy stone there is captured.
    pub onto: Onto,
    /// Whose stones can be jumped over. Enemy stones that are jumped over are captured.
    pub over: Whose,
}

impl Move {
    /// How a move is written: `d5-c5`.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Pair,
        sign: b'-',
        taken: Named::Last,
        occupied: Named::Last,
        placed: Named::None,
        tag: Some(3),
        ..Form::new("move a stone", |cells| Action::Move { from: cells[0], to: cells[1] })
    };

    /// The directions of each side, in the order of [`STEPS`], on a board of hexes or of squares.
    pub fn directions(&self, on_hexes: bool) -> [Vec<Direction>; 2] {
        let all = if on_hexes { &STEPS[..6] } else { &STEPS[..] };
        Side::BOTH.map(|side| {
            let leads = |&(x, y): &Direction| match (&self.directions, self.lines) {
                (Some(directions), _) => directions[side.index()].contains(&(x, y)),
                (None, _) if self.forward && y != if side == Side::First { 1 } else { -1 } => false,
                (None, MoveLines::Orthogonal) => on_hexes || x == 0 || y == 0,
                (None, MoveLines::Diagonal) => on_hexes || x != 0 && y != 0,
                (None, MoveLines::Queen) => true,
            };
            all.iter().copied().filter(leads).collect()
        })
    }

    /// Whether it moves a stone of the player and leaves none behind.
    pub fn is_plain(&self) -> bool {
        self.stones == Whose::Own && self.leaves_behind.is_none() && self.colour.is_none()
    }

    /// The cells on which it can end, in a sentence.
    pub fn words_of_end(&self) -> String {
        self.to.as_ref().map_or_else(String::new, |to| to.sentence_of("It must end"))
    }

    /// Whether it captures stones on a path that `other` takes without captures; `wraps` says whether the board wraps.
    fn takes_between(&self, other: &Self, wraps: bool) -> bool {
        // Across a seam a stone may reach the same cell in the opposite direction.
        let meets = !other.how.follows_lines() || wraps && other.how != Motion::Jump;
        self.how == Motion::Jump && self.captures_by_itself() && meets && other.onto != Onto::Enemy
    }
}

impl FromTable for Move {
    type Table = MoveTable;
    const GERUND: &'static str = "moving stones";
    const CELLS: &'static str = "from";
    const BEFORE: Moment = Moment::Left;
    const MADE: Moment = Moment::Moved;

    fn check(table: &MoveTable, path: &Path, board: Option<&Board>, report: &mut Report<'_>) -> Option<Self> {
        let how = table.how?;
        let on_hexes = board.is_some_and(Board::is_hex);
        let before = report.found.len();
        if table.lines == Some(MoveLines::Diagonal) && on_hexes {
            let problem = Problem::with_value(
                path.key("lines"),
                "hexes have no diagonals: all six neighbours share an edge",
            );
            let problem = problem.expected("expected \"orthogonal\"");
            report.add(problem.related(Path::of(["board", "shape"]), "the board"));
        }
        let free = !how.follows_lines();
        if how == Motion::Knight && on_hexes {
            let problem = Problem::with_value(
                path.key("how"),
                "knights move on squares, and the cells of this board are hexes",
            );
            let problem = problem.expected("expected \"leap\" or another move");
            report.add(problem.related(Path::of(["board", "shape"]), "the board"));
        }
        let idle = [
            ("lines", table.lines.is_some() && free, "it does not follow a line"),
            ("forward", table.forward && free, "it has no direction"),
            ("directions", table.directions.is_some() && free, "it has no direction"),
            ("onto", table.onto.is_some() && how == Motion::Jump, "a jump ends on an empty cell"),
            ("over", table.over.is_some() && how != Motion::Jump, "only a jump passes over stones"),
        ];
        for (key, _, why) in idle.into_iter().filter(|&(_, there, _)| there) {
            let problem =
                Problem::with_value(path.key(key), format!("`{key}` does not apply to this move: {why}"));
            report.add(problem.related(path.key("how"), "how it moves"));
        }
        let stones = table.stones.unwrap_or(Whose::Own);
        if table.colour.is_some() && stones == Whose::Any {
            let problem =
                Problem::with_value(path.key("colour"), "`colour` does not apply to stones of either side");
            let problem = problem.expected("expected moves of one side's stones, or of neutral ones");
            report.add(problem.related(path.key("stones"), "whose stones are moved"));
        }
        let takes = [
            ("how", matches!(how, Motion::Jump | Motion::March)),
            ("onto", table.onto.is_some_and(|onto| onto != Onto::Empty)),
            ("must_capture", table.must_capture),
        ];
        for (key, _) in takes.into_iter().filter(|&(_, there)| there && stones != Whose::Own) {
            let message = "only the player's own stones jump, march or capture";
            let problem = Problem::with_value(path.key(key), message).expected("expected another move");
            report.add(problem.related(path.key("stones"), "whose stones are moved"));
        }
        for (key, _) in [("lines", table.lines.is_some()), ("forward", table.forward)]
            .into_iter()
            .filter(|&(_, there)| there && table.directions.is_some())
        {
            let message =
                format!("`directions` says in which directions stones move, and `{key}` says it again");
            let problem =
                Problem::with_value(path.key(key), message).expected("expected only one of the two");
            report.add(problem.related(path.key("directions"), "the directions"));
        }
        let directions = match (&table.directions, board) {
            (Some(table), Some(board)) => Some(table.check(&path.key("directions"), board, report)?),
            _ => None,
        };
        let to = On::check(table.to.as_deref(), &path.key("to"), board, report);
        let lines = match (&directions, table.lines) {
            _ if on_hexes => MoveLines::Orthogonal,
            (Some(directions), _) => directions::lines(directions),
            (None, lines) => lines.unwrap_or(MoveLines::Queen),
        };
        (report.found.len() == before).then_some(Self {
            how,
            lines,
            forward: table.forward,
            stones,
            leaves_behind: table.leaves_behind,
            colour: table.colour.filter(|colour| colour.stones() != stones),
            directions,
            to,
            onto: table.onto.unwrap_or(Onto::Empty),
            over: table.over.unwrap_or(Whose::Enemy),
        })
    }

    fn shared(table: &MoveTable) -> SharedKeys<'_> {
        let MoveTable { by, must_capture, ref from, ref condition, ref makes, .. } = *table;
        let becomes = table.becomes.as_deref().map(|kind| ("becomes", kind));
        let (on, piece) = (from.as_deref(), table.piece.as_deref());
        SharedKeys { by, must_capture, on, condition, makes, piece, becomes, ..SharedKeys::default() }
    }
}

impl Kind for Move {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        let lines = board.touching();
        for &from in board.cells() {
            let mut to = |to: Cell| {
                if to != from {
                    each(Action::Move { from, to });
                }
            };
            match self.how {
                Motion::Step => lines.iter().filter_map(|&step| board.step(from, step)).for_each(to),
                Motion::Slide | Motion::Jump | Motion::March => {
                    lines.iter().for_each(|&step| board.line(from, step).for_each(&mut to));
                }
                Motion::Leap | Motion::Knight => {
                    self.how.leaps(board).iter().filter_map(|&step| board.step(from, step)).for_each(to);
                }
                Motion::Anywhere => board.cells().iter().copied().for_each(to),
            }
        }
    }

    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let hexes = variant.board.is_hex();
        let lines = match self.lines {
            _ if hexes => "along one of the three lines of hexes",
            MoveLines::Orthogonal => "along its row or column",
            MoveLines::Diagonal => "along a diagonal",
            MoveLines::Queen => "along its row, its column or a diagonal",
        };
        let onto = match self.onto {
            Onto::Empty => "an empty cell",
            Onto::Enemy => "an enemy stone, which is captured",
            Onto::Any => "an empty cell, or onto an enemy stone, which is captured",
        };
        let over = match self.over {
            Whose::Own => "a friendly stone",
            Whose::Enemy => "an enemy stone",
            Whose::Any => "a stone of either side",
            Whose::Neutral => "a neutral stone",
        };
        let stone = match self.stones {
            Whose::Own => "a stone",
            Whose::Enemy => "an enemy stone",
            Whose::Any => "a stone of either side",
            Whose::Neutral => "a neutral stone",
        };
        let short = if variant.board.holes().is_empty() { "" } else { " (a hole ends it)" };
        let mut text = match self.how {
            Motion::Step => format!("The player moves {stone} to the next cell {lines}, onto {onto}."),
            Motion::Slide => {
                format!("The player moves {stone} any number of cells {lines}, over empty cells onto {onto}.")
            }
            Motion::Jump => {
                let captured =
                    if !self.captures_by_itself() { "" } else { " Enemy stones jumped over are captured." };
                format!(
                    "A friendly stone jumps {lines} over {over} beside it to the empty cell behind, and may jump on in the same \
                     direction.{captured}"
                )
            }
            Motion::Leap => format!(
                "The player moves {stone} to one of the {} cells two away, whatever stands between, onto {onto}.",
                if hexes { 12 } else { 16 }
            ),
            Motion::Knight => format!(
                "The player moves {stone} as a knight, two cells in one direction and one in the other, whatever stands between, onto \
                 {onto}."
            ),
            Motion::Anywhere => format!("The player moves {stone} anywhere on the board, onto {onto}."),
            Motion::March => format!(
                "The player moves a stone {lines} as many cells as there are stones of both sides on that line{short}, over \
                 empty cells and friendly stones, onto {onto}."
            ),
        };
        if self.forward {
            let [first, second] = variant.info.players.map(Colour::name);
            text +=
                &format!(" It moves forward only: {first} towards higher rows, {second} towards lower ones.");
        }
        text += match self.leaves_behind {
            None => "",
            Some(Owner::Neutral) => " A neutral stone is left where it stood.",
            Some(Owner::Own) => " A stone of the player is left where it stood.",
            Some(Owner::Enemy) => " A stone of the enemy is left where it stood.",
        };
        if let Some(colour) = self.colour {
            text += &format!(" The stone becomes {}.", colour.adjective());
        }
        if let Some(directions) = &self.directions {
            text += &directions::words(directions, variant);
        }
        text + &self.words_of_end()
    }

    fn captures_by_itself(&self) -> bool {
        if self.how == Motion::Jump {
            matches!(self.over, Whose::Enemy | Whose::Any)
        } else {
            self.onto != Onto::Empty
        }
    }

    fn recedes(&self, board: &Board, side: Side, (x, y): Direction) -> bool {
        let captures =
            if self.how == Motion::Jump { self.over == Whose::Enemy } else { self.onto == Onto::Enemy };
        let is_free = !self.how.follows_lines();
        let [directions, other] = self.directions(board.is_hex());
        let directions = if side == Side::First { directions } else { other };
        self.is_plain() && (captures || !is_free && directions.iter().all(|step| step.0 * x + step.1 * y > 0))
    }

    fn judged(&self) -> &'static [Who] {
        self.stones.kinds()
    }

    fn adds_stones(&self) -> bool {
        self.leaves_behind.is_some()
    }

    fn adds_neutral(&self) -> bool {
        self.leaves_behind == Some(Owner::Neutral)
    }

    fn adds_enemy(&self) -> bool {
        self.leaves_behind == Some(Owner::Enemy)
    }

    fn flips(&self) -> Option<(Owner, Owner)> {
        let before = [Owner::Own, Owner::Enemy, Owner::Neutral]
            .into_iter()
            .find(|owner| owner.stones() == self.stones);
        before.zip(self.colour)
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has(self.stones)
    }

    fn moves(&self) -> bool {
        true
    }

    fn moves_own(&self) -> bool {
        matches!(self.stones, Whose::Own | Whose::Any)
    }

    fn sees_origin_along(&self) -> Option<MoveLines> {
        (self.is_plain() && matches!(self.how, Motion::Step | Motion::Slide)).then_some(self.lines)
    }

    fn vacates(&self) -> bool {
        self.leaves_behind.is_none() || self.captures_by_itself()
    }

    fn is_kept_by(&self, symmetry: &Symmetry, board: &Board) -> bool {
        let is_kept = |directions: &Vec<Direction>| {
            directions.iter().all(|&step| directions.contains(&symmetry.direction(step)))
        };
        // A leap and a move to anywhere have no directions.
        let restricted = self.forward || self.directions.is_some();
        let to_is_kept = self.to.as_ref().is_none_or(|to| symmetry.keeps(board, &to.cells));
        to_is_kept && (!restricted || self.directions(board.is_hex()).iter().all(is_kept))
    }

    fn why_asymmetric(&self, same: &dyn Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
        if self.to.as_ref().is_some_and(|to| !same(&to.cells, &to.cells)) {
            return Some("the cells where a move may end are not symmetric about the centre of the board");
        }
        let [first, second] = self.directions.as_ref()?;
        let are_opposite =
            first.len() == second.len() && first.iter().all(|&(x, y)| second.contains(&(-x, -y)));
        (!are_opposite).then_some("the stones of the two sides do not move in opposite directions")
    }

    fn write_canonical(&self, action: &ActionRule, board: &Board, table: &mut Value) {
        let Some(keys) = table.as_object_mut() else { return };
        for (key, cells) in [("from", &action.on), ("to", &self.to)] {
            if let Some(cells) = cells {
                keys.insert(key.to_owned(), cells.canonical(board));
            }
        }
        if let Some(directions) = &self.directions {
            keys.insert("directions".to_owned(), directions::canonical(directions));
        }
        action.condition.write_canonical("where", keys);
        action.makes.write_canonical("makes", keys);
    }

    fn text_shared_with(
        &self,
        other: &ActionKind,
        board: &Board,
        both: &dyn Fn(Cell) -> bool,
    ) -> Option<String> {
        let ActionKind::Move(other) = other else { return None };
        let meet = self.stones == other.stones || [self.stones, other.stones].contains(&Whose::Any);
        if meet && (self.leaves_behind != other.leaves_behind || self.colour != other.colour) {
            let mut own = BTreeSet::new();
            let starts = |action: Action| matches!(action, Action::Move { from, .. } if both(from));
            self.conceivable(board, &mut |action| own.extend(starts(action).then_some(action)));
            let mut shared = None;
            other.conceivable(board, &mut |action| shared = shared.or(own.get(&action).copied()));
            return shared.map(|action| action.to_string());
        }
        let wraps = board.wrap().is_some();
        if !(self.takes_between(other, wraps) || other.takes_between(self, wraps)) {
            return None;
        }
        let lines = board.directions(Lines::Queen);
        let two_away = |&from: &Cell| {
            let mut ways = lines.iter();
            ways.find_map(|&step| Some((from, board.line(from, step).nth(1)?)))
        };
        let (from, to) = board.cells().iter().filter(|&&cell| both(cell)).find_map(two_away)?;
        Some(format!("{}-{}", board.name(from), board.name(to)))
    }
}
