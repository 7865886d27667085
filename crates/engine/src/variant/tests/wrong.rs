//! Errors for invalid files, one kind of mistake each.

use super::games::{DISPATCH, DROPPER, GO, HEX_IT};
use super::{SMALL, assert_matches_file, error_of, small_with};
use crate::text::is_unprintable;

macro_rules! refused {
    ($($(#[$doc:meta])* $name:ident: $text:expr $(, $sets:expr)*;)*) => {
        $($(#[$doc])* #[test] fn $name() {
            let sets: &[&str] = &[$($sets),*];
            assert_matches_file("wrong", stringify!($name), &error_of(&$text, sets));
        })*
    };
}

/// A file that changes shipped Send It.
fn send_it(text: &str) -> String {
    format!("extends = \"send-it\"\n{text}\n")
}

// Actions that are never legal.
refused! {
    limit_on_new_neutral_stones: SMALL, "action.stone.place={neutral=true, new_per_group=1}";
    must_capture_where_nothing_is_captured: SMALL, "action.stone.place.must_capture=true", "capture.rule=none";
    conditions_that_contradict_each_other: SMALL, "action.stone.place.where={ 'stones touching' = 0, 'own adjacent' = '1..' }";
    a_condition_of_an_unknown_term: SMALL, "action.stone.place.where={ 'adjacent own' = '1..' }";
    a_comparison_with_an_unknown_term: SMALL, "action.stone.place.where={ 'own adjacent' = '> enemy adjacnet' }";
    a_bound_that_is_no_range: SMALL, "action.stone.place.where={ 'own adjacent' = 'some' }";
    a_bound_that_is_no_number: SMALL, "action.stone.place.where={ 'own adjacent' = true }";
    two_lines_about_one_term: SMALL, "action.stone.place.where={ 'own adjacent' = 1, 'Own adjacent' = 2 }";
    a_comparison_with_a_number: SMALL, "action.stone.place.where={ 'own adjacent' = '> 2' }";
    a_friendly_term: SMALL, "action.stone.place.where={ 'friendly adjacent' = 1 }";
    an_empty_range: SMALL, "action.stone.place.where={ 'own adjacent' = '3..2' }";
    a_condition_that_never_holds: SMALL, "action.stone.place.where={ 'own adjacent' = 5 }";
    a_condition_that_always_holds: SMALL, "action.stone.place.where={ 'own adjacent' = '0..' }";
    a_goal_that_asks_for_nothing: SMALL, "goal.all.board={ where={} }";
    a_goal_of_a_term_seen_from_a_cell: SMALL, "goal.all.board={ where={ 'own adjacent'=2 } }";
    a_goal_that_always_holds: SMALL, "goal.all.board={ where={ own='..99' } }";
    a_goal_that_the_first_stone_reaches: SMALL, "goal.all.board={ where={ own='1..' } }";
    a_goal_that_the_empty_board_fulfils: SMALL, "goal.all.board={ where={ own='..3' } }";
    empty_cells_for_the_winner_of_an_area: SMALL, "score.empties=winner";
    a_group_on_an_empty_cell: SMALL, "action.stone.place.where={ group = 1 }";
    a_single_stone_with_five_liberties: SMALL, "action.other.displace.where={ group = 1, liberties = 5 }", "turn.steps.0.actions=[\"stone\", \"other\"]";
    a_term_compared_with_itself: SMALL, "action.stone.place.where={ own = '> own' }";
    more_neighbours_than_a_cell_has: SMALL, "action.stone.place.where={ 'own adjacent' = '2..', 'enemy adjacent' = '2..', 'empty adjacent' = '1..' }";
    a_stone_that_is_not_there: SMALL, "action.stone.place.makes={ own = 0 }";
    a_stone_without_a_group: SMALL, "action.stone.place.makes={ group = '1..' }";
    a_neutral_neighbour_where_none_can_be: SMALL, "action.stone.place.where={ 'neutral adjacent' = '1..' }";
    at_most_all_neighbours: SMALL, "action.stone.place.where={ 'own adjacent' = '..4' }";
    a_double_equals_sign: SMALL, "action.stone.place.where={ 'own adjacent' = '== enemy adjacent' }";
    an_arrow: SMALL, "action.stone.place.where={ 'own adjacent' = '=> enemy adjacent' }";
    a_term_with_a_point: SMALL, "action.stone.place.where={ 'own.adjacent' = 1 }";
    a_term_of_two_words_without_quotes: SMALL, "action.stone.place.where.own adjacent=1";
    a_group_before_without_a_move: SMALL, "action.stone.place.makes={ group = '> group before' }";
    a_pattern_named_like_a_term: SMALL, "pattern.own.rows=['o']";
    a_pattern_with_uneven_rows: SMALL, "pattern.cross.rows=['oe', 'e']";
    a_pattern_of_unknown_characters: SMALL, "pattern.cross.rows=['oe', 'ex']";
    a_pattern_of_anything: SMALL, "pattern.cross.rows=['??']";
    a_pattern_larger_than_the_board: SMALL, "pattern.cross.rows=['ooooooo']";
    a_pattern_where_the_board_wraps: small_with("width = 5", "width = 5\nwrap = \"torus\""), "pattern.cross.rows=['oe', 'eo']";
    a_misspelt_pattern: SMALL, "pattern.crosscut.rows=['oe', 'eo']", "action.stone.place.makes={ crosscutt = 0 }";
    a_new_group_before_the_action: SMALL, "action.stone.place.where={ own = '> new group' }";
    a_list_of_captures_beside_a_rule: SMALL, "capture.rule=liberties", "capture.take=[{ where = { liberties = 0 } }]";
    a_capture_that_never_happens: SMALL, "capture.rule=none", "capture.take=[{ where = { group = 0 } }]";
    a_set_named_like_a_word_of_terms: SMALL, "set.own.of=empty";
    a_set_named_like_a_pattern: SMALL, "pattern.pair.rows=['oo']", "set.pair.of=own";
    a_set_of_all_cells: SMALL, "set.room.where={}";
    a_set_of_sets: SMALL, "set.near.of=empty", "set.room.where={ 'near adjacent' = 1 }";
    a_misspelt_set: SMALL, "set.room.of=empty", "action.stone.place.where={ 'rom adjacent' = 1 }";
    a_set_whose_condition_never_holds: SMALL, "set.room={ of = 'empty', where = { group = 1 } }";
    a_set_of_no_cells: SMALL, "action.stone.place.on=['row 1 row 2']";
}

// Kinds of piece.
refused! {
    a_kind_that_there_is_not: tic_tac_toe(STEP), "setup.black=['a1']", "piece.king.cells=['a1']", "action.step.move.piece=kign";
    a_kind_named_like_a_word_of_terms: tic_tac_toe(STEP), "piece.own.mark=O";
    a_kind_named_like_a_pattern: tic_tac_toe(STEP), "pattern.pair.rows=['oo']", "piece.pair.mark=P";
    a_kind_on_a_cell_without_a_stone: tic_tac_toe(STEP), "setup.black=['a1']", "piece.king.cells=['b1']";
    a_stone_of_two_kinds: tic_tac_toe(STEP), "setup.black=['a1']", "piece.king.cells=['a1']", "piece.ally.cells=['a1']";
    kinds_with_the_same_mark: tic_tac_toe(STEP), "piece.king.mark=K", "piece.knight={}";
    kinds_on_the_boundless_plane: "extends = \"hex-it\"", "piece.king.mark=K";
    a_shape_of_a_kind: SMALL, "piece.king.mark=K", "action.stone.place={ shape = { sizes = [2] }, piece = 'king' }";
    a_knight_on_hexes: "extends = \"hex\"", "action.place={ move = { how = 'knight' } }";
    the_colour_of_any_stone: tic_tac_toe(STEP), "action.step.move.stones=any", "action.step.move.colour=own";
}

// Moves.
refused! {
    a_move_from_no_cells: tic_tac_toe(STEP), "action.step.move.from=['row 1 row 2']";
    a_move_to_an_unknown_cell: tic_tac_toe(STEP), "action.step.move.to=['z9']";
    a_move_from_where_no_stone_can_be: tic_tac_toe(STEP), "action.step.move.where={ own = 0 }";
    an_unknown_direction: tic_tac_toe(STEP), "action.step.move.directions={ first = ['up'] }";
    directions_without_the_first_side: tic_tac_toe(STEP), "action.step.move.directions={ second = ['n'] }";
    directions_and_lines: tic_tac_toe(STEP), "action.step.move.directions={ first = ['n'] }", "action.step.move.lines=queen";
    directions_of_a_leap: tic_tac_toe(STEP), "action.step.move.directions={ first = ['n'] }", "action.step.move.how=leap";
    a_jump_of_an_enemy_stone: tic_tac_toe(STEP), "action.step.move.stones=enemy", "action.step.move.how=jump";
    an_enemy_stone_that_captures: tic_tac_toe(STEP), "action.step.move.stones=any", "action.step.move.onto=any";
    a_direction_that_hexes_lack: hex(STEP), "action.step.move.directions={ first = ['ne', 'n'] }";
}

// Stones of the enemy, and goals about groups.
refused! {
    a_shape_of_enemy_stones: SMALL, "action.stone.place={ colour = 'enemy', shape = { sizes = [2] } }";
    a_stone_both_neutral_and_the_enemys: SMALL, "action.stone.place={ colour = 'enemy', neutral = true }";
    an_enemy_stone_that_must_be_seen: SMALL, "action.stone.place={ colour = 'enemy', sight = 'queen' }";
    an_unknown_colour: SMALL, "action.stone.place.colour=red";
    a_group_of_no_stones: SMALL, "goal.large.group.size='0..2'";
    a_group_larger_than_the_board: SMALL, "goal.large.group.size=26";
    a_group_compared_with_a_term: SMALL, "goal.large.group.size='> own'";
    a_group_of_some_size: SMALL, "goal.large.group.size=some";
    a_group_without_a_size: SMALL, "goal.large.group={}";
}

/// An action that moves stones, and turns that take it.
const STEP: &str = "turn.steps = [{ actions = [\"step\"] }]\n[action.step.move]\nhow = \"step\"\n";

// Boards that wrap.
refused! {
    hexagon_that_wraps: send_it("[board]\nwrap = \"torus\"");
    too_few_columns_to_wrap: small_with("width = 5", "width = 2\nwrap = \"columns\"");
    stones_that_fall_where_rows_wrap: small_with("width = 5", "width = 5\nwrap = \"rows\""), "action.stone.place.gravity=true";
    shape_where_the_board_wraps: small_with("width = 5", "width = 5\nwrap = \"torus\""), "action.stone.place.shape={ sizes = [2] }";
    line_longer_than_the_way_around: small_with("width = 5", "width = 5\nwrap = \"torus\""), "goal.row.line.length=9";
    line_around_the_board: small_with("width = 5", "width = 5\nwrap = \"torus\""), "goal.row.line={ length = 5, exact = true }";
    ring_where_the_board_wraps: small_with("\"rectangle\"", "\"rhombus\"\nwrap = \"rows\""), "goal.ring.ring={}";
    edges_of_a_torus: small_with("width = 5", "width = 5\nwrap = \"torus\""), "goal.bridge.connect.edges=2";
}

/// Hex, with additions.
fn hex(more: &str) -> String {
    format!("extends = \"hex\"\n{more}\n")
}

/// Tic-tac-toe, with additions.
fn tic_tac_toe(more: &str) -> String {
    format!("extends = \"tic-tac-toe\"\n{more}\n")
}

// Edges that are joined.
refused! {
    connected_rows_that_wrap: hex("[board]\nwrap = \"rows\"");
    connected_columns_that_wrap: hex("[board]\nwrap = \"columns\"");
    connected_edges_of_a_torus: hex("[board]\nwrap = \"torus\"");
    joined_edges_between: small_with("width = 5", "width = 5\nwrap = \"rows\""), "goal.bridge.connect.between=[\"column 1\", \"row 5\", \"row 1 columns 2..-2\"]";
    opposite_edges_of_a_torus: small_with("width = 5", "width = 5\nwrap = \"torus\""), "goal.bridge.connect.opposite=true";
    corners_of_one_cell: "extends = \"havannah\"", "board.side=1";
    setup_of_a_board_that_does_not_wrap: "extends = \"othello\"", "board.wrap=columns", "board.width=2";
    removal_on_a_board_that_does_not_wrap: "extends = \"konane\"", "board.wrap=columns", "board.width=2";
}

// Games that nothing decides, and actions that are never played.
refused! {
    nothing_is_scored: SMALL, "score.method=none";
    a_score_of_a_cell: SMALL, "score.terms={ 'own adjacent' = 1, group = 2, liberties = 1 }";
    a_score_of_stones_by_another_name: SMALL, "score.terms={ 'own stones' = 1 }";
    a_score_that_both_sides_share: SMALL, "score.terms={ stones = 1, own = 1 }";
    a_score_of_nothing: SMALL, "score.terms={ own = 0 }";
    a_score_of_half_points: SMALL, "score.terms={ own = 0.5 }";
    a_score_that_is_too_large: SMALL, "score.terms={ own = 1000, enemy = -1000, 'own groups' = 1000, 'largest own group' = 1000 }";
    a_method_and_terms: small_with("method = \"area\"", "method = \"area\"\nterms = { own = 1 }");
    a_score_without_a_method: small_with("method = \"area\"", "komi = 1");
    terms_on_the_plane: HEX_IT, "score.terms={ own = 1 }";
    a_product_in_a_condition: SMALL, "action.stone.place.where={ 'product of own groups' = 1 }";
    quiet_turns_on_the_plane: HEX_IT, "end.quiet=3";
    repetition_on_the_plane: HEX_IT, "repetition.result=draw";
    repetition_once: SMALL, "repetition={ result = 'loses', times = 1 }";
    repetition_that_wins: SMALL, "repetition.result=wins";
    a_line_on_cells_without_one: "extends = \"gomoku\"", "goal.row.line.on=['corners']";
    a_run_that_is_no_range: "extends = \"pente\"", "capture.run='3..2'";
    neutral_stones_alone: "extends = \"gomoku\"", "action.place.place.neutral=true";
    run_longer_than_any_line: "extends = \"othello\"", "capture.run=9";
    seen_by_a_stone_that_moves_later: "extends = \"amazons\"", "turn.steps=[{ actions = [\"shoot\"] }, { actions = [\"walk\"] }]";
    neutral_stone_hidden_by_a_friendly_one: tic_tac_toe("[action.wall.place]\nneutral = true"), "turn.steps=[{ actions = [\"place\", \"wall\"] }]";
    same_action_of_two_names: small_with("[turn]", "[action.again.place]\n[turn]"), "turn.steps=[{ actions = [\"stone\", \"again\"] }]";
    a_kind_of_turn_before_the_first: "extends = \"amazons\"", "turn.steps=[{ actions = [\"walk\"], or = true }]";
    a_kind_of_turn_that_begins_optionally: "extends = \"amazons\"", "turn.steps=[{ actions = [\"walk\"] }, { actions = [\"shoot\"], min = 0, or = true }]";
    a_kind_of_turn_that_begins_with_tiers: "extends = \"amazons\"", "turn.steps=[{ tiers = [[\"walk\"]] }, { actions = [\"shoot\"], or = true }]";
    kinds_of_turn_that_begin_alike: "extends = \"amazons\"", "turn.steps=[{ actions = [\"walk\"] }, { actions = [\"walk\"], or = true }, { actions = [\"shoot\"] }]";
    same_set_connected_twice: hex(""), "goal.bridge.connect.first=[\"row 1\", \"Row  1\"]";
    connected_in_two_ways: "extends = \"havannah\"", "goal.bridge.connect.edges=2";
    connected_between_and_by_side: "extends = \"hex\"", "goal.bridge.connect.between=[\"row 1\", \"row -1\"]";
    reached_in_two_ways: "extends = \"breakthrough\"", "goal.far.reach.cells=[\"row -1\"]";
    goal_of_the_other_side: "extends = \"breakthrough\"", "goal.far.reach.for=first";
    connected_in_no_way: small_with("[score]\nmethod = \"area\"", "[goal.bridge.connect]");
    setup_in_a_hole: small_with("width = 5", "width = 5\nholes = [\"c3\"]"), "setup.black=[\"c3\", \"checkered c3\"]", "setup.white=[\"row 9\"]";
    plane_that_wraps: HEX_IT, "board.wrap=rows";
}

// Goals that decide nothing, or everything.
refused! {
    line_at_the_start: tic_tac_toe("[setup]\nblack = [\"row 1\"]\nwhite = [\"a2\", \"b3\"]");
    row_reached_at_the_start: "extends = \"breakthrough\"", "goal.far.reach.first=[\"row 1\"]";
    single_stone_united_at_the_start: small_with("[turn]", "[setup]\nblack = [\"c3\"]\n[turn]"), "goal.one.unite={}";
    last_enemy_gone_at_the_start: small_with("[turn]", "[setup]\nwhite = [\"c3\"]\n[turn]"), "goal.all.eliminate={}";
    first_stone_unites: small_with("[score]\nmethod = \"area\"", "[goal.one.unite]");
    first_stone_eliminates: small_with("[score]\nmethod = \"area\"", "[goal.all.eliminate]");
    first_stone_unites_before_any_can_move: small_with("[score]\nmethod = \"area\"", "[action.go.move]\nhow = \"step\"\n[goal.one.unite]"), "turn.steps=[{ actions = [\"go\", \"stone\"] }]";
    connection_behind_holes: hex("[board]\nholes = [\"row 4\", \"column 5\"]\n[end]\nstuck = \"end\"");
    lines_among_holes: "extends = \"squava\"", "board.holes=[\"column 3\", \"row 3\", \"b2\", \"d4\", \"b4\", \"d2\"]";
    captures_where_nothing_captures: tic_tac_toe("[goal]\nrow = \"none\"\npairs.capture.stones = 2");
}

// Keys and words unknown to the format.
refused! {
    unknown_key: send_it("[action.drop.place]\nsigth = \"queen\"");
    unknown_table: send_it("[captures]\nrule = \"none\"");
    unknown_kind: small_with("[action.stone.place]", "[action.stone.plaec]");
    unknown_word: small_with("\"rectangle\"", "\"retangle\"");
    wrong_type: small_with("width = 5", "width = \"5\"");
    decimals_where_none_belong: small_with("width = 5", "width = 5.0");
    date: small_with("name = \"Small\"", "name = 2004-01-01");
    table_for_a_word: send_it("[score.method]\narea = true");
    too_large: small_with("width = 5", "width = 500");
    far_too_large: small_with("width = 5", "width = 99999999999999999999999");
    komi_not_a_number: send_it("[score]\nkomi = nan");
    missing_keys: small_with("shape = \"rectangle\"", "");
    missing_tables: "[board]\nshape = \"hexagon\"\nside = 3";
    empty_file: "";
    empty_name: small_with("\"Small\"", "\"\"");
    empty_turn: send_it("[turn]\nsteps = []");
    step_without_actions: send_it("[turn]\nsteps = [{ actions = [], max = 2 }]");
    step_of_no_action: send_it("[turn]\nsteps = [{ actions = [\"drop\"], min = 0, max = 0 }]");
    same_action_twice: send_it("[turn]\nsteps = [{ actions = [\"drop\", \"drop\"] }]");
    one_player_only: send_it("[game]\nplayers = [\"black\"]");
    same_player_twice: send_it("[game]\nplayers = [\"white\", \"white\"]");
    two_kinds: small_with("[action.stone.place]", "[action.stone.place]\n[action.stone.displace]");
    no_kind: small_with("[action.stone.place]", "[action.stone]");
    passes_of_zero: send_it("[end]\npasses = 0\nmax_turns = 1000000");
}

// Invalid TOML.
refused! {
    several_syntax_errors: "[game\nname = \"x\n[board]\nside = \n";
    duplicate_keys_of_every_kind: send_it("[score]\nkomi = 1\n'komi' = 2\n[end]\nturns.most = 1\nturns.most = 2\n[turn]\nsteps = [{ max = 1, max = 2 }]\n[score]\nmethod = \"area\"\n[score.komi]\n[[end.turns]]\n[\"cap\\nture\"]\n[\"cap\\nture\"]");
    duplicate_key_and_unknown_key: send_it("[score]\nkomi = 1\nkomi = 2\nkmoi = 3");
    json_instead_of_toml: "\n{\n  \"board\": { \"shape\": \"hexagon\" },\n  \"variant\": \"hex\"\n}\n";
    nested_too_deeply: format!("x = {}", "[".repeat(1000));
}

// Invalid games.
refused! {
    size_of_another_shape: send_it("[board]\nshape = \"hexagon\"\nside = 4\nwidth = 4");
    size_missing: send_it("[board]\nshape = \"rectangle\"\nwidth = 4");
    misspelt_size: send_it("[board]\nshape = \"rectangle\"\nwidth = 4\nheigth = 4");
    rhombus_of_both_sizes: send_it("[board]\nshape = \"rhombus\"\nside = 4\nwidth = 4");
    hexagon_too_large: send_it("[board]\nside = 17");
    sight_on_one_cell: send_it("[board]\nside = 1");
    nothing_but_suicide: small_with("width = 5\nheight = 5", "width = 1\nheight = 1");
    unknown_action: send_it("[turn]\nsteps = [{ actions = [\"dorp\"] }]");
    no_action_at_all: small_with("[action.stone.place]", "");
    min_above_max: send_it("[turn]\nsteps = [{ actions = [\"drop\"], min = 3, max = 2 }]");
    setup_off_the_board: send_it("[setup]\nblack = [\"a8\", \"a9\", \"z1\"]\nwhite = [\"H8\"]");
    setup_uses_a_cell_twice: send_it("[setup]\nblack = [\"c3\", \"d4\"]\nwhite = [\"e5\", \"C3\"]");
    setup_with_invalid_cells: send_it("[setup]\nblack = [\"c3\", \"3c\", \"\"]");
    setup_without_a_liberty: small_with("[turn]", "[setup]\nblack = [\"a1\", \"a2\"]\nwhite = [\"b1\", \"b2\", \"a3\"]\n[turn]");
    openings_done_without_their_stones: send_it(""), "setup.turns=5";
    one_opening_done_without_its_stone: send_it("opening = [{ steps = [{ actions = [\"open\"] }] }]\n[setup]\nturns = 1");
    setup_after_the_default_end: small_with("[turn]", "[setup]\nturns = 1000\n[turn]");
    setup_after_the_end: send_it("[setup]\nturns = 20\n[end]\nmax_turns = 20");
    second_player_first: send_it(""), "setup.to_move=white";
    second_of_swapped_players_first: small_with("name =", "players = [\"white\", \"black\"]\nname =") + "[setup]\nturns = 0\nto_move = \"black\"";
    nobody_can_see: small_with("[action.stone.place]", "[action.stone.place]\nsight = \"orthogonal\"");
    nobody_touches: small_with("[action.stone.place]", "[action.stone.place]\nwhere = { \"own touching\" = \"1..\" }");
    opening_as_one_table: small_with("[turn]", "[opening]\nsteps = [{ actions = [\"stone\"] }]\n[turn]");
    nobody_can_push: small_with("[action.stone.place]", "[action.stone.displace]");
    full_board: small_with("width = 5\nheight = 5", "width = 2\nheight = 1\n[setup]\nblack=[\"a1\"]\nwhite=[\"b1\"]").replace("\"liberties\"", "\"none\"");
    control_without_placing: small_with("[action.stone.place]", "[action.stone.displace]\n[setup]\nblack = [\"a1\"]\nwhite = [\"c3\"]").replace("\"area\"", "\"control\"");
    komi_of_three_decimals: send_it("[score]\nkomi = 0.125");
    name_with_an_escape: small_with("\"Small\"", "\"a\\u001b[31mb\"");
}

// Steps by precedence.
refused! {
    step_of_both: small_with("actions = [\"stone\"]", "actions = [\"stone\"], tiers = [[\"stone\"]]");
    step_of_neither: small_with("actions = [\"stone\"]", "min = 1");
    misspelt_tiers: small_with("actions = [\"stone\"]", "tires = [[\"stone\"]]");
    empty_tier: small_with("actions = [\"stone\"]", "tiers = [[], [\"stone\"]]");
    action_twice_in_tiers: HEX_IT.replace("\"release\"]", "\"raid\", \"drop\"]");
    too_many_combinations_of_tiers: send_it(&format!("[turn]\nsteps = [{}]", "\n{ tiers = [[\"drop\"], [\"open\"]], min = 0 },".repeat(10)));
    unknown_action_in_tiers: HEX_IT.replace("[\"raid\"]", "[\"riad\"]");
}

/// Dispatch with another table of shapes.
fn shaped(table: &str) -> String {
    let old = "shape = { sizes = [2, 3, 4, 5] }\nfirst_shape = { sizes = [3] }";
    assert!(DISPATCH.contains(old));
    DISPATCH.replace(old, table)
}

/// Dispatch with this pattern.
fn drawn(pattern: &str) -> String {
    shaped(&format!("shape = {{ patterns = [\"{pattern}\"] }}"))
}

/// Dispatch with this pattern and its parts, where the centre matters.
fn centred(pattern: &str) -> String {
    shaped(&format!("shape = {{ patterns = [\"{pattern}\"], parts = true }}"))
}

// Shapes.
refused! {
    shape_of_neither: shaped("shape = {}\nfirst_shape = { seen = \"any\" }");
    shape_of_both: shaped("shape = { patterns = [\"###\"], sizes = [3] }");
    misspelt_sizes: shaped("shape = { size = [3] }");
    shape_too_large: shaped("shape = { sizes = [0, 7] }");
    size_twice: shaped("shape = { sizes = [3, 2, 3] }");
    parts_of_sizes: shaped("shape = { sizes = [3], parts = true }\nfirst_shape = { sizes = [3], seen = \"centre\" }");
    size_beyond_the_board: DISPATCH, "board.width=1", "board.height=4", "setup.black=[\"a1\"]", "setup.white=[]";
    pattern_of_other_characters: drawn("#o#");
    pattern_of_unequal_rows: drawn("### .# ###");
    pattern_of_even_rows: centred("### ###");
    pattern_of_even_columns: centred("##");
    pattern_of_no_rows: drawn(" ");
    pattern_of_no_cell: drawn("...");
    pattern_of_too_many_cells: drawn("##### ##### #####");
    pattern_larger_than_any_board: drawn(&".".repeat(33));
    pattern_larger_than_the_board: drawn("#.............#");
    fixed_pattern_that_fits_only_turned: "extends = \"domineering\"", "board.height=1";
    pattern_twice: shaped("shape = { patterns = [\"###\", \"###\"] }");
    parts_without_a_centre: shaped("shape = { patterns = [\"###\", \"#.#\"], parts = true }");
    seen_without_a_centre: shaped("shape = { patterns = [\"#.#\"], seen = \"centre\" }");
    more_new_stones_than_a_group_may_hold: DISPATCH, "action.dispatch.place.new_per_group=1";
    cells_that_no_pattern_has: DISPATCH, "action.dispatch.place.shape={ patterns = [\"##\", \"###\"], cells = [2, 4] }";
    cells_of_a_wrong_pattern: DISPATCH, "action.dispatch.place.shape={ patterns = [\"#o#\"], cells = [2] }";
    cells_of_shapes_given_by_size: DISPATCH, "action.dispatch.place.shape={ sizes = [3], cells = [2] }";
    ring_on_squares: DISPATCH, "goal.ring.ring={}";
    larger_patterns_than_a_group_may_hold: drawn("#.# ###  #.#"), "action.dispatch.place.new_per_group=6";
    too_few_empty_cells_for_shapes: drawn("#####"), "board.width=3", "board.height=2", "setup.black=[\"a1\", \"a2\"]", "setup.white=[\"b1\"]";
    too_little_room_for_shapes: GO, "board.width=3", "board.height=1", "action.stone.place.shape.sizes=[2]", "setup.black=[\"a1\"]", "setup.white=[\"b1\"]", "capture.rule=none";
}

// The ends of turns, openings in a row, neutral stones.
refused! {
    turns_that_must_be_completed_on_the_plane: HEX_IT, "turn.steps.0.unmet=illegal", "turn.leaves.own=1";
    ends_of_turns_seen_from_a_cell: GO, "turn.leaves.\"own adjacent\"=1", "turn.leaves.own=999", "turn.leaves.\"enemy groups\"=0..";
    ends_of_turns_without_such_a_term: GO, "turn.leaves.corner=0";
    control_of_bound_turns: GO, "score.method=control", "turn.leaves.\"own groups\"=..3";
    a_mistake_in_a_pattern_that_leaves_counts: "extends = \"slither\"", "pattern.corner.rows=['oC', 'Co']";
    a_kind_of_turn_that_is_never_begun: GO, "action.stone.place={}", "action.twin.place={}", "turn.steps=[{ actions = ['stone'] }, { or = true, actions = ['twin'] }]";
    a_later_tier_that_is_never_in_force: GO, "action.twin.place={}", "turn.steps=[{ tiers = [['stone'], ['twin']] }]";
    a_group_of_a_side: "extends = \"oust\"", "action.plant.place.where={ 'enemy group' = 2 }";
    pie_rule_beside_a_claim: "extends = \"unlur\"", "turn.swap=true";
    claim_instead_of_several_actions: GO, "opening=[{ claim = true, steps = [{ actions = [\"stone\"], max = 2 }] }]";
    every_second_side_of_a_square: small_with("[turn]", "[turn]"), "goal.fork.connect.alternate=true";
    corners_of_no_side: "extends = \"havannah\"", "goal.bridge.connect.with_corners=true";
    too_many_openings_in_a_row: GO, "opening=[{ count = 60, steps = [{ actions = [\"stone\"] }] }, { count = 60, steps = [{ actions = [\"stone\"] }] }]";
    a_capture_of_neutral_stones: GO, "capture={ rule = \"none\", take = [{ stones = \"neutral\" }] }", "score.method=stones";
}

// Tiles and stacks.
refused! {
    a_deal_without_tiles: small_with("[score]", "[action.deal.deal]\n[action.drop.stack-drop]\n[action.free.release]\n[score]");
    tiles_on_squares: small_with("[turn]", "[setup]\ntiles.white = [\"0,0\"]\nstacks = [\"0,0 w\"]\n[turn]").replace("area", "tiles");
    stones_on_the_plane: HEX_IT, "action.stone.place.sight=queen", "action.push.displace={}", "capture.rule=liberties", "score.method=area", "repetition.rule=positional-superko", "setup.black=[\"d7\"]";
    control_on_the_plane: HEX_IT, "score.method=control";
    groups_on_the_plane: HEX_IT, "score.method=groups";
    rows_of_a_hexagon: small_with("\"rectangle\"\nwidth = 5\nheight = 5", "\"hexagon\"\nside = 3"), "board.rows=[\"...\"]";
    rows_and_a_size: GO, "board.rows=[\". .\", \"..\"]";
    rows_of_two_lengths: GO.replace("width = 9\nheight = 9", "rows = [\". . .\", \". . . .\", \"xb.\"]");
    rows_without_cells: GO.replace("width = 9\nheight = 9", "rows = [\"\"]");
    removal_from_nowhere: small_with("[turn]", "[action.take.remove]\ncells = [\"row 1 row 2\"]\n[turn]");
    catching_up_on_the_plane: HEX_IT, "turn.catch_up.steps=[{ actions = [\"drop\"] }]";
    size_of_the_plane: HEX_IT, "board.side=3", "board.width=3";
    neutral_stones_on_the_plane: HEX_IT, "setup.neutral=[\"1,1\"]";
    plane_without_tiles: HEX_IT, "setup.tiles=none";
    plane_without_an_end: HEX_IT.replace("tiles = 39", "");
    plane_without_an_end_table: HEX_IT.replace("[end]\ntiles = 39", "");
    plane_too_large: HEX_IT, "end.tiles=201";
    enough_tiles_from_the_start: HEX_IT, "end.tiles=4";
    tile_twice: HEX_IT.replace("\"1,-1\"", "\"1,-1\", \"0,-1\", \"1,0\"");
    tiles_with_letters: HEX_IT.replace("\"1,-1\"", "\"d7\", \"1;-1\", \"1, 1\", \"+1,0\", \"\"");
    coordinates_on_squares: small_with("[turn]", "[setup]\nblack = [\"0,1\", \"b2\"]\n[turn]");
    tiles_too_far: HEX_IT.replace("\"1,-1\"", "\"21,0\", \"0,-1000\", \"20,-20\"");
    invalid_stacks: HEX_IT, "setup.stacks=[\"1,0\", \"wb\", \"1,0 wxb\", \"\", \"1,0 w b\", \"d7 w\"]";
    two_stacks_on_a_cell: HEX_IT, "setup.stacks=[\"1,0 w\", \"0,0 b\", \"1,0 b\"]";
    more_stones_than_in_the_hand: HEX_IT, "setup.stacks=[\"1,0 wwb\", \"0,0 bw\"]", "stacks.hand=2";
    no_stack_to_deal: HEX_IT, "turn.steps=[{ actions = [\"deal\", \"release\"] }]";
    opening_of_stacks_done: HEX_IT, "opening=[{ steps = [{ actions = [\"drop\"] }] }, { steps = [{ actions = [\"drop\"] }] }]", "turn.steps=[{ actions = [\"deal\"] }]", "setup.turns=2";
    unknown_key_of_a_deal: HEX_IT, "action.deal.deal.make_prisoner=true";
    hand_too_large: HEX_IT, "stacks.hand=17";
    unknown_word_for_stuck: DROPPER, "end.stuck=ends";
}

// Mistakes on the command line.
refused! {
    set_unknown_key: SMALL, "board.sidee=4";
    set_without_value: SMALL, "board.side";
    set_wrong_key: SMALL, "board..side=4";
    set_wrong_value: SMALL, "board.width=[1,";
    set_wrong_type: SMALL, "board.width=wide";
    set_through_a_number: SMALL, "board.width.x=1";
    set_beyond_a_list: SMALL, "turn.steps.1.max=3";
    set_key_of_a_list: SMALL, "turn.steps.max=3";
    set_extends: SMALL, "extends=send-it";
    set_escape: SMALL, "\u{1b}[31m=4";
}

#[test]
fn several_errors_are_reported_at_once() {
    let text = small_with("width = 5", "width = 500\ncolour = \"green\"")
        .replace("\"area\"", "\"aera\"")
        .replace("[turn]", "[setup]\nblack = [7, \"c3\", \"C3\"]\n[turn]")
        .replace("[\"stone\"]", "[\"stnoe\"]");
    assert_matches_file("wrong", "many_errors", &error_of(&text, &["score.komi=x", "end.passes=0"]));
}

#[test]
fn further_errors_are_counted_rather_than_shown() {
    let text: String = (0..70).map(|i| format!("key{i} = 0\n")).collect();
    let said = error_of(&send_it(&text), &[]);
    assert!(said.ends_with("error: and 20 more"), "{said}");
}

#[test]
fn colour_is_used_only_if_requested() {
    let wrong = super::read("x = 1", &[]).expect_err("an unknown key");
    assert!(wrong.render(true).contains("\u{1b}["));
    assert!(!wrong.render(false).contains('\u{1b}'));
    assert_eq!(wrong.to_string(), wrong.render(false));
}

#[test]
fn nothing_in_a_file_controls_the_terminal_with_colour_or_without() {
    let evil = "\u{1b}[31m\u{9b}2J\u{202e}\u{7f}\r";
    let text = format!("[game]\nname = '{evil}'\n\"{evil}\" = 1\n[board]\n\"\\u001b[2J\" = 1 # {evil}");
    let wrong = super::read(&text, &[evil]).expect_err("it is not a game");
    let (plain, coloured) = (wrong.render(false), wrong.render(true));
    assert!(!plain.contains(|c| c != '\n' && is_unprintable(c)), "{plain}");
    // Without the renderer's own colours, no escape sequences are left.
    let stripped = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(stripped, plain);
}

#[test]
fn line_ends_and_byte_order_marks_of_other_systems_do_not_move_the_underline() {
    let text = send_it("[score]\nkmoi = 1");
    let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(error_of(&other, &[]), error_of(&text, &[]));
    assert_eq!(error_of("\u{feff}extend = 1\r\n", &[]), error_of("extend = 1", &[]));
    let other = format!("\u{feff}{}", SMALL.trim_start().replace('\n', "\r\n"));
    assert!(super::read(&other, &[]).is_ok());
}

// Limits: generous for games, and small enough that nothing derived from them can overflow.
refused! {
    too_many_steps: send_it(&format!("[turn]\nsteps = [{}]", "{ actions = [\"drop\"] },".repeat(17)));
    too_many_actions: send_it(&(0..63).map(|i| format!("action.a{i}.place = {{}}\n")).collect::<String>());
    too_many_openings: send_it(&"[[opening]]\nsteps = [{ actions = [\"open\"] }]\n".repeat(101));
    too_many_placements: shaped(&format!("shape = {{ patterns = [{}], parts = true }}", patterns(64)));
    setup_longer_than_any_board: send_it(&format!("[setup]\nblack = [{}]", "\"c3\", ".repeat(962)));
    name_too_long: small_with("\"Small\"", &format!("\"{}\"", "é".repeat(201)));
    name_of_an_action_too_long: small_with("[turn]", &format!("[action.{}.place]\n[turn]", "a".repeat(65)));
    name_of_an_action_with_an_escape: small_with("[turn]", "[action.\"a\\u001b[31m\".place]\n[turn]");
    name_that_reverses_the_text: small_with("\"Small\"", "\"a\\u202eb\"");
}

/// `number` distinct patterns of nine cells, quoted and separated by commas.
fn patterns(number: usize) -> String {
    let row = |bits: usize| (0..7).map(|i| if bits >> i & 1 == 1 { '#' } else { '.' }).collect::<String>();
    let of_four = (0..128_usize).filter(|bits| bits.count_ones() == 4).map(row);
    let pairs = of_four.clone().flat_map(|above| of_four.clone().map(move |below| (above.clone(), below)));
    let drawn = pairs.map(|(above, below)| format!("\"{above} ...#... {below}\""));
    drawn.take(number).collect::<Vec<_>>().join(", ")
}
