//! What a pattern tells apart on a cell.

use dropline_engine::rules::{MOST_LIBERTIES, Position};
use dropline_engine::variant::Side;

/// The most arrangements of a cell and its neighbours: more would be learned slowly, and would not fit into the caches of a processor.
const MOST_ARRANGEMENTS: usize = 80_000;
/// The most sets of cells that decide the state of a cell.
pub const MOST_SETS: usize = 3 + MOST_LIBERTIES + 2;

/// The states of a cell in a pattern.
///
/// A cell has state 0 if it is empty, and 1 or 2 if it holds a stone of the first or of the second side. Then follow pairs of states for
/// the two sides: a stone whose group has one liberty, or two, and an empty cell that only this side controls. The last state is a neutral
/// stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// Patterns distinguish groups with up to this many liberties; all other groups look alike.
    pub short: usize,
    /// Whether patterns distinguish empty cells that only one side controls.
    pub controlled: bool,
    /// Whether there are neutral stones.
    pub neutral: bool,
}

impl States {
    /// The states in plain patterns and in fine ones. They are the same if the game has neither rules on groups nor control, or if a cell
    /// has too many neighbours for more.
    pub fn of(start: &dyn Position) -> [Self; 2] {
        let plain = Self { neutral: start.variant().has_neutral_stones(), ..Self::default() };
        let liberties = start.append_short_groups(1, &mut Vec::new());
        let controlled = start.append_controlled(&mut Vec::new());
        let cells = start.board().adjacent().len() as u32 + 1;
        let fits = |states: &Self| states.number().pow(cells) <= MOST_ARRANGEMENTS;
        let choices = (0..=if liberties { MOST_LIBERTIES } else { 0 }).rev();
        let fine = choices.map(|short| Self { short, controlled, ..plain }).find(fits);
        [plain, fine.unwrap_or(plain)]
    }

    /// How many there are.
    pub fn number(self) -> usize {
        1 + 2 * (1 + self.short + usize::from(self.controlled)) + usize::from(self.neutral)
    }

    /// What the state rises by for each set that a cell belongs to: the stones of both sides, neutral stones, and for fine patterns
    /// those of groups with one liberty, with two, and the cells that each side controls.
    pub fn rises(self, sets: &Self) -> [u32; MOST_SETS] {
        let mut rises = [0; MOST_SETS];
        rises[..2].copy_from_slice(&[1, 2]);
        rises[2] = if self.neutral { self.number() as u32 - 1 } else { 0 };
        (0..self.short).for_each(|at| rises[3 + at] = 2 * (at as u32 + 1));
        if self.controlled {
            let first = 3 + 2 * self.short as u32;
            rises[3 + sets.short..][..2].copy_from_slice(&[first, first + 1]);
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
        match ((state - 1) / 2) as usize {
            pair if pair > self.short => Content::Controlled { by_own: is_own },
            pair if is_own => Content::Own(pair as u8),
            pair => Content::Enemy(pair as u8),
        }
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
    /// A stone of this side, and the number of liberties of its group if the pattern sees them and they are few.
    Own(u8),
    /// A stone of the other side, likewise.
    Enemy(u8),
    /// A stone that belongs to no side.
    Neutral,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_says_what_is_on_its_cell() {
        let states = States { short: 2, controlled: true, neutral: true };
        let contents: Vec<Content> =
            (0..states.number() as u32).map(|state| states.content(state, Side::Second)).collect();
        let controlled = |by_own| Content::Controlled { by_own };
        let (own, enemy) = (Content::Own, Content::Enemy);
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
        assert_eq!(states.rises(&states), [1, 2, 9, 2, 4, 7, 8]);
    }
}
