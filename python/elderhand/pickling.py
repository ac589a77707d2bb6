"""How environments are copied to other processes."""

from typing import Any

from elderhand._elderhand import VecEnv


def restore(made_with: dict[str, Any], saved: str | None) -> VecEnv:
    """Returns an environment like the one that was pickled: where it stood, if it had been reset."""
    env = VecEnv(**made_with)
    if saved is not None:
        env.load(saved)
    return env
