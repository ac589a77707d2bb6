"""Elderhand: traditional card games with hidden cards, as environments for learning and play.

:class:`VecEnv` runs many games side by side, :class:`SeatEnv` shows one learner's decisions while others play;
:class:`Bot` decides, :func:`arena` compares, :class:`Table` is one game, :func:`dataset` keeps decisions.
"""

from elderhand._elderhand import (
    Bot,
    Bundle,
    SeatEnv,
    Table,
    VecEnv,
    __version__,
    bots,
    describe,
    encode,
    options,
    rules,
    variants,
)
from elderhand.batch import Batch, SeatBatch
from elderhand.data import Dataset, dataset
from elderhand.errors import (
    ActionError,
    BotError,
    ElderhandError,
    EnvError,
    GameError,
    RecordError,
    SavedError,
    ViewError,
)
from elderhand.exporting import export
from elderhand.measuring import (
    Against,
    ArenaEntry,
    ArenaResult,
    DuelResult,
    NashConv,
    Place,
    Ruling,
    SeatValue,
    TableResult,
    TournamentResult,
    arena,
    duel,
    exploitability,
    tournament,
)
from elderhand.players import Actor, Opponents, Player, Policy
from elderhand.results import Decision, Findings, Plane, Spec, Tried

__all__ = [
    "ActionError",
    "Actor",
    "Against",
    "ArenaEntry",
    "ArenaResult",
    "Batch",
    "Bot",
    "BotError",
    "Bundle",
    "Dataset",
    "Decision",
    "DuelResult",
    "ElderhandError",
    "EnvError",
    "Findings",
    "GameError",
    "NashConv",
    "Opponents",
    "Place",
    "Plane",
    "Player",
    "Policy",
    "RecordError",
    "Ruling",
    "SavedError",
    "SeatBatch",
    "SeatEnv",
    "SeatValue",
    "Spec",
    "Table",
    "TableResult",
    "TournamentResult",
    "Tried",
    "VecEnv",
    "ViewError",
    "__version__",
    "arena",
    "bots",
    "dataset",
    "describe",
    "duel",
    "encode",
    "exploitability",
    "export",
    "options",
    "rules",
    "tournament",
    "variants",
]
