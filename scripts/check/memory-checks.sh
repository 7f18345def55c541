#!/usr/bin/env bash
# Runs the code with `unsafe` in Miri, and the threaded search and the native program under ThreadSanitizer:
#
#     scripts/check/memory-checks.sh [miri|threads]
#
# Needs a nightly compiler with the components miri and rust-src. docs/reliability.md has the results.

set -euo pipefail
# shellcheck source=../lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$ROOT"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/memory-checks

miri() {
  # Move lists, squares, magic tables; the test of all 107,648 magic entries would take hours.
  cargo +nightly miri test --package tabia-chess --lib -- --skip every_index_is_in_its_own_part
  # The lazily written table, from several threads; other tests need more memory than Miri has.
  cargo +nightly miri test --package tabia-engine --lib -- lazy::
}

threads() {
  local reports=$CARGO_TARGET_DIR/races
  rm -f "$reports".*
  # Reports go to files, because tests read the output of the processes that they start.
  export TSAN_OPTIONS="log_path=$reports exitcode=66"
  # The standard library is built with the sanitizer too; otherwise its locks would look like races.
  export RUSTFLAGS=-Zsanitizer=thread RUSTDOCFLAGS=-Zsanitizer=thread
  local test=(cargo +nightly test -Zbuild-std --target "$(rustc -vV | sed -n 's/^host: //p')" --no-fail-fast)
  "${test[@]}" --package tabia-engine --test threads
  "${test[@]}" --package tabia-cli --test uci --test matches --test journal
  if compgen -G "$reports.*" >/dev/null; then
    cat "$reports".*
    die "there are races"
  fi
}

case ${1:-all} in
  miri) miri ;;
  threads) threads ;;
  all)
    miri
    threads
    ;;
  *) die "usage: scripts/check/memory-checks.sh [miri|threads]" ;;
esac
