"""Elderhand as a vector environment of Stable-Baselines3, with masks where ``MaskablePPO`` of sb3-contrib asks for them."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiBinary
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from elderhand import Opponents, SeatEnv

__all__ = ["ElderhandVecEnv"]


class ElderhandVecEnv(VecEnv):
    """Many games in which one learner meets others that play in Rust.

    The arguments are those of :class:`~elderhand.SeatEnv`. Observations are ``int8 [lanes, bits]``, and ``action_masks``
    gives ``bool [lanes, actions]``. The reward is the learner's return in points, with the action after which its episode
    ended; ``infos`` then have ``terminal_observation`` and ``TimeLimit.truncated``. Where episodes came and went without a
    decision of the learner's, they have ``skipped``, how many, and ``skipped_reward``, the sum of its returns.

    Without ``seed`` one is drawn; a model's own ``seed`` replaces it. ``VecMonitor`` around it logs returns.
    """

    def __init__(
        self,
        game: str,
        lanes: int = 1,
        *,
        opponents: Opponents,
        seat: int | None = None,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        vary: dict[str, list[Any]] | None = None,
        threads: int = 1,
        hints: bool = False,
        sensible: bool = False,
    ) -> None:
        self.game = SeatEnv(
            game,
            lanes,
            opponents=opponents,
            seat=seat,
            seed=secrets.randbits(63) if seed is None else seed,
            options=options,
            vary=vary,
            threads=threads,
            hints=hints,
            sensible=sensible,
            packed=False,
            final_observations=True,
        )
        # The base class looks for it while it is made.
        self.render_mode = None
        spec = self.game.spec
        super().__init__(lanes, MultiBinary(spec.bits), Discrete(len(spec.actions)))
        self._actions: NDArray[Any] = np.zeros(lanes, np.int64)
        self._masks: NDArray[np.bool_] = np.zeros((lanes, len(spec.actions)), np.bool_)

    def reset(self) -> NDArray[np.int8]:
        """Starts every lane anew, and returns what the learner sees; without a new seed other games follow."""
        # A lane has its own games under one seed, so that of the first does for all.
        batch = self.game.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._masks = batch.masks.copy()
        return batch.observations.view(np.int8).copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes an action a lane, for :meth:`step_wait` to play."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Returns observations, rewards, ends and infos; raises ``ActionError`` if an action is not legal."""
        batch = self.game.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        assert batch.final_observations is not None
        for lane in np.flatnonzero(batch.ends):
            last = batch.final_observations[lane].view(np.int8).copy()
            infos[lane] = {"terminal_observation": last, "TimeLimit.truncated": bool(batch.ends[lane] == 2)}
        for lane in np.flatnonzero(batch.skipped):
            infos[lane] |= {"skipped": int(batch.skipped[lane]), "skipped_reward": float(batch.skipped_rewards[lane])}
        self._masks = batch.masks.copy()
        return batch.observations.view(np.int8).copy(), batch.rewards.copy(), batch.ends > 0, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, ``[lanes, actions]``."""
        return self._masks

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Returns an attribute, which all lanes share, once a lane."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Raises ``NotImplementedError``: lanes have no attributes of their own."""
        raise NotImplementedError("lanes have no attributes of their own")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Returns what a method gives for each lane; there is only ``action_masks``, others are an ``AttributeError``."""
        if method_name != "action_masks":
            raise AttributeError(f"lanes have no method `{method_name}`")
        return [self._masks[lane] for lane in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """Returns that no lane is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Returns no image a lane."""
        return [None] * self.num_envs
