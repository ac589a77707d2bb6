#!/usr/bin/env bash
# Every check that a change must pass, stopping at the first that fails. `make test` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."

skipped=""

# stage TITLE COMMAND...: a heading, the command, the time it took.
stage() {
  title=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  # Not `if "$@"`: that would switch `set -e` off inside the functions below.
  "$@"
  printf '== %s: ok, %d s\n' "$title" $((SECONDS - start))
  title=""
}
trap 'kill $(jobs -p) 2>/dev/null || true; [ -z "${title:-}" ] || printf "\n== %s: FAILED after %d s\n" "$title" $((SECONDS - start))' EXIT

# Where programs without a run path (doctests) find libtorch.
libtorch_folder() {
  if [ -n "${LIBTORCH_USE_PYTORCH+set}" ]; then
    python3 -c 'import os, torch; print(os.path.dirname(torch.__file__) + "/lib")'
  else
    echo "${LIBTORCH_LIB:-${LIBTORCH:-$PWD/.libtorch}}/lib"
  fi
}

doctests() {
  local folder
  folder=$(libtorch_folder)
  LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" cargo test --doc --workspace --quiet
}

# The rules and the players must also build for a web page, and without libtorch.
wasm() {
  local target=wasm32-unknown-unknown
  if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] && ! timeout 120 rustup target add "$target"; then
    skipped+=" (skipped: the $target build, as that target could not be installed)"
    echo "skipped: the target $target is not installed and could not be added"
    return
  fi
  cargo clippy --package elderhand-web --package elderhand-env --package elderhand-agents --target "$target" -- -D warnings
  # As a page carries them: without processes, threads and the writing of bundles.
  cargo clippy --package elderhand-env --package elderhand-agents --target "$target" --no-default-features -- -D warnings
}

# What env and agents are packed as must build by itself: nothing outside their folders may be missing.
packages() {
  local folder=$PWD/target/package/unpacked crate archive
  for crate in env agents train serve cli c web/engine web/package; do
    cmp LICENSE-MIT "$crate/LICENSE-MIT"
    cmp LICENSE-APACHE "$crate/LICENSE-APACHE"
  done
  rm -rf "$folder" target/package/*.crate
  mkdir -p "$folder"
  cargo package --quiet --offline --allow-dirty --no-verify --package elderhand-env --package elderhand-agents 2>&1 \
    | { grep -v "^warning: ignoring test" || true; }
  for archive in target/package/*.crate; do
    tar --extract --touch --gzip --file "$archive" --directory "$folder"
  done
  # The same profiles and versions as here, so that the libraries are those that were checked before.
  {
    printf '[workspace]\nresolver = "3"\nmembers = ["elderhand-*"]\n\n'
    printf '[patch.crates-io]\nelderhand-env = { path = "%s" }\n\n' "$(cd "$folder" && echo elderhand-env-*)"
    sed -n '/^\[profile/,$p' Cargo.toml
  } >"$folder/Cargo.toml"
  cp Cargo.lock "$folder"
  (
    cd "$folder"
    export CARGO_TARGET_DIR=$OLDPWD/target
    cargo check --quiet --offline --workspace --examples --lib
    cargo check --quiet --offline --workspace --lib --no-default-features
  )
}

# The examples that end by themselves; the game of its own is among the tests. Built with the whole workspace, whose
# features are those of the tests, so that nothing is built for them alone.
examples() {
  local folder=${CARGO_TARGET_DIR:-target}/debug/examples name
  cargo build --quiet --workspace --bins --examples
  for name in step_a_batch write_an_agent ask_a_bundle; do
    "$folder/$name"
  done
}

# optional SCRIPT WHAT: runs a script that ends with 77 where its tools are missing; then WHAT is told as skipped.
optional() {
  local code=0
  "scripts/$1.sh" || code=$?
  if [ "$code" = 77 ]; then
    skipped+=" (skipped: $2)"
    return
  fi
  return "$code"
}

# Licences, sources and bans of deny.toml; the advisories need a database that is fetched.
supply() {
  if ! cargo deny --version >/dev/null 2>&1; then
    skipped+=" (skipped: what comes in from outside, as cargo-deny is missing)"
    echo "skipped: cargo-deny is missing (cargo install --locked cargo-deny)"
    return
  fi
  cargo deny --offline --log-level error check licenses bans sources
}

# Python leaves time too, in which wasm-bindgen is compiled, if it is not there.
python_package() {
  nice -n 19 scripts/web.sh bindgen >/dev/null 2>&1 &
  optional python "the Python package, as its tools could not be had"
  # What it lacks is told by the stage that needs it.
  wait $! || true
}

# The browser is mostly waited for: the tests are compiled meanwhile, with what time it leaves.
page() {
  local log=${CARGO_TARGET_DIR:-target}/tests.log code=0
  nice -n 19 "${tests[@]}" --no-run >"$log" 2>&1 &
  optional page "the page in a browser, as that or the page is missing" || code=$?
  wait $! || { cat "$log"; code=1; }
  return "$code"
}

if cargo nextest --version >/dev/null 2>&1; then
  tests=(cargo nextest run --workspace)
else
  tests=(cargo test --workspace --lib --bins --tests --examples)
fi

stage "format" cargo fmt --all --check
stage "lints" cargo clippy --workspace --all-targets -- -D warnings
stage "lints, without training" cargo clippy --package elderhand --no-default-features --all-targets -- -D warnings
stage "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
stage "what comes in from outside" supply
stage "web build" wasm
stage "packed crates" packages
stage "examples in the documentation" doctests
stage "examples" examples
stage "python" python_package
stage "clients" optional clients "the client in TypeScript"
stage "c" scripts/c.sh
stage "npm package" optional web "the npm package, as its tools could not be had"
stage "page" page
stage "proxy" optional proxy "the server behind nginx"
stage "ranks" optional ranks "runs of several processes, as MPI is missing"
# Last, so that the runner's summary is what one sees.
stage "tests" "${tests[@]}" --no-fail-fast
printf '\nEvery check passed in %d s%s.\n' "$SECONDS" "$skipped"
