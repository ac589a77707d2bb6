"""Networks of Python as bundles."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import Bot, BotError, Bundle, GameError, Table


def weights_for(game: str, width: int = 16, **options: Any) -> dict[str, np.ndarray]:
    """Returns random weights of the documented shapes, as float64, which is what numpy makes."""
    spec, draw = elderhand.describe(game, options), np.random.default_rng(5)
    actions = len(spec.actions)
    shapes = {
        "trunk.0.weight": (width, spec.bits),
        "trunk.0.bias": (width,),
        "policy.weight": (actions, width),
        "policy.bias": (actions,),
        "value.weight": (1, width),
        "value.bias": (1,),
    }
    return {name: draw.normal(size=shape) for name, shape in shapes.items()}


def test_a_network_becomes_a_bundle_that_plays_as_it_would(tmp_path: Path) -> None:
    weights = weights_for("leduc")
    path = tmp_path / "mine.elderhand"
    training = {"run": "here", "decisions": 1234, "notes": {"by": "numpy"}}
    bundle = elderhand.export(path, "leduc", weights, value_scale=2.0, deals=40, training=training)
    assert bundle.verify()[0] > 5 and np.allclose(bundle.weights["policy.bias"], weights["policy.bias"], atol=1e-2)
    manifest = bundle.manifest
    assert manifest["training"]["decisions"] == 1234 and manifest["training"]["notes"] == {"by": "numpy"}
    [measured] = manifest["evaluations"]
    played = elderhand.duel("leduc", str(path), "random", deals=40, seed=1)
    assert (measured["opponent"], measured["deals"]) == ("random", 40)
    assert measured["score"] == {"mean": played.points, "low": played.points_ci[0], "high": played.points_ci[1]}
    assert "run `here`, from 1234 decisions" in bundle.card and "| random | 40 |" in bundle.card
    # What the rounded weights say of a view is what the bot decides by.
    view = Table("leduc", seed=3).view()
    bits, mask = elderhand.encode("leduc", view)
    own = bundle.weights
    hidden = np.maximum(own["trunk.0.weight"] @ bits + own["trunk.0.bias"], 0)
    logits = (own["policy.weight"] @ hidden + own["policy.bias"])[mask.astype(bool)]
    expected = np.exp(logits - logits.max())
    decision = Bot.load(path).decide(view)
    assert np.allclose(list(decision.probabilities.values()), expected / expected.sum(), atol=1e-4)
    value = own["value.weight"] @ hidden + own["value.bias"]
    assert decision.value == pytest.approx(2.0 * float(value[0]), abs=1e-3)


def test_a_duel_changes_its_sign_with_the_players() -> None:
    results = [elderhand.duel("gin", *pair, deals=60) for pair in [("simple", "random"), ("random", "simple")]]
    assert results[0].points_ci[0] > 10 and results[1].points_ci[1] < -10
    assert results[0].win_rate > 0.9 and results[1].win_rate < 0.1 and results[0].deals == 60


def test_it_is_measured_at_every_table_that_it_learnt_at(tmp_path: Path) -> None:
    weights = weights_for("skirmish")
    bundle = elderhand.export(tmp_path / "s.elderhand", "skirmish", weights, vary={"seats": [2, 3]}, temperature=0, deals=2)
    assert [measured["setting"] for measured in bundle.manifest["evaluations"]] == [{"seats": 2}, {"seats": 3}]
    assert bundle.manifest["decision"] == {"mode": "argmax"}


def test_what_does_not_fit_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.elderhand"
    weights = weights_for("leduc")
    with pytest.raises(BotError, match="policy.bias"):
        elderhand.export(path, "leduc", {name: weight for name, weight in weights.items() if name != "policy.bias"})
    with pytest.raises(BotError):
        elderhand.export(path, "gin", weights)
    with pytest.raises(ValueError, match="3 dimensions"):
        elderhand.export(path, "leduc", {**weights, "policy.bias": np.zeros((1, 1, 1))})
    assert not path.exists()
    path.write_text("mine, and no bundle")
    with pytest.raises(FileExistsError, match="no bundle"):
        elderhand.export(path, "leduc", weights)
    assert path.read_text() == "mine, and no bundle"
    elderhand.export(path, "leduc", weights, opponents=(), replace=True)
    assert Bundle(path).manifest["evaluations"] == []


@pytest.mark.parametrize(
    ("wrong", "error", "match"),
    [
        ({"opponents": ["randm"]}, BotError, "no bot `randm`"),
        ({"opponents": ["greedy"]}, BotError, "does not play `leduc`"),
        ({"opponents": "random"}, TypeError, "expected a list of names of opponents"),
        ({"opponents": [3]}, TypeError, "3 is no opponent of an export: expected a name"),
        ({"deals": 0}, ValueError, "deals is 0"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"seed": -1}, ValueError, "seed is -1: expected 0 to"),
        ({"game": "leduck"}, GameError, "no game `leduck`"),
        ({"options": {"raises": 2}}, GameError, "no option `raises`"),
        ({"vary": {"seats": 2}}, GameError, "expected a list of values"),
        ({"training": {"decison": 5}}, ValueError, "'decison': expected run, date, revision, seed, steps, decisions"),
        ({"training": {"decisions": -1}}, ValueError, r'training\["decisions"\] is -1: expected a whole number'),
        ({"training": {"notes": "none"}}, ValueError, r'training\["notes"\] is .none.: expected a dictionary'),
        ({"training": ["run"]}, TypeError, "training is a list"),
        ({"value_scale": "3"}, TypeError, "value_scale is '3'"),
        ({"value_scale": float("nan")}, ValueError, "value_scale is nan"),
        ({"value_scale": 0}, ValueError, "value_scale is 0"),
        ({"value_scale": 1e300}, ValueError, "value_scale is 1e"),
        ({"value_scale": 10**400}, ValueError, "value_scale is 1000.*: expected a number that is finite"),
        ({"temperature": -1}, ValueError, "temperature is -1"),
        ({"weights": [1, 2]}, TypeError, "weights is a list"),
    ],
)
def test_a_good_bundle_survives_wrong_arguments(
    tmp_path: Path, wrong: dict[str, Any], error: type[Exception], match: str
) -> None:
    path = tmp_path / "mine.elderhand"
    told: dict[str, Any] = {"game": "leduc", "weights": weights_for("leduc"), "deals": 10}
    elderhand.export(path, **told)
    before = path.read_bytes()
    with pytest.raises(error, match=match):
        elderhand.export(path, **(told | wrong))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("wrong", "error", "match"),
    [
        ({"params": {"policy.bias": np.zeros(3)}}, TypeError, r'weights\["params"\] is a dict: expected an array'),
        ({"policy.bias": np.zeros(3) + 1j}, TypeError, r'weights\["policy.bias"\] is numbers of type complex128'),
        ({"policy.bias": "none"}, TypeError, r'weights\["policy.bias"\] is a str'),
        ({"policy.bias": [[1.0], [1.0, 2.0]]}, TypeError, r'weights\["policy.bias"\]: expected an array'),
        ({"policy.bias": np.full(3, 1e300)}, BotError, "policy.bias.*not finite"),
        ({3: np.zeros(3)}, TypeError, "3 as a name"),
    ],
)
def test_weights_that_are_none_are_named(tmp_path: Path, wrong: dict[Any, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        elderhand.export(tmp_path / "mine.elderhand", "leduc", weights_for("leduc") | wrong)


def test_weights_may_lie_at_any_address_and_in_any_order(tmp_path: Path) -> None:
    weights = {name: weight.astype(np.float32) for name, weight in weights_for("leduc").items()}

    def moved(weight: np.ndarray) -> np.ndarray:
        other = np.zeros(weight.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(weight.shape)
        other[:] = weight
        assert not other.flags.aligned
        return other

    plain = elderhand.export(tmp_path / "plain.elderhand", "leduc", weights, opponents=())
    for number, lay in enumerate((moved, np.asfortranarray)):
        others = {name: lay(weight) for name, weight in weights.items()}
        bundle = elderhand.export(tmp_path / f"{number}.elderhand", "leduc", others, opponents=())
        assert all(np.array_equal(bundle.weights[name], weight) for name, weight in plain.weights.items())


def test_a_bundle_is_measured_whatever_its_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    weights = weights_for("leduc")
    named = elderhand.export("random", "leduc", weights, temperature=0, deals=40)
    plain = elderhand.export("mine.elderhand", "leduc", weights, temperature=0, deals=40)
    assert named.manifest["evaluations"] == plain.manifest["evaluations"] and Path("random").is_file()
    # No built-in player of this name plays the game.
    elderhand.export("simple", "leduc", weights, deals=2)
    assert Bot.load("simple").bundle.manifest["evaluations"][0]["deals"] == 2  # type: ignore[union-attr]


QUITS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "act":
        sys.exit("I have had enough of it")
    print(json.dumps({"id": asked["id"], "protocol": 1}), flush=True)
"""
"""A program that sits down and leaves at its first decision."""


def test_what_spoils_the_measure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.elderhand"
    elderhand.export(path, "leduc", weights_for("leduc"), opponents=())
    before = path.read_bytes()
    program = tmp_path / "quits.py"
    program.write_text(QUITS)
    quits = f"cmd:{sys.executable} {program}"
    with pytest.raises(BotError, match="enough of it"):
        elderhand.export(path, "leduc", weights_for("leduc", width=8), opponents=[quits], deals=2)
    assert path.read_bytes() == before and {file.name for file in tmp_path.iterdir()} == {path.name, program.name}


def test_where_nothing_can_be_written_the_path_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nodir/x.elderhand"):
        elderhand.export(tmp_path / "nodir" / "x.elderhand", "leduc", weights_for("leduc"))
