"""What an agent observes never changes with what it may not see.

In positions of random play two cards that an agent knows nothing of change places, wherever they lie: in other hands, in
the stock. Its observation has to stay what it was, though that of somebody else changes.
"""

import json
import re
from collections.abc import Iterator

import numpy as np
import pytest

import elderhand
from elderhand.gym import ElderhandEnv
from elderhand.pettingzoo import ElderhandAECEnv, Observation

VARIANTS = [variant["id"] for variant in elderhand.variants()]
CARD = re.compile(r'"([2-9TJQKA][CDHS]|X\d)"')


def exchanged(state: str, one: str, other: str) -> str:
    """Returns a saved state in which two cards have changed places."""
    names = {one: f'"{other}"', other: f'"{one}"'}
    return CARD.sub(lambda card: names.get(card[1], card[0]), state)


def rows(env: ElderhandAECEnv) -> dict[str, bytes]:
    """Returns what every agent observes."""
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    return {agent: row["observation"].tobytes() + row["action_mask"].tobytes() for agent, row in seen.items()}


def exchanges(env: ElderhandAECEnv, deck: set[str], draws: np.random.Generator) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yields agents together with what all observe when two cards have changed places that the agent does not know of."""
    saved = env.game.save()
    for seat, agent in enumerate(env.possible_agents):
        unknown = deck - set(CARD.findall(json.dumps(env.game.view(0, seat))))
        lying = unknown & set(CARD.findall(saved))
        if not lying or len(unknown) < 2:
            continue
        one = draws.choice(sorted(lying))
        other = draws.choice(sorted(unknown - {one}))
        try:
            env.game.load(exchanged(saved, one, other))
        except elderhand.SavedError:
            # Somebody is laying cards down that others do not fit together with.
            continue
        yield agent, rows(env)
        env.game.load(saved)


def leaks(game: str) -> tuple[int, int]:
    """Returns how many exchanges the agent observed that may not, and how many anybody did."""
    env, deck, draws = ElderhandAECEnv(game), set(elderhand.Table(game, seed=None).deck), np.random.default_rng(1)
    env.reset(seed=1)
    told = noticed = 0
    for step in range(60):
        if step % 4 == 0:
            before = rows(env)
            for agent, after in exchanges(env, deck, draws):
                told += before[agent] != after[agent]
                noticed += before != after
        agent = env.agent_selection
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else int(draws.choice(np.flatnonzero(env.game.batch.masks[0]))))
        if not env.agents:
            env.reset()
    return told, noticed


@pytest.mark.parametrize("game", VARIANTS)
def test_hidden_cards_change_nothing(game: str) -> None:
    told, noticed = leaks(game)
    # In Snap cards are drawn as they are turned up, so that none is hidden.
    assert told == 0 and (noticed > 0) == (game != "snap")


@pytest.mark.parametrize("game", ["kuhn", "gin", "pinnacle-nine"])
def test_the_row_of_another_seat_would_be_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = ElderhandAECEnv.observe

    def of_the_mover(env: ElderhandAECEnv, agent: str) -> Observation:
        return own(env, env.agent_selection)

    monkeypatch.setattr(ElderhandAECEnv, "observe", of_the_mover)
    assert leaks(game)[0] > 0


@pytest.mark.parametrize("game", ["gin", "skirmish", "pinnacle-nine"])
def test_a_learner_sees_what_its_view_says(game: str) -> None:
    env = ElderhandEnv(game, opponents=["random"])
    observation, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(40):
        row, mask = elderhand.encode(game, env.game.view(0))
        assert np.array_equal(observation, row) and np.array_equal(info["action_mask"], mask)
        observation, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            observation, info = env.reset()
