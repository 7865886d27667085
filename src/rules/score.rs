//! Scores: what counts for a side in a position.

use super::compile::Rules;
use super::compiled::Compiled;
use super::state::State;
use crate::variant::ScoreMethod;

impl<S: Compiled, const D: usize> State<S, D> {
    /// The points of the first side and of the second, without komi: own stones and the empty cells that count.
    #[inline(always)]
    pub fn points(&self, rules: &Rules<S, D>) -> [i32; 2] {
        let counting = self.counting(rules);
        let of = |side: usize| (self.stones[side].count() + counting[side].count()) as i32;
        [of(0), of(1)]
    }

    /// The empty cells that count for the first side and for the second.
    #[inline(always)]
    pub fn counting(&self, rules: &Rules<S, D>) -> [S; 2] {
        match rules.method {
            ScoreMethod::Control => {
                let [first, second] = [self.usable(rules, 0), self.usable(rules, 1)];
                [self.empty.without(second), self.empty.without(first)]
            }
            ScoreMethod::Area => {
                let [first, second] = [self.touched_by(rules, 0), self.touched_by(rules, 1)];
                [first.without(second), second.without(first)]
            }
            ScoreMethod::Groups | ScoreMethod::Tiles => [S::none(); 2],
        }
    }

    /// The empty regions that touch a stone of `side`.
    #[inline(always)]
    fn touched_by(&self, rules: &Rules<S, D>, side: usize) -> S {
        let shore = rules.grid.spread(self.stones[side]).and(self.empty);
        S::flood(&rules.grid, shore, self.empty)
    }

    /// The cells where `side`, were it to begin a normal turn, could place a stone: what the adversary does not
    /// control.
    #[inline(always)]
    fn usable(&self, rules: &Rules<S, D>, side: usize) -> S {
        let mut cells = S::none();
        for &rule in &rules.control {
            let rule = &rules.places[usize::from(rule)];
            let mut open = self.empty;
            if let Some(lines) = rule.sight {
                open = S::seen_by::<D>(self.stones[side], self.empty, lines);
            }
            if let Some(clear) = rule.clear {
                open = open.without(self.near_stones(rules, clear));
            }
            cells = cells.or(open);
        }
        if rules.no_suicide {
            // Only a cell without an empty neighbour can be suicide.
            for cell in cells.without(rules.grid.spread(self.empty)).iter() {
                if !self.look(rules, side, cell).lives {
                    cells = cells.without(S::single(cell));
                }
            }
        }
        cells
    }
}
