"""Decisions to learn from."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elderhand import _elderhand
from elderhand.players import Player
from elderhand.results import Spec


@dataclass(frozen=True, slots=True, repr=False)
class Dataset:
    """Decisions in the order in which they were made, game after game; ``n`` of them."""

    observations: NDArray[np.uint8]
    """What the seat saw, packed: ``[n, words * 8]``; bit ``i`` is bit ``i % 8`` of byte ``i // 8``."""
    masks: NDArray[np.uint8]
    """Its legal actions, packed: ``[n, 32]``."""
    actions: NDArray[np.int64]
    """What it did, ``[n]``."""
    seats: NDArray[np.uint8]
    """The seat, ``[n]``."""
    returns: NDArray[np.float32]
    """The return in points that the seat had in the end, ``[n]``; not a number where the record ends before."""
    games: NDArray[np.uint32]
    """The number of the game, from 0, ``[n]``."""
    spec: Spec
    """What the bits and actions are."""

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<Dataset of {len(self):,} decisions in {len(np.unique(self.games)):,} games of {self.spec.game}>"

    def bits(self) -> NDArray[np.uint8]:
        """Returns the observations with a byte a bit: ``uint8 [n, bits]``."""
        return np.unpackbits(self.observations, axis=1, bitorder="little", count=self.spec.bits)

    def legal(self) -> NDArray[np.bool_]:
        """Returns the masks with a byte an action: ``bool [n, actions]``."""
        count = len(self.spec.actions)
        return np.unpackbits(self.masks, axis=1, bitorder="little", count=count).view(np.bool_)


def dataset(
    records: Iterable[dict[str, Any] | str | bytes] | None = None,
    *,
    game: str | None = None,
    bots: Iterable[Player] | None = None,
    games: int | None = None,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    threads: int | None = None,
    hints: bool = False,
    forced: bool = False,
) -> Dataset:
    """Returns the decisions of recorded games, or of games that bots play against each other.

    Either ``records`` are given, dictionaries or texts of JSON whose games have equal rows; or ``game`` and ``bots``,
    which sit round the table in their order, again and again, and move on by a seat with each of the ``games``, 1,000 of
    seed 1 on one thread unless others are asked for. Equal seeds give equal decisions on any number of threads. Decisions with a single legal action are left out unless
    ``forced`` ones are wanted. Ctrl-C ends it between games.

    Raises ``RecordError`` if a record is wrong, naming it, ``GameError`` and ``BotError`` on games and bots, ``TypeError``
    if ``records`` or ``bots`` is no list, and ``ValueError`` if both are given, or neither, or with records what is for
    bots alone.
    """
    if records is not None:
        if game is not None or bots is not None:
            raise ValueError("give records, or a game and bots, not both")
        played = {"games": games, "seed": seed, "options": options, "threads": threads}
        needless = [name for name, value in played.items() if value is not None]
        if needless:
            raise ValueError(f"records say what was played: leave out {', '.join(needless)}, which are for games of bots")
        return _elderhand.of_records(records, hints, forced)
    if game is None or bots is None:
        raise ValueError("give records, or a game and bots")
    games = 1000 if games is None else games
    seed, threads = (1 if number is None else number for number in (seed, threads))
    return _elderhand.of_bots(game, bots, games, seed, options, threads, hints, forced)
