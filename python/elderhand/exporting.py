"""Networks that were trained in Python, as bundles."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import product
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
    """Writes a network as a bundle, measures how it plays, and returns what was written.

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
        Whom it is measured against, over how many mirrored deals; nobody for no measure.
    training
        What the model card says of the training: ``run``, ``decisions``, ``config`` (a text), ``notes`` (a dictionary); all
        may be left out.
    card
        A page of Markdown in place of the model card that is written otherwise.

    Raises ``BotError`` if the weights are not those of such a network, ``GameError`` on games and options,
    ``FileExistsError`` and ``OSError``. Ctrl-C while it is measured leaves a bundle without measures.
    """
    told = dict(training or {})
    described: dict[str, Any] = {
        "game": game,
        "options": options or {},
        "variable": vary or {},
        "value_scale": value_scale,
        "decision": {"mode": "sample", "temperature": temperature} if temperature else {"mode": "argmax"},
        "training": {
            "run": "",
            "date": datetime.now(UTC).date().isoformat(),
            "revision": None,
            "seed": 0,
            "steps": 0,
            "decisions": 0,
            "config": "",
            "notes": {},
            **told,
        },
        "evaluations": [],
        "card": card,
    }
    arrays = {name: _array(weight) for name, weight in weights.items()}
    where = fspath(path)
    bundle = _elderhand.write_bundle(where, arrays, described, replace)
    for values in product(*(vary or {}).values()):
        setting = dict(zip(vary or {}, values, strict=True))
        for opponent in opponents:
            played = {**(options or {}), **setting}
            result = duel(game, where, opponent, deals=deals, seed=seed, options=played, threads=threads)
            described["evaluations"].append(_evaluation(opponent, setting, result))
    return _elderhand.write_bundle(where, arrays, described, True) if described["evaluations"] else bundle


def _array(weight: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    # A tensor that is still learnt with has to be let go of first.
    plain = weight.detach().cpu().numpy() if hasattr(weight, "detach") else weight
    return np.ascontiguousarray(plain, dtype=np.float32)


def _evaluation(opponent: str, setting: dict[str, Any], result: DuelResult) -> dict[str, Any]:
    def estimate(mean: float, interval: tuple[float, float]) -> dict[str, float]:
        return {"mean": mean, "low": interval[0], "high": interval[1]}

    return {
        "opponent": opponent,
        "setting": setting,
        "deals": result.pairs,
        "score": estimate(result.points, result.points_ci),
        "win_share": estimate(result.win_rate, result.win_rate_ci),
    }
