"""What is public is named once and explained."""

import inspect

import pytest

import elderhand


def test_everything_public_is_explained() -> None:
    public = {name: getattr(elderhand, name) for name in elderhand.__all__}
    # Types that are put together of others have no text of their own.
    told = {name: value for name, value in public.items() if inspect.isclass(value) or inspect.isroutine(value)}
    bare = [name for name, value in told.items() if not inspect.getdoc(value)]
    for kind in (elderhand.VecEnv, elderhand.SeatEnv, elderhand.Bot, elderhand.Bundle, elderhand.Table):
        members = [name for name in vars(kind) if not name.startswith("_")]
        bare += [f"{kind.__name__}.{name}" for name in members if not inspect.getdoc(vars(kind)[name])]
    assert not bare


@pytest.mark.parametrize("error", [elderhand.GameError, elderhand.ActionError, elderhand.ViewError])
def test_what_is_wrong_with_a_value_is_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, ValueError) and issubclass(error, elderhand.ElderhandError)
