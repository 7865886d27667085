//! Decisive moves in playouts: a playout places a stone that wins, or else one that stops the opponent from winning in its next
//! turn, and avoids stones that lose.
//!
//! Teytaud and Teytaud 2010, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms". The module covers
//! goals whose tests can quickly find the stones that reach them ([`GoalTest::last`]); in other games it costs nothing.

use super::cells::Cells;
use super::compile::Rules;
use super::draw::draw_among;
use super::index::Index;
use super::placement::Placement;
use super::plan::Slot;
use super::processor::compiled;
use super::state::State;
use crate::chance::Draw;
use crate::goals::{GoalResult, GoalTest, View};

/// The cells where stones of a side would decide the game.
#[derive(Clone, Copy)]
struct Last<S> {
    /// The cells of all sets of stones that would win the game if placed in one turn.
    wins: S,
    /// The cells where a stone would lose.
    losses: S,
}

/// The cells where stones of each side would decide the game, updated during a playout.
pub struct Decisive<S> {
    sides: [Last<S>; 2],
    /// The number of stones that each side places in a turn.
    stones: [u32; 2],
}

impl<S: Cells> Decisive<S> {
    /// The cells where a stone of the side with the index `side` would lose.
    #[inline(always)]
    pub const fn losses(&self, side: usize) -> S {
        self.sides[side & 1].losses
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells where stones would decide the game now; `None` if no goal's test can find them.
    #[inline(always)]
    pub fn decisive(&self, rules: &Rules<S, D>) -> Option<Decisive<S>> {
        if !rules.all_goals().any(|goal| goal.test.implements_last()) {
            return None;
        }
        let stones = |side| u32::from(rules.plan.steps[usize::from(rules.plan.normal_turn(side))].max);
        let stones = [stones(0), stones(1)];
        let sides =
            [last_stones(self, rules, 0, stones[0], None), last_stones(self, rules, 1, stones[1], None)];
        Some(Decisive { sides, stones })
    }

    /// Updates `known` after an action of `mover`: a stone on `new`, or if that is `None`, any other action.
    #[inline(always)]
    pub fn renew_decisive(
        &self,
        rules: &Rules<S, D>,
        known: &mut Decisive<S>,
        mover: usize,
        new: Option<Index>,
    ) {
        let (mover, other) = (mover & 1, 1 - (mover & 1));
        // A capture frees cells: lines elsewhere may be open again.
        let new = new.filter(|_| !rules.by_liberties && !rules.takes_stones);
        let mut last = last_stones(self, rules, mover, known.stones[mover], new);
        if new.is_some() {
            last.wins = last.wins.or(known.sides[mover].wins).and(self.empty);
            last.losses = last.losses.or(known.sides[mover].losses).and(self.empty).without(last.wins);
        }
        known.sides[mover] = last;
        let Last { wins, losses } = known.sides[other];
        if new.is_none() || !wins.is_empty() || !losses.is_empty() {
            known.sides[other] = last_stones(self, rules, other, known.stones[other], None);
        }
    }

    /// Draws a winning stone from those that `slot` allows, or else a stone that stops the opponent from winning.
    #[inline(always)]
    pub fn draw_decisive(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        known: &Decisive<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let mover = self.mover();
        let (own, enemy) = (known.sides[mover].wins, known.sides[1 - mover].wins);
        if own.is_empty() && enemy.is_empty() || rules.place_rule(slot).neutral {
            return None;
        }
        if !own.is_empty() {
            let left = self.stones_left(rules, slot);
            let wins = if left < known.stones[mover] {
                last_stones(self, rules, mover, left, None).wins
            } else {
                own
            };
            let found = draw_among(self, rules, slot, wins, draw);
            if found.is_some() {
                return found;
            }
        }
        draw_among(self, rules, slot, enemy, draw)
    }

    /// How many stones the player may still place in the step of `slot`.
    #[inline(always)]
    fn stones_left(&self, rules: &Rules<S, D>, slot: Slot) -> u32 {
        let step = &rules.plan.steps[usize::from(slot.step)];
        let done = if slot.step == self.progress.step { self.progress.done } else { 0 };
        u32::from(step.max - done)
    }

    /// The cells where `stones` stones of `side` would decide the game. If `new`, the cell of the last stone, is given, the
    /// result may lack cells that were decisive before that stone.
    #[inline(always)]
    fn last_stones(&self, rules: &Rules<S, D>, side: usize, stones: u32, new: Option<Index>) -> Last<S> {
        let (view, mut last) = (self.view(rules), Last { wins: S::none(), losses: S::none() });
        // If a stone reaches two goals, the earlier one decides.
        for goal in rules.all_goals().filter(|goal| goal.is_for[side][side]) {
            match goal.result {
                GoalResult::Win => {
                    let cells = last_of(&goal.test, &view, side, stones, new);
                    last.wins = last.wins.or(cells.without(last.losses));
                }
                GoalResult::Lose => {
                    let cells = last_of(&goal.test, &view, side, 1, new);
                    last.losses = last.losses.or(cells.without(last.wins));
                }
            }
        }
        last
    }
}

compiled! {
    fn last_stones(state: &State<S, D>, rules: &Rules<S, D>, side: usize, stones: u32, new: Option<Index>) -> Last<S> => state.last_stones(rules, side, stones, new);
    fn last_of(test: &GoalTest<S>, view: &View<'_, S, D>, side: usize, stones: u32, new: Option<Index>) -> S => test.last(view, side, stones, new);
}

#[cfg(test)]
mod tests {
    use super::super::cells::words::Words;
    use super::super::index::{cell, index};
    use super::super::own_eyes::PlayoutPolicy;
    use super::super::{Action, Guide, Mark, Player, Reason, Winner, start};
    use super::*;
    use crate::board::{Board, Cell};
    use crate::chance;
    use crate::variant::{self, Variant};

    type Set = Words<16>;

    fn variant(name: &str, sets: &[&str]) -> Variant {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        variant::load(name, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).variant
    }

    /// The empty cells of all lines of `length` that lack at most `lacking` stones of `side`, found one line at a time.
    fn scanned<const D: usize>(
        state: &State<Set, D>,
        board: &Board,
        side: usize,
        length: usize,
        exact: bool,
        lacking: usize,
    ) -> Set {
        let own = |cell: Option<Cell>| cell.is_some_and(|cell| state.stones[side].has(index::<Set>(cell)));
        let mut cells = Set::none();
        for &first in board.cells() {
            for &step in board.directions(crate::board::Lines::Queen) {
                let mut line = vec![first];
                line.extend(board.line(first, step).take(length - 1));
                let gaps = line.iter().filter(|&&cell| !own(Some(cell)));
                let gaps: Vec<Cell> = gaps.copied().collect();
                let (before, behind) =
                    (board.step(first, (-step.0, -step.1)), board.step(line[line.len() - 1], step));
                let right = line.len() == length && !(exact && (own(before) || own(behind)));
                if right
                    && gaps.len() <= lacking
                    && gaps.iter().all(|&cell| state.empty.has(index::<Set>(cell)))
                {
                    cells = gaps.iter().fold(cells, |cells, &cell| cells.or(Set::single(index::<Set>(cell))));
                }
            }
        }
        cells
    }

    /// Plays random games, and compares the goals' answers with a check of each line and with the effect of each stone.
    fn compare<const D: usize>(name: &str, sets: &[&str], length: usize, exact: bool) -> usize {
        let variant = variant(name, sets);
        let rules = Rules::<Set, D>::new(&variant);
        let mut state = State::start(&rules);
        let mut found = 0;
        for game in 0..30 {
            let mut rng = chance::stream(7, &[0; 32], game);
            state.reset(&rules);
            while state.progress.outcome.is_none() {
                for (side, lacking) in [(0, 1), (1, 1), (0, 2), (1, 2)] {
                    let told = last_stones(&state, &rules, side, lacking, None).wins;
                    assert_eq!(
                        told,
                        scanned(&state, &variant.board, side, length, exact, lacking as usize),
                        "{name} {sets:?}"
                    );
                }
                let (mover, wins) = (state.mover(), last_stones(&state, &rules, state.mover(), 1, None).wins);
                for at in wins.iter() {
                    let mut after = state.clone();
                    after.play_at(&rules, at);
                    let outcome = after.progress.outcome.expect("the stone ends the game");
                    assert_eq!(
                        (outcome.reason, outcome.decided),
                        (Reason::Goal, Some(Player::BOTH[mover].wins()))
                    );
                    found += 1;
                }
                let (mut known, mover) = (state.decisive(&rules).expect("decisive stones"), state.mover());
                let action = state.play_random(&rules, PlayoutPolicy::Unrestricted, &mut Draw::new(&mut rng));
                let Action::Place(cell) = action else { continue };
                state.renew_decisive(&rules, &mut known, mover, Some(index::<Set>(cell)));
                // The update keeps cells whose line has meanwhile become too long.
                for (kept, found) in
                    known.sides.iter().zip(state.decisive(&rules).expect("decisive stones").sides)
                {
                    let same = kept.wins == found.wins && kept.losses == found.losses;
                    assert!(exact || same, "{name} {sets:?}");
                }
            }
        }
        found
    }

    impl<const D: usize> State<Set, D> {
        fn play_at(&mut self, rules: &Rules<Set, D>, at: Index) {
            super::super::act::act(self, rules, Action::Place(cell::<Set>(at)));
        }
    }

    #[test]
    fn winning_stones_complete_lines() {
        let small = ["board.width=6", "board.height=7"];
        let with = |more| [small[0], small[1], more];
        assert!(compare::<4>("gomoku", &with("goal.row.line.length=4"), 4, false) > 30);
        assert!(
            compare::<4>(
                "gomoku",
                &["board.width=6", "board.height=7", "goal.row.line.length=3", "goal.row.line.exact=true"],
                3,
                true
            ) > 30
        );
        assert!(compare::<4>("connect6", &with("goal.row.line.length=5"), 5, false) > 10);
        assert!(compare::<4>("pente", &with("goal.row.line.length=4"), 4, false) > 30);
        // Captures reopen lines.
        let captures =
            ["board.width=5", "board.height=5", "goal.row.line.length=4", "capture.rule=\"liberties\""];
        assert!(compare::<4>("gomoku", &captures, 4, false) > 30);
        let hexes = ["goal.three=none", "turn.swap=false", "end.goals=[\"four\"]", "board.side=4"];
        assert!(compare::<6>("yavalath", &hexes, 4, false) > 30);
        assert!(compare::<6>("yavalath", &["turn.swap=false", "board.side=4"], 4, false) > 5);
    }

    /// The marks of a playout guided only by decisive stones, and who won it.
    fn playout(name: &str, sets: &[&str], seed: u64) -> (Vec<Mark>, Winner) {
        let mut position = start(&variant(name, sets));
        let (mut rng, mut marks) = (chance::stream(seed, &[0; 32], 0), Vec::new());
        let mut guide = Guide::default();
        guide.decisive = 256;
        position.playout_guided(&mut rng, PlayoutPolicy::Unrestricted, &mut guide, &mut marks);
        (marks, position.winner())
    }

    /// The first cell that each of 30 playouts marks, with the winner of the playout; without duplicates.
    fn first_marks(name: &str, sets: &[&str]) -> Vec<(String, Winner)> {
        let first = |seed| {
            let (marks, winner) = playout(name, sets, seed);
            (marks[0].cell.to_string(), winner)
        };
        let mut first: Vec<_> = (0..30).map(first).collect();
        first.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        first.dedup();
        first
    }

    #[test]
    fn a_playout_wins_if_it_can() {
        let four = "setup.black=[\"b1\",\"c1\",\"d1\",\"e1\"]";
        let white = "setup.white=[\"a1\",\"h8\",\"h9\",\"k3\"]";
        assert_eq!(first_marks("gomoku", &[four, white]), [("f1".to_owned(), Winner::First)]);
        // Two stones of one turn.
        let won = first_marks("connect6", &[four, white, "setup.turns=2"]);
        assert_eq!(won, ["f1", "g1"].map(|cell| (cell.to_owned(), Winner::First)));
        for seed in 0..30 {
            assert_eq!(playout("connect6", &[four, white, "setup.turns=2"], seed).0.len(), 2);
        }
        // The row counts at the end of the turn, or only after white's.
        let checked = |checked| first_marks("connect6", &[four, white, "setup.turns=2", checked]);
        assert_eq!(checked("goal.row.line.checked=turn"), won);
        assert!(checked("goal.row.line.checked=start").len() > 5);
    }

    #[test]
    fn a_playout_stops_the_opponent_from_winning_if_it_can() {
        let four = "setup.white=[\"b1\",\"c1\",\"d1\",\"e1\"]";
        let black = "setup.black=[\"a1\",\"h8\",\"h9\",\"k3\"]";
        let cells = |name| {
            let mut cells: Vec<_> =
                first_marks(name, &[four, black, "setup.turns=2"]).into_iter().map(|first| first.0).collect();
            cells.dedup();
            cells
        };
        assert_eq!(cells("gomoku"), ["f1"]);
        assert_eq!(cells("connect6"), ["f1", "g1"]);
    }

    #[test]
    fn a_winning_stone_is_not_placed_where_gravity_forbids_it() {
        let sets = [
            "setup.black=[\"a2\",\"b2\",\"c2\"]",
            "setup.white=[\"a1\",\"b1\",\"c1\"]",
            "setup.to_move=black",
        ];
        let first = first_marks("connect-four", &sets);
        assert!(
            first.iter().all(|(cell, _)| cell != "d2") && first.iter().any(|(cell, _)| cell == "d1"),
            "{first:?}"
        );
    }

    #[test]
    fn a_playout_avoids_a_losing_line_while_another_action_is_legal() {
        let sets = [
            "setup.black=[\"a1\",\"b1\",\"a4\",\"b5\"]",
            "setup.white=[\"e3\",\"e5\",\"d2\",\"c4\"]",
            "setup.turns=8",
        ];
        let first = first_marks("squava", &sets);
        assert!(first.len() > 5 && first.iter().all(|(cell, _)| cell != "c1"), "{first:?}");
        // The playout goes on even if every remaining cell loses.
        let sets = ["board.width=3", "board.height=3", "goal.row.line.result=lose"];
        for seed in 0..30 {
            assert!(playout("tic-tac-toe", &sets, seed).0.len() >= 6);
        }
    }
}
