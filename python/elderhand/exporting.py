"""Networks that were trained in Python, as bundles."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import product
from numbers import Integral, Real
from os import PathLike, fspath
from typing import Any

import numpy as np

from elderhand import _elderhand
from elderhand._elderhand import Bundle
from elderhand.measuring import DuelResult, duel


def export(
    path: str | PathLike[str],
    game: str,
    weights: Mapping[str, Any],
    *,
    options: dict[str, Any] | None = None,
    vary: dict[str, list[Any]] | None = None,
    value_scale: float = 1.0,
    temperature: float = 1.0,
    opponents: Iterable[str] = ("random",),
    deals: int = 500,
    seed: int = 1,
    threads: int = 1,
    training: Mapping[str, Any] | None = None,
    card: str | None = None,
    replace: bool = False,
) -> Bundle:
    """Measures how a network plays, writes it as a bundle, and returns what was written.

    Parameters
    ----------
    path
        The file, such as ``"mine.elderhand"``. Another bundle there is replaced; another file only with ``replace``.
    game, options
        What it plays, as :class:`~elderhand.VecEnv` takes them.
    weights
        Arrays or tensors by name, such as the ``state_dict()`` of a module: ``trunk.0.weight`` ``[width, bits]`` and
        ``trunk.0.bias`` ``[width]``, more layers ``trunk.1.…`` with ReLU before them, ``policy.weight``
        ``[actions, width]``, ``policy.bias``, ``value.weight`` ``[1, width]``, ``value.bias``, and, if every bit also adds to
        the outputs directly, ``direct.weight`` ``[actions + 1, bits]``, the value last. They are rounded to half precision.
        With as many ``bits`` as the game has with hints, the bot is shown hints.
    vary
        The values of options with which it was trained, as ``VecEnv`` takes them; it is measured at each.
    value_scale
        The points that a value of 1 means.
    temperature
        What the logits are divided by where the bot draws; 0 always takes the likeliest action.
    opponents, deals, seed, threads
        Whom it is measured against, by their names, over how many mirrored deals; nobody for no measure.
    training
        What the bundle says of the training; all may be left out: ``run`` (a name), ``date`` (``"YYYY-MM-DD"``, else today),
        ``revision`` (of the program), ``seed``, ``steps`` (of the optimiser), ``decisions``, ``config`` (a text) and
        ``notes`` (a dictionary).
    card
        A page of Markdown in place of the model card that is written otherwise.

    Raises ``BotError`` if the weights are not those of such a network, or an opponent cannot be had, does not play the
    game or misbehaves; ``GameError`` on games and options; ``TypeError`` and ``ValueError`` on other arguments; ``FileExistsError`` and
    ``OSError``. Whatever was at ``path`` is untouched then. Ctrl-C while it is measured leaves a bundle without measures.
    """
    met = _elderhand.check_export(game, options, vary, opponents, deals, seed, threads)
    value_scale, temperature = _number("value_scale", value_scale), _number("temperature", temperature)
    if value_scale == 0:
        raise ValueError("value_scale is 0: expected a number above 0")
    described: dict[str, Any] = {
        "game": game,
        "options": options or {},
        "variable": vary or {},
        "value_scale": value_scale,
        "decision": {"mode": "sample", "temperature": temperature} if temperature else {"mode": "argmax"},
        "training": _training({} if training is None else training),
        "evaluations": [],
        "card": card,
    }
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights is a {type(weights).__name__}: expected arrays by name, such as a `state_dict()`")
    arrays = {name: _array(name, weight) for name, weight in weights.items()}
    where = fspath(path)
    bot, evaluations = _elderhand.try_bundle(where, arrays, described, replace), []
    try:
        for values in product(*(vary or {}).values()):
            setting = dict(zip(vary or {}, values, strict=True))
            for opponent in met:
                played = {**(options or {}), **setting}
                result = duel(game, bot, opponent, deals=deals, seed=seed, options=played, threads=threads)
                evaluations.append(_evaluation(opponent, setting, result))
    except KeyboardInterrupt:
        # Whoever is tired of the measure may have no other copy of the network.
        _elderhand.write_bundle(where, arrays, described, replace)
        raise
    return _elderhand.write_bundle(where, arrays, {**described, "evaluations": evaluations}, replace)


def _number(name: str, value: Any) -> float:
    """Returns what is not negative, finite and a number also at single precision."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}: expected a number")
    try:
        with np.errstate(all="ignore"):
            rounded = np.float32(value)
    except OverflowError:
        rounded = np.float32(np.inf)
    if not (0 <= rounded < np.inf) or (rounded == 0 and value != 0):
        raise ValueError(f"{name} is {value!r}: expected a number that is finite and not below 0")
    return float(value)


def _training(told: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(told, Mapping):
        raise TypeError(f"training is a {type(told).__name__}: expected a dictionary")
    known: dict[str, Any] = {
        "run": "",
        "date": datetime.now(UTC).date().isoformat(),
        "revision": None,
        "seed": 0,
        "steps": 0,
        "decisions": 0,
        "config": "",
        "notes": {},
    }
    for name, value in told.items():
        if name not in known:
            raise ValueError(f"training has nothing called {name!r}: expected {', '.join(known)}")
        match known[name]:
            case int():
                whole = isinstance(value, Integral) and not isinstance(value, bool)
                fits, expected = whole and int(value) >= 0, "a whole number, 0 or more"
            case dict():
                fits, expected = isinstance(value, Mapping), "a dictionary"
            case _:
                fits, expected = isinstance(value, str) or (value is None and name in ("date", "revision")), "a text"
        if not fits:
            raise ValueError(f'training["{name}"] is {value!r}: expected {expected}')
    return known | dict(told)


def _array(name: Any, weight: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    if not isinstance(name, str):
        raise TypeError(f'weights has {name!r} as a name: expected texts, such as "policy.weight"')
    expected = "expected an array of real numbers"
    try:
        # A tensor that is still learnt with has to be let go of first.
        array = np.asarray(weight.detach().cpu().numpy() if hasattr(weight, "detach") else weight)
    except (TypeError, ValueError) as error:
        raise TypeError(f'weights["{name}"]: {expected}: {error}') from None
    if array.dtype.kind not in "biuf" and not np.can_cast(array.dtype, np.float32):
        found = f"numbers of type {array.dtype}" if array.dtype.kind == "c" else f"a {type(weight).__name__}"
        nested = ", and the arrays of a nested dictionary by one name each" if isinstance(weight, Mapping) else ""
        raise TypeError(f'weights["{name}"] is {found}: {expected}{nested}')
    # What is too great becomes infinite, which is told where the bundle is written.
    with np.errstate(over="ignore", under="ignore"):
        return np.require(array, np.float32, ["C", "A"])


def _evaluation(opponent: str, setting: dict[str, Any], result: DuelResult) -> dict[str, Any]:
    def estimate(mean: float, interval: tuple[float, float]) -> dict[str, float]:
        return {"mean": mean, "low": interval[0], "high": interval[1]}

    return {
        "opponent": opponent,
        "setting": setting,
        "deals": result.deals,
        "score": estimate(result.points, result.points_ci),
        "win_share": estimate(result.win_rate, result.win_rate_ci),
    }
