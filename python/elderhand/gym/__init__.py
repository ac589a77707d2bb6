"""Elderhand in Gymnasium: one learner's seat, in one game or in many, the other seats played in Rust.

Importing this module registers an id for every variant; ``make_vec`` makes an :class:`ElderhandVectorEnv` of it::

    import elderhand.gym
    env = gymnasium.make("elderhand/gin-v0", opponents=["simple"])
    envs = gymnasium.make_vec("elderhand/gin-v0", num_envs=64, opponents=["simple"])

Without the import the id is ``elderhand.gym:elderhand/gin-v0``.
"""

import gymnasium

from elderhand import variants
from elderhand.gym.env import ElderhandEnv
from elderhand.gym.vector import ElderhandVectorEnv

__all__ = ["ElderhandEnv", "ElderhandVectorEnv", "register"]


def register() -> None:
    """Registers an id for every variant, ``elderhand/gin-v0`` and so on; importing this module does it."""
    for variant in variants():
        name = f"elderhand/{variant['id']}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="elderhand.gym:ElderhandEnv",
                vector_entry_point="elderhand.gym:ElderhandVectorEnv",
                kwargs={"game": variant["id"]},
            )


register()
