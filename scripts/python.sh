#!/usr/bin/env bash
# The Python package: `scripts/python.sh` builds and checks it, `scripts/python.sh wheel [TARGET…]` makes wheels for other
# machines in target/wheels: Linux on x86-64 and aarch64, with glibc and with musl, unless targets are named.
# `scripts/python.sh examples` runs those of python/examples, the trainers shortly.
# What it needs is installed into target/python, for the examples into target/python-examples. It ends with 77 where that
# cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
tools="maturin>=1.9,<2 numpy pytest mypy gymnasium>=1.1 pettingzoo>=1.25 pandas"

# The virtual environment, made when there is none.
venv() {
  if ! python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "skipped: there is no Python of version 3.11 or later with venv"
    exit 77
  fi
  [ -x target/python/bin/python ] || python3 -m venv target/python
  . target/python/bin/activate
  if ! python -c 'import onnx, onnxruntime' 2>/dev/null && ! pip install --quiet onnx onnxruntime 2>/dev/null; then
    echo "not checked: ONNX models, as onnx and onnxruntime cannot be installed"
  fi
  # shellcheck disable=SC2086
  if ! python -c 'import gymnasium, maturin, mypy, numpy, pandas, pettingzoo, pytest' 2>/dev/null && ! pip install --quiet $tools; then
    echo "skipped: $tools cannot be installed"
    exit 77
  fi
}

# Makes the compiler ready for a target; fails if it cannot be had.
add_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] || timeout 120 rustup target add "$1" 2>/dev/null
}

# The systems whose wheels are built on machines of theirs: at least what is written here must compile for them.
foreign="x86_64-pc-windows-msvc aarch64-apple-darwin"

check() {
  local target
  cd "$root/python"
  for target in $foreign; do
    if add_target "$target"; then
      PYO3_NO_PYTHON=1 cargo check --quiet --package elderhand-python --target "$target"
    else
      echo "not checked for $target: it could not be added"
    fi
  done
  # As the other checks build it, so that nothing is built twice; it is put beside the Python sources, where git ignores it.
  cargo build --quiet --workspace --lib --examples
  cp "${CARGO_TARGET_DIR:-$root/target}/debug/lib_elderhand.so" elderhand/_elderhand.abi3.so
  export PYTHONPATH=$PWD
  # What a package is made of is there.
  maturin sdist --out "$root/target/python/sdist"
  mypy
  # Nothing else has a stub, and what needs torch could not be imported.
  stubtest --mypy-config-file pyproject.toml elderhand._elderhand
  python -m pytest --quiet
}

linux="x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl"

wheel() {
  local target cpu
  # Zig's linker knows every libc of Linux, old glibc too.
  python -c 'import ziglang' 2>/dev/null || pip install --quiet "ziglang>=0.13"
  cd "$root/python"
  for target in ${*:-$linux}; do
    add_target "$target"
    # What every server and desktop of the last ten years has; without RUSTFLAGS the wheel would be for this machine alone.
    case $target in x86_64-*) cpu=x86-64-v2 ;; *) cpu=generic ;; esac
    printf '== %s\n' "$target"
    RUSTFLAGS="-C target-cpu=$cpu" maturin build --quiet --zig --profile wheel --target "$target" --out "$root/target/wheels"
  done
  ls -l "$root/target/wheels"
}

examples() {
  local name
  [ -x target/python-examples/bin/python ] || python3 -m venv target/python-examples
  . target/python-examples/bin/activate
  pip install --quiet "./python[gym,sb3,torch]" tianshou torchrl open_spiel
  cd "$root/python/examples"
  export ELDERHAND_CHECKPOINTS=${ELDERHAND_CHECKPOINTS:-$root/checkpoints}
  printf '== load_in_torch\n'
  python load_in_torch.py
  printf '== open_spiel_game\n'
  python open_spiel_game.py --iterations 10
  for name in maskable_ppo ppo_torch tianshou_dqn torchrl_ppo; do
    printf '== %s\n' "$name"
    python "$name.py" --steps 20000
  done
}

[ "${1:-check}" = examples ] || venv
case "${1:-check}" in
  check) check ;;
  wheel) wheel "${@:2}" ;;
  examples) examples ;;
  *) echo "usage: scripts/python.sh [examples | wheel [TARGET…]]" >&2; exit 2 ;;
esac
