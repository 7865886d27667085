//! The fast engine against the slow one: random games of random variants, compared action by action.
//!
//! `DROPLINE_CASES` sets the number of variants to try (a hundred times the default keeps the machine busy overnight);
//! `DROPLINE_CASE` tries only the variant with that number. A failure names its number, draws the position, describes the variant
//! and lists the actions that led there.

use crate::chance::{below, once_in, pick, seeded};
use crate::draw::{describe, picture, text, texts};
use crate::oracle::{Oracle, oracle};
use crate::table::legal;
use crate::{family, family_mixtures, family_tiles};
use dropline::board::{Board, Cell, CellSet};
use dropline::rules::{self, Action, Ownership, PlayoutPolicy, Position};
use dropline::variant::{ScoreMethod, Variant};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::env;
use std::fmt::{Debug, Write};

/// Two engines in the same position.
struct Pair<'a> {
    number: u64,
    fast: &'a mut dyn Position,
    slow: &'a mut dyn Oracle,
    played: Vec<Action>,
}

/// Creates the position at the start of a game.
type Start = fn(&Variant) -> Box<dyn Position>;

/// The fast engine on the grid that it chooses, and on the large grid.
const FAST: [Start; 2] = [rules::start, rules::start_on_large_grid];

#[test]
fn the_engines_agree_on_small_boards() {
    for number in numbers(160) {
        let variant = family::small(number);
        for (seed, start) in (number << 1..).zip(FAST) {
            compare_game(number, start(&variant), &mut seeded(seed), 60, 1);
        }
    }
}

#[test]
fn the_engines_agree_on_large_boards() {
    for number in numbers(8) {
        let variant = family::large(number);
        let actions = 6 + 800 / variant.board.cells().len();
        for (seed, start) in (number << 1..).zip(FAST) {
            compare_game(number, start(&variant), &mut seeded(seed), actions, actions / 2);
        }
    }
}

#[test]
fn the_engines_agree_late_in_games_on_large_boards() {
    for number in numbers(12) {
        let rng = &mut seeded(number);
        let late = family::after_random_turns(&family::large(number), rng);
        compare_game(number, FAST[number as usize / 2 % 2](&late), rng, 4, 4);
    }
}

#[test]
fn the_engines_agree_on_mixtures() {
    for number in numbers(1500) {
        let variant = family_mixtures::any(number);
        compare_game(number, FAST[number as usize / 6 % 2](&variant), &mut seeded(number), 24, 1);
    }
}

#[test]
fn the_engines_agree_on_mixtures_on_boards_that_wrap() {
    for number in numbers(700) {
        let variant = family_mixtures::wrapping(number);
        compare_game(number, rules::start(&variant), &mut seeded(number), 24, 1);
    }
}

#[test]
fn the_engines_agree_on_rings_beside_holes() {
    for number in numbers(60) {
        let variant = family_mixtures::rings(number);
        compare_game(number, FAST[number as usize % 2](&variant), &mut seeded(number), 40, 2);
    }
}

#[test]
fn the_engines_agree_on_tiles() {
    for number in numbers(200) {
        let variant = family_tiles::any(number);
        compare_game(number, rules::start(&variant), &mut seeded(number), 50, 1);
    }
}

#[test]
fn the_engines_agree_late_in_games_on_tiles() {
    for number in numbers(24) {
        let rng = &mut seeded(number);
        let late = family_tiles::after_random_turns(&family_tiles::of_many_tiles(number), rng);
        compare_game(number, rules::start(&late), rng, 12, 3);
    }
}

/// The numbers of the variants to try.
fn numbers(usual: u64) -> std::ops::Range<u64> {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    match number("DROPLINE_CASE") {
        Some(one) => one..one + 1,
        None => 0..number("DROPLINE_CASES").unwrap_or(usual),
    }
}

/// Plays one random game of at most `most` actions and compares the positions after every `every` actions.
fn compare_game(number: u64, mut fast: Box<dyn Position>, rng: &mut Random, most: usize, every: usize) {
    let mut slow = oracle(fast.variant());
    let mut pair = Pair { number, fast: fast.as_mut(), slow: slow.as_mut(), played: vec![] };
    for round in 0..=most {
        if round % every == 0 || pair.slow.outcome().is_some() {
            pair.compare(rng);
        }
        let Some(action) = pair.choose(rng) else { break };
        pair.play(action);
    }
}

impl Pair<'_> {
    /// A legal action; rarely `pass`, so that few games end early.
    fn choose(&self, rng: &mut Random) -> Option<Action> {
        let mut actions = legal(self.fast);
        if actions.len() > 1 && !once_in(4, rng) {
            actions.retain(|&action| action != Action::Pass);
        }
        (!actions.is_empty()).then(|| pick(rng, &actions))
    }

    fn play(&mut self, action: Action) {
        self.fast.play(action);
        self.slow.play(action);
        self.played.push(action);
    }

    /// Compares everything that a position can report.
    fn compare(&mut self, rng: &mut Random) {
        self.same("outcome", |game| game.outcome());
        let legal = self.compare_legal();
        self.same_on_cells("stone", |game| {
            game.board()
                .cells()
                .iter()
                .map(|&cell| (game.stone(cell), game.is_neutral(cell), game.piece(cell)))
                .collect()
        });
        self.same_on_cells("stack", |game| {
            game.board().cells().iter().map(|&cell| (game.stack(cell), game.tile(cell))).collect()
        });
        self.same("hands", |game| game.hands());
        self.same("captures", |game| game.captures());
        self.same("turns", |game| (game.turns(), game.swapped()));
        self.same("score", |game| (game.score(), game.groups(), game.margin()));
        self.same_on_cells("owned", ownership);
        self.same("player", |game| (game.to_move(), game.side_to_move(), game.actions_in_turn()));
        self.compare_checks(&legal, rng);
        self.compare_margins(&legal, rng);
        self.compare_draws(&legal, rng);
        if let Err(why) = self.fast.verify() {
            self.differ(&format!("incremental state: {why}"));
        }
    }

    /// Checks that the legal actions are the same, that each is generated once, and that their number is right.
    fn compare_legal(&self) -> Vec<Action> {
        let [fast, slow] = [legal(&*self.fast), legal(&*self.slow)];
        if fast != slow {
            self.differ(&format!("legal actions\n  fast: {}\n  slow: {}", texts(&fast), texts(&slow)));
        }
        if self.fast.count_legal() as usize != slow.len() {
            self.differ(&format!("the number of legal actions: {}", self.fast.count_legal()));
        }
        slow
    }

    /// Checks that generated actions are accepted, and that rejected ones are rejected for a valid reason.
    fn compare_checks(&self, legal: &[Action], rng: &mut Random) {
        for &action in legal {
            if let Err(illegal) = self.fast.check(action) {
                self.differ(&format!("`{}` is legal, but rejected: {illegal}", text(action)));
            }
            let [fast, slow] = [&*self.fast, &*self.slow as &dyn Position]
                .map(|game| game.excludes(PlayoutPolicy::AvoidOwnEyes, action));
            if fast != slow {
                self.differ(&format!("`{}` is excluded: fast {fast}, slow {slow}", text(action)));
            }
        }
        let sample = self.sample(rng);
        for (&action, broken) in sample.iter().zip(self.slow.broken(&sample)) {
            let verdict = self.fast.check(action).map_err(|illegal| illegal.why);
            let agree = match verdict {
                Ok(()) => broken.is_empty(),
                Err(why) => broken.contains(&why),
            };
            if !agree {
                self.differ(&format!("`{}`: {verdict:?}, the slow engine says {broken:?}", text(action)));
            }
        }
    }

    /// Checks that drawn actions are legal, and that `pass` is drawn only if nothing else is legal.
    fn compare_draws(&mut self, legal: &[Action], rng: &mut Random) {
        if !legal.is_empty() {
            let drawn = self.fast.random_action(rng, PlayoutPolicy::Unrestricted);
            if !legal.contains(&drawn)
                || drawn == Action::Pass && legal.iter().any(|action| changes_the_board(*action))
            {
                self.differ(&format!("the drawn action: `{}`", text(drawn)));
            }
        }
    }

    /// Some actions, most of them illegal: `pass`, `swap`, and actions on a few cells.
    fn sample(&self, rng: &mut Random) -> Vec<Action> {
        let board = self.slow.board();
        let mut sample = vec![Action::Pass, Action::Swap];
        if board.is_boundless() {
            sample.extend(self.sample_of_stacks(rng));
        }
        for _ in 0..4 {
            let cell = pick(rng, board.cells());
            let to = |d| board.step(cell, d).unwrap_or(Cell::new(40, 0));
            sample.push(Action::Place(cell));
            sample.extend(board.touching().iter().map(|&d| Action::Displace { cell, to: to(d) }));
            sample.push(Action::Displace { cell, to: pick(rng, board.cells()) });
            sample.extend([Action::PlaceEnemy(cell), Action::Remove(cell), Action::Flip(cell)]);
            sample.extend((0..4).map(|_| Action::Move { from: cell, to: pick(rng, board.cells()) }));
            sample.extend(shapes_at(board, cell, rng));
        }
        let anywhere = Cell::new(below(rng, 256) as u8, below(rng, 256) as u8);
        sample.extend([Action::Place(anywhere), Action::PlaceEnemy(anywhere)]);
        sample.push(Action::Displace { cell: anywhere, to: Cell::new(0, 0) });
        sample.push(Action::Flip(anywhere));
        sample.extend([Action::Remove(anywhere), Action::Move { from: Cell::new(0, 0), to: anywhere }]);
        sample.push(Action::Shape([anywhere, Cell::new(0, 0)].into_iter().collect()));
        sample.push(Action::Shape(CellSet::new()));
        sample
    }

    /// Drops, deals and releases, on tiles and stacks or elsewhere.
    fn sample_of_stacks(&self, rng: &mut Random) -> Vec<Action> {
        let board = self.slow.board();
        let holds = |&cell: &Cell| self.slow.stone(cell).is_some();
        let (stacks, others): (Vec<_>, Vec<_>) = board.cells().iter().copied().partition(holds);
        let tiles = others.iter().copied().filter(|&cell| self.slow.tile(cell).is_some());
        let near: Vec<_> = tiles.chain(stacks.iter().copied()).chain([pick(rng, board.cells())]).collect();
        let mut sample = vec![Action::Release(CellSet::new()), Action::Drop(Cell::new(255, 0))];
        for _ in 0..6 {
            sample.push(Action::Drop(pick(rng, &near)));
            sample.push(Action::Deal { from: pick(rng, &near), to: pick(rng, &near) });
            sample.push(Action::Release((0..1 + below(rng, 3)).map(|_| pick(rng, &near)).collect()));
        }
        for _ in 0..stacks.len().min(3) {
            let from = pick(rng, &stacks);
            for &step in board.adjacent() {
                let line = std::iter::successors(board.step(from, step), |&cell| board.step(cell, step));
                sample.extend(line.take(4).map(|to| Action::Deal { from, to }));
            }
        }
        let prisoners: Vec<_> = stacks.into_iter().filter(|&cell| self.slow.tile(cell).is_none()).collect();
        if !prisoners.is_empty() {
            let some = |rng: &mut Random| (0..1 + below(rng, 4)).map(|_| pick(rng, &prisoners)).collect();
            sample.extend((0..8).map(|_| Action::Release(some(rng))));
            sample.push(Action::Release(prisoners.iter().copied().collect()));
        }
        sample
    }

    /// Compares the margins after a few legal actions; computing them must not change the position.
    fn compare_margins(&mut self, actions: &[Action], rng: &mut Random) {
        let before = (texts(&legal(self.fast)), self.fast.score());
        let mut together = Vec::new();
        self.fast.margins_after(actions, &mut together);
        for _ in 0..actions.len().min(3) {
            let number = below(rng, actions.len());
            let action = actions[number];
            let mut after = self.slow.boxed_clone();
            after.play(action);
            let variant = after.variant();
            let judged = variant.score.method == ScoreMethod::None || !variant.goals.is_empty();
            if judged && after.outcome().is_none() {
                continue; // How near goals are is a heuristic, not a rule.
            }
            let slow = after.margin();
            for fast in [self.fast.margin_after(action), together[number]] {
                if fast != slow {
                    self.differ(&format!("margin after `{}`: fast {fast:?}, slow {slow:?}", text(action)));
                }
            }
        }
        if before != (texts(&legal(self.fast)), self.fast.score()) {
            self.differ("the position before and after asking for margins");
        }
    }

    fn same<T: PartialEq + Debug>(&self, what: &str, question: impl Fn(&dyn Position) -> T) {
        let (fast, slow) = (question(&*self.fast), question(&*self.slow));
        if fast != slow {
            self.differ(&format!("{what}\n  fast: {fast:?}\n  slow: {slow:?}"));
        }
    }

    fn same_on_cells<T: PartialEq + Debug>(&self, what: &str, answers: impl Fn(&dyn Position) -> Vec<T>) {
        let (fast, slow) = (answers(&*self.fast), answers(&*self.slow));
        assert_eq!(fast.len(), slow.len(), "an answer for each cell");
        for ((cell, fast), slow) in self.slow.board().cells().iter().zip(fast).zip(slow) {
            if fast != slow {
                let cell = self.slow.board().name(*cell);
                self.differ(&format!("the {what} of {cell}: fast {fast:?}, slow {slow:?}"));
            }
        }
    }

    fn differ(&self, what: &str) -> ! {
        let mut message = format!("variant {}: the engines differ in {what}\n", self.number);
        let _ = writeln!(message, "  slow:\n{}\n  fast:\n{}", picture(&*self.slow), picture(&*self.fast));
        let _ = writeln!(message, "  after: {}", texts(&self.played));
        panic!("{message}  variant:\n{}", describe(self.slow.variant()));
    }
}

/// Some sets of cells at `cell`, connected or not, one of them too small for a shape.
fn shapes_at(board: &Board, cell: Cell, rng: &mut Random) -> Vec<Action> {
    let mut cells = CellSet::new();
    cells.insert(cell);
    let mut shapes = vec![Action::Shape(cells)];
    for _ in 0..below(rng, 5) {
        let (from, step) = (pick(rng, &cells), pick(rng, board.touching()));
        cells.extend(board.step(from, step));
        shapes.push(Action::Shape(cells));
    }
    cells.extend([pick(rng, board.cells())]);
    shapes.push(Action::Shape(cells));
    shapes
}

/// Whether the action is neither `pass` nor `swap`.
fn changes_the_board(action: Action) -> bool {
    !matches!(action, Action::Pass | Action::Swap)
}

fn ownership(game: &dyn Position) -> Vec<Ownership> {
    let mut ownership = vec![];
    game.ownership(&mut ownership);
    ownership.sort_by_key(|owned| owned.at);
    ownership
}
