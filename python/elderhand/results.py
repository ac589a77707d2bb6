"""The types of what is told: plain values, frozen."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

_SHOWN = 12
"""So many names are told where one is not known."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A named, contiguous part of an observation."""

    name: str
    start: int
    """The first bit."""
    length: int
    """The number of bits."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What a game looks like from outside, under one set of options."""

    game: str
    options: dict[str, Any]
    seats: int
    actions: tuple[str, ...]
    """The names of the actions; the place is the number."""
    planes: tuple[Plane, ...]
    """The parts of an observation, in order and without gaps."""
    bits: int
    """The length of an observation."""
    words: int
    """Its length in words of 64 bits: a packed row has ``words * 8`` bytes."""
    returns: tuple[float, float]
    """The least and the greatest return of a seat."""
    max_length: int
    """No episode has more decisions."""
    zero_sum: bool
    """Whether the returns of all seats add up to 0."""
    actions_hash: str
    layout_hash: str

    def action(self, name: str) -> int:
        """Returns the number of an action by its name; raises ``ValueError`` if there is none."""
        if name not in self.actions:
            raise ValueError(_none_of("action", name, self.actions))
        return self.actions.index(name)

    def plane(self, name: str) -> Plane:
        """Returns a plane by its name; raises ``KeyError`` if there is none."""
        for plane in self.planes:
            if plane.name == name:
                return plane
        raise KeyError(_none_of("plane", name, [plane.name for plane in self.planes]))


def _none_of(kind: str, name: str, known: Sequence[str]) -> str:
    """Says that nothing has a name, with the nearest name and what there is, of much the beginning."""
    nearest = get_close_matches(name, known, n=1)
    meant = f"; did you mean `{nearest[0]}`?" if nearest else ":"
    shown = ", ".join(known[:_SHOWN])
    rest = f" and {len(known) - _SHOWN} more, in the field `{kind}s`" if len(known) > _SHOWN else ""
    return f"there is no {kind} `{name}`{meant} there are {shown}{rest}"


def spec_of(about: dict[str, Any]) -> Spec:
    """Returns a description whose planes and bounds have their types."""
    planes = tuple(Plane(plane["name"], plane["offset"], plane["width"]) for plane in about["planes"])
    least, most = about["returns"]
    return Spec(**{**about, "actions": tuple(about["actions"]), "planes": planes, "returns": (least, most)})


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice and what it rests on."""

    action: int
    name: str
    probabilities: dict[str, float]
    """Legal actions by name, likeliest first; of a player that does not weigh them, 1 for its choice."""
    value: float | None
    """The expected return of the seat in points, if the player estimates it."""
    findings: "Findings | None" = None
    """What was found by trying actions, if the player searches."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What an action brought when it was tried."""

    value: float
    """The mean return of the seat in points."""
    error: float | None
    """The standard error of the mean; `None` if it was tried in one world only."""
    rollouts: int
    """How often it was played out."""
    chance: float | None
    """The chance of winning: the part of these games that the seat's side won, ties divided; `None` if they were not played
    to their end."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found."""

    tried: dict[str, Tried]
    """By the names of actions, those first that the player held likeliest before."""
    worlds: float
    """How many equally likely worlds would tell as much as those that were looked into."""
