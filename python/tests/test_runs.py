"""Runs, against the program."""

import json
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import dropline

# What a run's folder holds that depends on time, machine or the way it was started.
OF_THE_MOMENT = {"started", "seconds", "threads", "command", "blake3"}


def first_legal(position):
    return position.legal_actions()[0]


@pytest.mark.parametrize(
    ("name", "settings", "agents", "games", "seed", "pairs"),
    [
        ("send-it", {"board.side": 4}, ("greedy", "greedy"), 60, 1, False),
        ("send-it-square", {"board.width": 6, "board.height": 6}, ("random", "greedy"), 40, 7, True),
        ("hex", {"board.side": 4}, ("mcts:20", "random"), 30, 3, True),
        ("amazons", {}, ("random", "random"), 20, 2, False),
        ("hex-it", {}, ("random", "random"), 10, 5, False),
        ("othello", {}, ("greedy", "random"), 30, 11, False),
    ],
)
def test_runs_are_those_of_the_command(program, tmp_path, name, settings, agents, games, seed, pairs):
    sets = [argument for key, value in settings.items() for argument in ("--set", f"{key}={value}")]
    there, here = tmp_path / "there", tmp_path / "here"
    options = ["--agents", ",".join(agents), "--games", str(games), "--seed", str(seed), "--records"]
    options += ["--pairs"] * pairs
    subprocess.run([program, "simulate", name, *sets, *options, "--out", there, "--quiet"], check=True, capture_output=True)
    game = dropline.load(name, settings)
    kept = game.simulate(agents, games, seed=seed, pairs=pairs, records=True, out=here)
    files = sorted(path.relative_to(there) for path in there.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(here) for path in here.rglob("*") if path.is_file())
    for file in files:
        ours, theirs = (here / file).read_bytes(), (there / file).read_bytes()
        if file.name == "manifest.json":
            read = [{key: value for key, value in json.loads(text).items() if key not in OF_THE_MOMENT} for text in (ours, theirs)]
            assert read[0] == read[1]
        elif file.name not in {"summary.json", "report.html"}:  # They name the command with its folder.
            assert ours == theirs, file
    free = game.simulate(agents, games, seed=seed, pairs=pairs, records=True)
    assert free.records == kept.records
    for table in ("games", "cells", "course", "summary"):
        ours, theirs = getattr(free, table), getattr(kept, table)
        assert list(ours) == list(theirs)
        for column in ours:
            np.testing.assert_array_equal(ours[column], theirs[column], err_msg=column)
    assert [str(finding) for finding in free.findings] == [str(finding) for finding in kept.findings]


def test_tables_are_those_that_pandas_reads_from_the_files(tmp_path):
    run = dropline.load("send-it", {"board.side": 4}).simulate("random", 200, out=tmp_path / "run")
    for table, file in [(run.games, "games.csv"), (run.cells, "cells.csv"), (run.summary, "summary.csv")]:
        there = pandas.read_csv(tmp_path / "run" / file)
        here = table.to_pandas()
        assert list(here) == list(there)
        for column in there:
            if here[column].dtype.kind in "fi":
                np.testing.assert_array_equal(here[column], there[column], err_msg=column)
            else:
                assert here[column].astype(str).tolist() == there[column].astype(str).tolist(), column
    kinds = {run.games[column].dtype.kind for column in run.games}
    assert kinds == {"i", "f", "b", "O"}


def test_arrow_takes_tables_without_copying():
    run = dropline.load("othello").simulate("random", 50)
    batch = pyarrow.record_batch(run.games)
    assert batch.num_rows == 50 and batch.schema.field("turns").type == pyarrow.int64()
    again = pyarrow.record_batch(run.games)
    assert batch.column("turns").buffers()[1].address == again.column("turns").buffers()[1].address
    frame = polars.DataFrame(run.games)
    assert frame.shape == (50, len(run.games)) and frame["turns"].to_list() == run.games["turns"].tolist()
    drama = batch.column("drama")
    assert drama.null_count == int(np.isnan(run.games["drama"]).sum())


def test_measures_and_findings_are_objects():
    run = dropline.load("tic-tac-toe").simulate("random", 500)
    assert 0.5 < run.score.low < run.score.value < run.score.high < 1
    assert run.score.n == 500 and run.headline.n == 500 and run.headline.interval == (run.score.low, run.score.high)
    assert run.headline.value == pytest.approx((run.games["winner"] == "first").mean() + (run.games["winner"] == "draw").mean() / 2)


def test_functions_play_like_agents():
    game = dropline.load("tic-tac-toe")
    run = game.simulate((first_legal, "random"), 40, pairs=True)
    assert set(run.games["first_agent"]) == {"host:first_legal", "random"} and not run.failed
    by_number = game.simulate((lambda position: game.index[first_legal(position)], "random"), 40, pairs=True)
    assert by_number.games["fingerprint"].tolist() == run.games["fingerprint"].tolist()
    resigned = game.simulate((lambda _: "resign", "random"), 4)
    assert set(resigned.games["end"]) == {"resigned"} and set(resigned.games["winner"]) == {"second"}


def test_a_function_agent_plays_as_the_agent_does():
    game = dropline.load("hex", {"board.side": 4})
    named = game.simulate("greedy", 1, seed=9)
    assert named.games.rows == 1
    # An agent of ours, asked from Python, leaves the position as it was.
    greedy, position = game.agent("greedy"), game.start()
    greedy(position)
    assert position.actions == []


def raises(position):
    if position.turns >= 3:
        raise KeyError("no such stone")
    return position.legal_actions()[0]


def slow(position):
    time.sleep(0.05)
    return position.legal_actions()[0]


@pytest.mark.parametrize(
    ("player", "what"),
    [
        (raises, r"game 1: `raises` raised KeyError: 'no such stone' in turn 5 \(.*test_runs.py, line \d+\)"),
        (lambda _: "z9", "chose, in turn 1, `z9`: the cell is not on the board"),
        (lambda _: 99, "chose, in turn 1, there is no action 99"),
        (lambda _: None, "returned no action in turn 1: an action is text or a whole number, not NoneType"),
        (dropline.Player(slow, "sleepy", timeout=0.01), r"`sleepy` took 0\.\d s to choose in turn 1: the timeout is 0.01 s"),
    ],
)
def test_faults_of_functions_are_reported(player, what, tmp_path):
    game = dropline.load("tic-tac-toe")
    with pytest.raises(dropline.CommandFailed, match=what):
        game.simulate((player, "random"), 3)
    with pytest.raises(dropline.CommandFailed, match=what):
        game.simulate((player, "random"), 3, out=tmp_path / "failing")
    assert (tmp_path / "failing" / "failed.jsonl").exists()


def test_games_that_fail_leave_the_others():
    def careless(position):
        assert "b2" in position.legal_actions(), "the centre is taken"
        return "b2"

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run = dropline.load("tic-tac-toe").simulate((lambda p: p.legal_actions()[0], "random"), 5)
        assert not caught
        run = dropline.load("hex", {"board.side": 2, "turn.swap": False}).simulate(("random", rarely_wrong), 60)
    assert run.failed and run.games.rows + len(run.failed) == 60
    assert "could not be played to the end; the first, game" in str(caught[-1].message)


def rarely_wrong(position):
    return "a1" if position.turns == 1 else position.legal_actions()[0]


def test_functions_may_play_games_but_run_no_commands():
    code = """
        import dropline
        game = dropline.load("tic-tac-toe")

        def nested(position):
            game.simulate("random", 4)
            games = game.vector(64)
            games.step(games.sample())
            return position.legal_actions()[0]

        print(game.simulate(nested, 8).games.rows)
        try:
            game.simulate(lambda position: game.solve().value, 2)
        except dropline.CommandFailed as error:
            print(error)
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.startswith("8\n") and "RuntimeError: a function that plays cannot run a command" in ran.stdout


def test_wrong_arguments_are_errors():
    game = dropline.load("tic-tac-toe")
    for arguments, what in [
        (("gredy",), "did you mean `greedy`"),
        ((("greedy", "greedy", "greedy"),), "expected two agents"),
        (("learned:nothing.learned",), "nothing.learned"),
        (("greedy", 0), "games: expected a whole number from 1"),
        ((dropline.Player(first_legal, timeout=0), 1), "the timeout of `first_legal` is a number of seconds above 0, not 0"),
        ((dropline.Player(first_legal, timeout=float("nan")), 1), "seconds above 0, not NaN"),
    ]:
        with pytest.raises(ValueError, match=what):
            game.simulate(*arguments)
    with pytest.raises(ValueError, match="seed: expected a whole number from 0 .*, found -1"):
        game.simulate("random", 3, seed=-1)
    with pytest.raises(ValueError, match="games: expected an even number"):
        game.simulate("random", 3, pairs=True)
    assert game.simulate(dropline.Player(first_legal, timeout=float("inf")), 1).games.rows == 1
    with pytest.raises(KeyError, match="no column turn: there are game, .*turns"):
        game.simulate("random", 1).games["turn"]
    with pytest.raises(TypeError, match="a player is a function"):
        game.simulate(3)
    with pytest.raises(FileNotFoundError, match="no run"):
        dropline.read("nowhere")


def test_folders_are_not_replaced_unless_asked(tmp_path):
    game = dropline.load("tic-tac-toe")
    game.simulate("random", 10, out=tmp_path / "run")
    with pytest.raises(ValueError, match="already exists"):
        game.simulate("random", 20, out=tmp_path / "run")
    assert game.simulate("random", 20, out=tmp_path / "run", replace=True).games.rows == 20


def test_studies_judge_functions(tmp_path):
    game = dropline.load("hex", {"board.side": 3})
    study = game.study("1s", player=dropline.Player(first_legal, "mine"), games=20, out=tmp_path / "study")
    assert study.kind == "study" and study.verdict in {
        "first", "second", "balanced", "close", "drawn", "open", "none"
    }
    assert any("mine was put among the players" in finding.text for finding in study.findings)
    assert "mine" in [point["agent"] for point in study.curve]
    again = dropline.read(tmp_path / "study")
    assert isinstance(again, dropline.Study) and again.headline == study.headline and len(again.runs) == len(study.runs)


def test_experiments_are_read(tmp_path):
    dropline.command("sweep", "hex", "--vary", "board.side=3..5", "--games", 20, "--agents", "random,random", "--out", tmp_path / "sweep")
    sweep = dropline.read(tmp_path / "sweep")
    assert sweep.kind == "sweep" and sweep.table["board.side"].tolist() == [3, 4, 5]
    assert [run.games.rows for run in sweep.runs] == [20, 20, 20] and sweep.headline.text


def test_commands_can_be_interrupted_and_run_one_at_a_time():
    results = []
    threads = [threading.Thread(target=lambda: results.append(dropline.command("perft", "hex", "--depth", 2))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["1\t121\n2\t14641\n"] * 4 or len(set(results)) == 1
    with pytest.raises(ValueError, match="unrecognized subcommand"):
        dropline.command("simulat")
