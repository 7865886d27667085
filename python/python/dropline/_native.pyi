"""The part in Rust."""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

VERSION: str

class Position:
    """A position of a game, with the actions that led to it. `Game.start` makes the first one.

    Positions change in place: `copy()` first where the old one is still needed. Printing one draws the board, and notebooks show
    its picture.
    """

    @property
    def to_move(self) -> int:
        """The player that takes the next action: 0 for the first, 1 for the second."""
    @property
    def colour(self) -> str:
        """The colour of the side that takes the next action."""
    @property
    def turns(self) -> int:
        """How many turns are over."""
    @property
    def actions_in_turn(self) -> int:
        """How many actions the current turn has had."""
    @property
    def actions(self) -> list[str]:
        """All actions since the start of the game."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def winner(self) -> Literal["first", "second", "draw"] | None:
        """Who has won; `None` while the game goes on."""
    @property
    def end(self) -> str | None:
        """How the game ended (`passes`, `goal`, `cap`, ...); `None` while it goes on."""
    @property
    def score(self) -> tuple[float, float]:
        """The scores of the first player and of the second in this position, in points, komi included."""
    def returns(self) -> tuple[float, float]:
        """The result for the first player and for the second: 1, 0 or -1; 0 while the game goes on."""
    def legal_actions(self) -> list[str]:
        """The legal actions as text; empty if the game is over."""
    def legal_indices(self) -> np.ndarray:
        """The numbers of the legal actions, sorted: int64 (number of legal actions)."""
    def mask(self) -> np.ndarray:
        """Which actions are legal: bool (A)."""
    def planes(self, player: int | None = None) -> np.ndarray:
        """The position as planes, uint8 (C, H, W); `Game.planes` names them. They show it as the player to move sees it, or as
        `player` does, 0 or 1.
        """
    def play(self, action: str | int) -> None:
        """Plays an action, given as text or as its number. Raises `ValueError` with the rule that it breaks if it is illegal."""
    def play_turn(self, turn: str) -> None:
        """Plays a whole turn, such as `"d7+e9"`; a `pass` that ends it is left out. Changes nothing if it is illegal."""
    def is_legal(self, action: str | int) -> bool:
        """Whether an action is legal."""
    def undo(self) -> None:
        """Takes the last action back. This replays the game, so in a search a copy is faster."""
    def copy(self) -> Position:
        """A copy, which shares nothing with this position."""
    def resign(self) -> None:
        """The player to move gives up. Has no effect if the game is over."""
    def stones(self) -> list[tuple[str, str]]:
        """The cells with a stone, and its colour; on a stack, the top stone."""
    def record(self) -> str:
        """The game so far as a record, a line of JSON, which `dropline replay` and `Game.position` read."""
    def svg(self) -> str:
        """The board as SVG, with the last turn marked."""
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...

class Rules:
    def __init__(self, spec: str, sets: list[str], text: str | None) -> None: ...
    id: str
    name: str
    summary: str
    notes: list[str]
    explanation: str
    keys: str
    rules_hash: str
    players: tuple[str, str]
    cells: list[str] | None
    places: list[int]
    actions: list[str]
    plane_names: list[str]
    plane_shape: tuple[int, int, int]
    def symmetries(self) -> list[tuple[bool, list[int], list[int]]]: ...
    def start(self) -> Position: ...
    def position_of(self, record: str) -> Position: ...
    def vector(self, count: int, seed: int, threads: int, buffers: tuple[np.ndarray, ...]) -> Vector: ...

class Vector:
    def step(self, actions: np.ndarray) -> None: ...
    def reset(self, seed: int | None = None) -> None: ...
    def sample(self) -> None: ...

class Columns:
    names: list[str]
    def __len__(self) -> int: ...
    def kind(self, name: str) -> str: ...
    def copy_whole(self, name: str, into: np.ndarray) -> None: ...
    def copy_numbers(self, name: str, into: np.ndarray) -> None: ...
    def copy_truths(self, name: str, into: np.ndarray) -> None: ...
    def texts(self, name: str) -> list[str]: ...
    def schema(self) -> object: ...
    def arrow(self) -> tuple[object, object]: ...

class Agent:
    def __init__(self, name: str, rules: Rules, seed: int) -> None: ...
    def choose(self, position: Position) -> str: ...

def register(name: str, function: Callable[[Position], str | int], timeout: float) -> None: ...
def forget(name: str) -> None: ...
def simulate(
    rules: Rules, agents: tuple[str, ...], games: int, seed: int, pairs: bool, records: bool, threads: int
) -> tuple[Columns, Columns, Columns, Columns | None, str | None, list[str], bytes, list[str]]: ...
def read_table(path: str, experiment: bool) -> Columns: ...
def call(arguments: list[str]) -> tuple[int, str, str]: ...
