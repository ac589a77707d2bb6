#!/usr/bin/env bash
# Builds the engine as WebAssembly, the npm package and the page, and tests the package. What it needs is installed into
# target/tools and the node_modules of both. Ends with 77 where that cannot be had. `web.sh page` builds the page alone,
# `web.sh bindgen` only installs wasm-bindgen, which takes longest.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
wasm=wasm32-unknown-unknown

if ! node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then
  echo "skipped: Node.js from version 20 on, with npm, is missing"
  exit 77
fi
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$wasm/lib" ] && ! timeout 120 rustup target add "$wasm"; then
  echo "skipped: the target $wasm is not installed and could not be added"
  exit 77
fi
# The program must be of the very version of the crate.
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
bindgen=$target/tools/bin/wasm-bindgen
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ] \
  && ! CARGO_TARGET_DIR=$target/tools/build cargo install --quiet --debug --root "$target/tools" "wasm-bindgen-cli@$version"; then
  echo "skipped: wasm-bindgen-cli $version cannot be installed"
  exit 77
fi
if [ "${1:-}" = bindgen ]; then
  exit
fi
for part in package page; do
  if ! (cd "web/$part" && npm ci --silent); then
    echo "skipped: what web/$part/package.json names cannot be installed"
    exit 77
  fi
done

cargo build --quiet --profile web --package elderhand-web --target "$wasm"
"$bindgen" --remove-name-section --remove-producers-section --target web --out-dir web/package/engine "$target/$wasm/web/elderhand_web.wasm"
export ELDERHAND=$target/debug/elderhand
if [ "${1:-}" = page ]; then
  cargo build --quiet --package elderhand --no-default-features
else
  cargo build --quiet --workspace --bins --examples
fi
(cd web/page && npm run --silent build -- --logLevel warn)
if [ "${1:-}" = page ]; then
  echo "the page is in web/page/dist: any file host may serve it"
  exit
fi

cd web/package
npm run --silent build
npm test
