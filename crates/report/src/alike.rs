//! First turns that are equivalent under the symmetries of a game.

use dropline_engine::board::{Board, Cell};
use dropline_engine::notation::turn_text;
use dropline_engine::rules::Action;

/// The symmetries of a game. First turns are equivalent if one of the symmetries maps them to each other. If the identity is the
/// only symmetry, no two of them are equivalent.
#[derive(Clone, Copy, Debug)]
pub struct Alike<'a> {
    board: &'a Board,
    images: &'a [Vec<u16>],
}

impl<'a> Alike<'a> {
    /// The symmetries of a game on `board`, given by the images of the cells, as
    /// [`game_symmetries`](dropline_solve::game_symmetries) returns them.
    pub fn new(board: &'a Board, images: &'a [Vec<u16>]) -> Self {
        Self { board, images }
    }

    /// The representative of the turns equivalent to `turn`, in the notation: the first in text order, with the stones sorted by
    /// cell if the turn only places stones. Text that is not a turn on this board represents itself.
    pub fn first_of_turns(&self, turn: &str) -> String {
        let actions: Result<Vec<Action>, _> = turn.split('+').map(str::parse).collect();
        let Ok(actions) = actions else { return turn.to_owned() };
        let images = self.images.iter().filter_map(|image| self.image(image, &actions));
        images
            .map(|actions| turn_text(&actions))
            .min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)))
            .unwrap_or_else(|| turn.to_owned())
    }

    /// The image of the actions of a turn; `None` if a cell is not on the board.
    fn image(&self, image: &[u16], actions: &[Action]) -> Option<Vec<Action>> {
        let to = |cell: Cell| Some(self.board.cells()[usize::from(image[self.board.index(cell)?])]);
        // Symmetries of a board do not apply to tiles on the plane, and swaps concern the players.
        let turns = |action: &Action| action.on_plane() != Some(true) && *action != Action::Swap;
        let of = |action: &Action| action.on_cells(to).filter(turns);
        let mut turned: Vec<Action> = actions.iter().map(of).collect::<Option<_>>()?;
        // The order of placed stones does not matter, since nothing can have been captured in the first turn.
        if turned.iter().all(|action| action.stone().is_some()) {
            turned.sort_by_key(Action::stone);
        }
        Some(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant::{self, Variant};
    use dropline_solve::game_symmetries;

    fn of(spec: &str, set: &[&str]) -> Variant {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        variant::load(spec, &set).expect("a variant").variant
    }

    #[test]
    fn first_turns_that_a_symmetry_maps_to_each_other_are_equivalent() {
        let go = of("go", &["board.width=5", "board.height=5"]);
        let images = game_symmetries(&go);
        let alike = Alike::new(&go.board, &images);
        assert_eq!(images.len(), 8);
        let first = |turn: &str| alike.first_of_turns(turn);
        assert_eq!(["b1", "e2", "d5", "a4"].map(first), [const { "a2" }; 4]);
        assert_eq!(["c3", "pass", "nonsense", "z9"].map(first), ["c3", "pass", "nonsense", "z9"]);
        // Both turns place equivalent stones, in different orders.
        assert_eq!(first("b1+a2"), first("e2+d1"));
    }

    #[test]
    fn a_shape_is_transformed_as_a_whole() {
        let dispatch = of("dispatch", &[]);
        let images = game_symmetries(&dispatch);
        let alike = Alike::new(&dispatch.board, &images);
        if images.len() > 1 {
            let cells = dispatch.board.cells();
            let text = turn_text(&[Action::Shape(cells[..2].iter().copied().collect())]);
            let image = alike.image(&images[1], &[text.parse().unwrap()]).unwrap();
            assert_eq!(alike.first_of_turns(&turn_text(&image)), alike.first_of_turns(&text));
        }
    }

    #[test]
    fn only_the_symmetries_of_the_setup_remain() {
        let side = "board.side=4";
        let count = |name, sets: &[&str]| game_symmetries(&of(name, sets)).len();
        assert_eq!(count("send-it", &[side]), 12);
        assert_eq!(count("send-it", &[side, "setup.black=[\"a1\"]"]), 2);
        // A half turn maps the two edges of each player to each other; reflections would exchange the players.
        let hex = of("hex", &["board.side=4"]);
        let images = game_symmetries(&hex);
        let alike = Alike::new(&hex.board, &images);
        assert_eq!(
            (images.len(), alike.first_of_turns("d4"), alike.first_of_turns("d1")),
            (2, "a1".into(), "a4".into())
        );
        for (name, sets, expected) in [
            // Each player has a goal on one side of the board, and moves towards it.
            ("breakthrough", &[][..], 2),
            ("lines-of-action", &[], 4),
            // Stones fall.
            ("connect-four", &[], 2),
            // The dominoes of one player lie in rows, those of the other in columns.
            ("domineering", &[], 4),
            ("go", &["board.wrap=\"torus\""], 648),
            ("exxit", &[], 1),
        ] {
            assert_eq!(count(name, sets), expected, "{name}");
        }
    }
}
