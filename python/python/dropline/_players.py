"""Who plays: dropline's agents, and functions in Python."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from . import _native
from ._native import Position
from ._numbers import whole

if TYPE_CHECKING:
    from ._game import Game

#: What a function that plays returns: an action as text, its number, or "resign".
Choice = str | int


class Player:
    """A function that plays, with a name for tables and reports.

    `function` is called with a `Position` of its own and returns a legal action, as text (`"d7"`) or as its number, or the word
    `"resign"`. A game in which it raises an exception, returns something else, or takes longer than `timeout` seconds for an
    action fails, as a game of an external program does; the other games go on. The timeout is noticed when the function returns:
    a function cannot be stopped.

    The name consists of letters, digits, `_`, `-` and `.`; tables call the player `host:NAME`.
    """

    def __init__(self, function: Callable[[Position], Choice], name: str | None = None, timeout: float = 60.0) -> None:
        if not callable(function):
            raise TypeError(f"a player is a function of a position, not {type(function).__name__}")
        self.function = function
        self.name = name or re.sub(r"[^\w.-]", "", getattr(function, "__name__", "")) or type(function).__name__
        self.timeout = timeout

    def __repr__(self) -> str:
        return f"<Player {self.name}>"


#: Whoever can play: the name of an agent as on the command line, a function, or a `Player`.
AnyPlayer = str | Callable[[Position], Choice] | Player

_lock = threading.Lock()
_names: set[str] = set()


@contextlib.contextmanager
def named(players: list[AnyPlayer]) -> Iterator[list[str]]:
    """The names by which the library knows these players, as long as the context lasts."""
    mine: dict[int, str] = {}
    names = []
    try:
        for player in players:
            if isinstance(player, str):
                names.append(player)
                continue
            function = player.function if isinstance(player, Player) else player
            if id(function) not in mine:
                player = player if isinstance(player, Player) else Player(player)
                with _lock:
                    name, number = player.name, 2
                    while name in _names:
                        name, number = f"{player.name}-{number}", number + 1
                    _native.register(name, function, player.timeout)
                    _names.add(name)
                mine[id(function)] = name
            names.append(f"host:{mine[id(function)]}")
        yield names
    finally:
        with _lock:
            for name in mine.values():
                _native.forget(name)
                _names.discard(name)


def pair(agents: AnyPlayer | tuple[AnyPlayer, AnyPlayer] | list[AnyPlayer]) -> list[AnyPlayer]:
    """The first player and the second: two, or one that plays both sides."""
    if isinstance(agents, tuple | list):
        if len(agents) != 2:
            raise ValueError(f"expected two agents, or one that plays both sides, found {len(agents)}")
        return list(agents)
    return [agents, agents]


class Agent:
    """One of dropline's agents, such as `"greedy"`, `"mcts:200"` or `"learned:FILE"`, for positions of `game`.

    `agent(position)` returns an action as text and leaves the position unchanged, so an agent can also be used wherever a function
    that plays can. Agents that draw at random take their numbers from `seed`: the same seed and the same questions in the same
    order give the same answers.
    """

    def __init__(self, name: str, game: Game, seed: int = 1) -> None:
        self.name = name
        self._agent = _native.Agent(name, game._rules, whole("seed", seed))

    def __call__(self, position: Position) -> str:
        return self._agent.choose(position)

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"
