//! Properties that every position of every variant must have, regardless of its rules.

use crate::chance::{below, seeded};
use crate::draw::{rows, text};
use crate::hand_made::{
    clear, drawn, go, hexagon, place, place_shape, seen, send_it, send_it_with_push, squares, step, turn,
};
use crate::table::{legal, scene};
use crate::uniform::swaps;
use crate::{family, family_mixtures, family_tiles};
use dropline::board::Lines;
use dropline::rules::{self, Action, ActionList, PlayoutPolicy, Position};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, Reach, Repetition, Score, ScoreMethod, Shapes, Side, Suicide,
    Variant, load, shipped,
};

/// The variants that must conform.
pub fn variants() -> Vec<Variant> {
    let shipped = shipped().iter().map(|shipped| load(shipped.name, &[]).expect("a valid variant").variant);
    let go = Variant { swap: true, ..go(squares(9, 9)) };
    let families = (100..124).map(family::small).chain((100..116).map(family_tiles::any));
    shipped.chain([go]).chain(families).collect()
}

/// The positions of a random game after these numbers of actions.
pub fn positions(variant: &Variant, after: &[u32]) -> Vec<Box<dyn Position>> {
    let (mut game, rng) = (rules::start(variant), &mut seeded(7));
    let mut positions = vec![];
    for made in 0..=after.iter().copied().max().unwrap_or(0) {
        if game.outcome().is_some() {
            break;
        }
        if after.contains(&made) {
            positions.push(game.boxed_clone());
        }
        let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(action);
    }
    positions
}

/// Everything observable of a position.
pub fn all_of(game: &dyn Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let progress =
        (game.turns(), game.actions_in_turn(), game.swapped(), game.side_to_move(), game.to_move());
    let mut ownership = vec![];
    game.ownership(&mut ownership);
    (rows(game), progress, game.outcome(), game.captures(), game.score(), legal(game), ownership)
}

#[test]
fn the_shipped_variants_equal_the_handwritten_ones() {
    for (name, by_hand) in [
        ("send-it", send_it(hexagon(8))),
        ("send-it-square", send_it_with_push(squares(13, 13))),
        ("send-it-square-nopush", send_it(squares(13, 13))),
    ] {
        let shipped = load(name, &[]).expect("a valid variant").variant;
        assert_eq!(Variant { id: by_hand.id.clone(), info: by_hand.info.clone(), ..shipped }, by_hand);
    }
}

#[test]
fn generated_actions_are_accepted_and_distinct() {
    for game in variants().iter().flat_map(|variant| positions(variant, &[0, 1, 2, 5, 30, 100])) {
        let actions = legal(game.as_ref());
        assert!(!actions.is_empty(), "{}", scene(game.as_ref()));
        assert_eq!(actions.len(), game.count_legal() as usize, "{}", scene(game.as_ref()));
        assert!(actions.windows(2).all(|pair| pair[0] != pair[1]), "{actions:?}{}", scene(game.as_ref()));
        let mut again = actions.clone();
        game.legal_actions(&mut again);
        assert_eq!(again.len(), actions.len(), "a list that is not empty is cleared first");
        for action in actions {
            assert_eq!(game.check(action), Ok(()), "{}{}", text(action), scene(game.as_ref()));
        }
    }
}

#[test]
fn a_swap_reverses_the_margin() {
    let groups = Score { method: ScoreMethod::Groups, ..send_it(squares(2, 2)).score };
    let groups = rules::start(&Variant { swap: true, score: groups, ..go(squares(2, 2)) });
    for mut game in swaps().into_iter().chain([groups]) {
        if game.turns() == 0 {
            game.play("a1".parse().expect("an action"));
        }
        let ([first, second], margin) = (game.score(), game.margin());
        assert_ne!(margin, -margin, "{}", scene(game.as_ref()));
        assert_eq!(game.margin_after(Action::Swap), -margin, "{}", scene(game.as_ref()));
        game.play(Action::Swap);
        assert!(game.swapped());
        assert_eq!(game.score(), [second, first], "{}", scene(game.as_ref()));
        assert_eq!(game.margin(), -margin, "{}", scene(game.as_ref()));
    }
}

#[test]
fn random_play_draws_an_action_and_plays_it() {
    let mixtures = (0..200).map(family_mixtures::any);
    for (seed, variant) in (0..).zip(variants().into_iter().chain(mixtures)) {
        let (mut drawing, mut playing) = (rules::start(&variant), rules::start(&variant));
        let mut rngs = [seeded(seed), seeded(seed)];
        for _ in 0..80 {
            if drawing.outcome().is_some() {
                break;
            }
            let action = drawing.random_action(&mut rngs[0], PlayoutPolicy::Unrestricted);
            drawing.play(action);
            assert_eq!(
                playing.play_random(&mut rngs[1], PlayoutPolicy::Unrestricted),
                action,
                "{}",
                scene(&*drawing)
            );
        }
        assert_eq!(playing.outcome(), drawing.outcome());
    }
}

#[test]
fn a_playout_from_the_middle_ends_the_game_and_counts_its_actions() {
    for variant in variants() {
        for mut game in positions(&variant, &[3, 20]) {
            let rng = &mut seeded(3);
            let made = game.playout(rng, PlayoutPolicy::Unrestricted);
            assert!(game.outcome().is_some() && made > 0, "{}", scene(game.as_ref()));
            assert_eq!(game.verify(), Ok(()), "{}", scene(game.as_ref()));
            assert_eq!(game.playout(rng, PlayoutPolicy::Unrestricted), 0, "nothing is left to play");
        }
    }
}

#[test]
fn copies_play_like_the_original() {
    for variant in variants() {
        let mut assigned = rules::start(&variant);
        assigned.playout(&mut seeded(4), PlayoutPolicy::Unrestricted);
        for mut game in positions(&variant, &[0, 4, 17, 60]) {
            assigned.assign(game.as_ref());
            let mut cloned = game.boxed_clone();
            for copy in [&mut assigned, &mut cloned] {
                assert_eq!(all_of(copy.as_ref()), all_of(game.as_ref()));
                assert_eq!(copy.verify(), Ok(()), "{}", scene(copy.as_ref()));
            }
            for seed in 0..8 {
                if game.outcome().is_none() {
                    let mut games = [&mut game, &mut assigned, &mut cloned];
                    let actions = games
                        .each_mut()
                        .map(|game| game.random_action(&mut seeded(seed), PlayoutPolicy::Unrestricted));
                    assert_eq!(actions, [actions[0]; 3], "{}", scene(games[0].as_ref()));
                    games.into_iter().for_each(|game| game.play(actions[0]));
                }
                assert_eq!(all_of(assigned.as_ref()), all_of(game.as_ref()));
                assert_eq!(all_of(cloned.as_ref()), all_of(game.as_ref()));
            }
        }
    }
}

#[test]
fn a_copy_knows_all_earlier_arrangements() {
    // On boards this small, a stone that captures nothing often restores an earlier arrangement.
    for shape in [squares(3, 1), squares(2, 2), squares(3, 2), squares(3, 3)] {
        let variant = go(shape);
        let (mut game, rng) = (rules::start(&variant), &mut seeded(15));
        for _ in 0..300 {
            let mut copy = rules::start(&variant);
            copy.assign(game.as_ref());
            assert_eq!(all_of(copy.as_ref()), all_of(game.as_ref()));
            assert_eq!(copy.verify(), Ok(()), "{}", scene(copy.as_ref()));
            if game.outcome().is_some() {
                game.reset();
            }
            let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
            game.play(action);
        }
    }
}

#[test]
fn the_tile_engine_excludes_no_actions() {
    let game = rules::start(&load("hex-it", &[]).expect("a valid variant").variant);
    for action in legal(game.as_ref()) {
        assert!(!game.excludes(PlayoutPolicy::AvoidOwnEyes, action), "{}", text(action));
    }
}

#[test]
fn single_stones_are_stacks_of_one_and_hands_are_empty() {
    let mut game = rules::start(&go(squares(2, 1)));
    game.play("a1".parse().expect("an action"));
    let stacks: Vec<_> = game.board().cells().iter().map(|&cell| game.stack(cell)).collect();
    assert_eq!(stacks, [vec![Side::First], vec![]]);
    assert_eq!(game.hands(), None);
}

#[test]
fn queries_replace_the_contents_of_their_buffers() {
    let (mut actions, mut margins, mut ownership) = (ActionList::new(), vec![], vec![]);
    for mut game in variants().iter().flat_map(|variant| positions(variant, &[0, 5])) {
        game.legal_actions(&mut actions);
        assert_eq!(actions.len(), game.count_legal() as usize, "{}", scene(game.as_ref()));
        game.margins_after(&actions, &mut margins);
        assert_eq!(margins.len(), actions.len(), "{}", scene(game.as_ref()));
        game.ownership(&mut ownership);
        let mut afresh = vec![];
        game.ownership(&mut afresh);
        assert_eq!(ownership, afresh, "{}", scene(game.as_ref()));
    }
}

/// Send It with one rule changed: how cells are seen, what may be placed where, or how it is scored.
pub fn relatives_of_send_it() -> [Variant; 7] {
    let with = |drop: ActionRule| Variant {
        actions: vec![ActionRule { new_per_group: Some(1), ..drop }, place("open")],
        ..send_it(squares(4, 4))
    };
    let mut with_shapes = with(seen(place("drop")));
    with_shapes.actions.push(place_shape("two", Some(Shapes::Sizes(vec![2])), None));
    [
        with(ActionRule { sight: Some(Lines::Queen), ..place("drop") }),
        with(place("drop")),
        with(clear(Reach::Adjacent, seen(place("drop")))),
        Variant { turn: turn([step([0, 2], 0, 4)]), ..with_shapes },
        Variant { capture: Capture::Liberties(Suicide::Allowed), ..send_it(squares(4, 4)) },
        Variant { score: go(squares(4, 4)).score, ..send_it(squares(4, 4)) },
        Variant {
            capture: Capture::None,
            actions: vec![seen(place("drop")), place("open")],
            ..send_it(squares(4, 4))
        },
    ]
}

#[test]
fn after_a_reset_a_game_starts_again() {
    for variant in variants() {
        let (mut used, mut fresh) = (rules::start(&variant), rules::start(&variant));
        used.playout(&mut seeded(5), PlayoutPolicy::Unrestricted);
        used.reset();
        assert_eq!(all_of(used.as_ref()), all_of(fresh.as_ref()), "{}", scene(used.as_ref()));
        let played =
            [&mut used, &mut fresh].map(|game| game.playout(&mut seeded(6), PlayoutPolicy::Unrestricted));
        assert_eq!(played[0], played[1]);
        assert_eq!(all_of(used.as_ref()), all_of(fresh.as_ref()), "{}", scene(used.as_ref()));
    }
}

#[test]
fn incremental_state_equals_state_built_from_scratch() {
    for variant in variants() {
        let (mut game, rng) = (rules::start(&variant), &mut seeded(8));
        for _ in 0..150 {
            if game.outcome().is_none() {
                let actions = legal(game.as_ref());
                game.play(actions[below(rng, actions.len())]);
                assert_eq!(game.verify(), Ok(()), "{}", scene(game.as_ref()));
            }
        }
    }
}

/// A stone is placed, then one may be pushed: anywhere, and without captures.
pub fn plain_push() -> Variant {
    let displace = Displace { to: Reach::Touching };
    let push = ActionRule { kind: ActionKind::Displace(displace), ..place("push") };
    Variant {
        openings: vec![],
        turn: turn([step([0], 1, 1), step([1], 0, 2)]),
        actions: vec![place("drop"), push],
        capture: Capture::None,
        ..send_it(squares(4, 4))
    }
}

/// [`plain_push`] alone, with captures, with superko, without diagonal pushes, and on seen cells only.
fn pushes() -> [Variant; 5] {
    let with = |drop, to| {
        let push = ActionKind::Displace(Displace { to });
        Variant { actions: vec![drop, ActionRule { kind: push, ..place("push") }], ..plain_push() }
    };
    [
        plain_push(),
        Variant { capture: Capture::Liberties(Suicide::Forbidden), ..plain_push() },
        Variant { repetition: Repetition::PositionalSuperko, ..plain_push() },
        with(place("drop"), Reach::Adjacent),
        drawn(with(seen(place("drop")), Reach::Touching), "x... .... .x.. ...o"),
    ]
}

/// Stones are placed only on seen cells.
fn seen_from_the_start() -> Variant {
    let drop = vec![seen(place("drop"))];
    let seen_alone = Variant { openings: vec![], actions: drop, ..send_it(squares(4, 4)) };
    drawn(seen_alone, "x... .... .x.. ...o")
}

#[test]
fn caches_filled_by_random_actions_stay_valid_as_stones_come_and_go() {
    let small = [send_it(hexagon(3)), send_it(squares(4, 4)), send_it_with_push(squares(4, 3))];
    let others = small.into_iter().chain(relatives_of_send_it()).chain(pushes());
    let others = others.chain([seen_from_the_start(), go(squares(3, 2)), go(squares(4, 3))]);
    for variant in variants().into_iter().chain(others) {
        let (mut game, rng) = (rules::start(&variant), &mut seeded(10));
        let mut undrawn = rules::start(&variant);
        for _ in 0..200 {
            if game.outcome().is_some() {
                game.reset();
                undrawn.reset();
                continue;
            }
            // Drawing an action may discover cells that cannot be seen, or where a stone would be suicide.
            let drawn = [(); 4].map(|()| game.random_action(rng, PlayoutPolicy::Unrestricted));
            for action in drawn {
                assert_eq!(game.check(action), Ok(()), "{}{}", text(action), scene(game.as_ref()));
            }
            game.play(drawn[0]);
            undrawn.play(drawn[0]);
            assert_eq!(game.verify(), Ok(()), "after {}{}", text(drawn[0]), scene(game.as_ref()));
            assert_eq!(legal(game.as_ref()), legal(undrawn.as_ref()), "{}", scene(game.as_ref()));
        }
    }
}

#[test]
fn both_grids_play_the_same_games() {
    for variant in (0..24).flat_map(|number| [family::small(number), family::large(number / 2)]) {
        let mut games = [rules::start(&variant), rules::start_on_large_grid(&variant)];
        for seed in 0..30 {
            if games[0].outcome().is_none() {
                let actions = games
                    .each_mut()
                    .map(|game| game.random_action(&mut seeded(seed), PlayoutPolicy::Unrestricted));
                assert_eq!(actions[0], actions[1], "{}", scene(games[0].as_ref()));
                games.iter_mut().for_each(|game| game.play(actions[0]));
            }
        }
        assert_eq!(all_of(games[0].as_ref()), all_of(games[1].as_ref()), "{}", scene(games[0].as_ref()));
    }
}
