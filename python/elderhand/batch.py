"""What a step of an environment gives."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray


Bits: TypeAlias = NDArray[np.uint8]
"""Rows of observations, packed or a byte a bit."""

Masks: TypeAlias = NDArray[Any]
"""Rows of legal actions: ``uint8`` packed, else ``bool``, a truth an action."""


def _copies(arrays: tuple[Any, ...]) -> list[Any]:
    return [None if array is None else array.copy() for array in arrays]


class Batch(NamedTuple):
    """The arrays of a :class:`~elderhand.VecEnv`: the decisions that come next, and what the last step brought.

    They are written in place by every step, so copy what you keep (:meth:`copy`), or ask the environment for ``fresh``
    ones.

    Attributes
    ----------
    observations
        What the seat to move sees: ``[lanes, words * 8]`` packed, where bit ``i`` is bit ``i % 8`` of byte ``i
        // 8``; else ``[lanes, bits]``, 0 or 1.
    masks
        Its legal actions: ``uint8 [lanes, 32]`` packed, in the same order of bits; else ``bool [lanes,
        actions]``.
    seats
        The seat to move, ``[lanes]``.
    rewards
        The returns in points, ``[lanes, seats]``: at the end of an episode or as soon as they are settled, else
        0.
    ends
        1 where the step ended an episode by the rules, 2 by a cap, else 0, ``[lanes]``.
    lengths
        The decisions of the episode that ended, else 0, ``[lanes]``.
    settled
        Where the return of a seat has just become certain, ``[lanes, seats]``: each once an episode. The end
        gives all returns again, so a sum over steps goes over ``rewards * settled``.
    final_observations
        What every seat saw at the end where an episode ended, ``[lanes, seats, …]`` as ``observations``;
        ``None`` unless they were asked for.
    all_observations
        What every seat sees, whoever is to move, ``[lanes, seats, …]`` as ``observations``; ``None`` unless they
        were asked for. Of absent seats it is 0. It shows hidden cards: a critic may learn by it, no bot has it.
    """

    observations: Bits
    masks: Masks
    seats: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    ends: NDArray[np.uint8]
    lengths: NDArray[np.uint32]
    settled: NDArray[np.bool_]
    final_observations: Bits | None
    all_observations: Bits | None

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where the rules ended an episode, ``[lanes]``."""
        return np.equal(self.ends, 1)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where a cap ended an episode, ``[lanes]``."""
        return np.equal(self.ends, 2)

    def copy(self) -> "Batch":
        """Returns the same in arrays that nothing writes to any more."""
        return Batch(*_copies(self))


class SeatBatch(NamedTuple):
    """The arrays of a :class:`~elderhand.SeatEnv`: the learner's next decisions, and what its last ones brought.

    They are written in place by every step, so copy what you keep (:meth:`copy`), or ask the environment for ``fresh``
    ones.

    Attributes
    ----------
    observations
        What the learner sees, as in :attr:`Batch.observations`.
    masks
        Its legal actions, as in :attr:`Batch.masks`.
    seats
        The seat that it holds in the episode shown, ``[lanes]``.
    rewards
        Its return in points where the episode in which it has just acted ended, whoever moved last; else 0,
        ``[lanes]``.
    ends
        1 where that episode was ended by the rules, 2 by a cap, else 0, ``[lanes]``.
    lengths
        The decisions of all seats in that episode, else 0, ``[lanes]``.
    skipped
        How many episodes came and went before this decision without one of the learner's, ``[lanes]``.
    skipped_rewards
        The sum of its returns in these, ``[lanes]``: no decision earned them, but its mean return counts them.
    final_observations
        What the learner saw at the end where an episode ended, as ``observations``; ``None`` unless asked for.
    """

    observations: Bits
    masks: Masks
    seats: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    ends: NDArray[np.uint8]
    lengths: NDArray[np.uint32]
    skipped: NDArray[np.uint32]
    skipped_rewards: NDArray[np.float32]
    final_observations: Bits | None

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where the rules ended an episode, ``[lanes]``."""
        return np.equal(self.ends, 1)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where a cap ended an episode, ``[lanes]``."""
        return np.equal(self.ends, 2)

    def copy(self) -> "SeatBatch":
        """Returns the same in arrays that nothing writes to any more."""
        return SeatBatch(*_copies(self))
