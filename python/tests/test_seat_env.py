"""One learner against others."""

import pickle
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import ActionError, BotError, EnvError, SeatEnv


def first_legal(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Plays the first legal action."""
    return np.unpackbits(masks, axis=1, bitorder="little").argmax(axis=1)


def meets(name: str, met: list[str]) -> elderhand.Policy:
    """Returns a policy that plays the first legal action, and writes its name down each time that it is asked."""

    def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        met.append(name)
        return first_legal(observations, masks, seats)

    return policy


def run(env: SeatEnv, steps: int) -> list[elderhand.SeatBatch]:
    """Returns copies of what random play shows."""
    return [env.step(env.random_actions()).copy() for _ in range(steps)]


@pytest.mark.parametrize("game", ["gin", "skirmish", "pinnacle-nine", "sum-run-set-partners", "skirmish-elimination"])
def test_only_the_learner_is_asked(game: str) -> None:
    env = SeatEnv(game, 6, opponents=["simple", "random"], seed=2)
    seats = elderhand.describe(game).seats
    batch = env.reset()
    episodes = batch.skipped.astype(int)
    first = int(batch.seats[0]) - int(batch.skipped[0])
    for _ in range(3000):
        expected = (first + np.arange(6) + episodes) % seats
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
    batch, seen = raw.reset(), learner.reset()
    first = int(seen.seats[0])
    while min(map(len, told)) < 2:
        batch = raw.step(first_legal(batch.observations, batch.masks, batch.seats))
        for lane in np.flatnonzero(batch.ends):
            seat = (first + lane + len(told[lane])) % 2
            assert batch.final_observations is not None
            last = batch.final_observations[lane, seat].tobytes()
            told[lane].append((batch.rewards[lane, seat], batch.ends[lane], batch.lengths[lane], last))
    heard: list[list[tuple[float, int, int, bytes]]] = [[] for _ in range(lanes)]
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
    met: list[str] = []
    env = SeatEnv("kuhn", 1, opponents=[meets("ann", met), meets("ben", met)], seat=1)
    env.reset()
    assert {batch.seats[0] for batch in run(env, 50)} == {1}
    assert set(met) == {"ann", "ben"}
    with pytest.raises(ValueError, match="0 to 1"):
        SeatEnv("kuhn", opponents=["random"], seat=2)


def test_seeds_share_out_seats_and_opponents() -> None:
    moving = SeatEnv("skirmish", opponents=["random"], options={"seats": 3})
    shares = np.bincount([int(moving.reset(seed).seats[0]) for seed in range(300)], minlength=3) / 300
    assert shares == pytest.approx([1 / 3] * 3, abs=0.08)
    met: list[str] = []
    keeping = SeatEnv("kuhn", opponents=[meets(name, met) for name in ("ann", "ben", "cat")], seat=1)
    for seed in range(300):
        keeping.reset(seed)
    assert [met.count(name) / 300 for name in ("ann", "ben", "cat")] == pytest.approx([1 / 3] * 3, abs=0.08)


def test_equal_seeds_begin_with_equal_seats_and_opponents() -> None:
    envs = [SeatEnv("skirmish", 5, opponents=["simple", "random"], options={"seats": 3}) for _ in range(2)]
    for resets in range(3):
        envs[0].reset()
    for seed in range(5):
        one, other = (env.reset(seed).copy() for env in envs)
        assert all(np.array_equal(x, y) for x, y in zip(one[:-1], other[:-1], strict=True))
        for one, other in zip(*(run(env, 30) for env in envs), strict=True):
            assert all(np.array_equal(x, y) for x, y in zip(one[:-1], other[:-1], strict=True))


def test_a_reset_without_a_seed_goes_on_with_the_next_seat_and_opponent() -> None:
    met: list[str] = []
    moving = SeatEnv("leduc", opponents=["random"], seed=3)
    keeping = SeatEnv("leduc", opponents=[meets(name, met) for name in "abc"], seat=1, seed=3)
    seats, ends = [], 0
    most = [0, 0, 1, 9, 0, 9, 9, 1, 1, 0, 9, 1, 0]
    for steps in most:
        seats.append(int(moving.reset().seats[0]))
        keeping.reset()
        for env in (moving, keeping):
            over = False
            for _ in range(steps):
                if not over:
                    over = bool(env.step(env.random_actions()).ends[0])
            ends += over
    # Where the last step ended one, the next has begun.
    begun = len(most) + over
    assert ends > 4
    assert seats == [(seats[0] + turn) % 2 for turn in range(len(most))]
    turns = [name for name, before in zip(met, [None, *met], strict=False) if name != before]
    assert turns == ["abc"[("abc".index(met[0]) + turn) % 3] for turn in range(begun)]


def test_a_reset_keeps_the_episode_that_has_only_been_shown() -> None:
    env = SeatEnv("gin", opponents=["simple"], seed=2)
    env.reset()
    while not (batch := env.step(env.random_actions())).ends[0]:
        pass
    shown = batch.copy()
    batch = env.reset()
    assert np.array_equal(batch.observations, shown.observations) and batch.seats[0] == shown.seats[0]
    assert not (batch.ends[0] or batch.rewards[0] or batch.lengths[0])
    # Now it has been handed out.
    assert env.reset().seats[0] != shown.seats[0]


def test_a_reset_without_a_seed_plays_no_games_of_other_seeds() -> None:
    env = SeatEnv("gin", 4, opponents=["random"], seat=0, seed=1)
    before = env.reset().copy()
    after = env.reset()
    for seed in (1, 2):
        other = SeatEnv("gin", 4, opponents=["random"], seat=0, seed=seed).reset()
        assert np.array_equal(other.observations, before.observations) == (seed == 1)
        assert not np.array_equal(other.observations, after.observations)


def test_opponents_are_replaced_from_the_next_episode_on() -> None:
    met: list[str] = []
    env = SeatEnv("gin", 1, opponents=[meets("ann", met)], seed=2)
    env.reset()
    run(env, 3)
    env.set_opponents([meets("ben", met), "random"])
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


def test_opponents_that_are_replaced_at_an_end_are_met_after_the_reset() -> None:
    met: list[str] = []
    env = SeatEnv("leduc", opponents=[meets("ann", met)], seed=1)
    env.reset()
    while not (batch := env.step(env.random_actions())).ends[0]:
        pass
    seat = int(batch.seats[0])
    env.set_opponents([meets("ben", met)])
    met.clear()
    assert env.reset().seats[0] == seat
    run(env, 20)
    assert set(met) == {"ben"}


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


def test_an_action_that_a_sensible_mask_leaves_out_is_refused() -> None:
    plain = SeatEnv("snap", 64, opponents=["random"], packed=False)
    sensible = SeatEnv("snap", 64, opponents=["random"], packed=False, sensible=True)
    a, b = plain.reset(), sensible.reset()
    lane, action = np.argwhere(a.masks & ~b.masks)[0]
    actions = b.masks.argmax(axis=1)
    actions[lane] = action
    with pytest.raises(ActionError, match=f"lane {lane}: action {action} .* is not legal"):
        sensible.step(actions)
    plain.step(actions)


def test_pickling_is_refused() -> None:
    with pytest.raises(TypeError, match="in each process"):
        pickle.dumps(SeatEnv("kuhn", opponents=["random"]))
