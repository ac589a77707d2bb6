"""Numbers that are arguments are refused by their names."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import Bot, SeatEnv, Table, VecEnv

MOST = 2**64 - 1


def seat_env(**told: Any) -> SeatEnv:
    return SeatEnv("kuhn", opponents=["random"], **told)


@pytest.mark.parametrize(
    ("use", "problem"),
    [
        (lambda: VecEnv("gin", lanes=-1), "lanes is -1: expected 1 to 1048576"),
        (lambda: VecEnv("gin", lanes=2**70), f"lanes is {2**70}: expected 1 to 1048576"),
        (lambda: VecEnv("gin", lanes=2**200), f"lanes is {2**200}: expected 1 to 1048576"),
        (lambda: VecEnv("gin", seed=-1), f"seed is -1: expected 0 to {MOST}"),
        (lambda: VecEnv("gin", threads=1025), "threads is 1025: expected 1 to 1024"),
        (lambda: VecEnv("gin", first_lane=-1), f"first_lane is -1: expected 0 to {MOST}"),
        (lambda: VecEnv("gin").reset(seed=2**64), f"seed is {2**64}: expected 0 to {MOST}"),
        (lambda: seat_env(lanes=0), "lanes is 0: expected 1 to 1048576"),
        (lambda: seat_env(seat=-1), "seat is -1: expected 0 to 63"),
        (lambda: seat_env(seed=-3), "seed is -3"),
        (lambda: seat_env().reset(-3), "seed is -3"),
        (lambda: Bot("random", "gin", seed=-1), "seed is -1"),
        (lambda: Table("gin", seed=-1), "seed is -1"),
        (lambda: Table("gin").undo(-1), "decisions is -1"),
        (lambda: elderhand.arena("kuhn", ["random"] * 2, deals=-5), f"deals is -5: expected 1 to {MOST}"),
        (lambda: elderhand.duel("kuhn", "random", "random", seed=-1), "seed is -1"),
        (lambda: elderhand.dataset(game="kuhn", bots=["random"], games=2**32), "games is 4294967296"),
        (lambda: elderhand.exploitability("kuhn", "random", answers=0), "answers is 0: expected 1 to 4294967295"),
        (lambda: elderhand.exploitability("kuhn", "random", positions=0), "positions is 0"),
        (
            lambda: elderhand.tournament("kuhn", ["random"] * 2, format="series", rounds=-1),
            "rounds is -1: expected 0 to 65535",
        ),
        (lambda: elderhand.tournament("kuhn", ["random"] * 2, format="series", target=2**16), "target is 65536"),
    ],
)
def test_numbers_out_of_range_are_named(use: Callable[[], object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        use()


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.view(-1, 0),
        lambda env: env.observe(0, -1),
        lambda env: env.seats(-1),
        lambda env: Table("gin").view(-1),
        lambda env: seat_env().view(-1),
    ],
)
def test_there_are_no_places_below_0(use: Callable[[VecEnv], object]) -> None:
    env = VecEnv("gin")
    env.reset()
    with pytest.raises(IndexError, match="there is no (lane|seat) -1"):
        use(env)


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.uint64])
def test_numbers_of_numpy_are_numbers(kind: type) -> None:
    assert len(VecEnv("gin", kind(3), seed=kind(5))) == 3


@pytest.mark.parametrize(("lanes", "kind"), [(1.0, "float"), ("1", "str"), (None, "NoneType")])
def test_what_is_no_whole_number_is_named(lanes: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=f"lanes is of the type {kind}: expected a whole number"):
        VecEnv("gin", lanes)


def test_numbers_of_an_option_fit_64_bits() -> None:
    with pytest.raises(ValueError, match=f"{2**70} is no whole number of 64 bits"):
        elderhand.options("gin", {"gin_bonus": 2**70})
