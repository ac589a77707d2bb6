#!/usr/bin/env bash
# Plays whole games with the example clients, as those who copy them would. Ends with 77 if TypeScript could not be tried.
set -euo pipefail
cd "$(dirname "$0")/.."

# With the examples the features are those of the tests, so that nothing is built for this alone.
cargo build --quiet --workspace --bins --examples
target=${CARGO_TARGET_DIR:-$PWD/target}
export ELDERHAND=$target/debug/elderhand
folder=$target/clients
mkdir -p "$folder"

# plays GAME CLIENT...: a game is played to its end, with an action and what came of it.
plays() {
  local game=$1 bot=$2 said
  shift 2
  said=$("$@" "$game" "$bot")
  if [ "$(wc -l <<<"$said")" -lt 2 ] || ! grep -qE '^returns \[.*\]$' <<<"$(tail -n 1 <<<"$said")"; then
    printf '%s: a game of %s ended so:\n%s\n' "$1" "$game" "$said"
    return 1
  fi
  echo "$1 plays $game: $(tail -n 1 <<<"$said")"
}

plays gin simple python3 examples/clients/play.py
plays knock-rummy random python3 examples/clients/play.py
plays pinnacle-nine always-call python3 examples/clients/play.py

cc -Wall -Wextra -Werror -O1 -o "$folder/play" examples/clients/play.c
plays gin simple "$folder/play"
plays skarney simple "$folder/play"

# Node.js takes types out by itself since version 22.18; before, the compiler does.
if node -e 'process.exit(process.features.typescript ? 0 : 1)' 2>/dev/null; then
  plays gin simple node examples/clients/play.ts
elif command -v npm >/dev/null && npm install --silent --no-save --prefix "$folder" typescript@5 @types/node@22; then
  cp examples/clients/play.ts "$folder/play.mts"
  "$folder/node_modules/.bin/tsc" --strict --target es2022 --module nodenext --moduleResolution nodenext \
    --types node --typeRoots "$folder/node_modules/@types" "$folder/play.mts"
  plays gin simple node "$folder/play.mjs"
  plays sum-run-set random node "$folder/play.mjs"
else
  echo "skipped: neither a Node.js that reads TypeScript nor npm is there"
  exit 77
fi
