#!/usr/bin/env bash
# The Python package: `scripts/python.sh` builds and checks it, `scripts/python.sh wheel` makes a wheel for other machines.
# What it needs is installed into target/python. It ends with 77 where that cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
tools="maturin>=1.9,<2 numpy pytest mypy"

# The virtual environment, made when there is none.
venv() {
  if ! python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "skipped: there is no Python of version 3.11 or later with venv"
    exit 77
  fi
  [ -x target/python/bin/python ] || python3 -m venv target/python
  . target/python/bin/activate
  # shellcheck disable=SC2086
  if ! python -c 'import maturin, mypy, numpy, pytest' 2>/dev/null && ! pip install --quiet $tools; then
    echo "skipped: $tools cannot be installed"
    exit 77
  fi
}

check() {
  cd "$root/python"
  # Without optimisation beyond that of the tests; it is put beside the Python sources, where git ignores it.
  maturin develop --quiet --profile dev
  mypy
  stubtest --mypy-config-file pyproject.toml elderhand
  python -m pytest --quiet
}

wheel() {
  local cpu=generic
  # What every server and desktop of the last ten years has; without RUSTFLAGS the wheel would be for this machine alone.
  [ "$(uname -m)" = x86_64 ] && cpu=x86-64-v2
  cd "$root/python"
  RUSTFLAGS="-C target-cpu=$cpu" maturin build --quiet --profile wheel --out "$root/target/wheels"
  ls -l "$root/target/wheels"
}

venv
case "${1:-check}" in
  check) check ;;
  wheel) wheel ;;
  *) echo "usage: scripts/python.sh [wheel]" >&2; exit 2 ;;
esac
