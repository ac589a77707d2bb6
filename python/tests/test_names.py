"""What is public is named once and explained."""

import inspect

import pytest

import elderhand
import elderhand.gym
import elderhand.pettingzoo


def test_everything_public_is_explained() -> None:
    public = {name: getattr(elderhand, name) for name in elderhand.__all__}
    # Types that are put together of others have no text of their own.
    told = {name: value for name, value in public.items() if inspect.isclass(value) or inspect.isroutine(value)}
    bare = [name for name, value in told.items() if not inspect.getdoc(value)]
    for kind in (elderhand.VecEnv, elderhand.SeatEnv, elderhand.Bot, elderhand.Bundle, elderhand.Table):
        members = [name for name in vars(kind) if not name.startswith("_")]
        bare += [f"{kind.__name__}.{name}" for name in members if not inspect.getdoc(vars(kind)[name])]
    assert not bare


@pytest.mark.parametrize(
    "thing",
    [
        elderhand.gym.ElderhandEnv,
        elderhand.gym.ElderhandVectorEnv,
        elderhand.gym.register,
        elderhand.pettingzoo.ElderhandAECEnv,
        elderhand.pettingzoo.aec_env,
        elderhand.pettingzoo.parallel_env,
    ],
)
def test_environments_of_other_conventions_are_explained(thing: object) -> None:
    own = [value for name, value in vars(thing).items() if not name.startswith("_") and inspect.isfunction(value)]
    assert all(value.__doc__ for value in [thing, *own])


@pytest.mark.parametrize("error", [elderhand.GameError, elderhand.ActionError, elderhand.ViewError])
def test_what_is_wrong_with_a_value_is_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, ValueError) and issubclass(error, elderhand.ElderhandError)
