//! The agent that copies its opponent.

use super::{Agent, AgentError};
use dropline_engine::board::Cell;
use dropline_engine::rules::{self, Action, Player, Position};
use dropline_engine::variant::{ActionRule, Goal, Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::fmt;

/// Copies the opponent's last turn, action by action, rotated by a half turn about the centre of the board. If there is nothing
/// to copy, or the copy is illegal, another agent chooses.
///
/// Works in games that [`copying`] finds unchanged by such a half turn. In others, the other agent always chooses.
pub struct Mirror {
    fallback: Box<dyn Agent>,
    /// The game, from the agent's first choice on.
    game: Option<TrackedTurns>,
    /// Actions that have been played but not yet tracked.
    played: Vec<Action>,
}

impl fmt::Debug for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mirror").field("follows", &self.game.is_some()).finish_non_exhaustive()
    }
}

impl Mirror {
    /// A mirror agent that lets `fallback` choose when it cannot copy.
    pub fn new(fallback: Box<dyn Agent>) -> Self {
        Self { fallback, game: None, played: Vec::new() }
    }
}

impl Agent for Mirror {
    fn new_game(&mut self) {
        self.fallback.new_game();
        self.played.clear();
        if let Some(game) = &mut self.game {
            game.begin();
        }
    }

    fn played(&mut self, action: Action) {
        self.fallback.played(action);
        self.played.push(action);
    }

    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let game = self.game.get_or_insert_with(|| TrackedTurns::new(position.variant()));
        self.played.drain(..).for_each(|action| game.follow(action));
        let copy = game.copy(position.to_move()).filter(|&copy| position.check(copy).is_ok());
        copy.unwrap_or_else(|| self.fallback.choose(position, rng))
    }
}

/// A game, divided into turns.
struct TrackedTurns {
    position: Box<dyn Position>,
    /// Who took the last complete turn.
    last: Option<Player>,
    last_turn: Vec<Action>,
    /// The actions of the current turn.
    turn: Vec<Action>,
    /// The opposite of each cell; `None` if copying is impossible.
    images: Option<Vec<u16>>,
}

impl TrackedTurns {
    fn new(variant: &Variant) -> Self {
        let images = copying(variant).ok();
        Self { position: rules::start(variant), last: None, last_turn: Vec::new(), turn: Vec::new(), images }
    }

    fn begin(&mut self) {
        self.position.reset();
        self.last = None;
        self.turn.clear();
    }

    fn follow(&mut self, action: Action) {
        let (player, turns) = (self.position.to_move(), self.position.turns());
        self.turn.push(action);
        self.position.play(action);
        if self.position.turns() != turns {
            self.last = Some(player);
            std::mem::swap(&mut self.last_turn, &mut self.turn);
            self.turn.clear();
        }
    }

    /// The action with which `player` copies the action at the same position in its opponent's last turn.
    fn copy(&self, player: Player) -> Option<Action> {
        let model = self.last_turn.get(self.turn.len()).filter(|_| self.last == Some(player.other()))?;
        let (board, images) = (self.position.board(), self.images.as_ref()?);
        model.on_cells(|cell| Some(board.cells()[usize::from(images[board.index(cell)?])]))
    }
}

/// The opposite of each cell under a half turn about the centre of the board, if that half turn, with the sides exchanged, leaves
/// the board, the rules and the setup of `variant` unchanged. Komi and the side to move are ignored.
///
/// # Errors
/// Returns an error if a half turn changes the game; the error says what it changes.
pub fn copying(variant: &Variant) -> Result<Vec<u16>, AgentError> {
    let refuse = |why: String| {
        Err(AgentError::Failed(format!(
            "`mirror` cannot copy turns here: {why}. It needs a game that is the same after a half turn about \
             the centre of the board with the sides exchanged"
        )))
    };
    let board = &variant.board;
    if board.is_boundless() {
        return refuse("the plane has no centre".to_owned());
    }
    let Some(images) = board.half_turn() else {
        return refuse("the board is not the same after a half turn".to_owned());
    };
    let image = |cells: &[Cell]| -> BTreeSet<Cell> {
        let places = cells.iter().filter_map(|&cell| board.index(cell));
        places.map(|at| board.cells()[usize::from(images[at])]).collect()
    };
    let same = |one: &[Cell], other: &[Cell]| image(one) == other.iter().copied().collect();
    if let Some((action, why)) =
        variant.actions.iter().find_map(|action| Some((action, why_asymmetric(action, same)?)))
    {
        return refuse(format!("{why} (`action.{}`)", action.name));
    }
    if let Some(set) =
        variant.sets.iter().find(|set| set.on.as_ref().is_some_and(|on| !same(&on.cells, &on.cells)))
    {
        return refuse(format!(
            "the cells of a set are not symmetric about the centre of the board (`set.{}`)",
            set.name
        ));
    }
    if let Some(goal) = variant.goals.iter().find(|goal| goal.side.is_some()) {
        return refuse(format!("only one side has a goal (`goal.{}`)", goal.name));
    }
    let one_sided = |goal: &&Goal| {
        let [first, second] = Side::BOTH.map(|side| goal.kind.cells(board, side));
        let opposite: BTreeSet<_> = first.iter().map(|cells| image(cells)).collect();
        !goal.kind.is_isotropic()
            && opposite != second.iter().map(|cells| cells.iter().copied().collect()).collect()
    };
    if let Some(goal) = variant.goals.iter().find(one_sided) {
        let name = &goal.name;
        return refuse(format!(
            "a goal's cells for one side are not opposite those for the other (`goal.{name}`)"
        ));
    }
    let [first, second] = &variant.setup.stones;
    let fixed = [&variant.setup.neutral].into_iter().chain(variant.pieces.iter().map(|piece| &piece.cells));
    if !same(first, second) || !fixed.into_iter().all(|cells| same(cells, cells)) {
        return refuse("at the start, the stones of one side are not opposite those of the other".to_owned());
    }
    Ok(images)
}

/// Why a half turn with the sides exchanged changes `action`; `None` if it does not. `same` returns whether two lists of cells
/// are opposite each other.
fn why_asymmetric(action: &ActionRule, same: impl Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
    if action.side.is_some() {
        return Some("only one side may take the action");
    }
    action.why_asymmetric(&same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentSpec, Greedy, Random, play_game};
    use dropline_engine::{chance, variant};

    fn variant(spec: &str, set: &[&str]) -> Variant {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        variant::load(spec, &set).expect("a variant").variant
    }

    /// The actions of a game, and who took each.
    fn game(variant: &Variant, agents: [&mut dyn Agent; 2]) -> Vec<(Player, Action)> {
        let (mut position, mut rng) = (rules::start(variant), chance::stream(1, &[0; 32], 1));
        let (mut mover, mut actions) = (Player::First, Vec::new());
        let done = play_game(&mut *position, agents, &[], &mut rng, false, |event| {
            match event {
                super::super::Event::Decision(position) => mover = position.to_move(),
                super::super::Event::Played(_, action) => actions.push((mover, action)),
                super::super::Event::Chosen(..) => {}
            }
            Ok::<_, AgentError>(())
        });
        assert_eq!(done, Ok(()));
        actions
    }

    #[test]
    fn every_turn_is_answered_on_the_opposite_cells() {
        // On a board with even sides, no cell is its own opposite. Nothing is captured, and copies stay legal to the last stone.
        let game_of_areas = variant("go", &["board.width=4", "board.height=4", "capture.rule=none"]);
        let actions = game(&game_of_areas, [&mut Random, &mut Mirror::new(Box::new(Greedy::default()))]);
        assert!(actions.len() >= 16);
        let board = &game_of_areas.board;
        let images = copying(&game_of_areas).expect("Go is symmetric");
        let opposite = |cell: Cell| Some(board.cells()[usize::from(images[board.index(cell)?])]);
        for pair in actions.chunks_exact(2) {
            assert_eq!((pair[0].0, pair[1].0), (Player::First, Player::Second));
            assert_eq!(pair[0].1.on_cells(opposite), Some(pair[1].1));
        }
    }

    #[test]
    fn a_turn_of_several_actions_is_copied_action_by_action() {
        let three = variant("connect6", &["board.width=4", "board.height=4", "goal.row.line.length=4"]);
        let mut mirror = Mirror::new(Box::new(Random));
        let (mut position, mut rng) = (rules::start(&three), chance::stream(1, &[0; 32], 1));
        let play = |position: &mut dyn Position, mirror: &mut Mirror, text: &str| {
            let action: Action = text.parse().expect("an action");
            position.play(action);
            mirror.played(action);
        };
        // The agent correctly tracks the actions before its first choice, including its own.
        for text in ["a1", "b1", "c1", "a2", "b3"] {
            play(&mut *position, &mut mirror, text);
        }
        assert_eq!(position.to_move(), Player::Second);
        for copied in ["d3", "c2"] {
            let action = mirror.choose(&mut *position, &mut rng);
            assert_eq!(action.to_string(), copied);
            play(&mut *position, &mut mirror, copied);
        }
        mirror.new_game();
        position.reset();
        let action = mirror.choose(&mut *position, &mut rng);
        assert!(position.check(action).is_ok(), "there is nothing to copy");
    }

    /// In Cram, dominoes may lie in either direction, and a player who cannot place one loses. On a board with even sides, the
    /// second player wins by copying.
    #[test]
    fn the_second_player_wins_every_game_of_cram_by_copying() {
        let one_action = r#"turn.steps.0.actions=["across"]"#;
        let freed = ["action.upright=none", "action.across.place.by=none", "action.across.place.fixed=false"];
        let cram = variant("domineering", &[one_action, freed[0], freed[1], freed[2]]);
        for seed in 0..50 {
            let mut position = rules::start(&cram);
            let mut mirror = Mirror::new(Box::new(Random));
            let agents: [&mut dyn Agent; 2] = [&mut Random, &mut mirror];
            let done =
                play_game(&mut *position, agents, &[], &mut chance::stream(seed, &[0; 32], 1), false, |_| {
                    Ok::<_, AgentError>(())
                });
            assert_eq!((done, position.winner()), (Ok(()), rules::Winner::Second), "seed {seed}");
        }
    }

    #[test]
    fn the_other_agent_chooses_if_copying_is_impossible() {
        let go = variant("go", &["board.width=3", "board.height=3"]);
        let mut position = rules::start(&go);
        let mut mirror = Mirror::new(Box::new(Random));
        // The centre is its own opposite.
        let centre = Action::Place("b2".parse().expect("a cell"));
        position.play(centre);
        mirror.played(centre);
        let action = mirror.choose(&mut *position, &mut chance::stream(1, &[0; 32], 1));
        assert!(action != centre && position.check(action).is_ok());
    }

    #[test]
    fn games_that_a_half_turn_changes_are_rejected_with_the_reason() {
        for name in ["send-it", "go", "breakthrough", "gomoku", "havannah", "catchup"] {
            assert_eq!(copying(&variant(name, &[])).map(|_| ()), Ok(()), "{name}");
        }
        for (name, why) in [
            ("exxit", "the plane has no centre"),
            ("y", "the board is not the same after a half turn"),
            ("hex", "a goal's cells for one side are not opposite those for the other (`goal."),
            ("connect-four", "stones fall, and a half turn would make them rise (`action."),
            ("domineering", "only one side may take the action (`action."),
            ("othello", "at the start, the stones of one side are not opposite those of the other"),
        ] {
            let refused = AgentSpec::Mirror(crate::Fallback::Greedy).check(&variant(name, &[]));
            let said = refused.expect_err(name).to_string();
            assert!(said.contains(why), "{name}: {said}");
        }
    }
}
