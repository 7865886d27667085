"""Steps a second of `VectorEnv`, beside OpenSpiel's Python interface and pgx where they are installed.

`python benches/steps.py [SECONDS]` plays random games for SECONDS each (default 2), all with planes (or what the library calls an
observation) and legal actions. Each line is the median of three measurements, with the lowest and the highest.
"""

import importlib.util
import os
import random
import statistics
import sys
import time

import numpy as np

import dropline

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def rate(batch):
    """Steps a second: `batch` plays some and returns how many."""
    batch()
    rates = []
    for _ in range(3):
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < SECONDS:
            steps += batch()
        rates.append(steps / (time.perf_counter() - begin))
    return rates


def show(name, rates):
    low, middle, high = min(rates), statistics.median(rates), max(rates)
    print(f"{name:<58} {middle:>12,.0f} steps/s ({low:,.0f} to {high:,.0f})", flush=True)
    return middle


def ours(name, count, threads):
    games = dropline.load(name).vector(count, threads=threads)

    def batch():
        for _ in range(20):
            games.step(games.sample())
        return 20 * count

    return show(f"dropline, {name}, {count} games, {threads} threads", rate(batch))


def open_spiel(name):
    import pyspiel

    game = pyspiel.load_game(name)
    draw = random.Random(1)

    def batch():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(draw.choice(state.legal_actions()))
            steps += 1
        return steps

    return show(f"OpenSpiel, pyspiel, {name}", rate(batch))


def open_spiel_environment(name):
    from open_spiel.python import rl_environment

    game, _, rest = name.partition("(")
    options = dict(option.split("=") for option in rest.rstrip(")").split(",") if option)
    env = rl_environment.Environment(game, **{key: int(value) for key, value in options.items()})
    draw = random.Random(1)

    def batch():
        now, steps = env.reset(), 0
        while not now.last():
            player = now.observations["current_player"]
            now = env.step([draw.choice(now.observations["legal_actions"][player])])
            steps += 1
        return steps

    return show(f"OpenSpiel, rl_environment, {name}", rate(batch))


def pgx(name, count):
    import jax
    import jax.numpy as jnp

    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step, start = auto_reset(env.step, env.init), jax.vmap(env.init)

    def one(carry, _):
        state, key = carry
        key, draw = jax.random.split(key)
        action = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(draw, count)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=20)[0])
    carry = start(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2)

    def batch():
        nonlocal carry
        carry = jax.block_until_ready(many(carry))
        return 20 * count

    return show(f"pgx on the processor, {name}, {count} games", rate(batch))


def has(module):
    return importlib.util.find_spec(module) is not None


print(f"{os.cpu_count()} processors, NumPy {np.__version__}")
for here, there, theirs in [("tic-tac-toe", "tic_tac_toe", "tic_tac_toe"), ("connect-four", "connect_four", "connect_four"), ("hex", "hex(board_size=11)", "hex"), ("othello", "othello", "othello")]:
    best = max(ours(here, 256, threads) for threads in (1, 2))
    if has("pyspiel"):
        print(f"  {best / open_spiel(there):.1f} times pyspiel")
        print(f"  {best / open_spiel_environment(there):.1f} times rl_environment")
    if has("pgx"):
        print(f"  {best / max(pgx(theirs, count) for count in (256, 4096)):.1f} times pgx")
for threads in (1, 2):
    ours("send-it", 256, threads)
