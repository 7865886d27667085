"""Games: loaded rules."""

from __future__ import annotations

import json
import os
import re
import tempfile
import warnings as python_warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._command import command, facts
from ._native import Position
from ._numbers import MOST_THREADS, whole
from ._players import Agent, AnyPlayer, named, pair
from ._results import Run, Study, Table, _records, findings_of, read_experiment, read_run
from ._vector import VectorEnv

if TYPE_CHECKING:
    from .pettingzoo import Env


def variants() -> dict[str, str]:
    """The shipped variants: their names, and what each is."""
    shipped = map(json.loads, command("variants", "--json").splitlines())
    return {variant["name"]: variant["summary"] for variant in shipped}


def load(variant: str | os.PathLike[str], settings: Mapping[str, object] | None = None) -> Game:
    """Loads a game: a shipped variant (`"send-it"`), the path of a TOML file, or the text of one.

    `settings` change keys of the variant, as `--set` does on the command line: `{"board.side": 4, "score.komi": 0.5}`.

    Raises `ValueError` if the variant is invalid; the message shows every problem and its place.
    """
    return Game(variant, settings)


@dataclass(frozen=True)
class Symmetry:
    """A way to turn and mirror the board under which the game stays the same, for augmenting what a program learns from.

    `places` is int64 (H * W): the place `p` of a plane, counted row by row, goes to `places[p]`. `actions` is int64 (A): the action
    `a` becomes `actions[a]`. Symmetries that exchange the sides as well (`exchanges`) turn a position with the first side to move
    into one with the second side to move.
    """

    exchanges: bool
    places: np.ndarray
    actions: np.ndarray

    def of_planes(self, planes: np.ndarray) -> np.ndarray:
        """The image of planes, of shape (..., H, W). With `exchanges`, the plane `first` must be inverted as well."""
        image = np.empty_like(planes).reshape(*planes.shape[:-2], -1)
        image[..., self.places] = planes.reshape(image.shape)
        return image.reshape(planes.shape)

    def of_actions(self, values: np.ndarray) -> np.ndarray:
        """The image of a mask, or of other values for each action, of shape (..., A)."""
        image = np.empty_like(values)
        image[..., self.actions] = values
        return image


@dataclass(frozen=True)
class Solution:
    """The value of a game under perfect play.

    `value` is `"first"`, `"second"`, `"draw"`, `"endless"`, or `None` if it is not known; `margin` is by how many points the first
    player wins, in games with scores. `actions` are the legal first actions, each with whether it keeps the value. `facts` is
    everything that `dropline solve --json` prints.
    """

    value: str | None
    margin: float | None
    actions: dict[str, bool]
    facts: dict[str, Any]


def _setting(key: str, value: object) -> str:
    return f"{key}={_toml(value)}"


def _toml(value: object, bare: bool = True) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value if bare and re.fullmatch(r"[A-Za-z][\w-]*", value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, int | float | np.number):
        return repr(value.item() if isinstance(value, np.number) else value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item, False)}" for key, item in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(_toml(item, False) for item in value) + "]"
    raise TypeError(f"a value is text, a number, a truth value, a list or a dictionary, not {type(value).__name__}")


class Game:
    """The rules of a game, loaded and checked. `print(game)` explains them.

    On a board, every action of the game has a number: `game.actions[number]` is its text, `game.index["d7"]` its number. The
    numbers depend on the board and the kinds of action only:

    - a stone on each cell, in the order of `game.cells`: a1, a2, ..., b1, ...
    - stones of the enemy (`e:d5`), shapes (`c4.c5.d5`), displacements (`d5>c5`), moves (`d5-c5`), removals (`xd5`),
      and stones turned over (`f:d5`), in games that have them, each sorted by their cells. They include every one that the geometry of the board allows;
    - `pass`, and in games with the pie rule, `swap`.

    A turn of several drops is several actions of one player. Games on the boundless plane (Hex-It, Exxit) have no numbers and no
    planes: everything else works, with actions as text.
    """

    def __init__(self, variant: str | os.PathLike[str], settings: Mapping[str, object] | None = None) -> None:
        spec = os.fspath(variant)
        self._text = spec if isinstance(variant, str) and ("\n" in spec or "=" in spec) else None
        self._spec = "game.toml" if self._text is not None else spec
        if not isinstance(settings, Mapping | None):
            raise TypeError(f'settings are a dictionary, such as {{"board.side": 4}}, not {type(settings).__name__}')
        self.settings = dict(settings or {})
        self._sets = [_setting(key, value) for key, value in self.settings.items()]
        self._rules = _native.Rules(self._spec, self._sets, self._text)

    @property
    def id(self) -> str:
        """The name of the variant in tables."""
        return self._rules.id

    @property
    def name(self) -> str:
        """The title of the game."""
        return self._rules.name

    @property
    def summary(self) -> str:
        """The game in one line."""
        return self._rules.summary

    @property
    def notes(self) -> list[str]:
        """Warnings about the variant, a sentence each."""
        return self._rules.notes

    @property
    def explanation(self) -> str:
        """The rules in plain words, as `dropline check` prints them."""
        return self._rules.explanation

    @cached_property
    def keys(self) -> dict[str, Any]:
        """Every key of the variant with its value, defaults included."""
        keys: dict[str, Any] = json.loads(self._rules.keys)
        return keys

    @property
    def rules_hash(self) -> str:
        """A hash of the rules, without the texts of `[game]`."""
        return self._rules.rules_hash

    @property
    def players(self) -> tuple[str, str]:
        """The colours of the side that moves first and of the other."""
        return self._rules.players

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells of the board, sorted by letter, then by number."""
        return tuple(self._rules.cells or ())

    @cached_property
    def places(self) -> np.ndarray:
        """int64 (cells): the place of each cell in a plane, `row * W + column`. Row 0 is number 1, column 0 is letter a."""
        return np.array(self._rules.places, np.int64)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The actions as text, each at its number."""
        return tuple(self._rules.actions)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each action."""
        return {action: number for number, action in enumerate(self.actions)}

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes. A plane is 0 or 1 on each cell, or has one number on all of them:

        - `board`: 1 on the cells of the board (a hexagon does not fill its rows and columns);
        - `own`, `enemy`, `neutral`: the stones of the player to move, of the opponent, and those of no side;
        - `this_turn`: where this turn has put stones so far, in games whose turns can have several actions;
        - `last_turn`: the cells that the opponent's last turn changed, captures apart;
        - `first`: 1 everywhere if the player to move has the side that began;
        - `turns`, `actions`: how many turns are over, and how many actions this turn has had, up to 255;
        - `passed`: 1 everywhere if the last turn was a pass;
        - `own_captures`, `enemy_captures`: stones captured by the player to move and by the opponent, up to 255, in games where
          that decides.
        """
        return tuple(self._rules.plane_names)

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """(C, H, W): the number of planes, of rows, and of columns."""
        return self._rules.plane_shape

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the rules, the identity first. They hold for every position, even if the start itself is not symmetric.

        They are found by comparing random games with their images.
        """
        return tuple(
            Symmetry(exchanges, np.array(places, np.int64), np.array(actions, np.int64))
            for exchanges, places, actions in self._rules.symmetries()
        )

    def start(self) -> Position:
        """The start of a game."""
        return self._rules.start()

    def position(self, record: str | Mapping[str, Any]) -> Position:
        """The position after a recorded game: a line of `games.jsonl`, or its content as a dictionary.

        A result and a score in the record are checked. Raises `ValueError` if an action is illegal or they differ.
        """
        return self._rules.position_of(record if isinstance(record, str) else json.dumps(dict(record)))

    def agent(self, name: str, seed: int = 1) -> Agent:
        """One of dropline's agents for this game: `game.agent("mcts:200")(position)` is its choice."""
        return Agent(name, self, seed)

    def vector(self, count: int, seed: int = 1, threads: int = 0) -> VectorEnv:
        """`count` games at once: see `VectorEnv`."""
        return VectorEnv(self, count, seed, threads)

    def env(self, render_mode: str | None = None) -> Env:
        """A PettingZoo AEC environment: see `dropline.pettingzoo.Env`. Needs the package `pettingzoo`."""
        try:
            from .pettingzoo import Env
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"environments need PettingZoo: run `pip install pettingzoo` ({error})") from error
        return Env(self, render_mode)

    def simulate(
        self,
        agents: AnyPlayer | tuple[AnyPlayer, AnyPlayer],
        games: int = 1000,
        *,
        seed: int = 1,
        pairs: bool = False,
        records: bool = False,
        threads: int = 0,
        out: str | os.PathLike[str] | None = None,
        replace: bool = False,
    ) -> Run:
        """Plays games, the same ones as `dropline simulate` with the same arguments.

        `agents` is one player for both sides, or the first and the second: names as on the command line, or functions (see
        `Player`). With `pairs` they exchange sides in every second game. `records` keeps the games themselves.

        Without `out`, nothing is written. With it, the folder is what the command writes, byte for byte; it must not hold another
        run unless `replace` is given.

        Functions are called with the GIL held. So a function in Python plays on one core, however many threads there are; only
        dropline's agents and the rules play on all of them.

        Games that fail are in `failed`, and a `RuntimeWarning` says so; raises `CommandFailed` if all fail.
        """
        whole("seed", seed)
        whole("threads", threads, most=MOST_THREADS)
        with named(pair(agents)) as names:
            if out is None:
                run = self._simulate(names, games, seed, pairs, records, threads)
            else:
                run = self._simulate_into(Path(out), names, games, seed, pairs, records, threads, replace)
        if run.failed:
            first = run.failed[0]
            what = f"{len(run.failed)} of {len(run.failed) + run.games.rows} games could not be played to the end; the first, game {first['game']}: {first['error']}"
            if run.games.rows == 0:
                from ._command import CommandFailed

                raise CommandFailed(what)
            python_warnings.warn(what, RuntimeWarning, stacklevel=2)
        return run

    def _simulate(
        self, names: list[str], games: int, seed: int, pairs: bool, records: bool, threads: int
    ) -> Run:
        if whole("games", games, 1) % (1 + pairs):
            raise ValueError(f"games: expected an even number, as players exchange sides in every second game, found {games}")
        played = _native.simulate(self._rules, tuple(names), games, seed, pairs, records, threads)
        rows, cells, course, summary, headline, warned, lines, failed = played
        table = Table(summary) if summary is not None else None
        return Run(
            games=Table(rows),
            cells=Table(cells),
            course=Table(course),
            summary=table,
            findings=findings_of(headline, warned, table),
            records=_records(bytes(lines).decode()),
            failed=_records("\n".join(failed)),
        )

    def _simulate_into(
        self,
        out: Path,
        names: list[str],
        games: int,
        seed: int,
        pairs: bool,
        records: bool,
        threads: int,
        replace: bool,
    ) -> Run:
        from ._command import CommandFailed

        flags = [flag for flag, given in (("--pairs", pairs), ("--records", records), ("--force", replace)) if given]
        options = ["--agents", ",".join(names), "--games", games, *flags, *_common(seed, threads), "--out", out]
        try:
            with self._arguments() as arguments:
                command("simulate", *arguments, *options, "--quiet")
        except CommandFailed:
            if not (out / "failed.jsonl").exists():
                raise
        return read_run(out)

    def study(
        self,
        budget: str = "2m",
        *,
        player: AnyPlayer | None = None,
        games: int | None = None,
        seed: int = 1,
        threads: int = 0,
        out: str | os.PathLike[str] | None = None,
        replace: bool = False,
    ) -> Study:
        """Finds out whether the game is fair between strong players, as `dropline study` does with the same `budget` (`"30s"`).

        `player` is a further player to be judged among the others: it joins them above the strongest that it does not lose to.
        `games` is how many games each two players play. Without `out`, the folder of the study is deleted once it is read, and the
        page with it.
        """
        with tempfile.TemporaryDirectory(prefix="dropline-") as temporary:
            folder = Path(out) if out is not None else Path(temporary) / "study"
            options: list[object] = ["--budget", budget, *_common(seed, threads), "--out", folder]
            options += ["--games", games] if games is not None else []
            options += ["--force"] if replace else []
            with named([] if player is None else [player]) as names, self._arguments() as arguments:
                options += [option for name in names for option in ("--player", name)]
                answer = facts("study", *arguments, *options)
            found = read_experiment(folder, answer)
        assert isinstance(found, Study)
        return found

    def solve(self, turns: str = "", *, threads: int = 0) -> Solution:
        """The value of the game under perfect play, or of the position after these turns (`"b2 a1+a2"`), as `dropline solve` finds it.

        It may take long. Raises `CommandFailed` if the game is too large.
        """
        options = ["--turns", turns] if turns else []
        with self._arguments() as arguments:
            found = facts("solve", *arguments, *options, *(["--threads", threads] if threads else []))
        actions = {first["action"]: first["keeps_value"] for first in found["first_actions"] or []}
        return Solution(found["value"], found["margin"], actions, found)

    @contextmanager
    def _arguments(self) -> Iterator[list[str]]:
        """The variant and its settings, as arguments of a command."""
        sets = [argument for text in self._sets for argument in ("--set", text)]
        if self._text is None:
            yield [self._spec, *sets]
            return
        with tempfile.TemporaryDirectory(prefix="dropline-") as temporary:
            path = Path(temporary) / self._spec
            path.write_text(self._text, "utf-8")
            yield [str(path), *sets]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __str__(self) -> str:
        return self.explanation

    def _repr_html_(self) -> str:
        return self.start()._repr_html_()

    def __reduce__(self) -> tuple[type[Game], tuple[str, dict[str, object]]]:
        return Game, (self._text if self._text is not None else self._spec, self.settings)


def _common(seed: int, threads: int) -> list[object]:
    return ["--seed", seed, *(["--threads", threads] if threads else [])]
