//! Scores: what counts for a side in a position.

use super::cells::Cells;
use super::compile::Rules;
use super::state::State;
use crate::variant::ScoreMethod;

impl<S: Cells, const D: usize> State<S, D> {
    /// The points of the first side and of the second, without komi: own stones and the empty cells that count.
    #[inline(always)]
    pub fn points(&self, rules: &Rules<S, D>) -> [i32; 2] {
        let counting = self.counting(rules);
        [0, 1].map(|side| (self.stones[side].count() + counting[side].count()) as i32)
    }

    /// The empty cells that count for the first side and for the second.
    #[inline(always)]
    pub fn counting(&self, rules: &Rules<S, D>) -> [S; 2] {
        match rules.method {
            ScoreMethod::Control => [0, 1].map(|side| self.empty.without(self.usable(rules, 1 - side))),
            ScoreMethod::Area => {
                let [first, second] = self.stones.map(|stones| {
                    let shore = rules.grid.spread(stones).and(self.empty);
                    rules.grid.flood(shore, self.empty)
                });
                [first.without(second), second.without(first)]
            }
        }
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
                open = super::sight::seen_by::<S, D>(self.stones[side], self.empty, lines);
            }
            if let Some(clear) = rule.clear {
                open = open.without(self.near_stones(rules, clear));
            }
            cells = cells.or(open);
        }
        if rules.no_suicide {
            // Only a cell without an empty neighbour can be suicide.
            cells.without(rules.grid.spread(self.empty)).for_each(|cell| {
                if !self.look(rules, side, cell).lives {
                    cells = cells.without(S::single(cell));
                }
            });
        }
        cells
    }
}
