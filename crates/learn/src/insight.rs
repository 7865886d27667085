//! What a learned evaluation values: stones on each cell, and shapes.

use crate::evaluator::Evaluator;
use crate::layout::{Layout, STAGES};
use crate::logistic::LOGIT;
use crate::pattern::Pattern;
use crate::player::Learned;
use crate::sharing::Group;
use crate::states::{Content, Tiles};
use crate::weights::{Tables, Weights};
use dropline_agents::{Agent, playout_policy};
use dropline_engine::board::Direction;
use dropline_engine::chance;
use dropline_engine::rules::Position;
use dropline_engine::variant::Side;
use std::sync::Arc;

/// Random actions with which each game begins.
const RANDOM_ACTIONS: u32 = 4;
/// A shape is listed if it occurred at least once in this many positions.
const RARE: u64 = 10;

/// What a learned evaluation says of the positions of its own games.
#[derive(Clone, Debug)]
pub struct Insight {
    /// The number of games.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// For the first side and the second, and each cell in the board's order, what a stone there is worth; on the boundless plane, what a
    /// tile or stack is worth, by its number among the pairs of [`Tiles::Fine`].
    pub stones: [Vec<Worth>; 2],
    /// The shapes, in no particular order; none on the boundless plane.
    pub shapes: Vec<Shape>,
}

/// What a stone is worth to its side: how much it adds to the evaluation, over the positions in which it stands there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    /// The sum, in logits.
    sum: f64,
    /// The number of positions.
    pub positions: u64,
}

impl Worth {
    /// The worth over the positions of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, positions: self.positions + other.positions }
    }

    /// The mean, in logits; `None` if there was never a stone.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.sum / self.positions as f64)
    }
}

/// Stones in a pattern, as the side to move sees them.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The kind of pattern.
    pub pattern: Pattern,
    /// The cells of the pattern by their distance from the first, and what is on each.
    pub cells: Vec<(Direction, Content)>,
    /// The distances that lie off the board.
    pub outside: Vec<Direction>,
    /// The side that sees it, if the sides play by different rules or from different setups.
    pub side: Option<Side>,
    /// What it adds to the evaluation beyond its stones and parts, in logits.
    pub weight: f64,
    /// How often it occurred.
    pub count: u64,
}

impl Insight {
    /// Lets a learned player play this many `games` against itself from `start`, and looks at the position before each turn. The layout
    /// and the tables are those of the `weights`; the random stream of each game is that of `seed` and the variant's `rules_hash`.
    pub fn of(
        start: &dyn Position,
        (layout, tables): (&Arc<Layout>, &Arc<Tables>),
        weights: &Weights,
        games: u64,
        (seed, rules_hash): (u64, &[u8; 32]),
    ) -> Self {
        let kinds = if layout.is_boundless() { Tiles::Fine.pairs() } else { layout.cells() };
        let stones = [(); 2].map(|()| vec![Worth::default(); kinds]);
        let mut insight = Self { games, positions: 0, stones, shapes: Vec::new() };
        let mut player = Learned::new(layout.clone(), tables.clone());
        let mut evaluator = Evaluator::new(layout.clone());
        let mut counts = vec![0; layout.weights()];
        let mut position = start.boxed_clone();
        let policy = playout_policy(start.variant());
        for game in 0..games {
            let mut rng = chance::stream(seed, rules_hash, game);
            position.assign(start);
            let mut actions = 0;
            while position.outcome().is_none() {
                if position.actions_in_turn() == 0 {
                    evaluator.set(&*position);
                    insight.add(&evaluator, tables, position.side_to_move(), &mut counts);
                }
                if actions < RANDOM_ACTIONS {
                    position.play_random(&mut rng, policy);
                } else {
                    let action = player.choose(&mut *position, &mut rng);
                    position.play(action);
                }
                actions += 1;
            }
        }
        if !layout.is_boundless() {
            insight.shapes =
                layout.groups().iter().flat_map(|group| shapes(layout, weights, group, &counts)).collect();
            insight.shapes.retain(|shape| shape.count * RARE >= insight.positions);
        }
        insight
    }

    /// Adds the position of the `evaluator`, in which `side` is to move.
    fn add(&mut self, evaluator: &Evaluator, tables: &Tables, side: Side, counts: &mut [u64]) {
        let (layout, indices) = (evaluator.layout(), evaluator.indices());
        self.positions += 1;
        let stage = layout.stage(evaluator.count());
        let mut numbers = Vec::new();
        layout.read_weights(side.index(), stage, indices, &mut numbers);
        numbers.iter().for_each(|&number| counts[number as usize] += 1);
        let entries = &tables.entries[stage][side.index()];
        for (cell, states) in evaluator.states() {
            let (owner, at) = if layout.is_boundless() {
                (Side::BOTH[(states[1] - 1) as usize % 2], (states[1] - 1) as usize / 2)
            } else {
                match layout.states_of(Pattern::Three).content(states[0], Side::First) {
                    Content::Own(_) => (Side::First, cell),
                    Content::Enemy(_) => (Side::Second, cell),
                    Content::Empty | Content::Controlled { .. } | Content::Neutral => continue,
                }
            };
            // What the evaluation loses if the cell becomes empty.
            let mut lost = 0;
            for (members, state) in layout.members(cell).into_iter().zip(states) {
                for member in members {
                    let index = indices[member.place as usize];
                    let without = index - state * member.step;
                    lost += i32::from(entries[index as usize]) - i32::from(entries[without as usize]);
                }
            }
            let worth = &mut self.stones[owner.index()][at];
            worth.sum += f64::from(if owner == side { lost } else { -lost }) / f64::from(LOGIT);
            worth.positions += 1;
        }
    }
}

/// The shapes of a group of weights, each with at least one stone.
fn shapes(layout: &Layout, weights: &Weights, group: &Group, counts: &[u64]) -> Vec<Shape> {
    let Group { pattern, inside, outside, side, .. } = group;
    let (pattern, side) = (*pattern, *side);
    if group.is_located() {
        return Vec::new();
    }
    let states = layout.states_of(pattern);
    let number = states.number();
    let own = side.unwrap_or(Side::First);
    // A mean over the stages, by how often the shape occurred in each.
    let weight = |number: usize| {
        let of = |number: usize| f64::from(weights.played()[number]);
        let stages = (0..STAGES).filter_map(|stage| layout.of_stage(number, stage));
        of(number) + stages.map(|at| of(at) * counts[at] as f64).sum::<f64>() / counts[number] as f64
    };
    let shape = |at: usize| {
        let count = counts[group.start + at];
        let content = |digit: usize| states.content((at / number.pow(digit as u32) % number) as u32, own);
        let cells: Vec<_> = inside.iter().enumerate().map(|(digit, &to)| (to, content(digit))).collect();
        let has_stones =
            cells.iter().any(|(_, content)| matches!(content, Content::Own(_) | Content::Enemy(_)));
        (count > 0 && has_stones).then(|| Shape {
            pattern,
            cells,
            outside: outside.clone(),
            side,
            weight: weight(group.start + at),
            count,
        })
    };
    (0..group.len).filter_map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Learning;
    use dropline_engine::{rules, variant};

    fn insight(name: &str, sets: &[&str], blocks: u32) -> Insight {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(name, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
        let start = rules::start(&loaded.variant);
        let layout = Arc::new(Layout::new(&*start, true));
        let mut learning = Learning::new(&*start, layout.clone(), loaded.rules_hash, 1);
        (0..blocks).for_each(|_| learning.block());
        let tables = Arc::new(learning.weights().tables(&layout));
        Insight::of(&*start, (&layout, &tables), learning.weights(), 20, (1, &loaded.rules_hash))
    }

    #[test]
    fn a_stone_in_the_corner_is_worth_more_than_one_beside_it() {
        // In Othello, a stone beside an empty corner gives the corner away.
        let found = insight("othello", &["board.width=6", "board.height=6"], 8);
        let worth = |cell: usize| found.stones[0][cell].mean().expect("stones");
        assert!(worth(0) > worth(7) + 0.3, "{} in the corner, {} next to it", worth(0), worth(7));
        assert!(found.positions > 20 * 20 && found.games == 20);
    }

    #[test]
    fn shapes_name_what_is_on_each_of_their_cells() {
        for (name, sets) in [("tic-tac-toe", &[][..]), ("nogo", &["board.width=4", "board.height=4"])] {
            let found = insight(name, sets, 4);
            assert!(!found.shapes.is_empty(), "{name}");
            for shape in &found.shapes {
                let stones = |own: bool| {
                    let is_one = |content: &Content| match content {
                        Content::Own(_) => own,
                        Content::Enemy(_) => !own,
                        _ => false,
                    };
                    shape.cells.iter().filter(|(_, content)| is_one(content)).count()
                };
                assert!(stones(true) + stones(false) > 0, "{name}: {shape:?}");
                assert_eq!(shape.cells[0].0, shape.cells.iter().map(|&(to, _)| to).min().expect("cells"));
                assert!(
                    shape.pattern.is_fine() || shape.cells.iter().all(|(_, content)| {
                        !matches!(content, Content::Own(stone) | Content::Enemy(stone) if stone.liberties > 0)
                    })
                );
            }
        }
    }
}
