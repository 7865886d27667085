//! Turns of several steps, compulsory and optional, clear cells, longer displacements, and the pie rule.

use crate::chance::seeded;
use crate::hand_made::{clear, drawn, go, hexagon, place, seen, squares, step, target, turn};
use crate::table::{Table, WHERE};
use dropline::rules::{self, IllegalReason, Player, PlayoutPolicy, Reason};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, End, Motion, Move, MoveLines, Onto, Reach, Repetition, Score,
    ScoreMethod, Setup, Side, Step, Suicide, Unmet, Variant, Whose,
};

#[test]
fn a_long_compulsory_turn_under_superko_is_judged_point_by_point() {
    // Two stones on seven cells, so there are 42 arrangements, but millions of ways to take nine steps.
    let step_to = Move {
        how: Motion::Step,
        lines: MoveLines::Orthogonal,
        forward: false,
        stones: Whose::Own,
        leaves_behind: None,
        colour: None,
        directions: None,
        to: None,
        onto: Onto::Empty,
        over: Whose::Any,
    };
    let game = Variant {
        actions: vec![ActionRule { kind: ActionKind::Move(step_to), ..place("step") }],
        turn: turn([step([0], 9, 9)]),
        capture: Capture::None,
        ..drawn(go(hexagon(2)), "x. ... .o")
    };
    let mut position = rules::start(&game);
    position.playout(&mut seeded(0), PlayoutPolicy::Unrestricted);
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Passes));
}

/// Actions: 0 places on seen cells, 1 anywhere, 2 where all cells around are clear, 3 displaces any stone to a cell that touches
/// its own. No captures.
fn game(width: u8, height: u8, steps: impl Into<Vec<Step>>) -> Variant {
    let displace = ActionKind::Displace(Displace { to: Reach::Touching });
    Variant {
        actions: vec![
            seen(place("drop")),
            place("anywhere"),
            clear(Reach::Touching, place("free")),
            ActionRule { kind: displace, ..place("take") },
        ],
        turn: turn(steps),
        capture: Capture::None,
        repetition: Repetition::None,
        ..go(squares(width, height))
    }
}

fn pie(width: u8, height: u8) -> Variant {
    Variant { swap: true, ..go(squares(width, height)) }
}

#[test]
fn a_compulsory_step_comes_before_the_next() {
    let steps = [step([3], 1, 1), step([2], 1, 1)];
    Table::of(&drawn(game(3, 3, steps), "o.. ... ..."))
        .allows_only("a3>a2 a3>b2 a3>b3")
        .play("a3>a2")
        .allows_only("c1 c2 c3")
        .play("c1")
        .shows("x.. o.. ..x")
        .waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn a_compulsory_step_that_cannot_be_done_is_left_out() {
    let steps = [step([3], 1, 1), step([2], 1, 1)];
    Table::of(&drawn(game(3, 3, steps), "x.. ... ...")).allows_only("a1 b1 c1 c2 c3");
}

#[test]
fn a_turn_ends_by_itself_when_its_remaining_compulsory_actions_are_impossible() {
    let steps = [step([3], 1, 1), step([2], 1, 1)];
    Table::of(&drawn(game(3, 3, steps), "... .o. ...")).play("b2>a1").waits_for(
        Player::Second,
        Side::Second,
        3,
    );
}

#[test]
fn a_player_without_a_compulsory_action_passes() {
    let steps = [step([3], 1, 1), step([2], 1, 1)];
    Table::of(&drawn(game(3, 3, steps), "... .x. ...")).allows_only("pass").play("pass").waits_for(
        Player::Second,
        Side::Second,
        3,
    );
}

#[test]
fn an_optional_step_offers_the_next_one_too() {
    let steps = [step([3], 0, 1), step([2], 1, 1)];
    Table::of(&drawn(game(3, 3, steps), "o.. ... ...")).allows_only("a3>a2 a3>b2 a3>b3 a1 b1 c1 c2 c3");
}

#[test]
fn several_optional_steps_are_offered_at_once() {
    let steps = [step([3], 0, 1), step([0], 0, 1), step([2], 0, 1)];
    Table::of(&drawn(game(3, 3, steps), "ox. ... ..."))
        .allows_only("a3>a2 a3>b2 c3 b2 b1 a1 c1 pass")
        .play("c3")
        .allows_only("a1 b1 c1 pass");
}

#[test]
fn there_is_no_way_back_to_an_earlier_step() {
    let steps = [step([3], 0, 4), step([2], 0, 1), step([0], 0, 9)];
    Table::of(&drawn(game(4, 3, steps), "ox.. .... ...."))
        .play("a1")
        .refuses("a3>a2", IllegalReason::Kind)
        .allows("b1 d3");
}

#[test]
fn an_action_that_two_steps_offer_belongs_to_the_earlier_one() {
    let steps = [step([0], 0, 1), step([1], 0, 1)];
    Table::of(&drawn(game(3, 3, steps), "x.. ... ..."))
        .play("b3")
        .waits_for(Player::First, Side::First, 2)
        .play("c1")
        .waits_for(Player::Second, Side::Second, 3);
    let steps = [step([0], 0, 1), step([1], 0, 1)];
    Table::of(&drawn(game(3, 3, steps), "x.. ... ...")).play("c1").waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn an_action_of_two_kinds_is_legal_if_either_kind_allows_it() {
    Table::of(&drawn(game(3, 1, [step([0, 2], 0, 1)]), "x..")).allows_only("b1 c1 pass");
    Table::of(&drawn(game(3, 1, [step([0, 2], 0, 1)]), "o..")).allows_only("c1 pass");
}

#[test]
fn an_optional_step_without_actions_ends_by_pass() {
    let steps = [step([1], 1, 1), step([2], 0, 1)];
    Table::of(&game(2, 2, steps)).play("a1").allows_only("pass").play("pass").waits_for(
        Player::Second,
        Side::Second,
        1,
    );
}

#[test]
fn the_first_turns_have_their_own_steps() {
    let game = Variant { openings: vec![turn([step([1], 2, 2)])], ..game(3, 3, [step([0], 0, 1)]) };
    Table::of(&game).play("a1 a2").allows_only("pass").play("pass").allows_only("b1 c1 b2 c2 a3 pass");
}

#[test]
fn clear_cells_have_no_stone_around() {
    let game = game(5, 3, [step([2], 0, 1)]);
    Table::of(&drawn(game, "..... .o... ....."))
        .allows_only("d1 d2 d3 e1 e2 e3 pass")
        .refuses("a1 c3 c1", WHERE)
        .refuses("b2", IllegalReason::Occupied);
}

#[test]
fn clear_cells_may_have_stones_at_their_corners_if_the_rule_says_adjacent() {
    let mut game = game(3, 3, [step([2], 0, 1)]);
    game.actions[2] = clear(Reach::Adjacent, place("free"));
    Table::of(&drawn(game, "... .x. ...")).allows_only("a1 c1 a3 c3 pass");
}

#[test]
fn any_enemy_stone_can_be_displaced_if_no_target_is_named() {
    let game = game(3, 3, [step([3], 0, 1)]);
    Table::of(&drawn(game, "oo. ... ...")).allows_only("a3>a2 a3>b2 b3>a2 b3>b2 b3>c2 b3>c3 pass");
}

#[test]
fn a_target_can_be_specified_by_its_liberties_only() {
    let mut game = game(3, 3, [step([3], 0, 1)]);
    game.actions[3].condition = target(None, Some(3));
    game.actions[3].kind = ActionKind::Displace(Displace { to: Reach::Adjacent });
    Table::of(&drawn(game, "oo. ... ..o")).allows_only("a3>a2 b3>b2 b3>c3 pass").refuses("c1>b1", WHERE);
}

#[test]
fn the_displaced_stone_goes_to_any_near_cell_not_only_to_its_liberty() {
    let mut game = game(3, 3, [step([3], 0, 1)]);
    game.actions[3].condition = target(Some(1), Some(1));
    game.actions[3].kind = ActionKind::Displace(Displace { to: Reach::Touching });
    Table::of(&drawn(game.clone(), ".x. xo. ...")).allows_only("pass");
    Table::of(&drawn(game, ".x. xo. .x.")).allows_only("b2>c2 b2>a1 b2>a3 b2>c1 b2>c3 pass");
}

#[test]
fn a_displacing_stone_without_a_liberty_is_suicide() {
    let with = |suicide| {
        let game = game(3, 3, [step([3], 1, 1), step([1], 0, 1)]);
        drawn(Variant { capture: Capture::Liberties(suicide), ..game }, "oo. o.. ...")
    };
    Table::of(&with(Suicide::Forbidden)).refuses("a3>b2", IllegalReason::Suicide);
    Table::of(&with(Suicide::Allowed))
        .play("a3>b2")
        .shows(".o. oo. ...")
        .captured([0, 1])
        .allows_only("a1 b1 c1 c2 a3 c3 pass");
}

#[test]
fn the_second_player_may_swap_instead_of_its_first_turn() {
    Table::of(&pie(3, 3))
        .refuses("swap", IllegalReason::NoSwap)
        .play("b2")
        .allows("swap a1 pass")
        .waits_for(Player::Second, Side::Second, 1)
        .play("swap")
        .waits_for(Player::First, Side::Second, 2)
        .shows("... .x. ...")
        .refuses("swap", IllegalReason::NoSwap)
        .play("a1")
        .shows("... .x. o..")
        .waits_for(Player::Second, Side::First, 3)
        .refuses("swap", IllegalReason::NoSwap);
}

#[test]
fn a_variant_without_the_pie_rule_has_no_swap() {
    Table::of(&go(squares(3, 3))).play("b2").refuses("swap", IllegalReason::NoSwap);
}

#[test]
fn the_first_side_may_not_swap_where_the_setup_makes_it_move_second() {
    let second_turn = |to_move| {
        let setup = Setup { turns: 1, to_move, ..Setup::default() };
        Table::of(&Variant { setup, ..pie(3, 3) })
    };
    second_turn(None).allows("swap");
    second_turn(Some(Side::Second)).allows("swap");
    second_turn(Some(Side::First))
        .refuses("swap", IllegalReason::NoSwap)
        .play("a1")
        .refuses("swap", IllegalReason::NoSwap);
}

#[test]
fn sides_are_not_swapped_in_the_middle_of_a_turn() {
    let two = Variant { turn: turn([step([0], 0, 2)]), ..pie(3, 3) };
    Table::of(&two).play("b2 pass a1").refuses("swap", IllegalReason::NoSwap);
}

#[test]
fn komi_stays_with_the_second_side() {
    let mut game = pie(3, 3);
    game.score.komi = "2.5".parse().expect("points");
    Table::of(&game)
        .play("b2")
        .scores("9", "2.5")
        .margin_after("pass", "6.5")
        .margin_after("swap", "-6.5")
        .play("swap")
        .scores("2.5", "9");
}

#[test]
fn the_second_sides_opening_is_still_to_come_after_a_swap() {
    let openings = vec![turn([step([0], 1, 1)]), turn([step([0], 2, 2)])];
    let game = Variant { openings, ..pie(3, 3) };
    Table::of(&game)
        .play("b2 swap")
        .waits_for(Player::First, Side::Second, 2)
        .refuses("pass", IllegalReason::Compulsory)
        .play("a1 a2")
        .waits_for(Player::Second, Side::First, 3)
        .play("pass")
        .allows("pass");
}

#[test]
fn a_swap_is_not_a_passed_turn() {
    Table::of(&pie(3, 3)).play("pass swap pass").goes_on().play("pass").ended_by(Reason::Passes);
}

#[test]
fn a_swap_counts_towards_the_cap() {
    let game = Variant { end: End { max_turns: 2, ..End::default() }, ..pie(3, 3) };
    Table::of(&game).play("b2 swap").ended_by(Reason::Cap).scores("0", "9");
}

#[test]
fn a_step_at_its_minimum_ends_when_no_action_is_left() {
    let first = Step { unmet: Unmet::End, ..step([2], 1, 2) };
    Table::of(&game(3, 3, [first, step([3], 1, 1), step([1], 1, 1)]))
        .play("b2")
        .waits_for(Player::First, Side::First, 0)
        .allows_only("a1 a2 a3 b1 b3 c1 c2 c3");
}

#[test]
fn a_player_who_cannot_place_may_displace() {
    Table::of(&drawn(game(3, 1, [step([2, 3], 1, 1)]), "xo.")).allows_only("b1>c1");
}

#[test]
fn a_swap_does_not_skip_an_opening() {
    let openings = [1, 1, 2].map(|stones| turn([step([0], stones, stones)]));
    Table::of(&Variant { openings: openings.to_vec(), ..pie(3, 3) })
        .play("b2 swap a1")
        .refuses("pass", IllegalReason::Compulsory)
        .play("c1")
        .waits_for(Player::Second, Side::First, 3)
        .play("c3")
        .waits_for(Player::First, Side::Second, 4);
}

#[test]
fn playouts_count_an_action_for_the_first_step_that_offers_it() {
    // Both cells are seen: the first stone belongs to the first step, and leaves the other cell for the second step.
    let end = End { max_turns: 3, ..End::default() };
    let one_turn = Variant { end, ..game(3, 1, [step([0], 0, 1), step([1], 0, 1)]) };
    let mut game = rules::start(&drawn(one_turn, "x.."));
    for seed in 0..20 {
        game.reset();
        assert_eq!(game.playout(&mut seeded(seed), PlayoutPolicy::Unrestricted), 2);
    }
}

#[test]
fn a_step_stays_optional_if_a_compulsory_one_after_it_is_impossible() {
    let steps = [step([1], 0, 2), step([3], 1, 1)];
    Table::of(&drawn(game(2, 2, steps), ".. .."))
        .allows_only("a1 a2 b1 b2 pass")
        .play("a1")
        .allows_only("a2 b1 b2 pass")
        .play("pass")
        .waits_for(Player::Second, Side::Second, 3)
        .allows_only("a1>a2 a1>b1 a1>b2 a2 b1 b2")
        .play("b1")
        .refuses("pass", IllegalReason::Compulsory);
}

#[test]
fn an_optional_step_offers_the_steps_after_an_impossible_one() {
    let behind = |unmet| {
        let impossible = Step { unmet, ..step([3], 1, 1) };
        Table::of(&drawn(game(3, 1, [step([0], 0, 1), impossible, step([1], 0, 1)]), "x.."))
    };
    behind(Unmet::Skip).allows_only("b1 c1 pass").play("b1").allows_only("c1 pass");
    let turn = [step([2], 0, 1), Step { unmet: Unmet::End, ..step([3], 1, 1) }, step([1], 0, 1)];
    Table::of(&drawn(game(3, 1, turn), "x..")).allows_only("c1 pass").refuses("b1", WHERE);
    behind(Unmet::End).allows_only("b1 c1 pass").play("b1").waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn a_turn_without_possible_compulsory_actions_ends_by_itself() {
    let steps = [step([0], 0, 2), step([3], 1, 1)];
    Table::of(&drawn(game(2, 1, steps), "x.")).play("b1").waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn a_tier_takes_precedence_only_in_its_own_step() {
    let tiers = |tiers: [usize; 2]| Step { tiers: tiers.map(|action| vec![action]).into(), ..step([], 0, 1) };
    // `take` is impossible: `free` is in force alongside the second step's `drop`.
    Table::of(&drawn(game(4, 1, [tiers([3, 2]), step([0], 0, 1)]), "x...")).allows_only("b1 c1 d1 pass");
    // Each step has its own tier in force.
    let steps = [tiers([3, 2]), tiers([0, 1])];
    Table::of(&drawn(game(5, 1, steps.clone()), "x...."))
        .allows_only("b1 c1 d1 e1 pass")
        .play("c1")
        .allows_only("b1 d1 e1 pass");
    Table::of(&drawn(game(5, 1, steps), "o...."))
        .allows_only("a1>b1 b1 c1 d1 e1 pass")
        .play("a1>b1")
        .allows_only("c1 d1 e1 pass");
}

#[test]
fn an_action_outranked_in_one_step_may_be_legal_in_another() {
    let tiers = Step { tiers: vec![vec![3], vec![1]], ..step([], 0, 1) };
    Table::of(&drawn(game(3, 1, [tiers.clone(), step([0], 0, 1)]), "xo."))
        .allows_only("b1>c1 pass")
        .refuses("c1", IllegalReason::Precedence);
    Table::of(&drawn(game(4, 1, [tiers, step([1], 0, 1)]), "xo..")).allows_only("b1>c1 c1 d1 pass");
}

/// A game scored by control, without captures.
fn controlled(width: u8, height: u8, steps: impl Into<Vec<Step>>) -> Variant {
    let score = Score { method: ScoreMethod::Control, ..go(squares(1, 1)).score };
    Variant { score, ..game(width, height, steps) }
}

#[test]
fn a_cell_that_only_a_lower_tier_could_reach_is_controlled() {
    let tiers = Step { tiers: vec![vec![0], vec![1]], ..step([], 0, 1) };
    Table::of(&drawn(controlled(3, 3, [tiers.clone()]), "..o ... x.."))
        .counts("a2", [true, false])
        .counts("b2", [true, true])
        .counts("c2", [false, true])
        .margin_after("a2", "2");
    // Black sees nothing, so its lower tier is in force.
    Table::of(&drawn(controlled(3, 1, [tiers]), ".o.")).counts("a1", [false, false]);
}

#[test]
fn if_an_action_that_places_nothing_takes_precedence_the_opponent_controls_all_cells() {
    let tiers = Step { tiers: vec![vec![3], vec![1]], ..step([], 0, 1) };
    // Black has a stone to take, so it can place none; white has none to take.
    Table::of(&drawn(controlled(3, 1, [tiers]), ".o.")).counts("a1", [false, true]).scores("0", "3");
}

#[test]
fn control_ignores_the_steps_after_a_possible_compulsory_step() {
    let steps = |unmet| [Step { unmet, ..step([2], 1, 1) }, step([1], 0, 1)];
    Table::of(&drawn(controlled(4, 1, steps(Unmet::Skip)), "x..."))
        .counts("b1", [true, true])
        .counts("c1", [false, false]);
    Table::of(&drawn(controlled(3, 1, steps(Unmet::Skip)), ".x.")).counts("a1", [false, false]);
    Table::of(&drawn(controlled(3, 1, steps(Unmet::End)), ".x.")).counts("a1", [true, true]);
}
