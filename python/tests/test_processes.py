"""Threads, forks, other processes, and Ctrl-C."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import elderhand


def played(env: elderhand.VecEnv, steps: int) -> np.ndarray:
    batch = env.batch
    for _ in range(steps):
        batch = env.step(env.random_actions())
    return batch.observations.copy()


def in_another(env: elderhand.VecEnv, pipe: "multiprocessing.connection.Connection") -> None:
    pipe.send(played(env, 20))


@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_other_processes_play_the_same(method: str) -> None:
    context = multiprocessing.get_context(method)
    env = elderhand.VecEnv("gin", 1024, seed=7, threads=2)
    env.reset()
    played(env, 5)
    here, there = context.Pipe()
    process = context.Process(target=in_another, args=(env, there))
    process.start()
    try:
        assert here.poll(30), "the other process does not answer"
        assert np.array_equal(here.recv(), played(env, 20))
    finally:
        process.kill()
        process.join()


def test_two_threads_do_not_share_an_environment() -> None:
    env = elderhand.VecEnv("pinnacle-nine", 20_000, hints=True)
    env.reset()
    refused: list[Exception] = []

    def steps() -> None:
        for _ in range(3):
            try:
                env.step(env.random_actions())
            except elderhand.EnvError as error:
                refused.append(error)

    threads = [threading.Thread(target=steps) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused and "another thread" in str(refused[0])


def test_a_thread_may_have_an_environment_of_its_own() -> None:
    def sees() -> None:
        env = elderhand.VecEnv("kuhn", 256, all_observations=True)
        env.reset()
        env.step(env.random_actions())

    thread = threading.Thread(target=sees, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()


def test_tables_of_several_threads_do_not_wait_for_each_other_for_ever() -> None:
    """Descriptions run Python's own code, in which threads take turns."""
    table, interval = elderhand.Table("gin"), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=lambda: [table.spec for _ in range(100)], daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert not any(thread.is_alive() for thread in threads)
    finally:
        sys.setswitchinterval(interval)


def seconds_until_heard(work: Callable[[], object]) -> float:
    """Presses Ctrl-C in the midst of some work and returns how long it goes on."""
    # Programs that a script starts in the background ignore the signal until they say otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.signal(signal.SIGINT, before)
    return time.monotonic() - begun - 0.3


def ponder(observations: Any, masks: Any, seats: Any) -> Any:
    """The first legal action, after some thought."""
    time.sleep(0.005)
    return np.unpackbits(masks, axis=1, bitorder="little").argmax(axis=1)


@pytest.mark.parametrize(
    "work",
    [
        lambda: elderhand.arena("gin", ["simple", "random"], deals=10**7),
        lambda: elderhand.arena("gin", ["simple", "random"], deals=10**7, threads=2),
        lambda: elderhand.arena("gin", [ponder, "search:simple,time=0.1"], deals=10**7),
        lambda: elderhand.tournament("gin", [ponder, "simple"], format="series", rounds=1000),
        lambda: elderhand.dataset(game="gin", bots=["random"], games=10**7),
        lambda: elderhand.exploitability("kuhn", "random", answers=2**32 - 1),
    ],
    ids=["arena", "arena of two threads", "arena with a policy", "tournament", "dataset", "answers to one view"],
)
def test_ctrl_c_ends_long_work(work: Callable[[], object]) -> None:
    assert seconds_until_heard(work) < 5


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("lanes", "seconds"), [(60, 0.2), (2, 30)])
def test_ctrl_c_ends_a_step_in_which_others_think(threads: int, lanes: int, seconds: float) -> None:
    env = elderhand.SeatEnv("gin", lanes, opponents=[f"search:simple,time={seconds}"], seat=1, threads=threads)
    assert seconds_until_heard(env.reset) < 2


@pytest.mark.parametrize("search", ["time=60", "time=60,believe=simple,worlds=100000"])
def test_ctrl_c_ends_a_decision(search: str) -> None:
    # To pass or to take is a close choice there.
    bot, view = elderhand.Bot(f"search:simple,{search}", "gin"), elderhand.Table("gin", seed=6).view()
    assert seconds_until_heard(lambda: bot.decide(view)) < 2
    assert elderhand.Bot("search:simple,rollouts=10", "gin").decide(view).name


def test_a_player_that_fails_in_one_thread_ends_the_games_of_all() -> None:
    failed = threading.Event()
    asked: list[int] = []

    class Fails:
        """Answers the thread that asked first, once another has asked."""

        def act(self, view: dict[str, Any]) -> int:
            thread = threading.get_ident()
            asked.append(thread)
            if thread != asked[0]:
                failed.set()
                raise ZeroDivisionError
            assert failed.wait(60)
            time.sleep(0.001)
            return int(elderhand.encode("kuhn", view)[1].argmax())

    with pytest.raises(ZeroDivisionError):
        elderhand.dataset(game="kuhn", bots=[Fails()], games=4000, threads=2)
    assert len(asked) < 1000


class Ponders:
    """Plays the first legal action of a view after a pause."""

    pause = 0.0

    def act(self, view: dict[str, Any]) -> int:
        time.sleep(self.pause)
        return int(elderhand.encode("gin", view)[1].argmax())


def test_after_ctrl_c_an_environment_must_and_can_be_reset() -> None:
    player = Ponders()
    env = elderhand.SeatEnv("gin", 60, opponents=[player], seed=3, threads=2)
    first = env.reset().copy()
    player.pause = 0.2
    assert seconds_until_heard(lambda: env.step(env.random_actions())) < 2
    for use in (lambda: env.step([0] * 60), env.random_actions, lambda: env.view(0)):
        with pytest.raises(elderhand.EnvError, match="must be reset"):
            use()
    player.pause = 0
    assert np.array_equal(env.reset(seed=3).observations, first.observations)
