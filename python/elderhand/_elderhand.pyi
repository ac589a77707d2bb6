from collections.abc import Iterable
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from elderhand.batch import Batch, SeatBatch
from elderhand.data import Dataset
from elderhand.players import Opponents, Player
from elderhand.results import Decision, Spec

__all__ = [
    "__version__",
    "VecEnv",
    "SeatEnv",
    "Bot",
    "Bundle",
    "Table",
    "variants",
    "options",
    "rules",
    "describe",
    "encode",
    "bots",
    "arena",
    "duel",
    "exploitability",
    "check_export",
    "try_bundle",
    "write_bundle",
    "tournament",
    "of_bots",
    "of_records",
]

__version__: str

@final
class VecEnv:
    def __new__(
        cls,
        game: str,
        lanes: int = 1,
        *,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        vary: dict[str, list[Any]] | None = None,
        threads: int = 1,
        autoreset: Literal["same-step", "next-step"] = "same-step",
        hints: bool = False,
        sensible: bool = False,
        packed: bool = True,
        final_observations: bool = False,
        all_observations: bool = False,
        first_lane: int = 0,
        fresh: bool = False,
    ) -> VecEnv: ...
    def reset(self, seed: int | None = None) -> Batch: ...
    def step(self, actions: ArrayLike) -> Batch: ...
    def random_actions(self) -> NDArray[np.int64]: ...
    def view(self, lane: int, seat: int) -> dict[str, Any]: ...
    def observe(self, lane: int, seat: int) -> tuple[NDArray[np.uint8], NDArray[Any]]: ...
    def save(self) -> str: ...
    def load(self, saved: str) -> Batch: ...
    def seats(self, lane: int) -> int: ...
    @property
    def lanes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def spec(self) -> Spec: ...
    @property
    def batch(self) -> Batch: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SeatEnv:
    def __new__(
        cls,
        game: str,
        lanes: int = 1,
        *,
        opponents: Opponents,
        seat: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        vary: dict[str, list[Any]] | None = None,
        threads: int = 1,
        hints: bool = False,
        sensible: bool = False,
        packed: bool = True,
        final_observations: bool = False,
        first_lane: int = 0,
        fresh: bool = False,
    ) -> SeatEnv: ...
    def reset(self, seed: int | None = None) -> SeatBatch: ...
    def step(self, actions: ArrayLike) -> SeatBatch: ...
    def set_opponents(self, opponents: Opponents) -> None: ...
    def random_actions(self) -> NDArray[np.int64]: ...
    def view(self, lane: int) -> dict[str, Any]: ...
    @property
    def lanes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def opponents(self) -> list[str]: ...
    @property
    def spec(self) -> Spec: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Bot:
    def __new__(
        cls,
        name: str,
        game: str | None = None,
        options: dict[str, Any] | None = None,
        *,
        seed: int = 0,
        any_options: bool = False,
    ) -> Bot: ...
    @staticmethod
    def load(path: str | PathLike[str], *, seed: int = 0) -> Bot: ...
    @property
    def name(self) -> str: ...
    @property
    def games(self) -> list[str]: ...
    @property
    def bundle(self) -> Bundle | None: ...
    def decide(self, view: dict[str, Any] | str | bytes) -> Decision: ...
    def decide_many(self, views: Iterable[dict[str, Any] | str | bytes]) -> list[Decision]: ...

@final
class Bundle:
    def __new__(cls, path: str | PathLike[str]) -> Bundle: ...
    @staticmethod
    def from_bytes(data: bytes, name: str = "bundle") -> Bundle: ...
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def card(self) -> str: ...
    @property
    def manifest(self) -> dict[str, Any]: ...
    @property
    def weights(self) -> dict[str, NDArray[np.float32]]: ...
    @property
    def golden(self) -> list[dict[str, Any]]: ...
    def verify(self) -> tuple[int, float]: ...
    def to_onnx(self) -> bytes: ...

@final
class Table:
    def __new__(cls, game: str, options: dict[str, Any] | None = None, *, seed: int | None = 0) -> Table: ...
    @staticmethod
    def from_record(record: dict[str, Any] | str | bytes) -> Table: ...
    @property
    def spec(self) -> Spec: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def legal(self) -> list[str]: ...
    @property
    def legal_actions(self) -> list[int]: ...
    @property
    def actions(self) -> list[str]: ...
    @property
    def returns(self) -> list[float]: ...
    @property
    def settled(self) -> list[float | None]: ...
    @property
    def deck(self) -> list[str]: ...
    def play(self, action: int | str) -> None: ...
    def undo(self, decisions: int = 1) -> None: ...
    def view(self, seat: int | None = None) -> dict[str, Any]: ...
    def deal(self, card: str) -> None: ...
    def draw(self, seat: int) -> None: ...
    def record(self) -> dict[str, Any]: ...
    def copy(self) -> Table: ...
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, _memo: Any) -> Table: ...

def variants() -> list[dict[str, str]]: ...
def options(game: str, overrides: dict[str, Any] | None = None) -> dict[str, Any]: ...
def rules(game: str) -> str: ...
def describe(game: str, options: dict[str, Any] | None = None, *, hints: bool = False) -> Spec: ...
def encode(
    game: str,
    view: dict[str, Any] | str | bytes,
    options: dict[str, Any] | None = None,
    *,
    hints: bool = False,
    packed: bool = False,
) -> tuple[NDArray[np.uint8], NDArray[Any]]: ...
def bots(game: str | None = None) -> list[str]: ...
def arena(
    game: str,
    bots: Iterable[Player],
    deals: int,
    seed: int,
    options: dict[str, Any] | None,
    threads: int,
    question: dict[str, Any],
    aivat: str | None,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> dict[str, Any]: ...
def duel(
    game: str,
    bots: Iterable[Player],
    deals: int,
    seed: int,
    options: dict[str, Any] | None,
    threads: int,
    question: dict[str, Any],
    aivat: str | None,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> dict[str, Any]: ...
def exploitability(
    game: str,
    player: Player,
    options: dict[str, Any] | None,
    answers: int | None,
    positions: int,
    threads: int,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> dict[str, Any]: ...
def check_export(
    game: str,
    options: dict[str, Any] | None,
    vary: dict[str, list[Any]] | None,
    opponents: Iterable[str],
    deals: int,
    seed: int,
    threads: int,
) -> list[str]: ...
def try_bundle(
    path: str | PathLike[str], weights: dict[str, NDArray[np.float32]], described: dict[str, Any], replace: bool
) -> Bot: ...
def write_bundle(
    path: str | PathLike[str], weights: dict[str, NDArray[np.float32]], described: dict[str, Any], replace: bool
) -> Bundle: ...
def tournament(
    game: str,
    bots: Iterable[Player],
    format: str,
    target: int | None,
    rounds: int | None,
    every: int | None,
    gambling: bool,
    seed: int,
    options: dict[str, Any] | None,
    threads: int,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> dict[str, Any]: ...
def of_bots(
    game: str,
    bots: Iterable[Player],
    games: int,
    seed: int,
    options: dict[str, Any] | None,
    threads: int,
    hints: bool,
    forced: bool,
) -> Dataset: ...
def of_records(
    records: Iterable[dict[str, Any] | str | bytes],
    hints: bool,
    forced: bool,
) -> Dataset: ...
