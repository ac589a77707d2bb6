#!/usr/bin/env bash
# Tests the page in a browser, after scripts/web.sh has built it. Ends with 77 where it was not built or there is no browser.
set -euo pipefail
cd "$(dirname "$0")/../web/page"
if [ ! -f dist/index.html ]; then
  echo "skipped: the page was not built"
  exit 77
fi
if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  echo "skipped: Debian's chromium is missing"
  exit 77
fi
export ELDERHAND=${CARGO_TARGET_DIR:-$PWD/../../target}/debug/elderhand
npm test
node scripts/weigh.mjs
