//! Hex-It and Exxit, sentence by sentence.
//!
//! Published positions name cells as on a hexagon of side 5; here they are moved to the plane, with `a1` at `-4,4`, so that all
//! cells keep their neighbours.

use crate::chance::seeded;
use crate::table::{Table, legal};
use dropline::board::{Axial, Board, Cell, Shape};
use dropline::rules::{self, IllegalReason, Player, PlayoutPolicy, Reason};
use dropline::variant::{End, OntoPrisoner, ReleaseSets, Setup, Side, Stack, Stacks, Variant, load};
use std::collections::BTreeMap;

/// A shipped variant.
fn shipped(name: &str) -> Variant {
    load(name, &[]).expect("a valid variant").variant
}

/// The cell of the plane for a cell of the hexagon.
fn cell(name: &str) -> Cell {
    let cell: Cell = name.parse().expect("the name of a cell");
    Cell::from_axial(i16::from(cell.x) - 4, 4 - i16::from(cell.y)).expect("a cell of the plane")
}

/// Actions on cells of the hexagon, in the notation of the plane.
fn on_plane(actions: &str) -> String {
    let word = |word: &str| match word {
        "r" | "pass" => word.to_owned(),
        _ => Axial(cell(word)).to_string(),
    };
    let mut text = String::new();
    for part in actions.split_inclusive([' ', '>', ':', '.']) {
        let name = part.trim_end_matches([' ', '>', ':', '.']);
        text.push_str(&word(name));
        text.push_str(&part[name.len()..]);
    }
    text
}

/// Hex-It with these black and white tiles, and stacks as in `e5 b, f6 wb`; `side` is to move.
fn position(black: &str, white: &str, stacks: &str, side: Side) -> Variant {
    let cells = |names: &str| names.split_whitespace().map(cell).collect();
    let stone = |letter| if letter == 'b' { Side::First } else { Side::Second };
    let stack = |text: &str| {
        let (name, stones) = text.trim().split_once(' ').expect("a cell and stones");
        Stack { cell: cell(name), stones: stones.chars().map(stone).collect() }
    };
    let setup = Setup {
        tiles: [cells(black), cells(white)],
        stacks: stacks.split(',').filter(|text| !text.is_empty()).map(stack).collect(),
        to_move: Some(side),
        ..Setup::default()
    };
    Variant { setup, board: Board::new(Shape::BoundlessHex { reach: 12 }), ..shipped("hex-it") }
}

/// The same variant with these rules of stacks.
fn with(variant: Variant, onto_prisoner: OntoPrisoner, release: ReleaseSets) -> Variant {
    Variant { stacks: Stacks { onto_prisoner, release, ..variant.stacks }, ..variant }
}

/// The same variant, except that its games end with this many tiles.
fn to_tiles(variant: Variant, tiles: u16) -> Variant {
    Variant { end: End { tiles: Some(tiles), ..variant.end }, ..variant }
}

const BLACK: Side = Side::First;
const WHITE: Side = Side::Second;

#[test]
fn a_game_begins_with_four_tiles_and_eight_stones_in_each_hand() {
    Table::of(&shipped("hex-it"))
        .shows_tiles("tiles x 1,-1 1,0 o 0,-1 0,0 stacks")
        .hands([8, 8])
        .waits_for(Player::First, BLACK, 0)
        .scores("2", "2");
    Table::of(&shipped("exxit"))
        .shows_tiles("tiles x 0,-1 1,-1 o 0,0 1,-2 stacks")
        .hands([8, 8])
        .scores("2", "1.5");
}

#[test]
fn a_deal_comes_before_all_drops() {
    // Position 3a of those published.
    Table::of(&position("d4 e5 e4", "d5 e6 f6", "d4 w,e5 b", BLACK))
        .allows_only(&on_plane("e5>d4"))
        .play(&on_plane("e5>d4"))
        .stacked(&on_plane("d4"), "ox")
        .allows_only(&on_plane("d5 e6 f6 e5 e4"));
}

#[test]
fn a_deal_is_stopped_by_stacks_that_are_too_high_or_too_far() {
    // 3b: `c5` is too far, `d3` too high.
    Table::of(&position(
        "c5 d6 d5 d4 e5 f6 d3 f5 g6",
        "e7 e6 f7 e4 f4",
        "c5 b,f7 w,f6 wb,d3 bbb,f5 bw",
        WHITE,
    ))
    .allows_only(&on_plane("f5>f7"))
    .refuses(&on_plane("f5>d3 f5>d5"), IllegalReason::NoVictim)
    .refuses(&format!("{}>12,13", on_plane("f5")), IllegalReason::OffBoard)
    .play(&on_plane("f5>f7"))
    .hands([2, 5]);
}

#[test]
fn a_drop_puts_a_stone_on_a_tile_of_either_colour_that_carries_no_stack() {
    Table::of(&position("a3 b3", "c3", "b3 b", WHITE))
        .allows_only(&on_plane("a3 c3"))
        .refuses(&on_plane("b3"), IllegalReason::Occupied)
        .refuses(&on_plane("d3"), IllegalReason::NoTile)
        .refuses("12,13", IllegalReason::OffBoard)
        .refuses("a3 a3.b3 a3>b3", IllegalReason::Kind)
        .play(&on_plane("c3"))
        .stacked(&on_plane("c3"), "o")
        .hands([7, 7]);
}

#[test]
fn a_drop_needs_a_stone_in_the_hand() {
    let variant = position("a3 b3 c3", "", "b3 w", WHITE);
    let variant = Variant { stacks: Stacks { hand: 1, ..variant.stacks }, ..variant };
    Table::of(&variant).refuses(&on_plane("a3"), IllegalReason::EmptyHand).allows_only("pass");
}

#[test]
fn a_deal_lays_one_stone_on_each_next_cell_the_bottom_stone_first() {
    Table::of(&position("a3 b3 c3 d3 e3", "", "a3 bww,b3 b", WHITE))
        .allows_only(&on_plane("a3>d3"))
        .play(&on_plane("a3>d3"))
        .stacked(&on_plane("a3"), "")
        .stacked(&on_plane("b3"), "xx")
        .stacked(&on_plane("c3"), "o")
        .stacked(&on_plane("d3"), "o");
}

#[test]
fn a_deal_can_go_in_each_of_the_six_directions() {
    let around = "b4 c5 d5 d4 c3 b3";
    let stacks = around.split(' ').map(|name| format!("{name} b")).collect::<Vec<_>>().join(",");
    let deals = around.split(' ').map(|name| format!("c4>{name}")).collect::<Vec<_>>().join(" ");
    Table::of(&position(around, "c4", &format!("c4 w,{stacks}"), WHITE)).allows_only(&on_plane(&deals));
}

#[test]
fn a_stack_belongs_to_the_owner_of_its_top_stone() {
    let game = position("a3 b3", "", "a3 bw,b3 wb", WHITE);
    Table::of(&game).allows(&on_plane("a3>c3")).refuses(&on_plane("b3>a3"), IllegalReason::NoStack);
}

#[test]
fn on_a_cell_without_a_tile_all_stones_still_held_become_a_prisoner() {
    Table::of(&position("a3 b3", "", "a3 wbww,b3 b", WHITE))
        .allows_only(&on_plane("a3>c3"))
        .play(&on_plane("a3>c3"))
        .stacked(&on_plane("b3"), "xo")
        .stacked(&on_plane("c3"), "xoo")
        .captured([0, 1]);
}

#[test]
fn stones_that_end_on_a_prisoner_go_on_top_of_it() {
    let game = position("a3 b3", "", "a3 www,b3 b,c3 b", WHITE);
    Table::of(&game).play(&on_plane("a3>c3")).stacked(&on_plane("c3"), "xoo");
}

#[test]
fn a_deal_onto_a_prisoner_can_be_forbidden() {
    let game = position("a3 b3", "", "a3 www,b3 b,c3 b", WHITE);
    Table::of(&with(game, OntoPrisoner::Forbidden, ReleaseSets::Any))
        .refuses(&on_plane("a3>c3"), IllegalReason::OntoPrisoner)
        .allows_only("pass");
}

#[test]
fn the_first_stack_met_must_be_the_enemys() {
    let game = position("a3 b3 c3 d3", "", "a3 ww,b3 w,c3 b", WHITE);
    Table::of(&game).refuses(&on_plane("a3>c3"), IllegalReason::NoVictim).allows_only(&on_plane("b3>c3"));
}

#[test]
fn the_first_stack_met_must_be_at_most_as_high_as_the_dealt_one() {
    let game = |met| position("a3 b3 c3", "", &format!("a3 ww,b3 {met}"), WHITE);
    Table::of(&game("bb")).allows(&on_plane("a3>c3"));
    Table::of(&game("bbb")).refuses(&on_plane("a3>c3"), IllegalReason::NoVictim);
}

#[test]
fn the_first_stack_met_receives_a_stone() {
    let game = position("a3 b3 c3 d3", "", "a3 ww,d3 b", WHITE);
    Table::of(&game)
        .refuses(&on_plane("a3>c3"), IllegalReason::NoVictim)
        .refuses(&on_plane("a3>d3"), IllegalReason::WrongDeal);
}

#[test]
fn a_stack_behind_a_gap_is_not_met() {
    Table::of(&position("a3 c3", "", "a3 ww,c3 b", WHITE))
        .refuses(&on_plane("a3>b3"), IllegalReason::NoVictim)
        .refuses(&on_plane("a3>c3"), IllegalReason::NoVictim);
}

#[test]
fn a_prisoner_is_not_met() {
    Table::of(&position("a3", "", "a3 ww,b3 b", WHITE)).refuses(&on_plane("a3>b3"), IllegalReason::NoVictim);
}

#[test]
fn what_lies_behind_the_first_stack_does_not_matter() {
    Table::of(&position("a3 b3 c3", "", "a3 ww,b3 b,c3 bbb", WHITE))
        .play(&on_plane("a3>c3"))
        .stacked(&on_plane("c3"), "xxxo");
}

#[test]
fn a_deal_is_named_by_its_last_cell() {
    Table::of(&position("a3 b3 c3 d3", "", "a3 www,b3 b", WHITE))
        .allows(&on_plane("a3>d3"))
        .refuses(&on_plane("a3>b3 a3>c3 a3>e3 a3>b5"), IllegalReason::WrongDeal);
}

#[test]
fn only_free_stacks_can_be_dealt() {
    Table::of(&position("b3", "", "a3 w,b3 b", WHITE)).refuses(&on_plane("a3>b3"), IllegalReason::NoStack);
}

#[test]
fn a_deal_onto_two_tiles_and_beyond_makes_a_prisoner() {
    // 3c of the published positions.
    Table::of(&position("e8 c5 d6", "c6 d7 e7", "c6 w,e8 bbb", BLACK))
        .allows_only(&on_plane("e8>b5"))
        .play(&on_plane("e8>b5"))
        .stacked(&on_plane("d7"), "x")
        .stacked(&on_plane("c6"), "ox")
        .stacked(&on_plane("b5"), "x")
        .captured([0, 0]);
}

#[test]
fn a_deal_that_makes_a_prisoner_precedes_other_deals_and_every_deal_precedes_drops() {
    let stacks = |raider| format!("c3 b,d3 w,e3 {raider}");
    Table::of(&position("c2 c3 d3 e3", "", &stacks("bbbb"), BLACK))
        .allows_only(&on_plane("e3>b3"))
        .refuses(&on_plane("c3>d3 c2"), IllegalReason::Precedence);
    Table::of(&position("c2 c3 d3 e3", "", &stacks("b"), BLACK))
        .allows_only(&on_plane("c3>d3 e3>d3"))
        .refuses(&on_plane("c2"), IllegalReason::Precedence);
}

#[test]
fn prisoners_are_released_one_after_another_in_one_action() {
    // 3d: `e8` is next to two tiles only once `d7` has become a tile.
    let game = position("c5 d5 e6", "d6 e7", "d7 ww,e8 b,c4 w", WHITE);
    Table::of(&game)
        .allows_only(&on_plane("c5 d5 e6 d6 e7 r:d7 r:d7.e8 r:c4"))
        .refuses(&on_plane("r:e8 r:c4.d7 r:c4.d7.e8"), IllegalReason::WrongRelease)
        .refuses(&on_plane("r:d6 r:d7.f8"), IllegalReason::NoPrisoner)
        .refuses("r:12,13", IllegalReason::OffBoard)
        .hands([7, 5])
        .play(&on_plane("r:d7.e8"))
        .hands([8, 7])
        .scores("3", "4");
}

#[test]
fn a_maximal_release_omits_no_prisoner_that_could_join() {
    let game = position("c5 d5 e6", "d6 e7", "d7 ww,e8 b,c4 w", WHITE);
    Table::of(&with(game, OntoPrisoner::Stack, ReleaseSets::Maximal))
        .allows_only(&on_plane("c5 d5 e6 d6 e7 r:d7.e8 r:c4"))
        .refuses(&on_plane("r:d7"), IllegalReason::NotMaximal);
}

#[test]
fn no_release_lays_more_tiles_than_end_the_game() {
    let game = to_tiles(position("c5 d5 e6", "d6 e7", "d7 ww,e8 b,c4 w", WHITE), 6);
    for release in [ReleaseSets::Any, ReleaseSets::Maximal] {
        // No prisoner could join `d7`, because no tile is left for it.
        Table::of(&with(game.clone(), OntoPrisoner::Stack, release))
            .refuses(&on_plane("r:d7.e8"), IllegalReason::TooManyTiles)
            .allows(&on_plane("r:d7 r:c4"))
            .play(&on_plane("r:d7"))
            .ended_by(Reason::Tiles)
            .waits_for(Player::First, Side::First, 1)
            .scores("3", "3")
            .refuses(&on_plane("c5"), IllegalReason::Over);
    }
}

#[test]
fn pass_is_legal_only_if_nothing_else_is() {
    Table::of(&shipped("hex-it")).refuses("pass", IllegalReason::Compulsory);
}

#[test]
fn two_passed_turns_in_a_row_end_the_game() {
    let game = position("a3", "", "a3 b,g7 w", BLACK);
    let game = Variant { stacks: Stacks { hand: 1, ..game.stacks }, ..game };
    Table::of(&game).allows_only("pass").play("pass").goes_on().play("pass").ended_by(Reason::Passes);
}

#[test]
fn the_largest_group_counts_whole_points_and_other_tiles_half_points() {
    // 3e of the published positions.
    Table::of(&position(
        "d6 e6 a2 f7 a1 g7 c2 d3 e4 f5 g6 d2 f4 g5 d1 e1 f2 g3",
        "c5 e7 b3 d5 b2 c3 d4 e5 f6 h8 b1 h7 e3 h6 e2 f3",
        "",
        BLACK,
    ))
    .scores("17", "12.5");
}

#[test]
fn a_swap_changes_neither_stones_nor_tiles() {
    let game = Variant { swap: true, ..shipped("hex-it") };
    Table::of(&game)
        .play("0,0 swap")
        .waits_for(Player::First, WHITE, 2)
        .shows_tiles("tiles x 1,-1 1,0 o 0,-1 0,0 stacks 0,0 x")
        .hands([7, 8]);
}

#[test]
fn each_of_many_releases_is_drawn_as_often_as_a_drop() {
    // Four prisoners in a row, each next to two tiles: ten releases and five drops.
    let mut game = rules::start(&position("c4 d4 e4 f4 g4", "", "d5 w,e5 w,f5 w,g5 w", BLACK));
    let mut counts: BTreeMap<_, _> = legal(game.as_ref()).into_iter().map(|action| (action, 0)).collect();
    assert_eq!(counts.len(), 15);
    for seed in 0..600 {
        *counts.entry(game.random_action(&mut seeded(seed), PlayoutPolicy::Unrestricted)).or_default() += 1;
    }
    assert!(counts.len() == 15 && counts.values().all(|count| (15..=70).contains(count)), "{counts:?}");
}

#[test]
fn actions_are_listed_in_the_same_order_however_the_tiles_were_laid() {
    let listed = |tiles: &str| {
        let mut actions = vec![];
        rules::start(&position(tiles, "", "", BLACK)).legal_actions(&mut actions);
        actions
    };
    assert_eq!(listed("c4 d4 e4"), listed("e4 c4 d4"));
}
