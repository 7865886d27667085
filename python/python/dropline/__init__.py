"""dropline, a laboratory for the rules of two-player abstract board games.

    >>> import dropline
    >>> game = dropline.load("hex", {"board.side": 4})
    >>> run = game.simulate("greedy", games=100)
    >>> print(run.score)            # the first player's score, with its interval

The page `docs/python.md` of the manual shows everything.
"""

from ._command import CommandFailed, command
from ._game import Game, Solution, Symmetry, load, variants
from ._native import VERSION as __version__
from ._native import Position
from ._players import Agent, Player
from ._results import Experiment, Finding, Measure, Run, Study, Table, read
from ._vector import VectorEnv

__all__ = [
    "Agent",
    "CommandFailed",
    "Experiment",
    "Finding",
    "Game",
    "Measure",
    "Player",
    "Position",
    "Run",
    "Solution",
    "Study",
    "Symmetry",
    "Table",
    "VectorEnv",
    "__version__",
    "command",
    "load",
    "read",
    "variants",
]
