#!/usr/bin/env bash
# Trains and plays as several processes under MPI: they come to the weights of one process with as many threads and to the
# results of one process, and a run survives the death and the silence of each. Ends with 77 if MPI or libclang, with which
# its library is built, is not there.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v mpirun >/dev/null || ! command -v mpicc >/dev/null; then
  echo "skipped: there is no MPI (Debian: libopenmpi-dev openmpi-bin)"
  exit 77
fi
if ! ldconfig -p | grep -q libclang && ! compgen -G "${LIBCLANG_PATH:-/usr/lib/llvm-*/lib}/libclang*.so*" >/dev/null; then
  echo "skipped: there is no libclang (Debian: libclang-dev)"
  exit 77
fi

# With the workspace's features, so that no library is built for this alone.
cargo build --quiet --workspace --bins --examples --features elderhand-train/mpi
built=${CARGO_TARGET_DIR:-$PWD/target}/debug
program=$built/examples/on_ranks
folder=$(mktemp -d)
started=""
trap 'kill -TERM $started 2>/dev/null || true; rm -rf "$folder"' EXIT

# In a container one is root, and there may be fewer cores than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpi=(mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1)
ranks=("${mpi[@]}" -n 2 "$program")

sets=(self_play.lanes=128 'evaluation.opponents=[]' pool.share=0.2 pool.every=1 checkpoint.every=5)

# data FILE: what the tensors of a checkpoint hold, without who wrote it.
data() {
  python3 -c 'import hashlib, sys
bytes = open(sys.argv[1], "rb").read()
print(hashlib.sha256(bytes[8 + int.from_bytes(bytes[:8], "little"):]).hexdigest())' "$1"
}
newest() {
  ls "$1"/checkpoints/*.safetensors | tail -n 1
}

short=("${sets[@]}" budget.decisions=122880)
"${ranks[@]}" configs/leduc.toml "$folder/two" "${short[@]}" threads=1
"$program" configs/leduc.toml "$folder/one" "${short[@]}" threads=2
if [ "$(data "$(newest "$folder/one")")" != "$(data "$(newest "$folder/two")")" ]; then
  echo "two ranks came to other weights than two threads"
  exit 1
fi
echo "two ranks with a thread each came to the weights of two threads"

# told FILE: what a command printed as JSON, without how long it took.
told() {
  python3 -c 'import json, sys
def timeless(value):
    if isinstance(value, list):
        return [timeless(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: timeless(one) for key, one in value.items() if key not in ("seconds", "rounds_per_second")}
print(timeless(json.load(open(sys.argv[1]))))' "$1"
}

# same COMMAND...: a command of elderhand comes to the same in three processes and in one.
same() {
  "$built/elderhand" "$@" --threads 1 --json >"$folder/alone.json"
  "${mpi[@]}" -n 3 "$built/elderhand" "$@" --threads 1 --json --mpi >"$folder/ranks.json"
  if [ "$(told "$folder/alone.json")" != "$(told "$folder/ranks.json")" ]; then
    echo "three ranks came to other results than one process: elderhand $*"
    exit 1
  fi
}
same arena --game gin --bots simple,greedy --deals 300
same arena --game skirmish --bots simple,random --set seats=3 --deals 100000 --until-decided
same rate --game gin --bots simple,greedy,random --deals 300 --batch 50
"$built/elderhand" rate --game gin --bots simple,random --deals 100 --results "$folder/begun.jsonl" >/dev/null
cp "$folder/begun.jsonl" "$folder/begun-ranks.jsonl"
rated=(rate --game gin --bots simple,greedy,random --deals 300 --threads 1)
# With a file that goes on, and with one that is not there yet.
for results in "$folder/begun" "$folder/new"; do
  "$built/elderhand" "${rated[@]}" --results "$results.jsonl" >/dev/null
  "${mpi[@]}" -n 3 "$built/elderhand" "${rated[@]}" --results "$results-ranks.jsonl" --mpi >/dev/null
  cmp "$results.jsonl" "$results-ranks.jsonl"
done
echo "three ranks came to the results of one process in arena and rate"

# ends SIGNAL RANK: a run of which a rank gets a signal ends by itself, and can be taken up again.
ends() {
  local signal=$1 rank=$2 run=$folder/$1-$2 pid before last
  "${ranks[@]}" configs/leduc.toml "$run" "${sets[@]}" threads=1 >"$run.log" 2>&1 &
  started=$!
  for _ in $(seq 300); do
    [ "$(find "$run/checkpoints" -name '*.safetensors' 2>/dev/null | wc -l)" -ge 2 ] && break
    sleep 0.2
  done
  for pid in $(pgrep -P "$started"); do
    tr '\0' '\n' <"/proc/$pid/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$rank" && kill "-$signal" "$pid"
  done
  before=$SECONDS
  if wait "$started"; then
    echo "a run whose rank $rank got SIG$signal ended well"
    return 1
  fi
  started=""
  echo "SIG$signal on rank $rank: the run ended after $((SECONDS - before)) s"
  if [ $((SECONDS - before)) -gt 60 ] || { [ "$signal" = STOP ] && ! grep -q "has waited 5 s for the others" "$run.log"; }; then
    cat "$run.log"
    return 1
  fi
  # Three iterations more.
  last=$(basename "$(newest "$run")" .safetensors)
  "${ranks[@]}" configs/leduc.toml "$run" "budget.decisions=$(((10#$last + 3) * 4096))" >"$run.log" 2>&1 || { cat "$run.log"; return 1; }
  [ "$((10#$(basename "$(newest "$run")" .safetensors)))" = $((10#$last + 3)) ]
}
for rank in 0 1; do
  ends KILL "$rank"
  ends STOP "$rank"
done
