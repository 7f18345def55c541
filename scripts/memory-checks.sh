#!/usr/bin/env bash
# The parts with `unsafe` in Miri, and the search with several threads under ThreadSanitizer:
#
#     scripts/memory-checks.sh [miri|threads]
#
# Needs a nightly compiler with the components miri and rust-src. docs/reliability.md has the results.

set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/memory-checks

miri() {
  # Lists of moves, squares from numbers, the magic tables; the test of all 107,648 entries of those would take hours.
  cargo +nightly miri test --package tabia-chess --lib -- --skip every_index_is_in_its_own_part
  # Tables whose entries are written when they are first needed, by several threads; other tests ask for more memory than Miri has.
  cargo +nightly miri test --package tabia-engine --lib -- lazy::
}

threads() {
  # The standard library is built with the sanitizer as well: without it its own locks would look like races.
  RUSTFLAGS=-Zsanitizer=thread RUSTDOCFLAGS=-Zsanitizer=thread TSAN_OPTIONS=halt_on_error=1 \
    cargo +nightly test -Zbuild-std --target "$(rustc -vV | sed -n 's/^host: //p')" --package tabia-engine --test threads
}

case ${1:-all} in
  miri) miri ;;
  threads) threads ;;
  all)
    miri
    threads
    ;;
  *) die "usage: scripts/memory-checks.sh [miri|threads]" ;;
esac
