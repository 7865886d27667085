//! Dropper, sentence by sentence. White moves first: `x` is white in the drawings.

use crate::draw::cells;
use crate::hand_made::{drawn, shipped};
use crate::oracle::oracle;
use crate::table::{Table, WHERE, legal};
use dropline::points::Points;
use dropline::rules::{self, Action, IllegalReason, Player, Reason, Winner};
use dropline::variant::{Score, Setup, Side, Variant};

/// Dropper on a board of this size.
fn dropper(width: u8, height: u8) -> Variant {
    shipped("dropper", &[&format!("board.width={width}"), &format!("board.height={height}")])
}

/// A position of Dropper after the opening, white to move.
fn position(drawing: &str) -> Variant {
    let rows: Vec<_> = drawing.split_whitespace().collect();
    drawn(dropper(rows[0].len() as u8, rows.len() as u8), drawing)
}

#[test]
fn white_begins_with_one_stone_on_any_cell() {
    Table::of(&dropper(3, 2))
        .waits_for(Player::First, Side::First, 0)
        .allows_only("a1 a2 b1 b2 c1 c2")
        .play("b1")
        .waits_for(Player::Second, Side::Second, 1);
    assert_eq!(dropper(3, 2).info.players.map(|colour| colour.name()), ["white", "black"]);
}

#[test]
fn a_drop_takes_the_cell_of_an_enemy_stone_which_moves_to_one_of_the_eight_cells_around() {
    Table::of(&position("..... ..... ..o.. ...x. ....."))
        .allows_only("c3>b2 c3>b3 c3>b4 c3>c2 c3>c4 c3>d3 c3>d4");
}

#[test]
fn a_turn_is_a_drop_and_then_a_free() {
    let board = position("...... ...... ...... ...... .o.... x.....");
    Table::of(&board)
        .refuses("f6", IllegalReason::Kind)
        .play("b2>b3")
        .shows("...... ...... ...... .o.... .x.... x.....")
        .waits_for(Player::First, Side::First, 2)
        .refuses("b3>b4", IllegalReason::Kind)
        .refuses("pass", IllegalReason::Compulsory)
        .play("f6")
        .waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn a_free_needs_all_eight_cells_around_to_be_empty() {
    let board = position("..... ..... ..... ...o. ..x..");
    Table::of(&board)
        .play("d2>e1")
        .allows_only("a1 a2 a3 a4 a5 b3 b4 b5 c4 c5 d4 d5 e4 e5")
        .refuses("c3", WHERE);
}

#[test]
fn where_no_free_is_possible_the_turn_is_only_the_drop() {
    Table::of(&position("... .o. x..")).play("b2>b3").waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn where_no_drop_is_possible_the_turn_is_only_the_free() {
    // The only enemy stone has no cell to move to.
    let board = position("...... ...... ...... ...... xx.... ox....");
    Table::of(&board)
        .allows_only("a4 a5 a6 b4 b5 b6 c4 c5 c6 d1 d2 d3 d4 d5 d6 e1 e2 e3 e4 e5 e6 f1 f2 f3 f4 f5 f6")
        .play("f6")
        .waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn if_unmet_is_end_no_free_follows_an_impossible_drop() {
    let board = position("...... ...... ...... ...... xx.... ox....");
    let other = shipped("dropper", &["board.width=6", "board.height=6", "turn.steps.0.unmet=end"]);
    Table::of(&Variant { setup: board.setup, ..other }).ended_by(Reason::Stuck);
}

#[test]
fn the_game_ends_at_once_when_the_player_to_move_can_do_nothing() {
    // White has no drop, though black would have one.
    Table::of(&position("xx. ox. xx.")).ended_by(Reason::Stuck);
    let blacks_turn = Setup { to_move: Some(Side::Second), ..position("xx. ox. xx.").setup };
    Table::of(&Variant { setup: blacks_turn, ..dropper(3, 3) }).goes_on();
    // White can still displace the stone on a1.
    Table::of(&dropper(2, 3)).play("a1 a1>a2").goes_on();
}

#[test]
fn groups_are_compared_as_sequences() {
    let result = |drawing: &str| {
        let game = rules::start(&position(drawing));
        (game.groups().expect("scored by groups"), game.score().map(|score| score.to_string()), game.winner())
    };
    let scores = |first: &str, second: &str| [first.to_owned(), second.to_owned()];
    assert_eq!(
        result("xx.oo xxx.. ....o"),
        ([vec![5], vec![2, 1]], scores("5", "2"), Winner::First),
        "the largest group decides"
    );
    assert_eq!(
        result("xx.oo ..... x.oo."),
        ([vec![2, 1], vec![2, 2]], scores("2", "2"), Winner::Second),
        "then the next"
    );
    assert_eq!(
        result("xx.oo ..... x...."),
        ([vec![2, 1], vec![2]], scores("2", "2"), Winner::First),
        "a missing group counts nothing"
    );
    assert_eq!(result("xx.oo ..... x...o"), ([vec![2, 1], vec![2, 1]], scores("2", "2"), Winner::Draw));
    assert_eq!(result("x.x.. .x.oo ....."), ([vec![1, 1, 1], vec![2]], scores("1", "2"), Winner::Second));
}

#[test]
fn the_published_beginning_is_legal() {
    Table::of(&dropper(8, 8))
        .play("d5")
        .play("d5>e6 f3")
        .play("d5>c5 g5")
        .play("d5>d4 b3")
        .play("d5>e4 a5")
        .play("d4>d3 e1")
        .play("d4>c3 c1")
        .play("d3>e3 a1")
        .waits_for(Player::First, Side::First, 8);
}

#[test]
fn in_the_published_position_no_free_follows_a_drop() {
    let setup = Setup {
        stones: [cells("b7 h7 e6 a5 d5 f5 d4 e4 f4 f2 g2 c1"), cells("d8 f8 c5 g4 b3 c3 d3 e3 f3 g3 a1 e1")],
        turns: 10,
        ..Setup::default()
    };
    let game = rules::start(&Variant { setup, ..dropper(8, 8) });
    let actions = legal(game.as_ref());
    assert!(!actions.is_empty());
    for action in actions {
        assert!(matches!(action, Action::Displace { .. }));
        let mut after = game.boxed_clone();
        after.play(action);
        assert_eq!(after.to_move(), Player::Second, "no free is left after {action}");
    }
}

#[test]
fn the_published_final_position_ends_the_game_with_the_published_score() {
    let board = "oxxoxxo. ooxooooo xoooooxx oooxoooo xxxoxxxx xxxoxxxx oxoxooxo oxxxoxxo";
    // White is `o` on the published page.
    let drawing: String = board
        .chars()
        .map(|c| match c {
            'o' => 'x',
            'x' => 'o',
            other => other,
        })
        .collect();
    Table::of(&position(&drawing)).ended_by(Reason::Stuck).scores("22", "11");
    let game = rules::start(&position(&drawing));
    assert_eq!(game.winner(), Winner::First);
    // Black could still displace the stone on g7.
    let blacks_turn = Setup { to_move: Some(Side::Second), ..position(&drawing).setup };
    let game = rules::start(&Variant { setup: blacks_turn, ..dropper(8, 8) });
    assert!(legal(game.as_ref()).iter().all(|action| action.to_string().ends_with(">h8")));
}

#[test]
fn after_a_swap_the_groups_are_those_of_the_players() {
    let mut game = rules::start(&Variant { swap: true, ..dropper(3, 2) });
    for action in ["b1", "swap"] {
        game.play(action.parse().unwrap());
    }
    assert_eq!(game.groups(), Some([vec![], vec![1]]), "the second player has taken over the stone");
}

#[test]
fn the_margin_is_the_first_difference_of_the_sizes() {
    let margin = |drawing: &str| rules::start(&position(drawing)).margin();
    assert_eq!(margin("oo. ... x.x").points().to_string(), "-1");
    assert_eq!(margin("ooo ... xx.").winner(), Winner::Second);
    // Being behind in the second group is less bad than in the first.
    assert!(margin("xx.. .... .... o.oo") > margin("xx.. .... .... ooo."));
    assert_eq!(margin("xx.. .... .... o.oo").winner(), Winner::Second);
    // One stone against two in the second group is less bad than none.
    assert!(margin("xx.x .... oo.. ..oo") > margin("xx.. .... oo.. ..oo"));
}

#[test]
fn margins_of_groups_are_those_of_their_sequences() {
    for drawing in [
        "xxx.xxx ....... ooo....",
        "ooo.ooo ....... xxx....",
        "xx.x.x. ....... oo.o...",
        "xx.x... ....... oo.o.o.",
        "xxx.xx. .....x. ooo.oo.",
        "xxx.xx. ....... ooo.o.o",
        "xx.x... ....... o.o.o..",
    ] {
        for komi in [Points::ZERO, Points::whole(1)] {
            let game = position(drawing);
            let game = Variant { score: Score { komi, ..game.score }, ..game };
            assert_eq!(rules::start(&game).margin(), oracle(&game).margin(), "{drawing}, {komi}");
        }
    }
}
