#!/usr/bin/env bash
# Fuzzes what comes from outside: `scripts/fuzz.sh [TARGET|all] [SECONDS]`, a minute for each target unless told otherwise.
# `make fuzz` runs it. With KEEP=1 a few small inputs that reach most are kept in fuzz/corpus afterwards.
#
# Ends with 77 where nightly or cargo-fuzz is missing, and with 1 where something was found.
set -euo pipefail
cd "$(dirname "$0")/.."

chosen=${1:-all} seconds=${2:-60}
# So many bytes of inputs are kept for a target.
room=4096

if ! cargo +nightly --version >/dev/null 2>&1 || ! cargo +nightly fuzz --version >/dev/null 2>&1; then
  echo "skipped: fuzzing needs \`rustup toolchain install nightly\` and \`cargo install --locked cargo-fuzz\`"
  exit 77
fi

# The workspace has no unsafe code of its own there, so a sanitizer would only make it slow.
cargo +nightly fuzz build --sanitizer none target
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
program=${CARGO_TARGET_DIR:-fuzz/target}/$host/release/target

# The names of the targets are those of the folders of their inputs, which a test holds against the list.
targets=$(ls fuzz/corpus)
if [ "$chosen" != all ]; then
  [ -d "fuzz/corpus/$chosen" ] || { echo "there is no target $chosen: expected one of ${targets//$'\n'/, }"; exit 2; }
  targets=$chosen
fi

# keep TARGET: of the inputs that together reach all that was reached, some of every size, as many as there is room for, beside
# those that have names of their own.
keep() {
  local merged count size file number=0 total=0
  merged=$(mktemp -d)
  ELDERHAND_TARGET=$1 "$program" -merge=1 -max_len=512 "$merged" "fuzz/corpus/$1" "fuzz/grown/$1" >/dev/null 2>&1
  # libFuzzer names inputs by their SHA-1.
  find "fuzz/corpus/$1" -type f -regextype egrep -regex '.*/[0-9a-f]{40}' -delete
  count=$(find "$merged" -type f | wc -l)
  while read -r size file; do
    number=$((number + 1))
    if [ $((number % (count / 16 + 1))) != 0 ] || [ $((total + size)) -gt "$room" ]; then continue; fi
    total=$((total + size))
    cp "$merged/$file" "fuzz/corpus/$1/"
  done < <(find "$merged" -type f -printf '%s %f\n' | sort -n)
  rm -r "$merged"
}

found=0
table=$(printf '%-12s %12s %8s %8s %6s %6s' target executions a-second coverage inputs finds)
for target in $targets; do
  mkdir -p "fuzz/grown/$target" "fuzz/artifacts/$target"
  log=fuzz/artifacts/$target/log.txt
  before=$(find "fuzz/artifacts/$target" -type f ! -name log.txt | wc -l)
  printf '\n== %s, %d s\n' "$target" "$seconds"
  # A find ends it; it is counted below.
  ELDERHAND_TARGET=$target "$program" "fuzz/grown/$target" "fuzz/corpus/$target" -max_total_time="$seconds" -max_len=512 \
    -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="fuzz/artifacts/$target/" >"$log" 2>&1 || true
  finds=$(($(find "fuzz/artifacts/$target" -type f ! -name log.txt | wc -l) - before))
  if [ "$finds" -gt 0 ]; then
    found=1
    grep -a -A3 'panicked at' "$log" | head -n 12 || tail -n 12 "$log"
    find "fuzz/artifacts/$target" -type f ! -name log.txt -newer "fuzz/grown/$target" -printf 'the input: %p\n'
  elif [ -n "${KEEP:-}" ]; then
    keep "$target"
  fi
  stat() { sed -n "s/^stat::$1: *//p" "$log" | tail -n 1; }
  coverage=$(grep -a -o 'cov: [0-9]*' "$log" | tail -n 1 | cut -d ' ' -f 2)
  table+=$'\n'$(printf '%-12s %12s %8s %8s %6s %6s' "$target" "$(stat number_of_executed_units)" \
    "$(stat average_exec_per_sec)" "${coverage:--}" "$(find "fuzz/grown/$target" -type f | wc -l)" "$finds")
done
printf '\n%s\n' "$table"
exit "$found"
