#!/usr/bin/env bash
# Prints the figures of docs/reliability.md: fuzzing, kills, soak, memory checks, supply chain.
#
#     scripts/check/reliability.sh           # overnight: half an hour for each fuzz target, 150 kills, 50,000 and 10,000 games
#     scripts/check/reliability.sh --short   # a few minutes of everything
#
# Needs the built page and the native program (scripts/build.sh app, native), and a nightly compiler for the memory checks. Continues
# after a failure, and then exits with status 1.

set -euo pipefail
# shellcheck source=../lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$ROOT"

case ${1:-} in
  --short) seconds=20 kills=2 games=5000 tab_games=1000 ;;
  '') seconds=1800 kills=0 games=50000 tab_games=10000 ;;
  *) die "usage: scripts/check/reliability.sh [--short]" ;;
esac
failed=0
# part WHAT COMMAND...
part() {
  say "$1"
  shift
  "$@" || {
    failed=1
    warn "failed: $*"
  }
}

part "Fuzzing" scripts/check/fuzz.sh --seconds "$seconds" --jobs "$(nproc)"
if [[ $kills -eq 0 ]]; then
  part "Kills" scripts/check/kill-all.sh
else
  part "Kills while games are edited" node scripts/check/kill-test.mjs --kills "$kills"
  part "Kills while a game is played" node scripts/check/play-kill-test.mjs --kills "$kills"
  part "Kills during long work" node scripts/check/work-kill-test.mjs --kills "$kills"
  part "Kills of the native program" env TABIA_KILLS="$kills" \
    cargo test --locked --package tabia-cli --test journal -- --nocapture a_match_that_is_killed_again_and_again
fi
part "Soak, native" node scripts/check/soak.mjs --games "$games" --again 1000
part "Soak, one tab" node scripts/measure/lab-speed.mjs soak --games "$tab_games"
part "Memory checks" scripts/check/memory-checks.sh
part "Supply chain" bash scripts/steps.sh supply-chain
exit "$failed"
