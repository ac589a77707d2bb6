"""What can hold a seat."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from elderhand._elderhand import Bot


class Actor(Protocol):
    """A player that is shown one view at a time.

    It is not told that a game begins or ends, and one object is asked for every lane and every seat that it holds.
    """

    def act(self, view: dict[str, Any], /) -> int | str:
        """Returns a legal action of the view, by its number or its name."""
        ...


Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[Any], NDArray[np.uint8]], ArrayLike]
"""A player that is shown rows: ``policy(observations, masks, seats)`` returns an action a row."""

Player: TypeAlias = str | Bot | Actor | Policy
"""A player by its name, as a :class:`~elderhand.Bot`, or one of Python's own.

A ``Bot`` brings its player alone: the ``game``, the ``options`` and the ``seed`` with which it was made do not count.
"""

Opponents: TypeAlias = Iterable[Player] | Iterable[tuple[Player, float]]
"""Players that take turns, or pairs of a player and the weight by which it is drawn."""
