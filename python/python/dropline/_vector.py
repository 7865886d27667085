"""Many games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._numbers import MOST_THREADS, whole

if TYPE_CHECKING:
    from ._game import Game


class VectorEnv:
    """`count` games of one variant, stepped in Rust on all cores without the GIL.

    All arrays are made once. A step changes them in place, so copy what has to outlive it. N is the number of games, A that of
    actions (`len(game.actions)`), and C, H, W are the number of planes, rows and columns (`game.plane_shape`).

    - `observations`: uint8 (N, C, H, W), the planes of each position, seen by the player to move; `game.planes` names them.
    - `masks`: bool (N, A), which actions are legal.
    - `to_move`: uint8 (N), the player to move: 0 for the first, 1 for the second.
    - `rewards`: float32 (N, 2), the result of the game that the last step ended, for the first player and the second: 1, 0 or -1;
      0 everywhere else.
    - `ended`: bool (N), whether the last step ended the game; a new game has begun, which the other arrays describe.
    - `capped`: bool (N), whether that game ended at the turn cap; it is scored like any other.
    - `actions`: int64 (N), what `sample` draws.

    One thread uses a `VectorEnv` at a time. `threads` is their number inside a step; 0 means one for each processor, and 1 steps on
    the calling thread. Games do not depend on it. A process made by `fork` can go on with its own copy.
    """

    def __init__(self, game: Game, count: int, seed: int = 1, threads: int = 0) -> None:
        self.game = game
        self.count = count = whole("count", count, 1)
        planes, rows, columns = game.plane_shape
        self.observations = np.zeros((count, planes, rows, columns), np.uint8)
        masks = np.zeros((count, len(game.actions)), np.uint8)
        ended, capped = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        self.rewards = np.zeros((count, 2), np.float32)
        self.to_move = np.zeros(count, np.uint8)
        self.actions = np.zeros(count, np.int64)
        self.masks, self.ended, self.capped = (array.view(np.bool_) for array in (masks, ended, capped))
        buffers = (self.observations, masks, self.rewards, ended, capped, self.to_move, self.actions)
        whole("threads", threads, most=MOST_THREADS)
        self._vector = game._rules.vector(count, whole("seed", seed), threads, buffers)
        # Rust has its own way to the memory: these arrays are for reading.
        for array in (self.observations, self.masks, self.rewards, self.ended, self.capped, self.to_move):
            array.flags.writeable = False

    def reset(self, seed: int | None = None) -> None:
        """Resets all games to the start; `sample` then draws as after making a `VectorEnv` with this seed."""
        self._vector.reset(None if seed is None else whole("seed", seed))

    def step(self, actions: np.ndarray) -> None:
        """Plays an action in each game: `actions` are N whole numbers. A game that ends is reset at once.

        Raises `ValueError`, and changes no game, if an action is illegal; the message names the game and the action.
        """
        given = np.asarray(actions)
        if given.shape != (self.count,):
            raise ValueError(f"expected {self.count} actions, one for each game, found an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}; `game.index` has the number of each text")
        self._vector.step(np.ascontiguousarray(given, np.int64))

    def sample(self) -> np.ndarray:
        """Draws a legal action for each game, every one with the same chance, into `actions`, and returns that array."""
        self._vector.sample()
        return self.actions

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.count} games of {self.game.name}>"
