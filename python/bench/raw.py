"""How much of the speed of `elderhand bench env` is left in Python: gin, one thread, random actions.

Both take turns, since other work on the machine comes and goes, and medians are compared. Give the path of a program that
was built for the same processor as the module:

    python bench/raw.py target/release/elderhand
"""

import json
import statistics
import subprocess
import sys
import time

import numpy as np

import elderhand

TURNS = 7
SECONDS = 1.0
GAME = "gin"


def program(path: str, lanes: int) -> float:
    """Returns the decisions a second that the program measures."""
    command = [path, "bench", "env", "--game", GAME, "--lanes", str(lanes), "--threads", "1", "--seconds", str(SECONDS)]
    told = json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout)
    return float(told["decisions_per_second"])


def drawn_in_rust(env: elderhand.VecEnv) -> None:
    env.step(env.random_actions())


def drawn_in_numpy(env: elderhand.VecEnv, rng: np.random.Generator) -> None:
    masks = env.batch.masks
    # The legal actions of all lanes in a row, and where those of each lane begin.
    legal = np.flatnonzero(masks)
    begins = np.searchsorted(legal, np.arange(len(masks) + 1) * masks.shape[1])
    drawn = (rng.random(len(masks)) * np.diff(begins)).astype(np.int64)
    env.step(legal[begins[:-1] + drawn] % masks.shape[1])


def measure(env: elderhand.VecEnv, *, numpy: bool) -> float:
    """Returns the decisions a second of an environment."""
    rng, steps = np.random.default_rng(1), 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < SECONDS:
        for _ in range(4):
            drawn_in_numpy(env, rng) if numpy else drawn_in_rust(env)
        steps += 4
    return steps * env.lanes / passed


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for lanes in (1024, 4096):
        kinds = {
            "packed, drawn in Rust": (elderhand.VecEnv(GAME, lanes), False),
            "a byte a bit, drawn in Rust": (elderhand.VecEnv(GAME, lanes, packed=False), False),
            "a byte a bit, drawn in numpy": (elderhand.VecEnv(GAME, lanes, packed=False), True),
        }
        for env, _ in kinds.values():
            env.reset()
        rates: dict[str, list[float]] = {"bench env": [], **{kind: [] for kind in kinds}}
        for _ in range(TURNS):
            rates["bench env"].append(program(sys.argv[1], lanes))
            for kind, (env, numpy) in kinds.items():
                rates[kind].append(measure(env, numpy=numpy))
        whole = statistics.median(rates["bench env"])
        print(f"{lanes} lanes")
        for kind, found in rates.items():
            rate = statistics.median(found)
            print(f"  {kind:30} {rate:12,.0f} decisions a second  {rate / whole:5.2f} of bench env")


if __name__ == "__main__":
    main()
