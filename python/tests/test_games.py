"""Games and positions."""

import copy
import json
import pickle
import random
import time

import numpy as np
import pytest

import dropline

ON_BOARDS = ["tic-tac-toe", "send-it", "send-it-square", "hex", "go", "amazons", "othello", "connect-four", "breakthrough",
             "lines-of-action", "clobber", "pente", "konane", "dispatch-chris", "domineering", "fox-and-hounds"]
SMALL = {"send-it": {"board.side": 4}, "go": {"board.width": 5, "board.height": 5}, "hex": {"board.side": 5}}


def random_game(game, seed, longest=150):
    """The positions of a random game."""
    rng, position = random.Random(seed), game.start()
    for _ in range(longest):
        yield position
        if position.is_over:
            return
        position.play(rng.choice(position.legal_actions()))


@pytest.mark.parametrize("name", ON_BOARDS)
def test_text_numbers_and_masks_name_the_same_actions(name):
    game = dropline.load(name, SMALL.get(name))
    assert len(game.index) == len(game.actions), "every action has a text of its own"
    for position in random_game(game, 1):
        legal = {game.actions[number] for number in position.legal_indices()}
        assert legal == set(position.legal_actions())
        assert set(np.flatnonzero(position.mask())) == set(position.legal_indices())


@pytest.mark.parametrize("name", ON_BOARDS)
def test_planes_show_the_stones_and_the_progress_of_the_game(name):
    game = dropline.load(name, SMALL.get(name))
    of, names = {plane: number for number, plane in enumerate(game.planes)}, dict(zip(game.cells, game.places, strict=True))
    before = None
    for position in random_game(game, 2):
        planes = position.planes()
        assert planes.dtype == np.uint8 and planes.shape == game.plane_shape
        flat = planes.reshape(len(game.planes), -1)
        assert set(np.flatnonzero(flat[of["board"]])) == set(game.places.tolist())
        stones = position.stones()
        for plane, colour in [("own", position.colour), ("enemy", ({*game.players} - {position.colour}).pop())]:
            expected = {names[cell] for cell, stone in stones if stone == colour}
            assert set(np.flatnonzero(flat[of[plane]])) == expected, (plane, str(position))
        if "neutral" in of:
            assert set(np.flatnonzero(flat[of["neutral"]])) == {names[cell] for cell, stone in stones if stone == "neutral"}
        assert (flat[of["turns"]] == min(position.turns, 255)).all()
        assert (flat[of["first"]] == (position.colour == game.players[0])).all()
        if "actions" in of:
            assert (flat[of["actions"]] == position.actions_in_turn).all()
        if before is not None and position.turns > before:
            assert (flat[of["passed"]] == (position.actions[-1] == "pass" and not flat[of["last_turn"]].any())).all()
        before = position.turns


def test_planes_of_a_turn_with_several_drops():
    game = dropline.load("send-it", {"board.side": 4})
    position = game.start()
    position.play("d4")
    position.play("c3")
    on = lambda plane: {cell for cell, place in zip(game.cells, game.places, strict=True)  # noqa: E731
                        if position.planes()[game.planes.index(plane)].flat[place]}
    assert [on(plane) for plane in ("own", "enemy", "this_turn", "last_turn")] == [{"c3"}, {"d4"}, {"c3"}, {"d4"}]
    other = position.planes(0)
    assert other[game.planes.index("own")].sum() == 1 and (other[game.planes.index("first")] == 1).all()


def test_undo_copy_and_records_give_the_same_game():
    for name in ["send-it", "amazons", "othello", "hex-it"]:
        game = dropline.load(name, SMALL.get(name))
        for position in random_game(game, 3, 40):
            twin = copy.deepcopy(position)
            if not twin.is_over:
                legal = twin.legal_actions()
                twin.play(legal[-1])
                assert twin.actions[:-1] == position.actions
                twin.undo()
                assert twin.legal_actions() == legal and twin.record() == position.record()
            again = game.position(position.record())
            assert again.actions == position.actions and again.score == position.score


def test_whole_random_games_can_be_replayed_by_the_command(tmp_path):
    game = dropline.load("send-it", {"board.side": 4})
    for seed in range(20):
        *_, last = random_game(game, seed, 1000)
        (tmp_path / "games.jsonl").write_text(last.record() + "\n")
        replayed = json.loads(
            dropline.command("replay", "send-it", "--set", "board.side=4", tmp_path / "games.jsonl", "--json")
        )
        assert replayed["winner"] == last.winner and tuple(replayed["score"]) == last.score
        assert len(replayed["legal"]) == len(last.actions)


def test_illegal_actions_name_the_rule_and_change_nothing():
    position = dropline.load("tic-tac-toe").start()
    position.play(4)
    for action, what in [("b2", "the cell is not empty"), ("z9", "not on the board"), (4, "not empty"), (99, "no action 99"),
                         (-1, "there is no action -1: they are numbered 0 to 9"), (10**30, "there is no action 10{30}:")]:
        with pytest.raises(ValueError, match=what):
            position.play(action)
        assert not position.is_legal(action)
    for action, kind in [(None, "NoneType"), (3.0, "float")]:
        with pytest.raises(TypeError, match=f"an action is text or a whole number, not {kind}"):
            position.play(action)
    with pytest.raises(ValueError, match="a player is 0 or 1, not -1"):
        position.planes(-1)
    assert position.actions == ["b2"]
    with pytest.raises(ValueError, match="the record says the winner is first; replayed, it is nobody yet"):
        dropline.load("tic-tac-toe").position({"turns": ["b2"], "winner": "first"})


def test_an_illegal_number_names_the_rule_as_its_text_does():
    game = dropline.load("crossway")
    for position in random_game(game, 1):
        for number in sorted({*range(len(game.actions))} - {*position.legal_indices().tolist()})[:20]:
            faults = []
            for action in (number, game.actions[number]):
                with pytest.raises(ValueError) as raised:
                    position.play(action)
                faults.append(str(raised.value).partition(": ")[2])
            assert faults[0] == faults[1]


def test_positions_share_the_compiled_rules():
    game = dropline.load("send-it")
    begin = time.perf_counter()
    first = game.start()
    for _ in range(1000):
        game.start().record()
    assert time.perf_counter() - begin < 1.0, "compiling the rules takes more than a millisecond"
    first.play("a8")
    assert game.start().actions == []


def test_python_code_within_a_call_may_use_the_position():
    position = dropline.load("tic-tac-toe").start()

    class Next:
        def __index__(self):
            return position.turns

    position.play(Next())
    position.play(Next())
    assert position.actions == ["a1", "a2"] and not position.is_legal(type("Zero", (Next,), {"__index__": lambda _: position.turns - 1})())


def test_wrong_variants_show_the_place():
    with pytest.raises(TypeError, match="settings are a dictionary, such as .*, not list"):
        dropline.load("hex", ["board.side=4"])
    with pytest.raises(ValueError, match="did you mean `side`"):
        dropline.load("send-it", {"board.sid": 4})
    with pytest.raises(ValueError, match="game.toml:2:"):
        dropline.load('extends = "send-it"\nbord = 3\n')


def test_settings_of_every_type():
    game = dropline.load("send-it", {"board.side": 4, "score.komi": 1.5, "setup.black": ["b4", "d2"], "capture.suicide": "allowed"})
    assert game.keys["board"]["side"] == 4 and game.keys["score"]["komi"] == 1.5
    assert game.keys["setup"]["black"] == ["b4", "d2"] and game.keys["capture"]["suicide"] == "allowed"
    text = dropline.load('extends = "hex"\n[board]\nside = 3\n')
    assert (text.id, len(text.cells)) == ("game", 9)
    assert pickle.loads(pickle.dumps(text)).rules_hash == text.rules_hash


@pytest.mark.parametrize("name", ["send-it", "hex", "breakthrough", "connect-four", "send-it-square", "domineering"])
def test_symmetries_map_games_to_games(name):
    game = dropline.load(name, SMALL.get(name))
    symmetries = game.symmetries
    assert not symmetries[0].exchanges and (symmetries[0].actions == np.arange(len(game.actions))).all()
    for symmetry in [symmetry for symmetry in symmetries if not symmetry.exchanges]:
        here, there, rng = game.start(), game.start(), random.Random(4)
        for _ in range(60):
            if here.is_over:
                break
            assert (symmetry.of_actions(here.mask()) == there.mask()).all()
            assert (symmetry.of_planes(here.planes()) == there.planes()).all()
            action = rng.choice(here.legal_indices().tolist())
            here.play(action)
            there.play(int(symmetry.actions[action]))


def test_games_on_the_boundless_plane_have_actions_as_text_only():
    game = dropline.load("hex-it")
    *_, last = random_game(game, 5, 30)
    assert last.legal_actions() and game.cells == ()
    with pytest.raises(ValueError, match="boundless plane"):
        game.actions  # noqa: B018
    with pytest.raises(ValueError, match="boundless plane"):
        last.planes()


def test_notebooks_show_the_board():
    game = dropline.load("hex", {"board.side": 3})
    assert game.start()._repr_html_().startswith("<svg") and game._repr_html_().startswith("<svg")
    assert game.explanation in str(game) and "Hex" in repr(game.start())


def test_agents_play():
    game = dropline.load("tic-tac-toe")
    strong, weak = game.agent("mcts:300"), game.agent("random", seed=3)
    for _ in range(10):
        position = game.start()
        while not position.is_over:
            position.play((strong if position.to_move == 0 else weak)(position))
        assert position.winner != "second"
    with pytest.raises(ValueError, match="did you mean `greedy`"):
        game.agent("gredy")
    with pytest.raises(ValueError, match="seed: expected a whole number from 0 to 18446744073709551615, found -1"):
        game.agent("random", seed=-1)
    with pytest.raises(ValueError, match="an agent for Hex cannot play Tic-tac-toe"):
        dropline.load("hex").agent("greedy")(game.start())
    assert dropline.load("tic-tac-toe").agent("greedy")(game.start())
    with pytest.raises(ValueError, match="the game is over"):
        strong(position)


def test_solving():
    game = dropline.load("hex", {"board.side": 3, "turn.swap": False})
    solution = game.solve()
    assert solution.value == "first" and solution.actions["b2"] and not solution.actions["b1"]
    assert game.solve("b2").value == "first"
    with pytest.raises(ValueError, match="turn 1"):
        game.solve("z9")
