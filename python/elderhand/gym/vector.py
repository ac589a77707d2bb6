"""A learner's seat in many games."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, MultiBinary
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from elderhand import Opponents, SeatBatch, SeatEnv
from elderhand.rendering import as_text, checked_render_mode


class ElderhandVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """One learner's seat in many games, ``num_envs`` of them, which are played side by side.

    Observations are ``int8 [num_envs, bits]``; ``infos`` have the arrays that those of :class:`ElderhandEnv` make, such as
    ``action_mask``, ``int8 [num_envs, actions]``. An episode follows in the very step that ends the one before, whose last
    observation and info are ``final_obs`` and ``final_info``.

    ``threads`` and ``vary``, and the other arguments, are those of :class:`~elderhand.SeatEnv`. An action that is not legal
    is always an ``ActionError``. ``action_space.sample(tuple(infos["action_mask"]))`` draws legal actions.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponents = ("random",),
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        vary: dict[str, list[Any]] | None = None,
        threads: int = 1,
        hints: bool = False,
        sensible: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.num_envs = num_envs
        self.game = SeatEnv(
            game,
            num_envs,
            opponents=opponents,
            seat=seat,
            options=options,
            vary=vary,
            threads=threads,
            hints=hints,
            sensible=sensible,
            packed=False,
            final_observations=True,
        )
        spec = self.game.spec
        self.single_observation_space = MultiBinary(spec.bits)
        self.single_action_space = Discrete(len(spec.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch: SeatBatch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Starts an episode of every game; there are no ``options``.

        Equal seeds give equal games. Without one the games go on as those of :meth:`elderhand.SeatEnv.reset` do; the first
        time a seed is drawn.

        Raises ``ValueError`` if ``options`` have a ``reset_mask``: a game that ends is followed by the next one without it.
        """
        if options is not None and "reset_mask" in options:
            raise ValueError("options have a reset_mask: expected none, as games go on by themselves and are reset together")
        super().reset(seed=seed)
        if seed is None and self._batch is None:
            seed = int(self.np_random.integers(1 << 63))
        batch = self._batch = self.game.reset(seed)
        return batch.observations.astype(np.int8), self._infos(batch, np.ones(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays an action a game, then those of the others until the learner is to move everywhere.

        Raises what :meth:`elderhand.SeatEnv.step` raises.
        """
        if self._batch is None:
            raise ResetNeeded("the environment must be reset before its next step")
        before = self._batch.seats.astype(np.int64)
        batch = self._batch = self.game.step(actions)
        over = batch.ends > 0
        infos = self._infos(batch, over)
        if over.any():
            assert batch.final_observations is not None
            last = np.full(self.num_envs, None, dtype=object)
            for lane in np.flatnonzero(over):
                last[lane] = batch.final_observations[lane].astype(np.int8)
            final = {
                "action_mask": np.zeros(batch.masks.shape, np.int8),
                "seat": before,
                "length": batch.lengths.astype(np.int64),
            }
            infos |= _where(over, {"final_obs": last, "final_info": _where(over, final)})
        rewards = batch.rewards.astype(np.float64)
        return batch.observations.astype(np.int8), rewards, batch.terminated, batch.truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """Returns for each game what the learner sees and may do as text; ``None`` without a render mode."""
        if self.render_mode is None:
            return None
        if self._batch is None:
            raise ResetNeeded("the environment must be reset before it is rendered")
        spec, masks = self.game.spec, self._batch.masks
        return tuple(as_text(self.game.view(lane), spec, masks[lane]) for lane in range(self.num_envs))

    def _infos(self, batch: SeatBatch, begun: NDArray[np.bool_]) -> dict[str, Any]:
        always = {"action_mask": batch.masks.astype(np.int8), "seat": batch.seats.astype(np.int64)}
        infos = _where(np.ones(self.num_envs, np.bool_), always)
        if begun.any():
            skipped = {
                "skipped": batch.skipped.astype(np.int64),
                "skipped_reward": batch.skipped_rewards.astype(np.float64),
            }
            infos |= _where(begun, skipped)
        return infos


def _where(known: NDArray[np.bool_], infos: dict[str, Any]) -> dict[str, Any]:
    """Returns arrays together with where they tell something, as Gymnasium has it: ``name`` and ``_name``."""
    return infos | {f"_{name}": known.copy() for name in infos}
