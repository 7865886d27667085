//! The margins after actions, which agents that look one action ahead need, are computed without playing the actions.

use crate::chance::seeded;
use crate::conformance::{all_of, positions, relatives_of_send_it, variants};
use crate::draw::text;
use crate::hand_made::{dispatch, hexagon, place_shape, seen, send_it, send_it_with_push, squares};
use crate::table::{legal, scene};
use dropline::board::Shape;
use dropline::rules::{self, PlayoutPolicy};
use dropline::variant::{ActionRule, Capture, End, Shapes, Stuck, Suicide, Variant};

/// Compares margins with those found by playing the actions: after every `stride`-th legal action of `steps` positions of random
/// games.
fn margins_agree_with_play(variant: &Variant, steps: u32, stride: usize) {
    let (mut game, mut after, rng) = (rules::start(variant), rules::start(variant), &mut seeded(9));
    let (mut margins, mut most) = (Vec::new(), 0);
    for step in 0..steps {
        let actions = legal(game.as_ref());
        most = most.max(actions.len());
        game.margins_after(&actions, &mut margins);
        for (&action, &margin) in actions.iter().zip(&margins).skip(step as usize % stride).step_by(stride) {
            after.assign(game.as_ref());
            after.play(action);
            assert_eq!(margin, after.margin(), "{}{}", text(action), scene(game.as_ref()));
        }
        let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(action);
        if game.outcome().is_some() {
            game.reset();
        }
    }
    assert!(most > 1, "nothing but `pass` was ever legal{}", scene(game.as_ref()));
}

#[test]
fn margin_after_is_correct_and_leaves_the_position_unchanged() {
    for mut game in variants().iter().flat_map(|variant| positions(variant, &[0, 1, 9, 50])) {
        let before = all_of(game.as_ref());
        let actions = legal(game.as_ref());
        let mut margins = Vec::new();
        game.margins_after(&actions, &mut margins);
        assert_eq!(margins.len(), actions.len());
        for (&action, &margin) in actions.iter().zip(&margins).step_by(1 + actions.len() / 8) {
            let mut after = game.boxed_clone();
            after.play(action);
            assert_eq!(
                game.margin_after(action),
                after.prospect(),
                "{}{}",
                text(action),
                scene(game.as_ref())
            );
            assert_eq!(margin, after.prospect(), "{}{}", text(action), scene(game.as_ref()));
        }
        assert_eq!(before, all_of(game.as_ref()));
        assert_eq!(game.verify(), Ok(()));
    }
}

#[test]
fn margins_after_all_actions_are_correct_when_cells_grow_scarce() {
    // On boards that fill up, nearly every stone takes a liberty, closes a cell or ends a line of sight.
    let games = [send_it(hexagon(3)), send_it(squares(4, 4)), send_it_with_push(squares(4, 3))];
    let stuck = send_it(squares(3, 3));
    let stuck = Variant { end: End { stuck: Stuck::Loses, ..stuck.end }, ..stuck };
    for variant in games.into_iter().chain(relatives_of_send_it()).chain([stuck]) {
        margins_agree_with_play(&variant, 400, 1);
    }
}

/// Dispatch with connected shapes of `sizes`, and a stone of each side on the first and the last cell.
fn dispatch_of(shape: Shape, sizes: &[u8]) -> Variant {
    let rule = place_shape("shape", Some(Shapes::Sizes(sizes.to_vec())), None);
    let mut variant = Variant { actions: vec![seen(rule)], ..dispatch(shape) };
    let cells = variant.board.cells();
    variant.setup.stones = [vec![cells[0]], vec![cells[cells.len() - 1]]];
    variant
}

#[test]
fn margins_after_shapes_are_correct_when_regions_grow_small() {
    let games = [
        dispatch_of(squares(6, 6), &[2, 3, 4, 5]),
        dispatch_of(squares(8, 5), &[1, 3]),
        dispatch_of(squares(5, 5), &[2, 6]),
        // The shapes are as large as a block of six cells or larger: a region that contains such a block may be too small for
        // them.
        dispatch_of(squares(7, 4), &[3, 7]),
        dispatch_of(hexagon(4), &[2, 4]),
        Variant { capture: Capture::Liberties(Suicide::Allowed), ..dispatch_of(squares(5, 5), &[2, 3, 4]) },
        Variant { capture: Capture::None, ..dispatch_of(squares(6, 5), &[2, 3, 4, 5]) },
        Variant {
            actions: vec![ActionRule {
                new_per_group: Some(3),
                ..dispatch_of(squares(5, 5), &[2, 4]).actions[0].clone()
            }],
            ..dispatch_of(squares(5, 5), &[2, 4])
        },
    ];
    for variant in games {
        margins_agree_with_play(&variant, 150, 7);
    }
}
