"""Variants, options, rules and rows."""

import json

import numpy as np
import pytest

import elderhand
from elderhand import GameError, Table, ViewError


def test_there_are_25_variants_with_rules() -> None:
    variants = elderhand.variants()
    assert len(variants) == 25 and variants[0]["id"] == "kuhn"
    for variant in variants:
        assert set(variant) == {"id", "title", "family", "points"}
        assert elderhand.rules(variant["id"]).startswith("# ")


def test_options_are_those_of_the_game_that_is_made() -> None:
    assert elderhand.options("gin", {"gin_bonus": 30})["gin_bonus"] == 30
    assert "target" not in elderhand.options("gin")
    assert elderhand.options("gin", {"episode": "match"})["target"] == 100
    with pytest.raises(GameError, match="`gin_bonus`"):
        elderhand.options("gin", {"gin_bonus": "much"})
    with pytest.raises(GameError):
        elderhand.rules("bridge")


def test_planes_lie_without_gaps() -> None:
    spec = elderhand.describe("pinnacle-nine")
    starts = np.cumsum([0] + [plane.length for plane in spec.planes])
    assert [plane.start for plane in spec.planes] == starts[:-1].tolist() and starts[-1] == spec.bits
    assert spec.actions[spec.action("fold")] == "fold"
    with pytest.raises(KeyError):
        spec.plane("weather")


def test_views_are_read_as_dictionaries_and_texts() -> None:
    view = Table("gin", seed=3).view()
    by_dict, by_text = elderhand.encode("gin", view), elderhand.encode("gin", json.dumps(view))
    assert all(map(np.array_equal, by_dict, by_text))
    bits, mask = elderhand.encode("gin", view, packed=True)
    spec = elderhand.describe("gin")
    assert bits.shape == (spec.words * 8,) and mask.shape == (32,)
    assert np.array_equal(np.unpackbits(bits, bitorder="little", count=spec.bits), by_dict[0])


def test_views_hold_their_options() -> None:
    for options in ({"gin_bonus": 40}, {"episode": "match"}, {"episode": "match", "target": 50}):
        view = Table("gin", options, seed=1).view()
        assert np.array_equal(elderhand.encode("gin", view)[0], elderhand.encode("gin", view, options)[0])
    with pytest.raises(ViewError, match="options"):
        elderhand.encode("gin", Table("gin", {"gin_bonus": 40}).view(), {})
    for wrong in ({}, {"options": {"x": 1}}, {"seat": 0}):
        with pytest.raises(ViewError):
            elderhand.encode("gin", wrong)
    with pytest.raises(TypeError, match="object"):
        elderhand.encode("gin", {"seat": object()})


def test_names_that_there_are_not() -> None:
    spec = elderhand.describe("gin")
    with pytest.raises(ValueError, match="no action `tak`; did you mean `take`.*there are .* and [0-9]+ more"):
        spec.action("tak")
    with pytest.raises(KeyError, match="no plane `hnd`; did you mean `hand`"):
        spec.plane("hnd")
    with pytest.raises(ValueError, match="no action `zz`: there are check, bet"):
        elderhand.describe("kuhn").action("zz")
