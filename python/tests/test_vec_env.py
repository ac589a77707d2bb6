"""The raw batch."""

import pickle
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import ActionError, EnvError, GameError, SavedError, VecEnv


def play(env: VecEnv, steps: int) -> list[elderhand.Batch]:
    """Returns copies of what random play shows."""
    return [env.step(env.random_actions()).copy() for _ in range(steps)]


def equal(first: elderhand.Batch, second: elderhand.Batch) -> bool:
    return all(np.array_equal(a, b) if a is not None else b is None for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("game", [variant["id"] for variant in elderhand.variants()])
def test_every_game_is_played_to_the_end(game: str) -> None:
    env = VecEnv(game, 8, seed=3)
    env.reset()
    spec, ended = env.spec, 0
    for _ in range(6000):
        batch = env.step(env.random_actions())
        over = batch.ends > 0
        assert np.array_equal(batch.lengths > 0, over)
        if over.any():
            ended += int(over.sum())
            assert batch.rewards.min() >= spec.returns[0] and batch.rewards.max() <= spec.returns[1]
            if spec.zero_sum:
                assert np.abs(batch.rewards[over].sum(axis=1)).max() < 1e-3
        if ended >= 4:
            return
    pytest.fail("no episode ended")


def test_packed_and_unpacked_rows_say_the_same() -> None:
    packed = VecEnv("skirmish", 16, seed=1, final_observations=True)
    bits = VecEnv("skirmish", 16, seed=1, packed=False, final_observations=True)
    packed.reset()
    bits.reset()
    spec, ended = packed.spec, False
    for _ in range(400):
        actions = packed.random_actions()
        assert np.array_equal(actions, bits.random_actions())
        a, b = packed.step(actions), bits.step(actions)
        assert a.observations.shape == (16, spec.words * 8) and a.observations.dtype == np.uint8
        assert b.observations.shape == (16, spec.bits) and b.masks.dtype == np.bool_
        rows = np.unpackbits(a.observations, axis=1, bitorder="little", count=spec.bits)
        masks = np.unpackbits(a.masks, axis=1, bitorder="little", count=len(spec.actions))
        assert np.array_equal(rows, b.observations) and np.array_equal(masks, b.masks)
        assert a.final_observations is not None and b.final_observations is not None
        finals = np.unpackbits(a.final_observations, axis=2, bitorder="little", count=spec.bits)
        assert np.array_equal(finals, b.final_observations)
        ended |= bool(b.final_observations.any())
    assert ended


def test_rows_are_those_of_the_views() -> None:
    env = VecEnv("gin", 4, seed=5, packed=False)
    batch = env.reset()
    for _ in range(30):
        for lane in range(4):
            observation, mask = elderhand.encode("gin", env.view(lane, int(batch.seats[lane])))
            assert np.array_equal(observation, batch.observations[lane])
            assert np.array_equal(mask, batch.masks[lane])
            for seat in range(2):
                row, legal = env.observe(lane, seat)
                assert np.array_equal(row, elderhand.encode("gin", env.view(lane, seat))[0])
                assert np.array_equal(legal, mask if seat == batch.seats[lane] else np.zeros_like(mask))
        batch = env.step(env.random_actions())


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("gin", {"hints": True, "threads": 2}),
        ("skirmish", {"vary": {"seats": [2, 3, 4]}}),
        ("pinnacle-nine", {"sensible": True}),
        ("kuhn", {"autoreset": "next-step"}),
    ],
)
def test_rows_of_all_seats_are_those_of_their_views(game: str, told: dict[str, Any], packed: bool) -> None:
    env = VecEnv(game, 6, seed=5, packed=packed, all_observations=True, **told)
    batch, hints = env.reset(), told.get("hints", False)
    rows = batch.all_observations
    for _ in range(40):
        assert rows is not None and batch.all_observations is rows
        assert rows.shape == (6, env.spec.seats, *batch.observations.shape[1:]) and rows.dtype == np.uint8
        for lane in range(6):
            for seat in range(env.seats(lane)):
                view = env.view(lane, seat)
                assert np.array_equal(rows[lane, seat], elderhand.encode(game, view, hints=hints, packed=packed)[0])
            assert not rows[lane, env.seats(lane) :].any()
        batch = env.step(env.random_actions())
    saved, kept = env.save(), batch.copy().all_observations
    env.reset()
    assert not np.array_equal(rows, kept)
    assert np.array_equal(env.load(saved).all_observations, kept)  # type: ignore[arg-type]


def test_rows_of_all_seats_are_written_only_if_they_are_wanted() -> None:
    assert VecEnv("gin").reset().all_observations is None
    copy = pickle.loads(pickle.dumps(VecEnv("gin", all_observations=True)))
    assert copy.reset().all_observations is not None


def test_threads_and_first_lanes_change_nothing() -> None:
    whole, threaded = VecEnv("gin", 600, seed=9), VecEnv("gin", 600, seed=9, threads=3)
    assert equal(whole.reset(), threaded.reset())
    assert all(map(equal, play(whole, 50), play(threaded, 50)))
    late = VecEnv("gin", 300, seed=9, first_lane=300)
    again = VecEnv("gin", 600, seed=9)
    assert np.array_equal(again.reset().observations[300:], late.reset().observations)


def test_seeds_decide_what_is_played() -> None:
    env = VecEnv("gin", 8, seed=1)
    first = env.reset().copy()
    second = env.reset().copy()
    assert not equal(first, second)
    assert equal(env.reset(seed=1), first) and equal(env.reset(seed=2), second)
    env.reset(seed=1)
    actions = env.random_actions().copy()
    env.reset(seed=1)
    assert np.array_equal(env.random_actions(), actions)


def test_random_actions_are_uniform_over_the_legal_ones() -> None:
    env = VecEnv("gin", 2000, seed=4, packed=False)
    masks = env.reset().masks
    counts = np.zeros(masks.shape)
    for _ in range(50):
        actions = env.random_actions()
        assert masks[np.arange(2000), actions].all()
        counts[np.arange(2000), actions] += 1
    legal = masks.sum(axis=1)
    shares = counts[legal == 2][:, masks[legal == 2].any(axis=0)] / 50
    assert len(shares) > 100 and abs(shares[:, 0].mean() - 0.5) < 0.02


def test_arrays_are_written_in_place_unless_fresh_ones_are_wanted() -> None:
    env, fresh = VecEnv("kuhn", 4), VecEnv("kuhn", 4, fresh=True)
    first, kept = env.reset(), fresh.reset()
    as_it_was = kept.copy()
    second = env.step(env.random_actions())
    fresh.step(fresh.random_actions())
    assert np.shares_memory(first.observations, second.observations)
    assert equal(kept, as_it_was)


def test_next_step_shows_the_end_first() -> None:
    env = VecEnv("kuhn", 1, autoreset="next-step", packed=False)
    batch = env.reset()
    while not batch.ends[0]:
        batch = env.step(env.random_actions())
    assert not batch.masks.any() and env.random_actions()[0] == 0
    batch = env.step([255])
    assert batch.masks.any() and not batch.ends[0]


def test_tables_of_several_sizes() -> None:
    env = VecEnv("skirmish", 6, vary={"seats": [2, 3, 4]}, seed=1)
    env.reset()
    assert [env.seats(lane) for lane in range(6)] == [2, 3, 4, 2, 3, 4]
    assert env.spec.seats == 4
    with pytest.raises(IndexError, match="no seat 2 in lane 0"):
        env.view(0, 2)


def test_wrong_actions_are_named_and_change_nothing() -> None:
    env = VecEnv("kuhn", 3, packed=False)
    before = env.reset().copy()
    with pytest.raises(ActionError, match=r"lane 1: action 2 \(`fold`\) is not legal: legal are 0 \(`check`\)") as wrong:
        env.step([0, 2, 0])
    assert (wrong.value.lane, wrong.value.action, wrong.value.name) == (1, 2, "fold")
    for number in (99, -1, 1 << 40):
        with pytest.raises(ActionError, match=f"there is no action {number}"):
            env.step([0, 0, number])
    assert equal(env.batch, before)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 0], ValueError),
        ([[0, 0, 0]], ValueError),
        (np.zeros(3, np.float32), TypeError),
        (np.zeros(3, bool), TypeError),
        (["check"] * 3, TypeError),
    ],
)
def test_wrong_shapes_and_types(actions: object, error: type[Exception]) -> None:
    env = VecEnv("kuhn", 3)
    env.reset()
    with pytest.raises(error, match="actions"):
        env.step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.int64, np.uint64])
def test_actions_are_whole_numbers_of_any_width(dtype: type) -> None:
    env = VecEnv("kuhn", 6)
    env.reset()
    wide = np.zeros(12, dtype)
    assert env.step(wide[::2]).seats.tolist() == [1] * 6


def test_actions_may_lie_at_any_address() -> None:
    env = VecEnv("kuhn", 4)
    env.reset()
    for whole in (np.zeros(4 * 8 + 1, np.uint8)[1:].view(np.int64), np.zeros(4, "u1, i8")["f1"]):
        assert not whole.flags.aligned
        whole[:] = (1, 0, 1, 7)
        env.reset()
        with pytest.raises(ActionError, match="lane 3: there is no action 7"):
            env.step(whole)
        whole[3] = 0
        assert env.step(whole).seats.tolist() == [1] * 4


def test_wrong_arguments() -> None:
    with pytest.raises(GameError, match="no game `ginn`; did you mean `gin`"):
        VecEnv("ginn")
    with pytest.raises(GameError, match="no option `gin_bonu`"):
        VecEnv("gin", options={"gin_bonu": 1})
    with pytest.raises(ValueError, match="lanes is 0"):
        VecEnv("gin", 0)
    with pytest.raises(ValueError, match="threads is 0"):
        VecEnv("gin", threads=0)
    with pytest.raises(ValueError, match="autoreset"):
        VecEnv("gin", autoreset="never")  # type: ignore[arg-type]
    env = VecEnv("gin")
    for use in (lambda: env.step([0]), env.random_actions, env.save, lambda: env.view(0, 0)):
        with pytest.raises(EnvError, match="reset"):
            use()


def test_saved_environments_go_on_as_they_would_have() -> None:
    env, other = VecEnv("skirmish", 5, seed=2), VecEnv("skirmish", 5, seed=77)
    env.reset()
    play(env, 40)
    saved = env.save()
    other.load(saved)
    assert all(map(equal, play(env, 60), play(other, 60)))
    for wrong in ("{}", "no", saved[:-30]):
        with pytest.raises(SavedError):
            other.load(wrong)
    with pytest.raises(SavedError, match="there are 5, 4 are wanted"):
        VecEnv("skirmish", 4).load(saved)


def test_pickled_environments_go_on_as_they_would_have() -> None:
    env = VecEnv("gin", 3, seed=2, options={"gin_bonus": 30}, threads=2, packed=False)
    copy = pickle.loads(pickle.dumps(env))
    with pytest.raises(EnvError, match="reset"):
        copy.step([0, 0, 0])
    env.reset()
    play(env, 20)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.spec == env.spec and copy.threads == 2
    assert all(map(equal, play(env, 20), play(copy, 20)))


def test_an_array_that_was_made_read_only_is_an_error() -> None:
    env = VecEnv("kuhn", 1)
    env.reset().rewards.setflags(write=False)
    with pytest.raises(EnvError, match="read-only"):
        env.step([0])


def test_sensible_masks_leave_out_what_a_step_still_takes() -> None:
    plain = VecEnv("snap", 64, seed=1, packed=False)
    sensible = VecEnv("snap", 64, seed=1, packed=False, sensible=True)
    a, b = plain.reset(), sensible.reset()
    snap = plain.spec.actions.index("snap")
    left_out = 0
    for _ in range(50):
        assert not (b.masks & ~a.masks).any() and b.masks.any(axis=1).all()
        left_out += int((a.masks[:, snap] & ~b.masks[:, snap]).sum())
        actions = plain.random_actions()
        a, b = plain.step(actions), sensible.step(actions)
        assert np.array_equal(a.observations, b.observations)
    assert left_out > 0


def test_hints_are_planes_of_their_own() -> None:
    plain, hinted = elderhand.describe("gin"), elderhand.describe("gin", hints=True)
    assert hinted.planes[: len(plain.planes)] == plain.planes and hinted.bits > plain.bits
    env, other = VecEnv("gin", 4, hints=True, packed=False), VecEnv("gin", 4, packed=False)
    a, b = env.reset(), other.reset()
    assert np.array_equal(a.observations[:, : plain.bits], b.observations)
    assert a.observations[:, plain.bits :].any()
    observation, _ = elderhand.encode("gin", env.view(0, int(a.seats[0])), hints=True)
    assert np.array_equal(observation, a.observations[0])


def test_whoever_writes_into_the_masks_harms_nobody_but_themselves() -> None:
    env, other = VecEnv("gin", 8, seed=1), VecEnv("gin", 8, seed=1)
    batch, kept = env.reset(), other.reset()
    batch.masks[:] = 255
    actions = env.random_actions()
    assert np.array_equal(actions, other.random_actions())
    batch.masks[:] = 255
    legal = [other.spec.actions[action] for action in np.flatnonzero(np.unpackbits(kept.masks[0], bitorder="little"))]
    wrong = int(np.flatnonzero(np.unpackbits(kept.masks[0], bitorder="little") == 0)[0])
    with pytest.raises(ActionError, match="is not legal: legal are") as error:
        env.step([wrong, *actions[1:]])
    assert [name.split("`")[1] for name in str(error.value).split("legal are ")[1].split(", ")] == legal
    assert equal(env.step(actions), other.step(actions))


def test_any_number_does_where_an_end_is_shown() -> None:
    env = VecEnv("kuhn", 1, seed=1, autoreset="next-step", packed=False)
    batch = env.reset()
    while not batch.ends[0]:
        batch = env.step(env.random_actions())
    assert not batch.masks.any()
    batch = env.step([-1])
    assert batch.masks.any() and not batch.ends[0]
    with pytest.raises(ActionError, match="no action -1"):
        env.step([-1])


def test_a_number_is_told_as_it_was_given() -> None:
    env = VecEnv("kuhn", 2)
    env.reset()
    with pytest.raises(ActionError, match="lane 1: there is no action 9223372036854775811") as error:
        env.step(np.array([0, 2**63 + 3], np.uint64))
    assert error.value.action == 2**63 + 3 and error.value.name is None


def test_the_number_of_lanes_is_bounded() -> None:
    with pytest.raises(ValueError, match="lanes is 16777216: expected 1 to 1048576"):
        VecEnv("gin", 2**24, packed=False)


def test_rows_of_any_seat_leave_folly_out_as_those_of_the_batch_do() -> None:
    env = VecEnv("snap", 16, seed=1, packed=False, sensible=True)
    batch = env.reset()
    for _ in range(30):
        for lane, seat in enumerate(batch.seats):
            assert np.array_equal(env.observe(lane, int(seat))[1], batch.masks[lane])
        batch = env.step(env.random_actions())
