#!/usr/bin/env bash
# Runs the examples of the C library under the sanitizers, linked with it in both ways.
set -euo pipefail
cd "$(dirname "$0")/.."

# With the examples the features are those of the tests, so that nothing is built for this alone.
cargo build --quiet --workspace --lib --examples
built=${CARGO_TARGET_DIR:-$PWD/target}/debug
folder=$built/c
mkdir -p "$folder"
checks=(-Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Ic/include)
cc -std=c11 "${checks[@]}" -o "$folder/play" c/examples/play.c "-L$built" -lelderhand "-Wl,-rpath,$built"
c++ -std=c++17 "${checks[@]}" -o "$folder/ask" c/examples/ask.cpp "$built/libelderhand.a" -lpthread -ldl -lm

# says TEXT COMMAND...: it ends well and says this.
says() {
  local text=$1 said
  shift
  said=$("$@")
  grep -q -- "$text" <<<"$said" || { printf '%s said:\n%s\n' "$1" "$said"; return 1; }
  tail -n 1 <<<"$said"
}

says "seat 0 has won" "$folder/play" gin checkpoint:gin simple
says "seat 1 has won" "$folder/play" skarney-partners random simple
says "seat 0 has won" "$folder/play" pinnacle-nine checkpoint:pinnacle-nine always-call
says "dance: there is no action" "$folder/ask"
says "checkpoint:mine would" "$folder/ask" - checkpoints/gin.elderhand
if "$folder/play" whist simple simple 2>"$folder/error"; then exit 1; fi
grep -q "status 2: there is no game \`whist\`" "$folder/error"
echo "C and C++ play without a mistake of memory"
