"""Environments."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import dropline

GAMES = [
    ("tic-tac-toe", {}),
    ("send-it", {"board.side": 3}),
    ("send-it-square", {"board.width": 5, "board.height": 5}),
    ("hex", {"board.side": 4}),
    ("amazons", {"board.width": 6, "board.height": 6, "setup.black": ["b1", "e1"], "setup.white": ["b6", "e6"]}),
    ("domineering", {}),
    ("pente", {"board.width": 7, "board.height": 7}),
]


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_pettingzoo_accepts_the_environment(name, settings):
    game = dropline.load(name, settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Advice on names and on spaces that PettingZoo's own board games do not follow, either.
        api_test(game.env(), num_cycles=200)
        seed_test(lambda: game.env(), num_cycles=50)


def test_pettingzoo_renders():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = dropline.load("tic-tac-toe").env("ansi")
        env.reset()
        assert "a b c" in env.render()
        with pytest.raises(ValueError, match="unknown render mode"):
            dropline.load("tic-tac-toe").env("rgb")
        assert dropline.load("tic-tac-toe").env("svg").render().startswith("<svg")


def test_pettingzoo_rewards_the_winner():
    env = dropline.load("tic-tac-toe").env()
    env.reset()
    for action in ["a1", "b1", "a2", "b2", "a3"]:
        assert env.last()[0]["action_mask"][env.game.index[action]]
        env.step(env.game.index[action])
    assert env.rewards == {"first": 1.0, "second": -1.0} and all(env.terminations.values())


def test_pettingzoo_takes_whole_numbers_only():
    env = dropline.load("tic-tac-toe").env()
    env.reset()
    for action, error in [(3.7, TypeError), (float("nan"), TypeError), (99, ValueError), (-1, ValueError)]:
        with pytest.raises(error, match="whole number|there is no action"):
            env.step(action)
    assert env.position.actions == []


@pytest.mark.parametrize(("name", "settings"), GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_games_of_a_vector_are_those_of_positions(name, settings, threads):
    game = dropline.load(name, settings)
    count = 24
    games = game.vector(count, seed=3, threads=threads)
    positions = [game.start() for _ in range(count)]
    finished = 0
    for step in range(250):
        for number, position in enumerate(positions):
            if step % 10 == 0 or number < 3:
                np.testing.assert_array_equal(games.masks[number], position.mask())
                np.testing.assert_array_equal(games.observations[number], position.planes())
            assert games.to_move[number] == position.to_move
        games.step(games.sample())
        for number, position in enumerate(positions):
            position.play(int(games.actions[number]))
            assert games.ended[number] == position.is_over
            assert tuple(games.rewards[number]) == position.returns()
            assert games.capped[number] == (position.end == "cap")
            if position.is_over:
                positions[number] = game.start()
                finished += 1
    assert finished > 10


def test_games_do_not_depend_on_threads_and_begin_anew():
    game = dropline.load("send-it", {"board.side": 4})
    drawn = []
    for threads in (1, 2, 4):
        games = game.vector(40, seed=5, threads=threads)
        drawn.append([])
        for _ in range(100):
            games.step(games.sample())
            drawn[-1].append(games.actions.copy())
        games.reset()
        first = games.sample().copy()
        games.reset(5)
        np.testing.assert_array_equal(first, games.sample())
        np.testing.assert_array_equal(first, drawn[0][0])
    np.testing.assert_array_equal(drawn[0], drawn[1])
    np.testing.assert_array_equal(drawn[0], drawn[2])


def test_illegal_actions_change_no_game():
    game = dropline.load("tic-tac-toe")
    games = game.vector(3)
    games.step(np.array([0, 1, 2]))
    before = games.observations.copy()
    for actions, what in [
        ([1, 1, 1], r"game 1: action 1, `a2`, is illegal there; no game was changed"),
        ([1, 2, 10], "game 2: there is no action 10"),
        ([1, 2, -1], "game 2: there is no action -1"),
        ([1, 2], "expected 3 actions, one for each game, found an array of shape \\(2,\\)"),
        ([[3], [4], [5]], "found an array of shape \\(3, 1\\)"),
    ]:
        with pytest.raises(ValueError, match=what):
            games.step(np.array(actions))
        np.testing.assert_array_equal(games.observations, before)
    for actions in ([3.7, 4, 5], [np.nan, 4, 5], ["a3", "a3", "a3"], [True, True, True]):
        with pytest.raises(TypeError, match="actions are whole numbers, not .*; `game.index` has the number of each text"):
            games.step(np.array(actions))
        np.testing.assert_array_equal(games.observations, before)
    with pytest.raises(ValueError, match="read-only"):
        games.masks[0, 0] = True
    with pytest.raises(ValueError, match="boundless plane"):
        dropline.load("hex-it").vector(2)
    for arguments, what in [
        ({"count": 0}, "count: expected a whole number from 1 .*, found 0"),
        ({"count": 2, "seed": -1}, "seed: expected a whole number from 0 .*, found -1"),
        ({"count": 2, "threads": -1}, "threads: expected a whole number from 0 to 1024, found -1"),
        ({"count": 2, "threads": 100_000}, "threads: expected a whole number from 0 to 1024"),
    ]:
        with pytest.raises(ValueError, match=what):
            game.vector(**arguments)
    with pytest.raises(TypeError, match="count: expected a whole number, not float"):
        game.vector(2.5)


def test_memory_stays_flat():
    resource = pytest.importorskip("resource")
    games = dropline.load("tic-tac-toe").vector(256)
    for _ in range(200):
        games.step(games.sample())
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    many = dropline.load("tic-tac-toe").vector(4000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < len(many) * 25, "games share their rules"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(4000):
        games.step(games.sample())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096, "a million steps take no memory"


def steps(queue, games):
    for _ in range(50):
        games.step(games.sample())
    run = games.game.simulate("random", 20)
    queue.put((games.observations.copy(), run.games["fingerprint"].tolist()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_goes_on_alone():
    game = dropline.load("send-it", {"board.side": 3})
    games = game.vector(64, threads=2)
    games.step(games.sample())
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Newer versions of Python warn of every fork with threads.
        child = context.Process(target=steps, args=(queue, games))
        child.start()
    there = queue.get(timeout=60)
    child.join(60)
    here = context.Queue()
    steps(here, games)
    ours = here.get(timeout=60)
    np.testing.assert_array_equal(there[0], ours[0])
    assert there[1] == ours[1] and child.exitcode == 0


def test_steps_leave_the_lock_to_other_threads():
    games = dropline.load("send-it").vector(512, threads=1)
    ticks, done = 0, threading.Event()

    def work():
        for _ in range(150):
            games.step(games.sample())
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.0005)
    thread.join()
    assert ticks > 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_stops_a_simulation():
    code = """
        import dropline
        print("playing", flush=True)
        try:
            dropline.load("go").simulate("mcts:100", 1_000_000)
        except KeyboardInterrupt:
            print("stopped")
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "playing\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=120)[0] == "stopped\n" and child.returncode == 0
