"""A learner's seat in one game."""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, MultiBinary
from numpy.typing import NDArray

from elderhand import Opponents, SeatBatch, SeatEnv
from elderhand.rendering import as_text


class ElderhandEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One learner's seat in one game.

    Observations are ``int8 [bits]``. ``info`` has ``action_mask``, ``int8 [actions]``, which ``action_space.sample`` takes,
    and ``seat``, the learner's. The reward is its return in points, with the action after which the episode ended,
    whoever moved last; ``info`` then has ``length``, the decisions of all seats, and the mask is empty. After ``reset`` it
    has ``skipped``, how many episodes came and went without a decision of the learner's, and ``skipped_reward``, the sum of
    its returns in these.

    ``opponents``, ``seat``, ``options``, ``hints`` and ``sensible`` are those of :class:`~elderhand.SeatEnv`. An action that
    the mask leaves out forfeits the game: it ends with the least return that there is, and ``info`` has ``illegal``. With
    ``illegal="error"`` it is an ``ActionError`` and changes nothing. ``render_mode="ansi"`` makes :meth:`render` tell
    what the learner sees.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = ("random",),
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        hints: bool = False,
        sensible: bool = False,
        illegal: Literal["forfeit", "error"] = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("forfeit", "error"):
            raise ValueError(f"illegal is {illegal!r}: expected 'forfeit' or 'error'")
        # Any, since Stable-Baselines3 asks every environment for pictures; Gymnasium warns.
        self.render_mode = render_mode
        self.illegal = illegal
        self.game = SeatEnv(
            game,
            opponents=opponents,
            seat=seat,
            options=options,
            hints=hints,
            sensible=sensible,
            packed=False,
            final_observations=True,
        )
        spec = self.game.spec
        self.observation_space = MultiBinary(spec.bits)
        self.action_space = Discrete(len(spec.actions))
        self._batch: SeatBatch | None = None
        self._state: Literal["new", "playing", "over", "forfeited"] = "new"
        self._return = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Starts an episode; there are no ``options``.

        Equal seeds give equal games, and a seed decides as well with which seat and opponents they begin. Without one the
        next episode follows, in which the learner and its opponents have moved on, however the last one was left; the
        first time a seed is drawn. Opponents that have been replaced play from here on.
        """
        super().reset(seed=seed)
        skipped, lost = 0, 0.0
        if self._batch is None:
            seed = int(self.np_random.integers(1 << 63)) if seed is None else seed
        elif seed is None and self._state == "over":
            # What came and went behind the end has not been told yet.
            skipped, lost = int(self._batch.skipped[0]), float(self._batch.skipped_rewards[0])
        # Where an opponent or Ctrl-C keeps it from being done, no step may follow.
        self._state = "new"
        batch = self._batch = self.game.reset(seed)
        self._state = "playing"
        skipped, lost = skipped + int(batch.skipped[0]), lost + float(batch.skipped_rewards[0])
        return batch.observations[0].astype(np.int8), self._info(batch) | {"skipped": skipped, "skipped_reward": lost}

    def step(self, action: np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Plays the learner's action, then those of the others until it is to move again or the episode ends.

        Raises ``ResetNeeded`` before ``reset`` and after an end, and whatever an opponent raises.
        """
        if self._batch is None or self._state != "playing":
            raise ResetNeeded("the environment must be reset before its next step")
        seen, told = self._batch.observations[0].astype(np.int8), self._info(self._batch)
        illegal = self.action_space.contains(action) and not told["action_mask"][action]
        if illegal and self.illegal == "forfeit":
            self._state, self._return = "forfeited", self.game.spec.returns[0]
            return seen, self._return, True, False, _at_the_end(told) | {"illegal": True}
        batch = self._batch = self.game.step([action])
        if not batch.ends[0]:
            return batch.observations[0].astype(np.int8), 0.0, False, False, self._info(batch)
        assert batch.final_observations is not None
        self._state, self._return = "over", float(batch.rewards[0])
        info = _at_the_end(told) | {"length": int(batch.lengths[0])}
        last = batch.final_observations[0].astype(np.int8)
        return last, self._return, bool(batch.terminated[0]), bool(batch.truncated[0]), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions of the decision that is shown, ``[actions]``, as ``MaskablePPO`` asks for them."""
        if self._batch is None:
            raise ResetNeeded("the environment must be reset before it has legal actions")
        return np.array(self._batch.masks[0], np.bool_)

    def render(self) -> str | None:
        """Returns what the learner sees and may do as text, or its return at the end; ``None`` in any mode but ``ansi``."""
        if self.render_mode != "ansi":
            return None
        if self._batch is None:
            raise ResetNeeded("the environment must be reset before it is rendered")
        if self._state != "playing":
            return f"over: {self._return:+g}"
        return as_text(self.game.view(0), self.game.spec, self._batch.masks[0])

    def _info(self, batch: SeatBatch) -> dict[str, Any]:
        return {"action_mask": batch.masks[0].astype(np.int8), "seat": int(batch.seats[0])}


def _at_the_end(info: dict[str, Any]) -> dict[str, Any]:
    return info | {"action_mask": np.zeros_like(info["action_mask"])}
