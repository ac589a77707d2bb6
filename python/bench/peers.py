"""Decisions a second from Python, beside other suites: gin rummy and Leduc poker, random legal actions, one core.

All are installed into a temporary environment, Elderhand from the wheel whose path is given, and measured in turns, since
other work on the machine comes and goes; what cannot be installed is left out. Linux, some 3 GB of disk, ten minutes:

    python bench/peers.py target/wheels/elderhand-…-manylinux….whl [PYTHON]

With the Python of an environment that has them all, nothing is installed. It prints a table of medians.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

TURNS = 5
SECONDS = 2.0
LANES = 4096

PACKAGES = ["open_spiel", "rlcard", "pettingzoo[classic]<1.27", "jax[cpu] pgx", "envpool"]

Steps = Callable[[], int]
"""Makes some decisions and returns how many."""


def elderhand_packed(game: str) -> Steps:
    """Bits packed, actions drawn in Rust."""
    import elderhand

    env = elderhand.VecEnv(game, LANES, seed=1)
    env.reset()

    def steps() -> int:
        env.step(env.random_actions())
        return LANES

    return steps


def elderhand_numpy(game: str) -> Steps:
    """A byte a bit, actions drawn in numpy."""
    import elderhand
    import numpy as np

    env = elderhand.VecEnv(game, LANES, seed=1, packed=False)
    env.reset()
    rng = np.random.default_rng(1)

    def steps() -> int:
        env.step(drawn(env.batch.masks, rng))
        return LANES

    return steps


def elderhand_table(game: str) -> Steps:
    """One game, with the row that a network sees for each decision."""
    import elderhand

    env, draw = elderhand.VecEnv(game, 1, seed=1, packed=False), random.Random(1)
    env.reset()

    def steps() -> int:
        for _ in range(100):
            env.step([draw.choice(env.batch.masks[0].nonzero()[0])])
        return 100

    return steps


def open_spiel(game: str) -> Steps:
    import pyspiel

    rules, draw = pyspiel.load_game(game), random.Random(1)
    state = rules.new_initial_state()

    def steps() -> int:
        nonlocal state
        made = 0
        while made < 20:
            if state.is_terminal():
                state = rules.new_initial_state()
            elif state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(cards, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(draw.choice(state.legal_actions()))
                made += 1
        return made

    return steps


def rlcard(game: str) -> Steps:
    import rlcard

    env, draw = rlcard.make(game, config={"seed": 1}), random.Random(1)

    def steps() -> int:
        made = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(draw.choice(list(state["legal_actions"])))
            made += 1
        return made

    return steps


def pettingzoo(game: str) -> Steps:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{game}").env()

    def steps() -> int:
        made = 0
        env.reset()
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            made += not over
        return made

    return steps


def pgx(game: str) -> Steps:
    import jax
    from jax import numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(game)

    def one(state: Any, key: Any) -> Any:
        draw, deal = jax.random.split(key)
        action = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -1e9))
        return auto_reset(env.step, env.init)(state, action, deal)

    step = jax.jit(lambda state, key: jax.vmap(one)(state, jax.random.split(key, LANES)))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, LANES))

    def steps() -> int:
        nonlocal key, state
        key, draws = jax.random.split(key)
        state = step(state, draws)
        state.observation.block_until_ready()
        return LANES

    return steps


def envpool(game: str) -> Steps:
    import envpool
    import numpy as np

    env = envpool.make(game, env_type="gymnasium", num_envs=LANES, num_threads=1, seed=1)
    _, info = env.reset()
    rng, ended = np.random.default_rng(1), np.zeros(LANES, bool)

    def steps() -> int:
        nonlocal info, ended
        # The step after an end begins the next game and decides nothing.
        made = LANES - int(ended.sum())
        _, _, terminated, truncated, info = env.step(drawn(info["legal_action_mask"], rng).astype(np.int32))
        ended = terminated | truncated
        return made

    return steps


def drawn(masks: Any, rng: Any) -> Any:
    """Draws a legal action a row."""
    import numpy as np

    # The legal actions of all lanes in a row, and where those of each lane begin.
    legal = np.flatnonzero(masks)
    begins = np.searchsorted(legal, np.arange(len(masks) + 1) * masks.shape[1])
    place = (rng.random(len(masks)) * np.diff(begins)).astype(np.int64)
    return legal[np.minimum(begins[:-1] + place, len(legal) - 1)] % masks.shape[1]


# By game: what is measured, how it is made, and what it calls the game.
MEASURED: dict[str, dict[str, tuple[Callable[[str], Steps], str]]] = {
    "gin rummy": {
        f"Elderhand, {LANES:,} games, packed, drawn in Rust": (elderhand_packed, "gin"),
        f"Elderhand, {LANES:,} games, a byte a bit, drawn in numpy": (elderhand_numpy, "gin"),
        "Elderhand, one game": (elderhand_table, "gin"),
        "OpenSpiel, one game": (open_spiel, "gin_rummy"),
        "RLCard, one game": (rlcard, "gin-rummy"),
        "PettingZoo, one game": (pettingzoo, "gin_rummy_v4"),
    },
    "Leduc poker": {
        f"Elderhand, {LANES:,} games, packed, drawn in Rust": (elderhand_packed, "leduc"),
        f"Elderhand, {LANES:,} games, a byte a bit, drawn in numpy": (elderhand_numpy, "leduc"),
        f"Pgx, {LANES:,} games, drawn in JAX": (pgx, "leduc_holdem"),
        f"EnvPool, {LANES:,} games, drawn in numpy": (envpool, "LeducHoldem-v1"),
        "Elderhand, one game": (elderhand_table, "leduc"),
        "OpenSpiel, one game": (open_spiel, "leduc_poker"),
        "RLCard, one game": (rlcard, "leduc-holdem"),
        "PettingZoo, one game": (pettingzoo, "leduc_holdem_v4"),
    },
}


def measure(game: str, what: str) -> None:
    """Prints the decisions a second of one of them, on the first core that there is."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    make, name = MEASURED[game][what]
    steps = make(name)
    steps()
    made, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < SECONDS:
        made += steps()
    print(made / passed)


def installed(folder: str, wheel: str) -> str:
    """Makes an environment with all that can be installed, and returns its Python."""
    venv.create(folder, with_pip=True)
    python = str(Path(folder) / "bin" / "python")
    for packages in [wheel, *PACKAGES]:
        print(f"installing {packages}", file=sys.stderr)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-cache-dir", *packages.split()], check=False)
    return python


def compare(python: str) -> None:
    """Measures all in turns and prints the table."""
    rates: dict[tuple[str, str], list[float]] = {(game, what): [] for game in MEASURED for what in MEASURED[game]}
    for turn in range(TURNS):
        print(f"turn {turn + 1} of {TURNS}", file=sys.stderr)
        for (game, what), found in rates.items():
            ran = subprocess.run([python, __file__, "--one", game, what], capture_output=True, text=True, check=False)
            if ran.returncode == 0:
                found.append(float(ran.stdout.split()[-1]))
            elif turn == 0:
                print(f"left out: {game}, {what}: {ran.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    print("| | | decisions a second | times slower |\n|---|---|--:|--:|")
    for (game, what), found in rates.items():
        if found:
            best = statistics.median(rates[game, next(iter(MEASURED[game]))])
            rate = statistics.median(found)
            print(f"| {game} | {what} | {rate:,.0f} | {best / rate:,.1f} |")


def main() -> None:
    match sys.argv[1:]:
        case ["--one", game, what]:
            measure(game, what)
        case [wheel]:
            with tempfile.TemporaryDirectory() as folder:
                compare(installed(folder, wheel))
        case [_, python]:
            compare(python)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
