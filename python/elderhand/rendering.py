"""Positions as text, for ``render_mode="ansi"``."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elderhand.results import Spec


def checked_render_mode(mode: str | None) -> str | None:
    """Returns a render mode; raises ``ValueError`` if there is no such one."""
    if mode not in (None, "ansi"):
        raise ValueError(f"render_mode is {mode!r}: expected 'ansi' or None")
    return mode


def as_text(view: dict[str, Any], spec: Spec, mask: NDArray[Any]) -> str:
    """Returns what a seat sees as lines of text, and what it may do by the mask in the last one.

    What is empty is left out, and so are the options of the game.
    """
    lines = (line for name, value in view.items() if name != "options" for line in _lines(name, value, ""))
    legal = " ".join(spec.actions[action] for action in np.flatnonzero(mask))
    return "\n".join([*lines, f"legal: {legal or '-'}"])


def _lines(name: str, value: Any, indent: str, listed: bool = False) -> Iterator[str]:
    words = _words(value, listed)
    if words is None:
        numbered = isinstance(value, list)
        within = ((str(place), part) for place, part in enumerate(value)) if numbered else value.items()
        below = [line for inner, part in within for line in _lines(inner, part, indent + "  ", numbered)]
        if below:
            yield f"{indent}{name}"
            yield from below
    elif words:
        yield f"{indent}{name}: {words}"


def _words(value: Any, listed: bool) -> str | None:
    """Returns what a line tells, nothing of what is empty, and ``None`` for what takes more; what is listed takes less."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            plain = all(not isinstance(part, list | dict) for part in value)
            return " ".join(_words(part, listed) or "-" for part in value) if plain else None
        case dict() if listed:
            told = {name: _words(part, listed) for name, part in value.items()}
            return None if None in told.values() else ", ".join(f"{name} {words}" for name, words in told.items() if words)
        case dict():
            return None
        case _:
            return str(value)
