"""The vector environment of Stable-Baselines3; it needs torch, so `pytest -m torch` asks for it."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import elderhand

if TYPE_CHECKING:
    from elderhand.sb3 import ElderhandVecEnv

pytestmark = [
    pytest.mark.torch,
    # Those of the libraries below.
    pytest.mark.filterwarnings("default"),
]


def made(game: str = "gin", lanes: int = 4, **told: Any) -> "ElderhandVecEnv":
    from elderhand.sb3 import ElderhandVecEnv

    return ElderhandVecEnv(game, lanes, opponents=["random"], **told)


def test_steps_are_those_of_a_seat_env() -> None:
    env = made(seed=3)
    plain = elderhand.SeatEnv("gin", 4, opponents=["random"], seed=3, packed=False, final_observations=True)
    seen, batch, ends = env.reset(), plain.reset(), 0
    for _ in range(300):
        assert np.array_equal(seen, batch.observations) and env.observation_space.contains(seen[0])
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(masks, batch.masks) and env.has_attr("action_masks")
        actions = plain.random_actions()
        seen, rewards, dones, infos = env.step(actions)
        batch = plain.step(actions)
        assert np.array_equal(rewards, batch.rewards) and np.array_equal(dones, batch.ends > 0)
        assert batch.final_observations is not None
        for lane in range(4):
            assert ("terminal_observation" in infos[lane]) == dones[lane]
            if dones[lane]:
                assert np.array_equal(infos[lane]["terminal_observation"], batch.final_observations[lane])
                assert infos[lane]["TimeLimit.truncated"] == batch.truncated[lane]
        ends += dones.sum()
    assert ends > 0


def test_what_is_kept_is_not_written_to() -> None:
    env = made()
    seen, masks = env.reset(), env.env_method("action_masks")
    kept = [seen.copy(), np.stack(masks)]
    for _ in range(20):
        env.step(np.stack(env.env_method("action_masks")).argmax(axis=1))
    assert np.array_equal(seen, kept[0]) and np.array_equal(np.stack(masks), kept[1])


def test_seeds_decide_what_is_played() -> None:
    env, unseeded = made(), made()
    env.seed(5)
    first = env.reset()
    assert not np.array_equal(env.reset(), first) and not np.array_equal(unseeded.reset(), first)
    env.seed(5)
    assert np.array_equal(env.reset(), first) and np.array_equal(made(seed=5).reset(), first)


def test_lanes_have_masks_and_nothing_else_of_their_own() -> None:
    env = made("kuhn")
    env.reset()
    assert len(env.env_method("action_masks", indices=[1, 3])) == len(env.get_attr("render_mode", indices=[1, 3])) == 2
    assert not env.has_attr("weather") and env.env_is_wrapped(object) == [False] * 4
    with pytest.raises(AttributeError):
        env.env_method("weather")
    with pytest.raises(elderhand.ActionError, match="lane 0"):
        env.step(np.full(4, 3))


def test_a_learner_beats_chance() -> None:
    """Kuhn poker against players that draw their moves: some thousand decisions are enough to see that it learns."""
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecMonitor

    # So small a network waits for its threads longer than it computes.
    torch.set_num_threads(1)
    env = VecMonitor(made("kuhn", 64, seed=1))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=4, learning_rate=3e-3, seed=1, device="cpu")
    scores = []
    for decisions in (0, 10_000):
        model.learn(decisions)
        judge = VecMonitor(made("kuhn", 64, seed=2))
        scores.append(evaluate_policy(model, judge, n_eval_episodes=1000, deterministic=False)[0])
    # A thousand rounds place a mean to within 0.1.
    assert abs(scores[0]) < 0.15 and scores[1] > 0.25
