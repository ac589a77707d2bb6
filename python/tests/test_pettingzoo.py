"""The environments of PettingZoo."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import elderhand
from elderhand.pettingzoo import ElderhandAECEnv, aec_env, parallel_env

VARIANTS = [variant["id"] for variant in elderhand.variants()]

# PettingZoo says these of every environment whose observations are dictionaries, as those of its own classic games are,
# and the last of an agent that has nothing to do any more.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def legal(env: Any, agent: str) -> int | None:
    """Returns a legal action of the agent to move that is drawn, none if it has terminated."""
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else int(env.action_space(agent).sample(observation["action_mask"]))


@pytest.mark.parametrize("game", VARIANTS)
def test_the_checkers_find_nothing(game: str) -> None:
    api_test(aec_env(game), num_cycles=20)
    seed_test(lambda: aec_env(game), num_cycles=20)
    parallel_api_test(parallel_env(game), num_cycles=60)


def test_the_checker_of_parallel_seeds_finds_nothing() -> None:
    # It draws among all actions, so something has to end games.
    parallel_seed_test(lambda: turn_based_aec_to_parallel(TerminateIllegalWrapper(aec_env("gin"), illegal_reward=-1)))


@pytest.mark.parametrize("game", ["gin", "pinnacle-nine", "skirmish-elimination"])
def test_returns_are_those_of_the_game(game: str) -> None:
    env = aec_env(game)
    raw = elderhand.VecEnv(game, packed=False, final_observations=True)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    early = 0
    for seed in range(2):
        env.reset(seed=seed)
        batch = raw.reset(seed)
        gone: dict[str, float] = {}
        for agent in env.agent_iter(50_000):
            observation, reward, terminated, truncated, _ = env.last()
            assert set(env.agents) == set(env.possible_agents) - set(gone)
            action = legal(env, agent)
            if action is None:
                gone[agent] = reward
                assert not observation["action_mask"].any() and not truncated
                early += not batch.ends[0]
            else:
                assert reward == 0 and agent == f"player_{batch.seats[0]}"
                assert np.array_equal(observation["observation"], batch.observations[0])
                assert np.array_equal(observation["action_mask"], batch.masks[0])
                batch = raw.step([action])
            env.step(action)
        assert [gone[agent] for agent in env.possible_agents] == batch.rewards[0].tolist()
    assert (early > 0) == (game != "gin")


def test_caps_truncate() -> None:
    env = aec_env("snap", options={"cap": 8})
    env.reset(seed=1)
    ends = []
    for agent in env.agent_iter(1000):
        action = legal(env, agent)
        ends += [env.truncations[agent]] * (action is None)
        env.step(action)
    assert ends == [True] * 4


def test_seeds_decide_what_is_played() -> None:
    env, other = ElderhandAECEnv("gin"), ElderhandAECEnv("gin")

    def deals(one: ElderhandAECEnv, *seeds: int | None) -> list[bytes]:
        shown = []
        for seed in seeds:
            one.reset(seed=seed)
            shown.append(one.observe("player_0")["observation"].tobytes())
        return shown

    assert deals(env, None) != deals(other, None)
    told = deals(env, 3, None, None, 3)
    assert told == deals(other, 3, None, None, 3) and told[0] == told[3] and len(set(told)) == 3


def test_copies_go_on_as_they_would_have() -> None:
    env = ElderhandAECEnv("gin")
    env.reset(seed=2)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.agent_selection == env.agent_selection
        action = legal(env, env.agent_selection)
        other.step(action)
        kept = copy.deepcopy(env)
        kept.step(action)
        for agent in env.possible_agents:
            assert np.array_equal(kept.observe(agent)["observation"], other.observe(agent)["observation"])


def test_actions_that_are_not_legal() -> None:
    env = aec_env("kuhn")
    env.reset(seed=1)
    before = env.observe("player_0")
    with pytest.raises(elderhand.ActionError):
        env.step(2)
    assert all(np.array_equal(before[name], env.observe("player_0")[name]) for name in before)
    ended = TerminateIllegalWrapper(env, illegal_reward=-2)
    ended.reset(seed=1)
    ended.step(2)
    assert ended.last()[1:4] == (-2.0, True, True)
    with pytest.raises(ValueError, match="render_mode"):
        aec_env("kuhn", render_mode="human")


def test_agents_see_their_own_seats_in_parallel() -> None:
    env = parallel_env("skirmish")
    seen, _ = env.reset(seed=1)
    raw = env.unwrapped.game
    kept = []
    for _ in range(40):
        for seat, agent in enumerate(env.possible_agents):
            observation, mask = elderhand.encode("skirmish", raw.view(0, seat))
            assert np.array_equal(seen[agent]["observation"], observation)
            assert np.array_equal(seen[agent]["action_mask"], mask * (seat == raw.batch.seats[0]))
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, rewards, terminated, truncated, infos = env.step(actions)
        kept.append((infos, f"player_{raw.batch.seats[0]}"))
        assert not any(rewards.values()) and not any(terminated.values()) and not any(truncated.values())
    assert all(info["active_agent"] == mover for infos, mover in kept for info in infos.values())


def test_what_the_agent_to_move_sees_as_text() -> None:
    env = aec_env("leduc", render_mode="ansi")
    env.reset(seed=1)
    texts = []
    for agent in env.agent_iter(1000):
        texts.append(env.render())
        env.step(legal(env, agent))
    assert texts[0].startswith("seat: 0\ncard: ") and texts[0].endswith("legal: check bet")
    assert texts[-1].endswith("legal: -")
    assert aec_env("leduc").unwrapped.render() is None


def test_parallel_agents_say_whose_action_is_missing() -> None:
    env = parallel_env("kuhn")
    with pytest.raises(ResetNeeded):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions are of nobody: expected one of every agent, and player_0 is to move"):
        env.step({})
    env.step({"player_0": 0, "player_1": 0})
    with pytest.raises(ValueError, match="of player_0: .*player_1 is to move"):
        env.step({"player_0": 0})


def test_what_comes_before_the_first_reset_asks_for_it() -> None:
    env = ElderhandAECEnv("kuhn", render_mode="ansi")
    for use in (lambda: env.step(0), env.render):
        with pytest.raises(ResetNeeded, match="must be reset before"):
            use()


def test_sensible_masks() -> None:
    left_out = 0
    plain, sensible = ElderhandAECEnv("snap"), ElderhandAECEnv("snap", sensible=True)
    for seed in range(20):
        plain.reset(seed=seed)
        sensible.reset(seed=seed)
        while plain.agents and not any(plain.terminations.values()):
            agent = plain.agent_selection
            masks = [env.observe(agent)["action_mask"] for env in (plain, sensible)]
            left_out += int((masks[0] - masks[1]).sum())
            action = int(np.flatnonzero(masks[1])[-1])
            plain.step(action)
            sensible.step(action)
    assert left_out > 0
