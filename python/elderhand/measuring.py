"""Bots compared, in the arena and in tournaments, and measured exactly."""

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from elderhand import _elderhand
from elderhand.players import Player


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a comparison ended that may stop when it is decided."""

    answer: Literal["above", "below", "open"]
    """Whether the first is above what is even, or below it; of two hypotheses ``"above"`` is the second one."""
    deals: int | None
    """The deals after which that was told; ``None`` if it was not."""
    evidence: tuple[float, float]
    """The evidence for above and for below: the natural logarithm of what bets made of 1."""
    needed: tuple[float, float]
    """The evidence that it takes."""


@dataclass(frozen=True, slots=True)
class Against:
    """How a player compares with another one of its table."""

    bot: str
    """The other player."""
    points: float
    """The mean points a round above the other's."""
    points_ci: tuple[float, float]
    """The interval of ``points``, from the difference in each deal; those of all pairs hold together with 95 %."""
    verdict: Literal["better", "worse", "open"]
    """What the interval says; ``"open"`` where it holds 0."""
    to_settle: int | None
    """After how many deals a run that stops when it is decided might tell who is better, if all went like these."""
    saved: float | None = None
    """How many times as many deals would tell as much without ``aivat``; ``None`` without it, and after too few deals."""
    ruling: Ruling | None = None
    """How it was decided; ``None`` where all deals are played."""


@dataclass(frozen=True, slots=True)
class ArenaEntry:
    """How one player did; a deal's rounds are one sample, and intervals are of 95 % over the deals."""

    bot: str
    seats: int
    """The seats that it holds in a round."""
    points: float
    """The mean points a round, above the mean of the table."""
    points_ci: tuple[float, float]
    place: float
    """The mean place, 1 for the best."""
    place_ci: tuple[float, float]
    win_rate: float
    """The share won a seat, 0 to 1."""
    win_rate_ci: tuple[float, float]
    against: tuple[Against, ...]
    """How it compares with each of the others, in the order in which they were entered."""


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """How the players of a table did."""

    bots: tuple[ArenaEntry, ...]
    """Each player, in the order in which they were entered."""
    rounds: int
    """The rounds played: the deals times the seats."""
    deals: int
    truncated: float
    """The share of rounds that a cap ended, 0 to 1."""
    length: float
    """The mean number of decisions in a round."""
    seconds: float
    """The time it took."""

    def frame(self) -> Any:
        """Returns a data frame of pandas with a row a player; raises ``ImportError`` where pandas is not installed."""
        import pandas

        rows = [{name: value for name, value in asdict(bot).items() if name != "against"} for bot in self.bots]
        return pandas.DataFrame(rows)


@dataclass(frozen=True, slots=True)
class DuelResult:
    """How the first player did against the second; a deal's rounds are one sample, and intervals are of 95 %."""

    points: float
    """The mean points a round of the first player, above the mean of the table."""
    points_ci: tuple[float, float]
    to_settle: int | None
    """After how many deals a run that stops when it is decided might tell who is better, if all went like these."""
    win_rate: float
    """The share won, 0 to 1."""
    win_rate_ci: tuple[float, float]
    rounds: int
    """The rounds played: the deals times the seats."""
    deals: int
    """The deals finished from every seat."""
    truncated: float
    """The share of rounds that a cap ended, 0 to 1."""
    length: float
    """The mean number of decisions in a round."""
    seconds: float
    saved: float | None = None
    """How many times as many deals would tell as much without ``aivat``; ``None`` without it, and after too few deals."""
    ruling: Ruling | None = None
    """How it was decided; ``None`` where all deals are played."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player of a tournament stands, and how it came to that."""

    place: int
    """1 for the best; who stand level share one."""
    player: int
    """Its number, in the order in which they were entered."""
    name: str
    side: int
    """Its side: a player by itself, or a team."""
    rounds: int
    won: int
    tied: int
    lost: int
    points: int
    """What it scored itself."""
    score: int
    """What its side scored."""
    paid: float | None
    """What it is paid; ``None`` where rounds are played for points alone."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """What was written down at one table of one round."""

    round: int
    table: int
    players: tuple[int, ...]
    """The player in each seat."""
    points: tuple[int, ...]
    """What each seat scored."""
    paid: tuple[float, ...]
    """What a match paid each seat; empty of a round."""
    winner: int | None
    """The seat that won, or one of the side that did; ``None`` in a tie."""
    decisions: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """What came of a tournament."""

    standings: tuple[Place, ...]
    """Every player, best first."""
    results: tuple[TableResult, ...]
    """Each table, in the order of the rounds."""
    over: bool
    truncated: bool
    """The cap on rounds ended it before a target was reached."""
    seconds: float

    def frame(self) -> Any:
        """Returns a data frame of pandas with a row a player, best first; raises ``ImportError`` where pandas is not installed."""
        import pandas

        return pandas.DataFrame([asdict(place) for place in self.standings])


@dataclass(frozen=True, slots=True)
class SeatValue:
    """What one seat can expect, in points, if all others play as the player does."""

    value: float
    """If it plays as the player does, too."""
    best_response: float
    """If it plays as well as is possible against the player."""

    @property
    def more(self) -> float:
        """What a perfect opponent wins there above the player."""
        return self.best_response - self.value


@dataclass(frozen=True, slots=True)
class NashConv:
    """How a player that holds every seat stands against perfect opponents."""

    nash_conv: float
    """What a perfect opponent in place of one seat would win more than the player does there, added up over the seats: 0
    at an equilibrium."""
    seats: tuple[SeatValue, ...]
    """Each seat."""
    information_sets: int
    """The number of views in which the player was asked."""
    positions: int
    """The number of positions that were gone through."""
    seconds: float
    """The time it took."""


def arena(
    game: str,
    bots: Iterable[Player],
    *,
    deals: int = 1000,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    threads: int = 1,
    until_decided: bool = False,
    sprt: tuple[float, float] | None = None,
    by: Literal["points", "won"] = "points",
    alpha: float = 0.05,
    beta: float | None = None,
    aivat: str | None = None,
    packed: bool = True,
    hints: bool = False,
    sensible: bool = False,
) -> ArenaResult:
    """Plays bots against each other, every deal from every seat, and returns how they did.

    There are from two of them to as many as the table has seats; fewer than that hold seats in turn. ``bots`` are what
    :class:`~elderhand.SeatEnv` takes as opponents. Policies are called with the rows of up to 64 deals that are played side
    by side (``packed``, ``hints`` and ``sensible`` say what they look like), at a table with a ``cmd:`` program with one row
    at a time; results are the same for any number of rows if what a policy answers to a row does not hang on those beside it.
    Python's players share the lock of the interpreter, so threads make only the others faster. Of several that share a name
    each has its number behind it, as in ``random-1``. Equal seeds give equal results on any number of threads. Ctrl-C ends it
    between deals, with policies between decisions.

    All ``deals`` are played, unless it is asked to stop before, after the deal that decides: with ``until_decided`` as soon as it
    is told who is better, with ``sprt`` as soon as one of two hypotheses is refuted, that the first of a pair makes at most the
    first number, or at least the second one, more than is even ``by`` points a round or by the share won. That is wrong with
    ``alpha`` at most (``beta``, if that is given, is how often the second hypothesis may be refuted though it is true), however
    often one looks, and ``ruling`` says how it came to that. Intervals miss with ``alpha``, too. With ``aivat``, a bundle of
    the game, the luck of the cards is taken out of points by what it expects of them, which leaves less spread, where all deals
    are played.

    Raises ``GameError`` on games and options, ``BotError`` if a bot cannot be had or misbehaves, ``ValueError`` if there
    are too few or too many or what is asked has no answer, ``TypeError`` if ``bots`` is no list of players, and whatever a
    player of Python raises.
    """
    question = _question(until_decided, sprt, by, alpha, beta)
    told = _elderhand.arena(game, bots, deals, seed, options, threads, question, aivat, packed, hints, sensible)
    return ArenaResult(**{**told, "bots": tuple(_entry(entry) for entry in told["bots"])})


def duel(
    game: str,
    first: Player,
    second: Player,
    *,
    deals: int = 1000,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    threads: int = 1,
    until_decided: bool = False,
    sprt: tuple[float, float] | None = None,
    by: Literal["points", "won"] = "points",
    alpha: float = 0.05,
    beta: float | None = None,
    aivat: str | None = None,
    packed: bool = True,
    hints: bool = False,
    sensible: bool = False,
) -> DuelResult:
    """Plays one player against another, who holds all other seats, every deal from every seat, and returns how it did.

    Everything else is as in :func:`arena`.
    """
    question = _question(until_decided, sprt, by, alpha, beta)
    told = _elderhand.duel(
        game, [first, second], deals, seed, options, threads, question, aivat, packed, hints, sensible
    )
    return DuelResult(**_compared(told, "points_ci", "win_rate_ci"))


def _question(
    until_decided: bool, sprt: tuple[float, float] | None, by: str, alpha: float, beta: float | None
) -> dict[str, Any]:
    if by not in ("points", "won"):
        raise ValueError(f'by is {by!r}: expected "points" or "won"')
    if until_decided and sprt is not None:
        raise ValueError("expected until_decided or sprt, not both")
    if beta is not None and sprt is None:
        raise ValueError("beta is how often the second hypothesis of sprt may be refuted: add sprt")
    stop: Any = "decided" if until_decided else "deals"
    if sprt is not None:
        low, high = sprt
        if not -math.inf < low < high < math.inf:
            raise ValueError(f"sprt is {sprt}: expected two numbers, the lower first, such as (0, 1)")
        stop = {"hypotheses": {"low": float(low), "high": float(high), "beta": alpha if beta is None else beta}}
    return {"by": by, "stop": stop, "alpha": alpha}


def _compared(told: dict[str, Any], *intervals: str) -> dict[str, Any]:
    ruling = told.get("ruling")
    if ruling is not None:
        ruling = Ruling(**{**ruling, **{name: tuple(ruling[name]) for name in ("evidence", "needed")}})
    return {**told, **{name: tuple(told[name]) for name in intervals}, "ruling": ruling}


def _entry(told: dict[str, Any]) -> ArenaEntry:
    intervals = {name: tuple(told[name]) for name in ("points_ci", "place_ci", "win_rate_ci")}
    against = tuple(Against(**_compared(other, "points_ci")) for other in told["against"])
    return ArenaEntry(**{**told, **intervals, "against": against})


def tournament(
    game: str,
    bots: Iterable[Player],
    *,
    format: str,
    target: int | None = None,
    rounds: int | None = None,
    every: int | None = None,
    gambling: bool = False,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    threads: int = 1,
    packed: bool = True,
    hints: bool = False,
    sensible: bool = False,
) -> TournamentResult:
    """Plays a tournament and returns who stands where.

    ``format`` says who meets whom: ``series``, ``rounds``, ``elimination``, ``winner-stays-on``, ``loser-stays-on``,
    ``captains``, ``clockwise``, ``seat-swap``, ``outsider``, ``hotfoot`` or ``rotating-team``. It ends when a side has
    ``target`` points and is alone ahead, or after so many ``rounds``. With neither the target is 100 for ``series``,
    ``winner-stays-on``, ``loser-stays-on`` and ``captains``, and never more than 1000 rounds are played; ``rounds`` are 6, an
    ``elimination`` goes on until one is left, and elsewhere all meet twice. In an elimination at one table the lowest leaves
    after ``every`` so many rounds, 1 if it is not given. With ``gambling`` everyone is paid once a side has the target. Bots
    sit in the order in which they are entered; they are what :func:`arena` takes. A table as large as the format needs is
    asked for with ``options``. Ctrl-C ends it between tables.

    Raises what :func:`arena` raises, and ``ValueError`` if the format does not fit, if seats are unequal by ``options``, as
    players change theirs, if ``every`` is given where nobody leaves, and if what is gambled for has no target.
    """
    told = _elderhand.tournament(
        game, bots, format, target, rounds, every, gambling, seed, options, threads, packed, hints, sensible
    )
    standings = tuple(Place(**{"paid": None, **place}) for place in told["standings"])
    results = tuple(
        TableResult(
            **{
                **table,
                "players": tuple(table["players"]),
                "points": tuple(table["points"]),
                "paid": tuple(table.get("paid", ())),
            }
        )
        for table in told["results"]
    )
    return TournamentResult(standings, results, told["over"], told["truncated"], told["seconds"])


def exploitability(
    game: str,
    player: Player,
    options: dict[str, Any] | None = None,
    *,
    answers: int | None = None,
    positions: int = 100_000_000,
    threads: int = 1,
    packed: bool = True,
    hints: bool = False,
    sensible: bool = False,
) -> NashConv:
    """Says exactly how much a player loses to perfect opponents, in a game that is small enough.

    Kuhn and Leduc poker are, and Pinnacle with ``options`` that make it so. Nothing is drawn at random: all deals and all
    that can be played are gone through, once for each seat. The player is what :func:`arena` takes; a bundle is measured
    by the options that it was made for, over which ``options`` are laid. It is asked about each view by itself, under
    several seeds; one that decides otherwise under another seed and does not state with what probability, as every player of
    Python that draws, is refused unless ``answers`` says of how many answers to each view the mean is measured. A game that
    takes more than so many ``positions`` is refused. Results are the same on any number of threads. Ctrl-C ends it.

    Raises ``GameError`` on games and options, ``BotError`` if the player cannot be had, draws or misbehaves,
    ``ValueError`` if the game is too large, and whatever a player of Python raises.
    """
    told = _elderhand.exploitability(game, player, options, answers, positions, threads, packed, hints, sensible)
    return NashConv(**{**told, "seats": tuple(SeatValue(**seat) for seat in told["seats"])})
