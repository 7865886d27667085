"""Games as PettingZoo environments. Needs the package `pettingzoo` (`pip install dropline[pettingzoo]`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

if TYPE_CHECKING:
    from ._game import Game
    from ._native import Position

AGENTS = ["first", "second"]
RENDER_MODES = ["human", "ansi", "svg"]


class Env(AECEnv):
    """A game as a PettingZoo AEC environment with the agents `first` and `second`: the player that moves first, and the other.

    An observation is a dictionary: `observation` has the planes, uint8 (C, H, W), seen by that agent; `action_mask` says which
    actions are legal, int8 (A): none while the other agent moves. Actions are numbers (`game.actions`). A turn of several actions
    is several steps of one agent.

    At the end both agents terminate, with the rewards 1, 0 or -1. A game that ends at the turn cap is scored like any other and
    truncates instead. An illegal action raises `ValueError`, as the mask allows no other use.

    `render()` returns the board as text with the mode `ansi`, prints it with `human`, and returns its picture as SVG with `svg`.
    """

    metadata = {"name": "dropline", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"unknown render mode {render_mode!r}: expected one of {RENDER_MODES}")
        self.game = game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": game.id}
        self.possible_agents = list(AGENTS)
        count = len(game.actions)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, game.plane_shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}
        self._observation_spaces = {agent: self._observation_space for agent in AGENTS}
        self.position: Position
        self.reset()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of observations, the same for both agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions, the same for both agents."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Games have no chance of their own, so `seed` changes nothing."""
        self.position = self.game.start()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.to_move]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` sees: the planes, and the mask of its legal actions."""
        moves = not self.position.is_over and AGENTS[self.position.to_move] == agent
        mask = self.position.mask() if moves else np.zeros(len(self.game.actions), np.int8)
        planes = self.position.planes(AGENTS.index(agent))
        return {"observation": planes, "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        if action is None:
            raise ValueError("the game is not over: expected an action, found None")
        self.position.play(action)
        self._clear_rewards()
        if self.position.is_over:
            ended = self.truncations if self.position.end == "cap" else self.terminations
            for agent, result in zip(AGENTS, self.position.returns(), strict=True):
                ended[agent] = True
                self.rewards[agent] = float(result)
        self.agent_selection = AGENTS[self.position.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board, as the render mode says."""
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""
