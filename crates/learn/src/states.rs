//! What a pattern tells apart on a cell.

use dropline_engine::rules::{MOST_LIBERTIES, Position, SETS_OF_TILES};
use dropline_engine::variant::{Piece, Side};

/// The most arrangements of a cell and its neighbours: more would be learned slowly, and would not fit into the caches of a processor.
const MOST_ARRANGEMENTS: usize = 80_000;
/// The same where there are kinds of piece, which matter more than a cache.
const MOST_OF_PIECES: usize = 1_500_000;
/// The most sets of cells that decide the state of a cell.
pub const MOST_SETS: usize = 3 + MOST_LIBERTIES + 2 + Piece::MOST;

/// The states of a cell in a pattern.
///
/// A cell has state 0 if it is empty, and 1 or 2 if it holds a stone of the first or of the second side. Then follow pairs of states for
/// the two sides: a stone whose group has one liberty, or two; all of these again for each kind of piece; and an empty cell that only this
/// side controls. The last state is a neutral stone.
///
/// On the boundless plane the pairs are those of [`Tiles`], and there are no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// Patterns distinguish groups with up to this many liberties; all other groups look alike.
    pub short: usize,
    /// Whether patterns distinguish empty cells that only one side controls.
    pub controlled: bool,
    /// How many kinds of piece patterns distinguish; pieces of all other kinds look like plain stones.
    pub kinds: usize,
    /// Whether there are neutral stones.
    pub neutral: bool,
    /// What patterns distinguish on the boundless plane; `None` on other boards.
    pub tiles: Option<Tiles>,
}

/// How a pattern sees stacks and tiles. A cell with neither has state 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiles {
    /// A stack of either side, and a tile without a stack.
    Coarse,
    /// A tile without a stack; and stacks on a tile of their side, on one of the other side, and on no tile: with one stone, with two, and
    /// with more.
    Fine,
}

impl Tiles {
    /// How many pairs of states there are.
    pub const fn pairs(self) -> usize {
        match self {
            Self::Coarse => 2,
            Self::Fine => 10,
        }
    }

    /// What the state rises by for each of the sets of [`Position::stacks_and_tiles`].
    const fn rises(self) -> [u32; SETS_OF_TILES] {
        match self {
            Self::Coarse => [1, 2, 3, 1, 0, 0, 0, 0],
            Self::Fine => [3, 4, 1, 1, 2, 4, 6, 6],
        }
    }
}

impl States {
    /// The states in plain patterns and in fine ones. They are the same if the game has neither rules on groups nor control, or if a cell
    /// has too many neighbours for more.
    pub fn of(start: &dyn Position) -> [Self; 2] {
        if start.board().is_boundless() {
            return [Tiles::Coarse, Tiles::Fine].map(|tiles| Self { tiles: Some(tiles), ..Self::default() });
        }
        let plain = Self { neutral: start.variant().has_neutral_stones(), ..Self::default() };
        let liberties = start.append_short_groups(1, &mut Vec::new());
        let controlled = start.append_controlled(&mut Vec::new());
        let pieces = start.variant().pieces.len();
        let cells = start.board().adjacent().len() as u32 + 1;
        let most = if pieces > 0 { MOST_OF_PIECES } else { MOST_ARRANGEMENTS };
        let fits = |states: &Self| states.number().pow(cells) <= most;
        let choices = (0..=pieces).rev().flat_map(|kinds| {
            (0..=if liberties { MOST_LIBERTIES } else { 0 }).rev().map(move |short| (kinds, short))
        });
        let fine = choices.map(|(kinds, short)| Self { short, controlled, kinds, ..plain }).find(fits);
        [plain, fine.unwrap_or(plain)]
    }

    /// How many there are.
    pub fn number(self) -> usize {
        if let Some(tiles) = self.tiles {
            return 1 + 2 * tiles.pairs();
        }
        1 + 2 * (self.of_stones() + usize::from(self.controlled)) + usize::from(self.neutral)
    }

    /// How many there are for the stones of a side.
    const fn of_stones(self) -> usize {
        (1 + self.short) * (1 + self.kinds)
    }

    /// What the state rises by for each set that a cell belongs to: the stones of both sides, neutral stones, and for fine patterns
    /// those of groups with one liberty, with two, the cells that each side controls, and the pieces of each kind.
    pub fn rises(self, sets: &Self) -> [u32; MOST_SETS] {
        let mut rises = [0; MOST_SETS];
        if let Some(tiles) = self.tiles {
            rises[..SETS_OF_TILES].copy_from_slice(&tiles.rises());
            return rises;
        }
        rises[..2].copy_from_slice(&[1, 2]);
        rises[2] = if self.neutral { self.number() as u32 - 1 } else { 0 };
        (0..self.short).for_each(|at| rises[3 + at] = 2 * (at as u32 + 1));
        if self.controlled {
            let first = 1 + 2 * self.of_stones() as u32;
            rises[3 + sets.short..][..2].copy_from_slice(&[first, first + 1]);
        }
        let pieces = 3 + sets.short + 2 * usize::from(sets.controlled);
        for (number, rise) in (1..).zip(&mut rises[pieces..][..self.kinds]) {
            *rise = 2 * (1 + self.short as u32) * number;
        }
        rises
    }

    /// What is on a cell with this state, as the side `own` sees it.
    pub fn content(self, state: u32, own: Side) -> Content {
        if state == 0 {
            return Content::Empty;
        }
        if self.neutral && state as usize == self.number() - 1 {
            return Content::Neutral;
        }
        let is_own = (state - 1) % 2 == own.index() as u32;
        let pair = ((state - 1) / 2) as usize;
        if pair >= self.of_stones() {
            return Content::Controlled { by_own: is_own };
        }
        let stone =
            Stone { liberties: (pair % (1 + self.short)) as u8, kind: (pair / (1 + self.short)) as u8 };
        if is_own { Content::Own(stone) } else { Content::Enemy(stone) }
    }
}

/// What is on a cell, as one of the sides sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// Nothing, on a cell that only one of the sides controls, if the pattern tells.
    Controlled {
        /// Whether it is this side.
        by_own: bool,
    },
    /// A stone of this side.
    Own(Stone),
    /// A stone of the other side.
    Enemy(Stone),
    /// A stone that belongs to no side.
    Neutral,
}

/// A stone, as far as the pattern distinguishes it from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stone {
    /// The number of liberties of its group, if the pattern sees them and they are few; else 0.
    pub liberties: u8,
    /// The number of its kind in the variant's list, from 1; 0 for a stone of no kind, or if the pattern does not tell.
    pub kind: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_says_what_is_on_its_cell() {
        let states = States { short: 2, controlled: true, kinds: 0, neutral: true, tiles: None };
        let contents: Vec<Content> =
            (0..states.number() as u32).map(|state| states.content(state, Side::Second)).collect();
        let controlled = |by_own| Content::Controlled { by_own };
        let stone = |liberties| Stone { liberties, kind: 0 };
        let own = |liberties| Content::Own(stone(liberties));
        let enemy = |liberties| Content::Enemy(stone(liberties));
        assert_eq!(
            contents,
            [
                Content::Empty,
                enemy(0),
                own(0),
                enemy(1),
                own(1),
                enemy(2),
                own(2),
                controlled(false),
                controlled(true),
                Content::Neutral
            ]
        );
        // A neutral stone, the second side's stone with two liberties, an empty cell of the second side.
        assert_eq!(states.rises(&states)[..7], [1, 2, 9, 2, 4, 7, 8]);
    }

    #[test]
    fn a_state_says_of_which_kind_a_piece_is() {
        let states = States { short: 1, controlled: false, kinds: 2, neutral: true, tiles: None };
        assert_eq!(states.number(), 14);
        let rises = states.rises(&states);
        // The sets: both sides, neutral stones, groups with one liberty, and both kinds.
        for (sets, liberties, kind) in
            [(&[0][..], 0, 0), (&[0, 3], 1, 0), (&[0, 4], 0, 1), (&[0, 3, 5], 1, 2)]
        {
            let state: u32 = sets.iter().map(|&set: &usize| rises[set]).sum();
            assert_eq!(
                states.content(state, Side::First),
                Content::Own(Stone { liberties, kind }),
                "{sets:?}"
            );
            let other = state + rises[1] - rises[0];
            assert_eq!(states.content(other, Side::First), Content::Enemy(Stone { liberties, kind }));
        }
        assert_eq!(states.content(rises[2], Side::First), Content::Neutral);
    }
}
