//! Compares the search with exhaustive search, and checks invariants of its tree.

use super::*;
use dropline_engine::chance;
use dropline_engine::rules::{ActionList, Player, Winner, start};
use dropline_engine::variant;
use std::time::Instant;

/// The start of a shipped game with some keys changed.
pub fn game(spec: &str, sets: &[&str]) -> Box<dyn Position> {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    start(&variant::load(spec, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).variant)
}

pub fn agent(settings: &str) -> Mcts {
    Mcts::new(settings.parse().unwrap_or_else(|error| panic!("{error}")))
}

pub fn rng() -> Xoshiro256PlusPlus {
    chance::stream(1, &[0; 32], 0)
}

/// The first player's result under best play, by exhaustive search.
pub fn minimax(position: &dyn Position) -> i8 {
    if position.outcome().is_some() {
        return match position.winner() {
            Winner::First => 1,
            Winner::Draw => 0,
            Winner::Second => -1,
        };
    }
    let sign = if position.to_move() == Player::First { 1 } else { -1 };
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    let mut best = -1;
    for action in legal {
        best = best.max(sign * minimax(&*after(position, action)));
        if best == 1 {
            break;
        }
    }
    sign * best
}

pub fn after(position: &dyn Position, action: Action) -> Box<dyn Position> {
    let mut next = position.boxed_clone();
    next.play(action);
    next
}

/// Games small enough for exhaustive search.
pub const SMALL: [(&str, &[&str]); 11] = [
    ("send-it", &["board.side=2", "end.max_turns=4"]),
    ("send-it", &["board.side=2", "turn.steps.0.max=1", "end.max_turns=6"]),
    ("send-it-square", &["board.width=3", "board.height=2", "end.max_turns=5"]),
    ("send-it-square-nopush", &["board.width=2", "board.height=3", "score.komi=1", "end.max_turns=5"]),
    ("go", &["board.width=3", "board.height=1", "score.komi=0"]),
    ("go", &["board.width=3", "board.height=1", "score.komi=2.5"]),
    ("go", &["board.width=2", "board.height=2", "score.komi=0", "end.max_turns=7"]),
    ("dropper", &["board.width=3", "board.height=2"]),
    ("dropper", &["board.width=2", "board.height=4"]),
    (
        "dispatch",
        &[
            "board.width=4",
            "board.height=2",
            "setup.black=[\"a1\"]",
            "setup.white=[\"d2\"]",
            "end.max_turns=4",
        ],
    ),
    ("hex-it", &["stacks.hand=2", "end.max_turns=6"]),
];

#[test]
fn proven_results_agree_with_exhaustive_search() {
    for (spec, sets) in SMALL {
        let mut position = game(spec, sets);
        let value = minimax(&*position);
        let mut agent = agent("1000000");
        let action = agent.choose(&mut *position, &mut rng());
        assert_eq!(agent.tree().root().bounds, bounds(value), "{spec} {sets:?}");
        assert_eq!(minimax(&*after(&*position, action)), value, "{spec} {sets:?}: {action:?} attains it");
    }
}

fn bounds(value: i8) -> solver::Bounds {
    solver::Bounds::of(match value {
        1 => Winner::First,
        0 => Winner::Draw,
        _ => Winner::Second,
    })
}

/// Plays `turns` and has the agent choose.
fn choice(spec: &str, sets: &[&str], turns: &[Action], settings: &str) -> Action {
    let mut position = game(spec, sets);
    turns.iter().for_each(|&action| position.play(action));
    agent(settings).choose(&mut *position, &mut rng())
}

/// The cell `name` on a board with letters and numbers.
fn cell(name: &str) -> dropline_engine::board::Cell {
    let (letter, number) = (name.as_bytes()[0], name[1..].parse::<u8>().expect("a number"));
    dropline_engine::board::Cell::new(letter - b'a', number - 1)
}

#[test]
fn it_makes_the_eyes_that_its_group_needs_to_live() {
    // Black's group in the corner has an eye space of three cells in a row. The group lives if Black takes the middle cell, and
    // dies otherwise. The margins after the three placements are equal.
    let sets = [
        "board.width=5",
        "board.height=3",
        "score.komi=0.5",
        "setup.black=[\"a2\",\"b2\",\"c2\",\"d2\",\"d1\"]",
        "setup.white=[\"a3\",\"b3\",\"c3\",\"d3\",\"e1\",\"e2\"]",
    ];
    assert_eq!(choice("go", &sets, &[], "3000"), Action::Place(cell("b1")));
}

#[test]
fn it_passes_if_the_pass_ends_a_game_that_it_wins() {
    let sets = [
        "board.width=5",
        "board.height=2",
        "score.komi=0.5",
        "setup.black=[\"b1\",\"b2\",\"c1\",\"c2\"]",
        "setup.white=[\"e1\",\"e2\",\"d2\"]",
        "setup.turns=1",
    ];
    assert_eq!(choice("go", &sets, &[Action::Pass], "50"), Action::Pass);
}

#[test]
fn every_iteration_is_counted_in_every_node_on_its_path() {
    for (spec, sets) in
        [("send-it", &["board.side=4"][..]), ("go", &["board.width=5", "board.height=5"]), ("exxit", &[])]
    {
        let mut position = game(spec, sets);
        let mut agent = agent("700");
        agent.choose(&mut *position, &mut rng());
        assert!((350..=700).contains(&agent.tree().root().visits));
        let mut expanded = 0;
        for (index, node) in agent.tree().nodes().iter().enumerate() {
            let children = agent.tree().range(node.children());
            let visits: u32 = children.iter().map(|child| child.visits).sum();
            let reward: f64 = children.iter().map(|child| child.reward).sum();
            // The other visits of the node are playouts that began in it.
            let (own_visits, own_reward) = (node.visits - visits, node.reward - reward);
            assert!((-1e-9..=f64::from(own_visits) + 1e-9).contains(&own_reward), "{spec}: node {index}");
            if node.is_expanded() {
                expanded += 1;
                assert!(index > 0 || own_visits == 0, "{spec}: no playout begins at the root");
            }
        }
        assert!(expanded > 3, "{spec}: {expanded} nodes have children");
    }
}

#[test]
fn the_same_seed_makes_the_same_choices_whatever_was_played_before() {
    let play = |agent: &mut Mcts| {
        let (mut position, mut rng, mut actions) = (game("send-it", &["board.side=3"]), rng(), vec![]);
        agent.new_game();
        while position.outcome().is_none() {
            let action = agent.choose(&mut *position, &mut rng);
            position.play(action);
            agent.played(action);
            actions.push(action);
        }
        actions
    };
    let mut one = agent("60");
    let actions = play(&mut one);
    assert_eq!(play(&mut one), actions);
    assert_eq!(play(&mut agent("60")), actions);
}

#[test]
fn choosing_leaves_the_position_unchanged() {
    let mut position = game("send-it-square", &["board.width=5", "board.height=5"]);
    let (turns, legal) = (position.turns(), position.count_legal());
    agent("100").choose(&mut *position, &mut rng());
    assert_eq!((position.turns(), position.count_legal(), position.captures()), (turns, legal, [0, 0]));
}

#[test]
fn the_subtree_below_the_actions_played_is_kept() {
    let mut position = game("hex-it", &[]);
    let mut agent = agent("2000");
    for player in 0..2 {
        let action = agent.choose(&mut *position, &mut rng());
        let tree = agent.tree();
        let child = tree.root().children().find(|&child| tree.node(child).action == action).expect("a child");
        let (visits, reward) = (tree.node(child).visits, tree.node(child).reward);
        position.play(action);
        agent.played(action);
        assert!(visits > 100, "player {player}: {visits} visits");
        assert_eq!((agent.tree().root().visits, agent.tree().root().reward), (visits, reward));
        assert!(agent.tree().root().is_expanded());
    }
    agent.played(Action::Swap);
    assert_eq!(
        (agent.tree().root().visits, agent.tree().nodes().len()),
        (0, 1),
        "an action without a child leaves an empty tree"
    );
}

#[test]
fn all_actions_of_a_turn_have_the_same_mover() {
    let mut position = game("send-it", &["board.side=3"]);
    position.play(Action::Place(cell("c3")));
    let mut agent = agent("3000");
    agent.choose(&mut *position, &mut rng());
    let root = agent.tree().root();
    assert_eq!(root.mover, Player::Second);
    let movers = |node: &tree::Node| {
        let children = agent.tree().range(node.children()).iter().filter(|child| child.visits > 0);
        children.map(|child| child.mover).collect::<Vec<_>>()
    };
    assert!(!movers(root).is_empty() && movers(root).iter().all(|&mover| mover == Player::Second));
}

#[test]
fn the_tree_never_exceeds_its_limit() {
    let mut position = game("go", &["board.width=5", "board.height=5"]);
    let mut agent = agent("5000:nodes=1000");
    agent.choose(&mut *position, &mut rng());
    assert!(agent.tree().root().visits > 2500);
    assert!((900..=1000).contains(&agent.tree().nodes().len()), "{} nodes", agent.tree().nodes().len());
}

#[test]
fn it_moves_even_when_there_is_no_room_for_the_roots_actions() {
    let mut position = game("dispatch", &[]);
    position.play(Action::Pass);
    let first = agent("1").choose(&mut *position, &mut rng());
    position.play(first);
    assert!(position.count_legal() > 1000);
    let action = agent("20:nodes=1000").choose(&mut *position, &mut rng());
    assert_eq!(position.check(action), Ok(()));
}

#[test]
fn every_action_is_tried_eventually() {
    let mut position = game("send-it", &["board.side=3"]);
    let mut agent = agent("1:exponent=0.5");
    let mut opened = Vec::new();
    for _ in 0..3000 {
        let budget = agent.budget;
        agent.think(&*position, budget, &mut rng(), worker::run);
        opened.push(agent.tree().root().opened);
    }
    assert!(opened.is_sorted() && opened[10] < 10, "only a few at first");
    let root = agent.tree().root();
    assert_eq!(root.opened, position.count_legal(), "all of them eventually");
    let tried = agent.tree().range(root.children()).iter().filter(|child| child.visits > 0).count();
    assert_eq!(tried as u32, root.opened);
    let action = agent.choose(&mut *position, &mut rng());
    assert_eq!(position.check(action), Ok(()));
}

#[test]
fn a_node_has_the_margin_value_of_its_best_child() {
    for (spec, sets) in [("send-it", &["board.side=3"][..]), ("exxit", &[]), ("dropper", &["board.width=4"])]
    {
        let mut position = game(spec, sets);
        let mut agent = agent("500:minimax=0.3");
        agent.choose(&mut *position, &mut rng());
        let mut compared = 0;
        for node in agent.tree().nodes().iter().filter(|node| node.is_expanded() && node.visits > 0) {
            let own = |promise: f32| if node.mover == Player::First { promise } else { 1.0 - promise };
            let best = agent.tree().range(node.children()).iter().map(|child| own(child.promise));
            assert_eq!(own(node.promise), best.reduce(f32::max).expect("children"), "{spec}");
            compared += 1;
        }
        assert!(compared > 3, "{spec}");
    }
}

#[test]
fn tables_are_kept_with_their_nodes() {
    let mut position = game("go", &["board.width=5", "board.height=5"]);
    let mut agent = agent("2000:rave=300");
    let action = agent.choose(&mut *position, &mut rng());
    let mark = Action::Place(cell("c3"));
    let tally = |agent: &Mcts, node: &tree::Node| {
        node.table.map(|table| agent.tree().tables.tally(table, &mark, Player::Second).0)
    };
    let child = agent.tree().root().children().find(|&child| agent.tree().node(child).action == action);
    let before = tally(&agent, agent.tree().node(child.expect("a child")));
    assert!(before.is_some_and(|tally| tally.seen > 10.0), "{before:?}");
    agent.played(action);
    assert_eq!(tally(&agent, agent.tree().root()), before);
}

#[test]
fn it_stops_when_further_iterations_cannot_change_the_choice() {
    // White captures the stones that Black has left in atari: no other action comes close.
    let sets = [
        "board.width=5",
        "board.height=5",
        "score.komi=0.5",
        "setup.black=[\"a1\",\"a2\",\"b1\",\"e5\"]",
        "setup.white=[\"a3\",\"b2\",\"c2\"]",
        "setup.turns=1",
    ];
    let mut position = game("go", &sets);
    let mut agent = agent("3000");
    let chosen = agent.choose(&mut *position, &mut rng());
    assert_eq!(chosen, Action::Place(cell("c1")));
    let visits = agent.tree().root().visits;
    assert!((1500..2990).contains(&visits), "{visits}");
    let children = agent.tree().range(agent.tree().root().children());
    let mut visited: Vec<_> = children.iter().map(|child| child.visits).collect();
    visited.sort_unstable();
    let [.., second, most] = visited[..] else { panic!("two children") };
    assert!(most - second > 3000 - visits, "{most} and {second} visits of {visits}");
}

#[test]
fn the_only_legal_action_is_chosen_without_a_search() {
    let mut position = game("go", &["board.width=2", "board.height=2"]);
    let (mut rng, mut forced) = (rng(), 0);
    for _ in 0..20 {
        position.reset();
        while position.outcome().is_none() {
            let action =
                position.random_action(&mut rng, dropline_engine::rules::PlayoutPolicy::Unrestricted);
            if position.count_legal() == 1 {
                let mut agent = agent("1000");
                assert_eq!(agent.choose(&mut *position, &mut rng), action);
                assert_eq!(agent.tree().root().visits, 0);
                forced += 1;
            }
            position.play(action);
        }
    }
    assert!(forced > 0);
}

#[test]
fn a_time_budget_is_respected() {
    let mut position = game("go", &[]);
    let clock = Instant::now();
    agent("30ms").choose(&mut *position, &mut rng());
    assert!(clock.elapsed().as_millis() >= 30);
}

#[test]
fn a_swap_is_always_searched() {
    // White is far ahead thanks to komi: after any stone it has a better margin than after taking Black's side.
    let sets = ["board.side=4", "turn.swap=true", "score.komi=30"];
    let mut position = game("send-it", &sets);
    position.play(Action::Place(cell("d4")));
    let mut agent = agent("300:widening=0.5:exponent=0.3");
    agent.choose(&mut *position, &mut rng());
    let root = agent.tree().root();
    let children = agent.tree().range(root.children());
    let at = children.iter().position(|child| child.action == Action::Swap);
    assert!(at == Some(1) && root.opened < 5, "it is ranked right after the best other action");
    assert!(children[1].visits > 0, "it has been tried");

    // Black is ahead: the swap is tried first.
    let mut position = game("send-it", &["board.side=4", "turn.swap=true"]);
    position.play(Action::Place(cell("d4")));
    let mut agent = self::agent("1");
    assert_eq!(agent.choose(&mut *position, &mut rng()), Action::Swap);
}

#[test]
fn a_search_can_be_stopped_and_its_budget_changed() {
    let mut position = game("go", &[]);
    let mut agent = agent("10");
    agent.choose(&mut *position, &mut rng());
    assert!((1..=10).contains(&agent.iterations()), "{}", agent.iterations());
    agent.set_budget(Budget::Milliseconds(Budget::MOST_MILLISECONDS));
    let stop = Arc::new(AtomicBool::new(true));
    agent.stop_by(Arc::clone(&stop));
    agent.new_game();
    let chosen = agent.choose(&mut *position, &mut rng());
    assert_eq!((position.check(chosen), agent.iterations()), (Ok(()), 1));
}

/// Black has four in a row next to a white stone, and White's other stones are far away.
pub const FOUR: [&str; 2] =
    ["setup.black=[\"b8\",\"c8\",\"d8\",\"e8\"]", "setup.white=[\"a8\",\"m2\",\"n4\",\"o6\"]"];

#[test]
fn an_immediate_win_is_proven_in_the_first_iteration() {
    let mut position = game("gomoku", &FOUR);
    let mut agent = agent("100");
    assert_eq!(agent.choose(&mut *position, &mut rng()), Action::Place(cell("f8")));
    assert_eq!((agent.tree().root().bounds, agent.iterations()), (bounds(1), 1));
}

#[test]
fn a_playout_that_wins_within_the_current_turn_proves_the_win() {
    // The win takes two stones.
    let mut position = game("connect6", &[FOUR[0], FOUR[1], "setup.turns=2"]);
    let mut agent = agent("300:decisive=1");
    let wins = ["f8", "g8"].map(|name| Action::Place(cell(name)));
    let first = agent.choose(&mut *position, &mut rng());
    assert!(wins.contains(&first), "{first:?}");
    assert_eq!(agent.tree().root().bounds, bounds(1));
    position.play(first);
    agent.played(first);
    let second = agent.choose(&mut *position, &mut rng());
    assert!(wins.contains(&second) && second != first, "{second:?}");
    position.play(second);
    assert_eq!(position.winner(), Winner::First);
}

#[test]
fn it_prevents_a_win_in_the_next_turn() {
    let mut sets = FOUR.to_vec();
    sets.push("setup.turns=8");
    sets.push("setup.to_move=white");
    assert_eq!(choice("gomoku", &sets, &[], "300"), Action::Place(cell("f8")));
    // Without decisive stones in playouts, the search takes longer to find the move that prevents the win.
    assert_eq!(choice("gomoku", &sets, &[], "3000:decisive=0"), Action::Place(cell("f8")));
}

#[test]
fn play_continues_in_positions_that_a_playout_has_proven() {
    let (mut position, mut rng) = (game("yavalath", &[]), rng());
    let mut agents = [agent("40"), agent("60")];
    for game in 0..10 {
        position.reset();
        agents.iter_mut().for_each(Mcts::new_game);
        while position.outcome().is_none() {
            let at = (position.to_move().index() + game) % 2;
            let action = agents[at].choose(&mut *position, &mut rng);
            assert_eq!(position.check(action), Ok(()));
            position.play(action);
            agents.iter_mut().for_each(|agent| agent.played(action));
        }
    }
}
