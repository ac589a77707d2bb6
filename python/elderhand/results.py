"""The types of what is told: plain values, frozen."""

from dataclasses import dataclass
from typing import Any


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
        return self.actions.index(name)

    def plane(self, name: str) -> Plane:
        """Returns a plane by its name; raises ``KeyError`` if there is none."""
        for plane in self.planes:
            if plane.name == name:
                return plane
        raise KeyError(name)


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
