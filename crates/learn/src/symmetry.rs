//! The symmetries of a game, some of which exchange the sides.

use dropline_agents::playout_policy;
use dropline_engine::board::{Cell, Symmetry};
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Position, Snapshot, Winner};
use dropline_engine::variant::{ScoreMethod, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A way to turn and mirror the board, and perhaps to exchange the sides, under which the game stays the same.
#[derive(Clone, Debug)]
pub struct GameSymmetry {
    /// How cells and directions move.
    pub board: Symmetry,
    /// Whether the stones of the first side become stones of the second.
    pub exchanges: bool,
}

/// Games that are compared with their images.
const GAMES: u64 = 8;
/// Actions of a game that are compared, at most.
const ACTIONS: u32 = 160;
/// All legal actions are compared before one in this many actions; otherwise only the action that is played.
const APART: u32 = 16;

/// The symmetries of the game that begins at `start`, the identity first.
///
/// They are found by play: a symmetry is kept if the images of random games have the same legal actions and end in the same way.
/// A rule that no such game meets could escape; learning would then share weights that should differ, and games would still be
/// played by the rules.
pub fn symmetries(start: &dyn Position) -> Vec<GameSymmetry> {
    let board = start.board();
    let mut alike = board.folded().symmetries();
    // Where on the plane something is does not matter, so turns about one cell are enough.
    alike.retain(|symmetry| !board.is_boundless() || symmetry.cells[0] == 0);
    let beginnings = beginnings(start);
    let both = alike
        .into_iter()
        .flat_map(|board| [false, true].map(|exchanges| GameSymmetry { board: board.clone(), exchanges }));
    let mut found: Vec<GameSymmetry> = both
        .filter(|symmetry| {
            let is_identity = !symmetry.exchanges
                && symmetry.board.cells.iter().enumerate().all(|(at, &to)| at == usize::from(to));
            is_identity
                || beginnings
                    .iter()
                    .enumerate()
                    .all(|(game, snapshot)| symmetry.holds(start, snapshot, game as u64))
        })
        .collect();
    found.sort_by_key(|symmetry| symmetry.exchanges);
    found
}

/// Positions from random games at the start of a turn.
pub(crate) fn beginnings(start: &dyn Position) -> Vec<Snapshot> {
    let policy = playout_policy(start.variant());
    let mut position = start.boxed_clone();
    let mut snapshots = Vec::new();
    for game in 0..4 * GAMES {
        let mut rng = chance::stream(1, &[0; 32], game);
        position.reset();
        let turns = position.turns()
            + 2
            + chance::below(&mut rng, 1 + (start.board().cells().len() as u32).min(40) / 2);
        while position.outcome().is_none() && (position.turns() < turns || position.actions_in_turn() > 0) {
            position.play_random(&mut rng, policy);
        }
        if position.outcome().is_none() && !position.swapped() {
            let mut snapshot = Snapshot::default();
            position.snapshot(&mut snapshot);
            snapshots.push(snapshot);
        }
        if snapshots.len() as u64 == GAMES {
            break;
        }
    }
    snapshots
}

impl GameSymmetry {
    /// Whether a random game from `snapshot`, and the image of this game, are played and end alike.
    fn holds(&self, start: &dyn Position, snapshot: &Snapshot, game: u64) -> bool {
        let (mut here, mut there) = (start.boxed_clone(), start.boxed_clone());
        here.restore(snapshot);
        there.restore(&self.snapshot(snapshot));
        let (mut legal, mut image) = (ActionList::new(), ActionList::new());
        let mut rng: Xoshiro256PlusPlus = chance::stream(2, &[0; 32], game);
        for number in 0..ACTIONS {
            if here.outcome().is_some() || there.outcome().is_some() {
                break;
            }
            here.legal_actions(&mut legal);
            if number.is_multiple_of(APART) {
                there.legal_actions(&mut image);
                if !self.maps(start, &legal, &image) {
                    return false;
                }
                let [ahead, behind] =
                    [&here, &there].map(|position| position.prospect().points().as_hundredths());
                if !self.mirrors(start.variant(), ahead, behind) {
                    return false;
                }
            }
            let chosen = chance::below(&mut rng, legal.len() as u32) as usize;
            if legal[chosen] == Action::Swap {
                return true;
            }
            let Some(moved) = self.action(start, legal[chosen]) else { return false };
            if there.try_play(moved).is_err() {
                return false;
            }
            here.play(legal[chosen]);
        }
        let decided = |position: &dyn Position| position.outcome().map(|outcome| outcome.decided);
        decided(&*here)
            == decided(&*there).map(|winner| if self.exchanges { winner.map(exchanged) } else { winner })
    }

    /// Whether the images of the actions `here` are the actions `there`.
    fn maps(&self, start: &dyn Position, here: &[Action], there: &[Action]) -> bool {
        let images: Option<Vec<Action>> = here.iter().map(|&action| self.action(start, action)).collect();
        let Some(mut images) = images.filter(|images| images.len() == there.len()) else { return false };
        let mut there = there.to_vec();
        images.sort_unstable();
        there.sort_unstable();
        images == there
    }

    /// Whether the first player is ahead by `there` in the image of a position in which it is ahead by `here`, komi apart.
    fn mirrors(&self, variant: &Variant, here: i32, there: i32) -> bool {
        let komi =
            if variant.score.method == ScoreMethod::None { 0 } else { variant.score.komi.as_hundredths() };
        if self.exchanges { there + komi == -(here + komi) } else { there == here }
    }

    /// The image of a position.
    pub(crate) fn snapshot(&self, from: &Snapshot) -> Snapshot {
        let mut image = from.clone();
        for (at, &state) in from.cells.iter().enumerate() {
            let kind = state & 3;
            let of_a_side = Snapshot::STONES.contains(&kind);
            image.cells[usize::from(self.board.cells[at])] =
                if self.exchanges && of_a_side { state ^ 3 } else { state };
        }
        for site in &mut image.sites {
            // Far from the centre a cell may have no image: then it stays, and games are not alike.
            site.cell = self.board.on_plane(site.cell).unwrap_or(site.cell);
            if self.exchanges {
                site.tile = [0, 2, 1][usize::from(site.tile)];
                site.stones ^= (1 << site.height) - 1;
            }
        }
        if self.exchanges {
            image.course.side ^= 1;
            image.captured.reverse();
            image.largest.reverse();
            image.hands.reverse();
        }
        image
    }

    /// The image of an action.
    fn action(&self, start: &dyn Position, action: Action) -> Option<Action> {
        let board = start.board();
        let to = |cell: Cell| {
            if board.is_boundless() {
                return self.board.on_plane(cell);
            }
            board.index(cell).map(|at| board.cells()[usize::from(self.board.cells[at])])
        };
        action.on_cells(to)
    }
}

const fn exchanged(winner: Winner) -> Winner {
    match winner {
        Winner::First => Winner::Second,
        Winner::Second => Winner::First,
        Winner::Draw => Winner::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::{rules, variant};

    /// How many symmetries keep the sides, and how many exchange them.
    fn counts(game: &str) -> [usize; 2] {
        let loaded = variant::load(game, &[]).expect("a shipped variant");
        let found = symmetries(&*rules::start(&loaded.variant));
        [false, true].map(|exchanges| found.iter().filter(|symmetry| symmetry.exchanges == exchanges).count())
    }

    #[test]
    fn games_have_the_symmetries_of_their_rules() {
        for (game, expected) in [
            ("othello", [8, 8]),
            ("send-it", [12, 12]),
            // Each side has its own pair of edges.
            ("hex", [2, 2]),
            // A side moves up or down.
            ("breakthrough", [2, 2]),
            ("connect-four", [2, 2]),
            // The setup is not symmetric under a quarter turn, but the rules are.
            ("lines-of-action", [8, 8]),
            // The plane, where turns are those about a cell.
            ("hex-it", [12, 12]),
            ("exxit", [12, 12]),
        ] {
            assert_eq!(counts(game), expected, "{game}");
        }
    }
}
