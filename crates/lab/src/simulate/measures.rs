//! Measures of a game's play: the lead from round to round, and the fate of cells and stones.
//!
//! The definitions are those of [`GameMeasures`], with their sources in `docs/measures.md`.

use crate::rows::{GameMeasures, Millionths};
use dropline_engine::board::{Board, Cell};
use dropline_engine::rules::{Action, Margin, Ownership, Position, Stage, Winner};
use dropline_engine::variant::{Side, Variant};
use std::sync::LazyLock;

/// The standing after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// The number of turns played by then.
    turn: u32,
    margin: Margin,
}

/// The standings after each round of a game, in reusable memory.
///
/// A round ends when the side that began the game is to move again, or when the game ends. After a single turn, the side that has
/// just moved is usually ahead, so the lead would seem to change every turn.
#[derive(Clone, Debug)]
pub struct ScoreHistory {
    /// The side that began.
    began: Side,
    turns: u32,
    /// Whether an action since the last round may have changed the score.
    changed: bool,
    rounds: Vec<Standing>,
}

impl Default for ScoreHistory {
    fn default() -> Self {
        Self { began: Side::First, turns: 0, changed: true, rounds: Vec::new() }
    }
}

impl ScoreHistory {
    /// Begins a game in `position`.
    pub fn begin(&mut self, position: &dyn Position) {
        self.rounds.clear();
        (self.began, self.turns, self.changed) = (position.side_to_move(), 0, true);
    }

    /// Records the standing in `position` if a round ends there. The turn just played consists of `actions`.
    pub fn note(&mut self, position: &dyn Position, actions: &[Action]) {
        self.turns += 1;
        let Stage { side, outcome, .. } = position.stage();
        let decided = outcome.is_some_and(|outcome| outcome.decided.is_some());
        let changes = |action: &Action| action.changes_scores(position.variant().score.method);
        self.changed = self.changed || decided || actions.iter().any(changes);
        if side != self.began && outcome.is_none() {
            return;
        }
        let same = self.rounds.last().filter(|_| !self.changed).map(|last| last.margin);
        let margin = same.unwrap_or_else(|| position.margin());
        self.changed = false;
        self.rounds.push(Standing { turn: self.turns, margin });
    }

    /// Adds the measures of the lead to the `measures` of a game won by `winner`.
    pub fn measure(&self, winner: Winner, measures: &mut GameMeasures) {
        measures.rounds = self.rounds.len() as u32;
        let late_from = (3 * self.turns).div_ceil(4);
        let (mut leader, mut late) = (Winner::Draw, None);
        for at in &self.rounds {
            let ahead = at.margin.winner();
            if ahead != Winner::Draw && ahead != leader {
                measures.lead_changes += u32::from(leader != Winner::Draw);
                leader = ahead;
            }
            if at.turn >= late_from {
                late.get_or_insert(leader);
            }
        }
        measures.late_upset = late.is_some_and(|leader| leader != Winner::Draw && leader != winner);
        if winner != Winner::Draw {
            measures.decisiveness = Some(Millionths::ratio(self.decided(winner).into(), self.turns.into()));
            measures.drama = Some(Millionths::rounded(self.drama(winner)));
        }
    }

    /// The turn after which the lead of `winner` exceeds any lead of its opponent; the last turn if it never does.
    fn decided(&self, winner: Winner) -> u32 {
        let lead = |at: &Standing| if winner == Winner::First { at.margin } else { -at.margin };
        let behind = self.rounds.iter().map(|at| -lead(at)).max().unwrap_or_default();
        let threshold = behind.max(Margin::default());
        self.rounds.iter().find(|at| lead(at) > threshold).map_or(self.turns, |at| at.turn)
    }

    fn drama(&self, winner: Winner) -> f64 {
        let size = |at: &Standing| at.margin.points().to_f64().abs();
        let largest = self.rounds.iter().map(size).fold(0.0, f64::max);
        let behind = self.rounds.iter().filter(|at| at.margin.winner() == winner.other());
        let depth = |at| if largest > 0.0 { (size(at) / largest).sqrt() } else { 0.0 };
        let (sum, rounds) = behind.fold((0.0, 0_u32), |(sum, rounds), at| (sum + depth(at), rounds + 1));
        sum / f64::from(rounds.max(1))
    }
}

/// log10 of `n`, rounded; 0 for 0 and 1. Sums of these values are exact, and the same on every machine.
#[inline]
pub fn log10(n: u64) -> Millionths {
    // This is computed for every decision of every game, and most decisions have few legal actions.
    static OF_SMALL: LazyLock<[Millionths; 512]> =
        LazyLock::new(|| std::array::from_fn(|n| Millionths::rounded((n.max(1) as f64).log10())));
    let small = OF_SMALL.get(n as usize).copied();
    small.unwrap_or_else(|| Millionths::rounded((n as f64).log10()))
}

/// The fate of the cells and stones of a game, in reusable memory.
#[derive(Clone, Debug)]
pub struct Stones {
    /// For each cell that has a name, the last game in which a stone stood there, so that the next game has nothing to clear.
    stood: Box<[u8; 1 << 16]>,
    /// The number of the game, from 1; after 255 games, the numbers start again.
    game: u8,
    /// The number of cells on which a stone has stood.
    cells: u64,
    /// The number of stones that have been put on the board.
    put: u64,
}

impl Default for Stones {
    fn default() -> Self {
        Self { stood: Box::new([0; 1 << 16]), game: 0, cells: 0, put: 0 }
    }
}

impl Stones {
    /// Follows a game of `variant` with these `actions`.
    pub fn follow(&mut self, variant: &Variant, actions: &[Action]) {
        self.game = self.game.checked_add(1).unwrap_or_else(|| {
            self.stood.fill(0);
            1
        });
        (self.cells, self.put) = (0, stones_of_setup(variant));
        let setup = &variant.setup;
        let stacks = setup.stacks.iter().map(|stack| stack.cell);
        let stones = setup.stones.iter().flatten().chain(&setup.neutral).copied();
        stones.chain(stacks).for_each(|cell| self.stand(cell));
        actions.iter().for_each(|action| self.act(action));
    }

    fn act(&mut self, action: &Action) {
        // Most actions place one stone and do nothing else.
        if let Some(cell) = action.stone() {
            self.put += 1;
            self.stand(cell);
        } else if !matches!(action, Action::Pass) {
            self.put += action.stones_placed();
            action.occupied(|cell| self.stand(cell));
        }
    }

    /// Records that a stone stands on `cell`.
    fn stand(&mut self, cell: Cell) {
        let last = &mut self.stood[number(cell)];
        self.cells += u64::from(*last != self.game);
        *last = self.game;
    }

    /// Adds the coverage and the survival of stones to the `measures` of a game that has ended in `position`, with the
    /// `ownership` of its cells.
    pub fn measure(&self, position: &dyn Position, ownership: &[Ownership], measures: &mut GameMeasures) {
        let variant = position.variant();
        measures.coverage = if variant.board.is_boundless() {
            let (stood, tiles) = self.tiles(&variant.board, ownership);
            Millionths::ratio(stood, tiles)
        } else {
            Millionths::ratio(self.cells, variant.board.cells().len() as u64)
        };
        let standing = match position.hands() {
            None => ownership.iter().filter(|owned| owned.stone.is_some()).count() as u64 + neutral(position),
            // Stones that left the hands are on the board.
            Some(hands) => {
                let now: u32 = hands.iter().sum();
                (stones_of_setup(variant) + hands_at_start(variant)).saturating_sub(now.into())
            }
        };
        measures.stone_survival = (self.put > 0).then(|| Millionths::ratio(standing, self.put));
    }

    /// The number of tiles on which a stone has stood, and the number of all tiles on `board`.
    fn tiles(&self, board: &Board, ownership: &[Ownership]) -> (u64, u64) {
        let tiles = ownership.iter().filter(|owned| owned.counts_for.contains(&true));
        tiles.fold((0, 0), |(stood, all), owned| {
            let last = self.stood[number(board.cells()[owned.at])];
            (stood + u64::from(last == self.game), all + 1)
        })
    }
}

/// A number below 2^16 for each cell.
fn number(cell: Cell) -> usize {
    usize::from(cell.y) << 8 | usize::from(cell.x)
}

fn stones_of_setup(variant: &Variant) -> u64 {
    let setup = &variant.setup;
    let stacks = setup.stacks.iter().map(|stack| stack.stones.len());
    setup.stones.iter().chain([&setup.neutral]).map(Vec::len).chain(stacks).sum::<usize>() as u64
}

/// The number of neutral stones on the board.
fn neutral(position: &dyn Position) -> u64 {
    if !position.variant().has_neutral_stones() {
        return 0;
    }
    position.board().cells().iter().filter(|&&cell| position.is_neutral(cell)).count() as u64
}

/// The stones in the hands of both sides before the first turn.
fn hands_at_start(variant: &Variant) -> u64 {
    let of = |side: Side| {
        let stones = variant.setup.stacks.iter().flat_map(|stack| &stack.stones);
        u64::from(variant.stacks.hand).saturating_sub(stones.filter(|&&stone| stone == side).count() as u64)
    };
    Side::BOTH.map(of).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::points::Points;
    use dropline_engine::record::{Record, replayed_actions};
    use dropline_engine::rules;
    use dropline_engine::variant;

    /// The measures of a game with these margins after its rounds, each of two turns.
    fn of(margins: &[i32]) -> GameMeasures {
        let margin = |by: i32| Margin::of_points([Points::whole(by), Points::ZERO]);
        let rounds = (1..).zip(margins).map(|(round, &by)| Standing { turn: 2 * round, margin: margin(by) });
        let course = ScoreHistory {
            turns: 2 * margins.len() as u32,
            rounds: rounds.collect(),
            ..ScoreHistory::default()
        };
        let mut measures = GameMeasures::default();
        course.measure(margins.last().map_or(Winner::Draw, |&by| margin(by).winner()), &mut measures);
        measures
    }

    #[test]
    fn taking_the_first_lead_is_no_lead_change_and_a_tie_keeps_the_leader() {
        let changes = |margins: &[i32]| of(margins).lead_changes;
        assert_eq!(changes(&[0, 0, 3, 3]), 0);
        assert_eq!(changes(&[2, 0, 2]), 0);
        assert_eq!(changes(&[2, 0, -1]), 1);
        assert_eq!(changes(&[1, -1, 1, -1]), 3);
        assert_eq!(changes(&[]), 0);
    }

    #[test]
    fn drama_is_the_winners_deficit_relative_to_the_largest_lead() {
        let drama = |margins: &[i32]| of(margins).drama.map(Millionths::units);
        // The winner is behind by 4 and by 1, and 10 is the largest lead: (sqrt(0.4) + sqrt(0.1)) / 2.
        assert_eq!(drama(&[-4, 2, -1, 10]), Some(474_342));
        assert_eq!(drama(&[4, -2, 1, -10]), drama(&[-4, 2, -1, 10]));
        // The unit of the scores has no influence.
        assert_eq!(drama(&[-40, 20, -10, 100]), drama(&[-4, 2, -1, 10]));
        assert_eq!(drama(&[-5, 1]), Some(1_000_000));
        assert_eq!(drama(&[0, 1, 2]), Some(0));
        assert_eq!(drama(&[-1, 0]), None);
    }

    #[test]
    fn decisiveness_is_high_when_the_game_ends_soon_after_the_winner_passed_the_losers_peak() {
        let decisiveness = |margins: &[i32]| of(margins).decisiveness.map(Millionths::units);
        // The loser led by 1; the winner leads by more after the third round of five.
        assert_eq!(decisiveness(&[1, -1, 2, 3, 4]), Some(600_000));
        // The winner is already ahead after the second round, but not by more than the loser's lead of 3.
        assert_eq!(decisiveness(&[-3, 1, 2, 4]), Some(1_000_000));
        // The winner is never behind: the game is decided after the first round of four.
        assert_eq!(decisiveness(&[1, 1, 2, 2]), Some(250_000));
        // The winner never passes the loser's peak.
        assert_eq!(decisiveness(&[-9, 1]), Some(1_000_000));
        assert_eq!(decisiveness(&[5, 0]), None);
    }

    #[test]
    fn in_a_late_upset_the_leader_at_three_quarters_does_not_win() {
        let upset = |margins: &[i32]| of(margins).late_upset;
        assert!(!upset(&[-1, -1, 1, 1]));
        assert!(upset(&[1, 1, -1, 1]));
        // In a game of ten turns, the fourth round ends with turn 8: it is the first round that ends after three quarters of the
        // turns.
        assert!(!upset(&[1, 1, -1, 1, 1]));
        assert!(upset(&[1, 1, 1, -1, 1]));
        // A draw upsets the leader; without a leader there is no upset.
        assert!(upset(&[1, 1, 1, 0]) && !upset(&[0, 0, 0, 1]));
    }

    #[test]
    fn the_lead_is_measured_when_the_side_that_began_is_to_move_again() {
        // Each stone in Go gains a point until the other side answers: after each turn, whoever has just moved leads, or nobody
        // does.
        let go = variant("go", &["board.width=3", "board.height=3", "score.komi=0.5"]);
        let mut position = rules::start(&go);
        let mut course = ScoreHistory::default();
        course.begin(&*position);
        for (turn, rounds) in [("a1", 0), ("c3", 1), ("a2", 1), ("pass", 2), ("pass", 3)] {
            let action = turn.parse().expect("an action");
            position.play(action);
            course.note(&*position, &[action]);
            assert_eq!(course.rounds.len(), rounds, "{turn}");
        }
        let turns: Vec<u32> = course.rounds.iter().map(|at| at.turn).collect();
        assert_eq!(turns, [2, 4, 5], "the end of the game ends its last round");
    }

    fn variant(name: &str, sets: &[&str]) -> Variant {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        variant::load(name, &sets).expect("a variant").variant
    }

    /// The coverage and the survival of stones after these turns, in millionths.
    fn stones_after(variant: &Variant, turns: &[&str]) -> (u64, Option<u64>) {
        let record =
            Record { turns: Some(turns.iter().map(|&turn| turn.into()).collect()), ..Record::default() };
        let mut position = rules::start(variant);
        let actions = replayed_actions(&record, &mut *position).expect("a valid record");
        let (mut ownership, mut stones, mut measures) =
            (Vec::new(), Stones::default(), GameMeasures::default());
        position.ownership(&mut ownership);
        stones.follow(variant, &actions);
        stones.measure(&*position, &ownership, &mut measures);
        (measures.coverage.units(), measures.stone_survival.map(Millionths::units))
    }

    #[test]
    fn stones_of_earlier_games_do_not_count() {
        let go = variant("go", &["board.width=3", "board.height=1"]);
        let a1 = ["a1".parse().expect("an action")];
        for between in 250..260 {
            let mut stones = Stones::default();
            stones.follow(&go, &a1);
            (0..between).for_each(|_| stones.follow(&go, &[]));
            stones.follow(&go, &a1);
            assert_eq!((stones.cells, stones.put), (1, 1), "{between} games between");
        }
    }

    #[test]
    fn coverage_and_stone_survival_agree_with_hand_computation() {
        // Three cells in a row: White takes a1, Black captures it from b1.
        let go = variant("go", &["board.width=3", "board.height=1", "score.komi=0"]);
        assert_eq!(stones_after(&go, &["pass", "pass"]), (0, None));
        assert_eq!(stones_after(&go, &["b1", "pass"]), (333_333, Some(1_000_000)));
        let go = variant("go", &["board.width=3", "board.height=1", "setup.white=[\"a1\"]"]);
        // a1 (from the setup) and b1 have been occupied; one of two stones is still on the board.
        assert_eq!(stones_after(&go, &["b1"]), (666_667, Some(500_000)));
        // Neutral stones count, whether they are placed or belong to the setup.
        let go = variant("go", &["board.width=3", "board.height=1", "setup.neutral=[\"c1\"]"]);
        assert_eq!(stones_after(&go, &["b1"]), (666_667, Some(1_000_000)));
        let go = variant("go", &["board.width=3", "board.height=1", "action.stone.place.neutral=true"]);
        assert_eq!(stones_after(&go, &["b1"]), (333_333, Some(1_000_000)));
    }
}
