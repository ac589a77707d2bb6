"""One learner against others."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import ActionError, BotError, EnvError, SeatEnv


def first_legal(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Plays the first legal action."""
    return np.unpackbits(masks, axis=1, bitorder="little").argmax(axis=1)


def run(env: SeatEnv, steps: int) -> list[elderhand.SeatBatch]:
    """Returns copies of what random play shows."""
    return [env.step(env.random_actions()).copy() for _ in range(steps)]


@pytest.mark.parametrize("game", ["gin", "skirmish", "pinnacle-nine", "sum-run-set-partners", "skirmish-elimination"])
def test_only_the_learner_is_asked(game: str) -> None:
    env = SeatEnv(game, 6, opponents=["simple", "random"], seed=2)
    seats = elderhand.describe(game).seats
    batch = env.reset()
    episodes = batch.skipped.astype(int)
    for _ in range(3000):
        expected = (np.arange(6) + episodes) % seats
        assert np.array_equal(batch.seats, expected)
        assert [env.view(lane)["seat"] for lane in range(6)] == expected.tolist()
        batch = env.step(env.random_actions())
        assert not batch.rewards[batch.ends == 0].any()
        episodes += (batch.ends > 0) + batch.skipped
        if episodes.min() >= 2:
            return
    pytest.fail("no episode ended")


def test_returns_are_those_of_the_game() -> None:
    """The same games, played in a raw batch by the same policy in every seat."""
    lanes = 40
    learner = SeatEnv("gin", lanes, opponents=[first_legal], seed=5, final_observations=True)
    raw = elderhand.VecEnv("gin", lanes, seed=5, final_observations=True)
    told: list[list[tuple[float, int, int, bytes]]] = [[] for _ in range(lanes)]
    batch = raw.reset()
    while min(map(len, told)) < 2:
        batch = raw.step(first_legal(batch.observations, batch.masks, batch.seats))
        for lane in np.flatnonzero(batch.ends):
            seat = (lane + len(told[lane])) % 2
            assert batch.final_observations is not None
            last = batch.final_observations[lane, seat].tobytes()
            told[lane].append((batch.rewards[lane, seat], batch.ends[lane], batch.lengths[lane], last))
    heard: list[list[tuple[float, int, int, bytes]]] = [[] for _ in range(lanes)]
    seen = learner.reset()
    while min(map(len, heard)) < 2:
        seen = learner.step(first_legal(seen.observations, seen.masks, seen.seats))
        for lane in np.flatnonzero(seen.ends):
            assert seen.final_observations is not None
            last = seen.final_observations[lane].tobytes()
            heard[lane].append((seen.rewards[lane], seen.ends[lane], seen.lengths[lane], last))
    assert [episodes[:2] for episodes in heard] == [episodes[:2] for episodes in told]


class FirstLegal:
    """Plays the first legal action of a view."""

    def act(self, view: dict[str, Any]) -> int:
        return int(elderhand.encode("gin", view)[1].argmax())


@pytest.mark.parametrize("kinds", [["simple", elderhand.Bot("simple")], [first_legal, FirstLegal()]])
def test_threads_and_how_opponents_are_asked_change_nothing(kinds: list[elderhand.Player]) -> None:
    envs = [SeatEnv("gin", 12, opponents=[kind], seed=3, threads=threads) for kind in kinds for threads in (1, 3)]
    for env in envs:
        env.reset()
    runs = [run(env, 100) for env in envs]
    assert any(batch.ends.any() for batch in runs[0])
    for other in runs[1:]:
        for a, b in zip(runs[0], other, strict=True):
            assert all(np.array_equal(x, y) for x, y in zip(a[:-1], b[:-1], strict=True))


def test_policies_get_whole_batches() -> None:
    sizes = []

    def counts(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        assert observations.shape == (len(seats), elderhand.describe("gin").words * 8)
        sizes.append(len(seats))
        return first_legal(observations, masks, seats)

    env = SeatEnv("gin", 64, opponents=[counts], seed=1)
    env.reset()
    run(env, 10)
    assert max(sizes) > 30 and sum(sizes) > 64 * 5


def test_a_seat_is_kept_and_opponents_take_turns() -> None:
    met = []

    def meets(name: str) -> Callable[..., np.ndarray]:
        def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            met.append((name, frozenset(seats.tolist())))
            return first_legal(observations, masks, seats)

        return policy

    env = SeatEnv("kuhn", 1, opponents=[meets("ann"), meets("ben")], seat=1)
    env.reset()
    assert {batch.seats[0] for batch in run(env, 50)} == {1}
    assert set(met) == {("ann", frozenset([0])), ("ben", frozenset([0]))}
    with pytest.raises(ValueError, match="0 to 1"):
        SeatEnv("kuhn", opponents=["random"], seat=2)


def test_opponents_are_replaced_from_the_next_episode_on() -> None:
    met: list[str] = []

    def meets(name: str) -> elderhand.Policy:
        def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            met.append(name)
            return first_legal(observations, masks, seats)

        return policy

    env = SeatEnv("gin", 1, opponents=[meets("ann")], seed=2)
    env.reset()
    run(env, 3)
    env.set_opponents([meets("ben"), "random"])
    assert env.opponents == ["policy", "random"]
    met.clear()
    ended = False
    while not ended:
        assert "ben" not in met
        ended = bool(env.step(env.random_actions()).ends[0])
    run(env, 300)
    assert "ann" in met and met == sorted(met) and "ben" in met


def test_a_reset_begins_with_the_new_opponents() -> None:
    env, other = SeatEnv("skirmish", 9, opponents=[first_legal]), SeatEnv("skirmish", 9, opponents=["simple", "random"])
    env.reset()
    run(env, 10)
    env.set_opponents(["simple", "random"])
    assert np.array_equal(env.reset(seed=4).observations, other.reset(seed=4).observations)
    for one, two in zip(run(env, 50), run(other, 50), strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(one[:-1], two[:-1], strict=True))


def test_opponents_are_drawn_by_weight() -> None:
    rows = {"often": 0, "seldom": 0}

    def counts(name: str) -> elderhand.Policy:
        def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            rows[name] += len(seats)
            return first_legal(observations, masks, seats)

        return policy

    env = SeatEnv("kuhn", 100, opponents=[(counts("often"), 3), (counts("seldom"), 1.0)])
    env.reset()
    run(env, 100)
    assert rows["often"] / sum(rows.values()) == pytest.approx(0.75, abs=0.02)
    envs = [SeatEnv("gin", 30, opponents=[("simple", 1), ("random", 2)], seed=7, threads=threads) for threads in (1, 3)]
    assert np.array_equal(*(env.reset().observations for env in envs))
    for one, two in zip(*(run(env, 60) for env in envs), strict=True):
        assert np.array_equal(one.observations, two.observations)


@pytest.mark.parametrize(
    ("opponents", "error", "problem"),
    [
        ([("simple", 0)], ValueError, "the weight of simple is 0: expected a number above 0"),
        ([("simple", float("nan"))], ValueError, "the weight of simple is NaN"),
        (["simple", ("random", 1)], ValueError, "some opponents have a weight"),
        ([("simple", "often")], TypeError, r"\('simple', 'often'\) is no opponent: expected a player and a weight"),
        ([("simple", 1, 2)], TypeError, "expected a player and a weight"),
        ([], ValueError, "at least one player"),
        (["greedy"], BotError, "does not play"),
    ],
)
def test_wrong_opponents_change_nothing(opponents: Any, error: type[Exception], problem: str) -> None:
    env = SeatEnv("kuhn", opponents=["random"])
    for use in (env.set_opponents, lambda opponents: SeatEnv("kuhn", opponents=opponents)):
        with pytest.raises(error, match=problem):
            use(opponents)
    assert env.opponents == ["random"]


def test_episodes_without_a_decision_are_counted() -> None:
    """Whoever is last to speak has none where all others have folded."""

    def folds(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        legal = np.unpackbits(masks, axis=1, bitorder="little")
        return np.where(legal[:, fold] > 0, fold, legal.argmax(axis=1))

    fold = elderhand.describe("pinnacle-nine").action("fold")
    env = SeatEnv("pinnacle-nine", 20, opponents=[folds], seed=1)
    env.reset()
    batches = run(env, 100)
    skipped = sum(int(batch.skipped.sum()) for batch in batches)
    if skipped == 0:
        pytest.fail("no episode was skipped")
    assert all(not batch.skipped_rewards[batch.skipped == 0].any() for batch in batches)
    assert sum(float(batch.skipped_rewards.sum()) for batch in batches) > 0


def test_wrong_actions_change_nothing_and_faults_ask_for_a_reset() -> None:
    env = SeatEnv("kuhn", 4, opponents=["random"], packed=False)
    with pytest.raises(EnvError, match="reset"):
        env.step([0] * 4)
    env.reset()
    before = env.view(0)
    with pytest.raises(ActionError, match="lane 0"):
        env.step([77, 0, 0, 0])
    assert env.view(0) == before

    def fails(*_: object) -> int:
        raise ZeroDivisionError

    env = SeatEnv("kuhn", 4, opponents=[fails])
    with pytest.raises(ZeroDivisionError):
        env.reset()
    with pytest.raises(EnvError, match="reset"):
        env.step([0] * 4)
    env = SeatEnv("kuhn", 4, opponents=[lambda *_: [9] * len(_[2])])
    with pytest.raises(BotError, match="answered wrongly"):
        env.reset()
        run(env, 3)
    with pytest.raises(BotError, match="does not play"):
        SeatEnv("kuhn", opponents=["greedy"])


def test_pickling_is_refused() -> None:
    with pytest.raises(TypeError, match="in each process"):
        pickle.dumps(SeatEnv("kuhn", opponents=["random"]))
