//! Kinds of piece: some stones differ from the others, and keep their kind when they move or change sides.

use crate::hand_made::shipped;
use crate::table::Table;
use dropline::rules::{self, IllegalReason, Position, Reason, Snapshot};

/// A game on 4 by 3 squares in which `king` is the kind of the stones on these cells, with the given tables.
fn table(kings: &str, sets: &[&str]) -> Table {
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones"];
    let kings = format!("piece.king.cells={kings}");
    Table::of(&shipped("gomoku", &[&board[..], &[&kings], sets].concat()))
}

const STONES: [&str; 2] = ["setup.black=['a1', 'b2']", "setup.white=['c1', 'd2', 'd3']"];

/// Kings slide along rows and columns, and other stones step.
const MOVES: [&str; 3] = [
    "action.king={ move = { how = 'slide', lines = 'orthogonal', onto = 'any', piece = 'king' } }",
    "action.man={ move = { how = 'step', lines = 'orthogonal', onto = 'any', piece = 'none' } }",
    "turn.steps=[{ actions = ['king', 'man'] }]",
];

fn kings(cells: &str, sets: &[&str]) -> Table {
    table(cells, &[&STONES[..], &MOVES, sets].concat())
}

#[test]
fn each_kind_has_its_own_moves() {
    kings("['a1', 'd3']", &[])
        .allows_only("a1-a2 a1-a3 a1-b1 a1-c1 b2-a2 b2-c2 b2-b1 b2-b3")
        .play("b2-c2")
        .allows_only("c1-b1 c1-c2 c1-d1 d2-c2 d2-d1 d3-c3 d3-b3 d3-a3");
}

#[test]
fn a_piece_that_moves_or_turns_over_stays_of_its_kind() {
    let moved = kings("['a1']", &[]).play("a1-a3 c1-d1");
    moved.allows_only("a3-a1 a3-a2 a3-b3 a3-c3 a3-d3 b2-a2 b2-b1 b2-b3 b2-c2");
    let flip = ["action.flip={ flip = { piece = 'king' } }", "turn.steps=[{ actions = ['flip', 'king'] }]"];
    kings("['c1', 'd3']", &flip)
        .refuses("f:d2", IllegalReason::NotPiece)
        .play("f:c1 d3-c3")
        .shows("..o. .x.o x.x.")
        .allows("c1-b1 c1-c2 c1-c3 c1-d1");
}

#[test]
fn a_piece_that_is_captured_is_gone_and_its_captor_stays_what_it_was() {
    // The man takes the king, and then steps like a man.
    kings("['a1', 'c1']", &["setup.black=['a1', 'b1']"])
        .play("b1-c1 d2-c2")
        .allows_only("a1-a2 a1-a3 a1-b1 c1-b1 c1-d1 c1-c2")
        .play("c1-c2")
        .shows("...o ..x. x...");
}

#[test]
fn a_piece_may_become_another_where_it_ends_its_move() {
    let crown = [
        "action.crown={ move = { how = 'step', lines = 'orthogonal', piece = 'none', becomes = 'king', to = ['row 3'] } }",
        "action.man.move.to=['not row 3']",
        "turn.steps=[{ actions = ['king', 'man', 'crown'] }]",
    ];
    kings("[]", &crown).play("b2-b3 d2-c2").allows("b3-a3 b3-c3 b3-d3 b3-b2 b3-b1");
    let fall = ["action.king.move.becomes='none'"];
    kings("['a1']", &fall).play("a1-a3 c1-d1").allows_only("a3-a2 a3-b3 b2-a2 b2-b1 b2-b3 b2-c2");
}

#[test]
fn a_displaced_piece_stays_of_its_kind_and_the_new_stone_is_of_none() {
    let push = [
        "action.push={ displace = { piece = 'king' } }",
        "turn.steps=[{ actions = ['push', 'king', 'man'] }]",
    ];
    kings("['c1']", &push)
        .refuses("d2>c2", IllegalReason::NotPiece)
        .play("c1>c2")
        .shows("...o .xoo x.x.")
        .allows("c2-c3 c2-b2");
}

#[test]
fn a_stone_is_placed_as_a_piece_of_a_kind() {
    let place = ["action.place.place.piece='king'", "turn.steps=[{ actions = ['place', 'king'] }]"];
    kings("[]", &place).play("a2 d1").allows("a2-a3").refuses("a1-a2", IllegalReason::NotPiece);
}

#[test]
fn a_side_without_pieces_of_a_kind_has_lost_them_all() {
    let lost = ["goal.lost.eliminate={ piece = 'king' }", "score.method=none"];
    kings("['a1', 'c1']", &[&lost[..], &["setup.black=['a1', 'b1']"]].concat())
        .play("b1-c1")
        .ended_by(Reason::Goal)
        .scores("1", "0");
}

#[test]
fn a_piece_of_a_kind_reaches_a_goal_that_other_stones_do_not() {
    let home = ["goal.home.reach={ cells = ['d1'], piece = 'king' }", "score.method=none"];
    let game = kings("['a1', 'd3']", &home);
    game.play("b2-b3 c1-d1").goes_on();
    kings("['b2', 'd3']", &home).play("b2-b1 c1-c2 b1-d1").ended_by(Reason::Goal).scores("1", "0");
}

#[test]
fn the_pieces_of_a_kind_are_a_set_that_terms_name() {
    let near =
        ["action.place.place.where={ 'king adjacent' = '1..' }", "turn.steps=[{ actions = ['place'] }]"];
    kings("['c1']", &near).allows_only("b1 d1 c2");
    let own = [
        "set.mine={ of = 'own', piece = 'king' }",
        "action.place.place.where={ 'mine adjacent' = '1..' }",
        "turn.steps=[{ actions = ['place'] }]",
    ];
    kings("['a1', 'c1']", &own).allows_only("a2 b1");
    // What a move makes of the board counts, too.
    let away = [
        "action.man.move.makes={ 'king adjacent' = '0' }",
        "action.king.move.makes={ 'king adjacent' = '0' }",
    ];
    kings("['a1']", &away).allows_only("a1-a2 a1-a3 a1-b1 a1-c1 b2-b3 b2-c2");
}

#[test]
fn only_pieces_of_a_kind_are_captured_if_the_rule_says_so() {
    let take =
        ["capture={ take = [{ piece = 'none', near = 'adjacent', where = { 'enemy adjacent' = '1..' } }] }"];
    kings("['d2']", &take).play("b2-c2").shows("...o ..xo x...");
    kings("['c1']", &take).play("b2-c2").shows("...o ..x. x.o.");
}

#[test]
fn an_arrangement_repeats_only_if_the_kinds_do() {
    let ko = ["repetition.rule='positional-superko'", "action.man.move.becomes='king'"];
    // The man returns as a king.
    kings("['a1', 'd3']", &ko).play("b2-b3 d3-c3 b3-b2").allows("c3-d3");
    kings("['a1', 'b2', 'd3']", &ko).play("b2-b3 d3-c3 b3-b2").refuses("c3-d3", IllegalReason::Repetition);
}

#[test]
fn a_snapshot_tells_kinds_apart_and_restores_them() {
    let start = |cells: &str| {
        let kings = format!("piece.king.cells={cells}");
        let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones"];
        rules::start(&shipped("gomoku", &[&board[..], &STONES, &MOVES, &[&kings]].concat()))
    };
    let snapshot = |position: &dyn Position| {
        let mut snapshot = Snapshot::default();
        position.snapshot(&mut snapshot);
        snapshot
    };
    let (mut game, mut other) = (start("['a1', 'd3']"), start("['b2']"));
    assert_ne!(snapshot(&*game).cells, snapshot(&*other).cells);
    for action in ["a1-a3", "d3-c3"] {
        game.play(action.parse().expect("an action"));
    }
    other.restore(&snapshot(&*game));
    let kinds = |position: &dyn Position| -> Vec<Option<usize>> {
        position.board().cells().iter().map(|&cell| position.piece(cell)).collect()
    };
    assert_eq!(kinds(&*other), kinds(&*game));
    assert_eq!(other.verify(), Ok(()));
}

#[test]
fn a_neutral_stone_is_taken_off_the_board() {
    let lift = [
        "action.lift={ remove = { stones = 'neutral' } }",
        "turn.steps=[{ actions = ['lift'] }]",
        "setup.neutral=['b3']",
    ];
    kings("['a1']", &lift).refuses("xa1", IllegalReason::NoStone).play("xb3").shows("...o .x.o x.o.");
}

#[test]
fn a_knight_moves_two_cells_in_one_direction_and_one_in_the_other() {
    let knight = ["action.king.move={ how = 'knight', onto = 'any', piece = 'king', lines = 'none' }"];
    kings("['a1', 'd2']", &knight)
        .allows_only("a1-b3 a1-c2 b2-a2 b2-b1 b2-b3 b2-c2")
        .play("a1-c2")
        .allows("d2-b1 d2-b3")
        .play("d2-b3")
        .allows("c2-a1 c2-a3");
}
