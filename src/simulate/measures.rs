//! What a game was like to play: the lead from turn to turn, and what became of the cells and stones.
//!
//! The names are those of the literature, the definitions those of [`GameMeasures`]: lead changes, drama, decisiveness,
//! uncertainty and permanence of C. Browne, "Automatic generation and evaluation of recombination games" (thesis, 2008),
//! and C. Browne and F. Maire, "Evolutionary game design" (2010); board coverage and decision factor of Ludii (É. Piette
//! and others, "General board game concepts" (2021)).

use crate::board::{Board, Cell};
use crate::points::Points;
use crate::rules::{Action, Claim, Margin, Position, Winner};
use crate::run::{GameMeasures, Millionths};
use crate::variant::{ScoreMethod, Side, Variant};

/// How the score stood after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// Who was ahead.
    ahead: Winner,
    /// The first player's score less the second's.
    by: Points,
}

impl Standing {
    fn of(margin: Margin) -> Self {
        Self { ahead: margin.winner(), by: margin.points() }
    }
}

/// Whether no `action` of this kind changes a score: to find a score costs about as much as an action.
fn keeps_scores(action: &Action, method: ScoreMethod) -> bool {
    match action {
        Action::Pass => true,
        // Tiles come by releases alone, and are all that counts.
        Action::Drop(_) | Action::Deal { .. } => method == ScoreMethod::Tiles,
        _ => false,
    }
}

/// How the score stood after each turn of a game; its memory is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Course(Vec<Standing>);

impl Course {
    /// Forgets the game before.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes how the score stands in `position`, at the end of a turn of these `actions`.
    pub fn note(&mut self, position: &dyn Position, actions: &[Action]) {
        let method = position.variant().score.method;
        let same = self.0.last().filter(|_| actions.iter().all(|action| keeps_scores(action, method)));
        let now = same.copied().unwrap_or_else(|| Standing::of(position.margin()));
        self.0.push(now);
    }

    /// Adds what the course of the game tells to its `measures`, on a board of so many `cells`. The last turn tells who
    /// won.
    pub fn measure(&self, cells: u64, measures: &mut GameMeasures) {
        let turns = self.0.len();
        let winner = self.0.last().map_or(Winner::Draw, |end| end.ahead);
        let (mut leader, mut since, mut late) = (Winner::Draw, 0, Winner::Draw);
        for (turn, standing) in (1..).zip(&self.0) {
            if standing.ahead != Winner::Draw && standing.ahead != leader {
                measures.lead_changes += u32::from(leader != Winner::Draw);
                (leader, since) = (standing.ahead, turn);
            }
            if turn == (3 * turns).div_ceil(4) {
                late = leader;
            }
        }
        measures.uncertain_late = winner == Winner::Draw || late != winner;
        if winner != Winner::Draw {
            measures.decisiveness = Some(Millionths::ratio((turns - since) as u64, turns as u64));
            measures.drama = Some(Millionths::from_f64(self.drama(winner, cells)));
        }
    }

    fn drama(&self, winner: Winner, cells: u64) -> f64 {
        let behind = self.0.iter().filter(|at| at.ahead != Winner::Draw && at.ahead != winner);
        let depth = |at: &Standing| (at.by.to_f64().abs() / cells.max(1) as f64).sqrt();
        let (sum, turns) = behind.fold((0.0, 0_u32), |(sum, turns), at| (sum + depth(at), turns + 1));
        sum / f64::from(turns.max(1))
    }
}

/// Bits for all cells that have a name.
type Cells = [u64; 1 << 10];

/// What became of the cells and stones of a game; its memory is used again and again.
#[derive(Clone, Debug)]
pub struct Stones {
    /// The cells on which a stone has stood, a bit for each column and row.
    stood: Box<Cells>,
    /// How many they are.
    cells: u64,
    /// Stones that have been put on the board.
    put: u64,
}

impl Default for Stones {
    fn default() -> Self {
        Self { stood: Box::new([0; 1 << 10]), cells: 0, put: 0 }
    }
}

impl Stones {
    /// Looks at a game of `variant` that was played by these `actions`.
    pub fn follow(&mut self, variant: &Variant, actions: &[Action]) {
        self.stood.fill(0);
        (self.cells, self.put) = (0, stones_of_setup(variant));
        let setup = &variant.setup;
        let stacks = setup.stacks.iter().map(|stack| stack.cell);
        setup.stones.iter().flatten().copied().chain(stacks).for_each(|cell| self.stand(cell));
        actions.iter().for_each(|action| self.act(action));
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Place(cell) | Action::Drop(cell) => {
                self.put += 1;
                self.stand(*cell);
            }
            Action::Shape(cells) => {
                self.put += cells.len() as u64;
                cells.iter().for_each(|&cell| self.stand(cell));
            }
            Action::Displace { cell, to } => {
                self.put += 1;
                self.stand(*cell);
                self.stand(*to);
            }
            Action::Deal { from, to } => from.line_to(*to).for_each(|cell| self.stand(cell)),
            // The stones go back to the hand; what is laid are tiles.
            Action::Release(_) | Action::Pass | Action::Swap => {}
        }
    }

    /// A stone stands on `cell`.
    fn stand(&mut self, cell: Cell) {
        let (word, bit) = place(cell);
        self.cells += u64::from(self.stood[word] & bit == 0);
        self.stood[word] |= bit;
    }

    /// Adds what became of cells and stones to the `measures` of a game that has ended in `position`, of which the cells
    /// are claimed like this.
    pub fn measure(&self, position: &dyn Position, claims: &[Claim], measures: &mut GameMeasures) {
        let variant = position.variant();
        measures.coverage = if variant.board.is_boundless() {
            let (stood, tiles) = self.tiles(&variant.board, claims);
            Millionths::ratio(stood, tiles)
        } else {
            Millionths::ratio(self.cells, variant.board.cells().len() as u64)
        };
        let standing = match position.hands() {
            None => claims.iter().filter(|claim| claim.stone.is_some()).count() as u64,
            // What has left the hands stands on the board.
            Some(hands) => {
                let now: u32 = hands.iter().sum();
                (stones_of_setup(variant) + hands_at_start(variant)).saturating_sub(now.into())
            }
        };
        measures.permanence = (self.put > 0).then(|| Millionths::ratio(standing, self.put));
    }

    /// The tiles on which a stone has stood, and all tiles that lie on `board`.
    fn tiles(&self, board: &Board, claims: &[Claim]) -> (u64, u64) {
        let tiles = claims.iter().filter(|claim| claim.counts_for.contains(&true));
        tiles.fold((0, 0), |(stood, all), claim| {
            let (word, bit) = place(board.cells()[claim.at]);
            (stood + u64::from(self.stood[word] & bit != 0), all + 1)
        })
    }
}

/// The word and the bit of a cell.
fn place(cell: Cell) -> (usize, u64) {
    let index = usize::from(cell.y) << 8 | usize::from(cell.x);
    (index >> 6, 1 << (index & 63))
}

fn stones_of_setup(variant: &Variant) -> u64 {
    let setup = &variant.setup;
    let stacks = setup.stacks.iter().map(|stack| stack.stones.len());
    setup.stones.iter().map(Vec::len).chain(stacks).sum::<usize>() as u64
}

/// The stones in the hands of both sides before the first turn.
fn hands_at_start(variant: &Variant) -> u64 {
    let of = |side: Side| {
        let stones = variant.setup.stacks.iter().flat_map(|stack| &stack.stones);
        u64::from(variant.stacks.hand).saturating_sub(stones.filter(|&&stone| stone == side).count() as u64)
    };
    Side::BOTH.map(of).iter().sum()
}

/// The cells that a deficit is measured by: those of the board; on the boundless plane the tiles that may lie there at
/// most.
pub fn cells_of(variant: &Variant) -> u64 {
    match variant.end.tiles {
        Some(tiles) if variant.board.is_boundless() => tiles.into(),
        _ => variant.board.cells().len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Record, replay};
    use crate::rules;
    use crate::variant;

    /// The measures of a game on ten cells with these margins, turn by turn.
    fn of(margins: &[i32]) -> GameMeasures {
        let standing = |&by: &i32| Standing::of(Margin::of_points([Points::whole(by), Points::ZERO]));
        let mut measures = GameMeasures::default();
        Course(margins.iter().map(standing).collect()).measure(10, &mut measures);
        measures
    }

    #[test]
    fn a_leader_after_none_is_no_change_and_a_tie_keeps_the_leader() {
        let changes = |margins: &[i32]| of(margins).lead_changes;
        assert_eq!(changes(&[0, 0, 3, 3]), 0);
        assert_eq!(changes(&[2, 0, 2]), 0);
        assert_eq!(changes(&[2, 0, -1]), 1);
        assert_eq!(changes(&[1, -1, 1, -1]), 3);
        assert_eq!(changes(&[]), 0);
    }

    #[test]
    fn drama_is_how_far_the_winner_was_behind() {
        let drama = |margins: &[i32]| of(margins).drama.map(|drama| drama.to_string());
        // Behind by 4 and by 1 of 10 cells: (sqrt(0.4) + sqrt(0.1)) / 2 = (0.632456 + 0.316228) / 2.
        assert_eq!(drama(&[-4, 2, -1, 3]).as_deref(), Some("0.474342"));
        assert_eq!(drama(&[4, -2, 1, -3]), drama(&[-4, 2, -1, 3]));
        assert_eq!(drama(&[0, 1, 2]).as_deref(), Some("0.000000"));
        assert_eq!(drama(&[-1, 0]), None);
    }

    #[test]
    fn decisiveness_is_what_is_still_to_come_when_the_lead_is_taken_for_good() {
        let decisiveness = |margins: &[i32]| of(margins).decisiveness.map(|share| share.to_string());
        assert_eq!(decisiveness(&[1, -1, 2, 3, 4]).as_deref(), Some("0.400000"));
        assert_eq!(decisiveness(&[-1, -1, -1, 1]).as_deref(), Some("0.000000"));
        // A tie does not take the lead away.
        assert_eq!(decisiveness(&[1, 0, 0, 1]).as_deref(), Some("0.750000"));
        assert_eq!(decisiveness(&[5, 0]), None);
    }

    #[test]
    fn a_game_is_uncertain_late_if_its_leader_at_three_quarters_does_not_win() {
        let uncertain = |margins: &[i32]| of(margins).uncertain_late;
        assert!(!uncertain(&[-1, -1, 1, 1]));
        assert!(uncertain(&[1, 1, -1, 1]));
        // Of five turns the fourth is the first by which three quarters are done.
        assert!(!uncertain(&[1, 1, -1, 1, 1]));
        assert!(uncertain(&[1, 1, 1, -1, 1]));
        // Nobody leads, or nobody wins.
        assert!(uncertain(&[0, 0, 0, 1]) && uncertain(&[1, 1, 1, 0]));
    }

    fn variant(name: &str, sets: &[&str]) -> Variant {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        variant::load(name, &sets).expect("a variant").variant
    }

    /// The share of cells covered and of stones that stand, after these turns.
    fn stones_after(variant: &Variant, turns: &[&str]) -> (String, Option<String>) {
        let record =
            Record { turns: Some(turns.iter().map(|&turn| turn.into()).collect()), ..Record::default() };
        let (mut position, mut actions) = (rules::start(variant), Vec::new());
        let replayed = replay(&record, &mut *position, |_, turn| actions.extend_from_slice(turn));
        assert_eq!(replayed.error, None);
        let (mut claims, mut stones, mut measures) = (Vec::new(), Stones::default(), GameMeasures::default());
        position.claims(&mut claims);
        stones.follow(variant, &actions);
        stones.measure(&*position, &claims, &mut measures);
        (measures.coverage.to_string(), measures.permanence.map(|share| share.to_string()))
    }

    #[test]
    fn coverage_and_permanence_by_hand() {
        // Three cells in a row: White takes a1, Black captures it from b1.
        let go = variant("go", &["board.width=3", "board.height=1", "score.komi=0"]);
        assert_eq!(stones_after(&go, &["pass", "pass"]), ("0.000000".to_owned(), None));
        assert_eq!(stones_after(&go, &["b1", "pass"]), ("0.333333".to_owned(), Some("1.000000".to_owned())));
        let go = variant("go", &["board.width=3", "board.height=1", "setup.white=[\"a1\"]"]);
        // a1, of the setup, and b1 have been occupied, one of two stones stands.
        assert_eq!(stones_after(&go, &["b1"]), ("0.666667".to_owned(), Some("0.500000".to_owned())));
    }
}
