"""Elderhand in PettingZoo: every seat of one game is an agent, ``player_0`` and so on.

:func:`aec_env` makes an environment whose agents move one after the other, :func:`parallel_env` one to which all give an
action at once.
"""

from typing import Any, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from elderhand import Spec, VecEnv
from elderhand.rendering import as_text, checked_render_mode

__all__ = ["ElderhandAECEnv", "Observation", "aec_env", "parallel_env"]

Observation: TypeAlias = dict[str, NDArray[np.int8]]
"""``observation``, ``int8 [bits]``, and ``action_mask``, ``int8 [actions]``."""


class ElderhandAECEnv(AECEnv[str, Observation, int | None]):
    """One game whose seats are agents.

    An agent observes a dictionary of ``observation``, ``int8 [bits]``, what its seat sees whoever is to move, and
    ``action_mask``, ``int8 [actions]``, which is empty where it is not to move. Its reward is its return in points, once it
    is certain: an agent that has folded or is out is told early and terminates then, the others at the end.

    ``options``, ``hints`` and ``sensible`` are those of :class:`~elderhand.VecEnv`. An action that is not legal is an ``ActionError`` and
    changes nothing; PettingZoo's ``TerminateIllegalWrapper`` ends the game instead. ``render_mode="ansi"`` makes
    :meth:`render` tell what the agent to move sees.
    """

    def __init__(
        self,
        game: str,
        *,
        options: dict[str, Any] | None = None,
        hints: bool = False,
        sensible: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        # The end is shown, and nothing is dealt after it.
        self.game = VecEnv(
            game, 1, options=options, hints=hints, sensible=sensible, packed=False, autoreset="next-step"
        )
        self.game_spec: Spec = self.game.spec
        self.possible_agents = [f"player_{seat}" for seat in range(self.game_spec.seats)]
        self.agents: list[str] = []
        bits, actions = self.game_spec.bits, len(self.game_spec.actions)
        self.observation_spaces = {
            agent: Dict({"observation": Box(0, 1, (bits,), np.int8), "action_mask": Box(0, 1, (actions,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._draws = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        """Returns the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Returns the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; there are no ``options``. Equal seeds give equal games; without one it is drawn."""
        if seed is None:
            seed = int(self._draws.integers(1 << 63))
        else:
            self._draws = np.random.default_rng(seed)
        batch = self.game.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell_nothing()
        self.agent_selection = self.possible_agents[batch.seats[0]]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move; ``None`` for one that has terminated, which leaves then.

        Raises ``ResetNeeded`` before ``reset``.
        """
        mover = self._mover("its next step")
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        batch = self.game.step(np.array([action]))
        # Whoever is to move has been rewarded with nothing yet, so there is nothing to take off its sum.
        self._clear_rewards()
        self._tell_nothing()
        for seat in np.flatnonzero(batch.settled[0]):
            agent = self.possible_agents[seat]
            self.rewards[agent] = float(batch.rewards[0, seat])
            self.terminations[agent] = not batch.truncated[0]
            self.truncations[agent] = bool(batch.truncated[0])
        self._accumulate_rewards()
        if not batch.ends[0]:
            self.agent_selection = self.possible_agents[batch.seats[0]]
        self._deads_step_first()

    def _mover(self, use: str) -> str:
        """Returns the agent to move; raises ``ResetNeeded`` before ``reset``."""
        if not hasattr(self, "agent_selection"):
            raise ResetNeeded(f"the environment must be reset before {use}")
        mover: str = self.agent_selection
        return mover

    def _tell_nothing(self) -> None:
        # Dictionaries of their own each time, as wrappers write into them.
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees, from its own seat, and what it may do."""
        observation, mask = self.game.observe(0, self.possible_agents.index(agent))
        return {"observation": observation.view(np.int8), "action_mask": mask.view(np.int8)}

    def render(self) -> str | None:
        """Returns what the agent to move sees and may do as text; ``None`` without a render mode.

        Raises ``ResetNeeded`` before ``reset``.
        """
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self._mover("it is rendered"))
        return as_text(self.game.view(0, seat), self.game_spec, self.game.observe(0, seat)[1])

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def aec_env(game: str, **told: Any) -> AECEnv[str, Observation, int | None]:
    """Returns an :class:`ElderhandAECEnv`, made with the same arguments, that complains where it is used out of order."""
    return OrderEnforcingWrapper(ElderhandAECEnv(game, **told))


def parallel_env(game: str, **told: Any) -> ParallelEnv[str, Observation, int | None]:
    """Returns the same with PettingZoo's parallel interface.

    Every agent gives an action, of which that of the agent to move is played: the one whose mask has actions. Without that
    one it is a ``ValueError``, and nothing is changed.
    """
    return _ParallelEnv(aec_env(game, **told))


class _ParallelEnv(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's own, which says what is missing."""

    def step(self, actions: dict[str, int | None]) -> Any:
        """Plays the action of the agent to move."""
        if not hasattr(self, "agents"):
            raise ResetNeeded("the environment must be reset before its next step")
        if self.agents and self.aec_env.agent_selection not in actions:
            given, mover = ", ".join(map(str, actions)) or "nobody", self.aec_env.agent_selection
            raise ValueError(f"actions are of {given}: expected one of every agent, and {mover} is to move")
        return super().step(actions)
