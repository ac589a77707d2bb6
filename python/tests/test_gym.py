"""The environments of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import elderhand
from elderhand.gym import ElderhandEnv, ElderhandVectorEnv, register

VARIANTS = [variant["id"] for variant in elderhand.variants()]


def act(env: ElderhandEnv, info: dict[str, Any]) -> np.int64:
    """Returns a legal action that is drawn."""
    return env.action_space.sample(info["action_mask"])


def episode(env: ElderhandEnv, **reset: Any) -> tuple[list[Any], float]:
    """Returns what random play showed, the last pair at the end, and what it brought."""
    seen, over, total = [env.reset(**reset)], False, 0.0
    while not over:
        assert seen[-1][0] in env.observation_space and seen[-1][1]["action_mask"].any()
        observation, reward, terminated, truncated, info = env.step(act(env, seen[-1][1]))
        seen.append((observation, info))
        over, total = terminated or truncated, total + reward
    return seen, total


@pytest.mark.parametrize("game", VARIANTS)
def test_the_checker_finds_nothing(game: str) -> None:
    check_env(gymnasium.make(f"elderhand/{game}-v0", opponents=["random"]).unwrapped)


def test_every_variant_has_an_id() -> None:
    # Twice changes nothing, of which Gymnasium would warn.
    register()
    ids = {name for name in gymnasium.registry if name.startswith("elderhand/")}
    assert ids == {f"elderhand/{game}-v0" for game in VARIANTS}
    env = gymnasium.make("elderhand.gym:elderhand/gin-v0", options={"gin_bonus": 30}).unwrapped
    assert isinstance(env, ElderhandEnv) and env.game.spec.options["gin_bonus"] == 30


@pytest.mark.parametrize("game", ["gin", "pinnacle-nine", "skirmish-elimination"])
def test_episodes_are_those_of_a_seat_env(game: str) -> None:
    env = ElderhandEnv(game, opponents=["random"])
    plain = elderhand.SeatEnv(game, opponents=["random"], packed=False, final_observations=True)
    env.action_space.seed(1)
    (observation, info), batch = env.reset(seed=4), plain.reset(seed=4)
    ends = steps = 0
    while ends < 3 and steps < 2000:
        assert np.array_equal(observation, batch.observations[0]) and info["seat"] == batch.seats[0]
        assert np.array_equal(info["action_mask"], batch.masks[0]) and np.array_equal(env.action_masks(), batch.masks[0])
        action = act(env, info)
        observation, reward, terminated, truncated, info = env.step(action)
        batch = plain.step([action])
        assert (reward, terminated, truncated) == (batch.rewards[0], batch.terminated[0], batch.truncated[0])
        steps += 1
        if terminated or truncated:
            ends += 1
            assert batch.final_observations is not None
            assert np.array_equal(observation, batch.final_observations[0]) and info["length"] == batch.lengths[0]
            assert not info["action_mask"].any()
            observation, info = env.reset()
            assert info["skipped"] == batch.skipped[0] and info["skipped_reward"] == batch.skipped_rewards[0]
    assert ends


def test_seeds_decide_what_is_played() -> None:
    env, other = ElderhandEnv("gin", opponents=["random"]), ElderhandEnv("gin", opponents=["random"])
    runs = []
    for one in (env, other):
        one.action_space.seed(1)
        runs.append([episode(one, seed=8), episode(one), episode(one)])
    assert data_equivalence(*runs, exact=True)
    first = env.reset(seed=8)[0]
    assert not np.array_equal(env.reset()[0], first) and np.array_equal(env.reset(seed=8)[0], first)
    assert not np.array_equal(ElderhandEnv("gin").reset()[0], ElderhandEnv("gin").reset()[0])


def test_the_learner_moves_on_by_a_seat_unless_it_keeps_one() -> None:
    moving, keeping = ElderhandEnv("gin"), ElderhandEnv("gin", seat=1)
    seats = [episode(moving)[0][0][1]["seat"] for _ in range(4)]
    assert seats in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert [episode(keeping)[0][0][1]["seat"] for _ in range(4)] == [1] * 4


def test_however_an_episode_is_left_the_next_seat_follows() -> None:
    env, seats = ElderhandEnv("leduc"), []
    left = ["played", "forfeited", "played", "reset", "reset", "played", "cut", "forfeited", "forfeited", "cut", "played", ""]
    for how in left:
        _, info = env.reset()
        seats.append(info["seat"])
        over = how in ("reset", "")
        while not over:
            legal = np.flatnonzero(info["action_mask"] == (how != "forfeited"))
            _, _, over, _, info = env.step(legal[0])
            over = over or how == "cut"
    assert seats == [(seats[0] + turn) % 2 for turn in range(len(left))]
    cut = gymnasium.make("elderhand/gin-v0", max_episode_steps=1)
    seats = []
    for _ in range(6):
        _, info = cut.reset()
        seats.append(info["seat"])
        cut.step(np.flatnonzero(info["action_mask"])[0])
    assert seats == [(seats[0] + turn) % 2 for turn in range(6)]


@pytest.mark.parametrize("kind", [ElderhandEnv, ElderhandVectorEnv])
def test_seeds_share_out_seats(kind: Any) -> None:
    env = kind("leduc")
    seats = [int(np.ravel(env.reset(seed=seed)[1]["seat"])[0]) for seed in range(200)]
    assert np.mean(seats) == pytest.approx(0.5, abs=0.1)
    assert [int(np.ravel(env.reset(seed=seed)[1]["seat"])[0]) for seed in range(200)] == seats


@pytest.mark.parametrize("kind", [ElderhandEnv, ElderhandVectorEnv])
def test_a_reset_begins_with_the_new_opponents(kind: Any) -> None:
    met = []

    def meets(name: str) -> elderhand.Policy:
        def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            met.append(name)
            return masks.argmax(axis=1)

        return policy

    env, over = kind("leduc", opponents=[meets("ann")], seat=1), False
    _, info = env.reset(seed=1)
    while not over:
        action = np.asarray(info["action_mask"]).argmax(axis=-1)
        _, _, over, _, info = env.step(action)
    env.game.set_opponents([meets("ben")])
    met.clear()
    _, info = env.reset()
    env.step(np.asarray(info["action_mask"]).argmax(axis=-1))
    assert set(met) == {"ben"}


def test_actions_that_are_not_legal() -> None:
    env = ElderhandEnv("gin", seat=0)
    observation, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    last, reward, terminated, truncated, info = env.step(wrong)
    assert np.array_equal(last, observation) and (reward, terminated, truncated) == (-120.0, True, False)
    assert info["illegal"] and not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)
    # The game that was forfeited is not gone on with.
    observation, info = env.reset()
    assert "illegal" not in info and not np.array_equal(last, observation)
    strict = ElderhandEnv("gin", seat=0, illegal="error")
    _, info = strict.reset(seed=1)
    with pytest.raises(elderhand.ActionError):
        strict.step(wrong)
    strict.step(act(strict, info))
    for env in (env, strict):
        env.reset()
        with pytest.raises(elderhand.ActionError, match="no action 999"):
            env.step(999)


def test_an_action_that_a_sensible_mask_leaves_out_forfeits() -> None:
    plain, sensible = ElderhandEnv("snap", seat=0), ElderhandEnv("snap", seat=0, sensible=True)
    for seed in range(100):
        every, few = (env.reset(seed=seed)[1]["action_mask"] for env in (plain, sensible))
        if every.sum() > few.sum():
            _, _, terminated, _, info = sensible.step(np.flatnonzero(every > few)[0])
            assert terminated and info["illegal"]
            return
    pytest.fail("the masks leave nothing out")


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="illegal is 'never'"):
        ElderhandEnv("kuhn", illegal="never")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode is 'human'"):
        ElderhandVectorEnv("kuhn", render_mode="human")
    with pytest.raises(ValueError, match="options have a reset_mask: expected none"):
        ElderhandVectorEnv("kuhn", 2).reset(options={"reset_mask": np.array([True, False])})
    for kind in (ElderhandEnv, ElderhandVectorEnv):
        with pytest.raises(ResetNeeded):
            kind("kuhn").step([0])
        with pytest.raises(ResetNeeded):
            kind("kuhn", render_mode="ansi").render()


@pytest.mark.parametrize("game", ["kuhn", "knock-rummy"])
def test_a_vector_of_one_is_what_gymnasium_makes_of_the_single_one(game: str) -> None:
    vector = ElderhandVectorEnv(game, 1, opponents=["random"])
    single = SyncVectorEnv([lambda: ElderhandEnv(game, opponents=["random"])], autoreset_mode=AutoresetMode.SAME_STEP)
    assert vector.single_observation_space == single.single_observation_space
    assert vector.observation_space == single.observation_space and vector.action_space == single.action_space
    vector.action_space.seed(2)
    told = vector.reset(seed=6)
    assert data_equivalence(told, single.reset(seed=6), exact=True)
    infos, ends, skipped = told[1], 0, 0
    for _ in range(200):
        actions = vector.action_space.sample(tuple(infos["action_mask"]))
        step = vector.step(actions)
        assert data_equivalence(step, single.step(actions), exact=True)
        infos = step[-1]
        ends, skipped = ends + step[2][0], skipped + infos.get("skipped", [0])[0]
    assert ends > 5 and (skipped > 0) == (game == "knock-rummy")


def test_vectors_are_made_by_id_and_wrapped() -> None:
    envs = gymnasium.make_vec("elderhand/leduc-v0", num_envs=16, opponents=["random"], threads=2)
    assert isinstance(envs.unwrapped, ElderhandVectorEnv) and envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    counted.action_space.seed(1)
    _, infos = counted.reset(seed=3)
    kept: list[tuple[Any, Any]] = []
    returns = []
    for _ in range(200):
        step = counted.step(counted.action_space.sample(tuple(infos["action_mask"])))
        kept.append((step, [np.copy(part) for part in step[:4]]))
        _, rewards, terminated, truncated, infos = step
        over = terminated | truncated
        for name in ("_final_obs", "_final_info", "_skipped", "_episode"):
            assert np.array_equal(infos.get(name, np.zeros(16, bool)), over)
        for lane in np.flatnonzero(over):
            assert infos["final_obs"][lane] in counted.single_observation_space
            returns.append(rewards[lane])
    assert len(returns) > 100 and any(returns)
    assert all(np.array_equal(part, copy) for step, copies in kept for part, copy in zip(step[:4], copies, strict=True))


def test_what_the_learner_sees_as_text() -> None:
    env = gymnasium.make("elderhand/gin-v0", seat=0, render_mode="ansi")
    _, info = env.reset(seed=5)
    game = env.unwrapped.game  # type: ignore[attr-defined]
    env.action_space.seed(1)
    text, view = env.render(), game.view(0)
    assert isinstance(text, str) and f"hand: {' '.join(view['hand'])}\n" in text
    legal = [game.spec.actions[action] for action in np.flatnonzero(info["action_mask"])]
    assert text.endswith(f"legal: {' '.join(legal)}")
    over = False
    while not over:
        _, reward, terminated, truncated, info = env.step(act(env, info))
        over = terminated or truncated
    assert env.render() == f"over: {reward:+g}"
    envs = gymnasium.make_vec("elderhand/skirmish-v0", num_envs=2, render_mode="ansi")
    envs.reset(seed=5)
    texts = envs.render()
    assert texts is not None and len(texts) == 2 and texts[0] != texts[1] and texts[0].startswith("seat: ")
    assert ElderhandEnv("kuhn").render() is None


def test_sensible_masks() -> None:
    made = [gymnasium.make("elderhand/snap-v0", seat=0, sensible=sensible) for sensible in (False, True)]
    many = [gymnasium.make_vec("elderhand/snap-v0", 64, seat=0, sensible=sensible) for sensible in (False, True)]
    left_out = 0
    for seed in range(10):
        one, other = (env.reset(seed=seed)[1]["action_mask"] for env in made)
        every, few = (envs.reset(seed=seed)[1]["action_mask"] for envs in many)
        assert (one >= other).all() and (every >= few).all()
        left_out += int((every - few).sum())
    assert left_out > 0
