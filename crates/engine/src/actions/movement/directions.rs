//! Directions by name, one by one for each side.

use super::MoveLines;
use crate::board::{Board, Direction};
use crate::text::{capital, quoted};
use crate::variant::{Path, Problem, Report, Variant, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The directions in which the stones of each side move.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["first"]))]
pub struct DirectionTable {
    /// The directions of the first side's stones, on the drawing of the board: `n` is up and `e` right. Squares have eight
    /// directions. Hexes have six: `ne` leads to the next number, `se` to the next letter, `e` to both, and `sw`, `nw` and `w` back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 8))]
    pub first: Option<Vec<Compass>>,
    /// The directions of the second side's stones; the opposite ones if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 8))]
    pub second: Option<Vec<Compass>>,
}

/// A direction on the drawing of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// Up, on squares.
    N,
    /// Up and to the right.
    Ne,
    /// To the right.
    E,
    /// Down and to the right.
    Se,
    /// Down, on squares.
    S,
    /// Down and to the left.
    Sw,
    /// To the left.
    W,
    /// Up and to the left.
    Nw,
}

/// All directions clockwise: the name, the word, and the step on squares and on hexes.
const ALL: [(Compass, &str, &str, Direction, Option<Direction>); 8] = [
    (Compass::N, "n", "north", (0, 1), None),
    (Compass::Ne, "ne", "north-east", (1, 1), Some((0, 1))),
    (Compass::E, "e", "east", (1, 0), Some((1, 1))),
    (Compass::Se, "se", "south-east", (1, -1), Some((1, 0))),
    (Compass::S, "s", "south", (0, -1), None),
    (Compass::Sw, "sw", "south-west", (-1, -1), Some((0, -1))),
    (Compass::W, "w", "west", (-1, 0), Some((-1, -1))),
    (Compass::Nw, "nw", "north-west", (-1, 1), Some((-1, 0))),
];

impl DirectionTable {
    /// The directions of both sides on `board`; `None` if the board lacks one of them.
    pub fn check(&self, path: &Path, board: &Board, report: &mut Report<'_>) -> Option<[Vec<Direction>; 2]> {
        let first = steps(self.first.as_ref()?, &path.key("first"), board, report)?;
        let second = match &self.second {
            Some(second) => steps(second, &path.key("second"), board, report)?,
            None => first.iter().map(|&(x, y)| (-x, -y)).collect(),
        };
        Some([first, second])
    }
}

/// The steps in the directions of `list`, at `path`, each once.
fn steps(list: &[Compass], path: &Path, board: &Board, report: &mut Report<'_>) -> Option<Vec<Direction>> {
    let mut steps = Vec::new();
    for (i, wanted) in list.iter().enumerate() {
        let &(_, name, _, on_squares, on_hexes) = ALL.iter().find(|(compass, ..)| compass == wanted)?;
        let step = if board.is_hex() { on_hexes } else { Some(on_squares) };
        let Some(step) = step else {
            let message = format!("no hex lies in the direction {}", quoted(name));
            let problem = Problem::with_value(path.index(i), message);
            let problem = problem.expected("expected \"ne\", \"e\", \"se\", \"sw\", \"w\" or \"nw\"");
            report.add(problem.related(Path::of(["board", "shape"]), "the board"));
            return None;
        };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps.sort_unstable();
    Some(steps)
}

/// The lines along which `directions`, on squares, lead.
pub fn lines(directions: &[Vec<Direction>; 2]) -> MoveLines {
    let mut all = directions.iter().flatten().map(|&(x, y)| x == 0 || y == 0);
    match (all.clone().any(|straight| straight), all.all(|straight| straight)) {
        (_, true) => MoveLines::Orthogonal,
        (false, _) => MoveLines::Diagonal,
        _ => MoveLines::Queen,
    }
}

/// ` Black's stones go north or east, white's south or west.`
pub fn words(directions: &[Vec<Direction>; 2], variant: &Variant) -> String {
    let on_hexes = variant.board.is_hex();
    let named = |steps: &Vec<Direction>| {
        let there = ALL.iter().filter(|&&(_, _, _, on_squares, hex)| {
            steps.iter().any(|step| if on_hexes { hex == Some(*step) } else { on_squares == *step })
        });
        listed(there.map(|&(_, _, word, ..)| word.to_owned()), "or")
    };
    let [first, second] = [0, 1].map(|side| (variant.info.players[side].name(), named(&directions[side])));
    if first.1 == second.1 {
        return format!(" It goes {}.", first.1);
    }
    format!(" {}'s stones go {}, {}'s {}.", capital(first.0), first.1, second.0, second.1)
}

/// The steps of both sides, as they are hashed.
pub fn canonical(directions: &[Vec<Direction>; 2]) -> Value {
    json!(directions)
}
