#!/usr/bin/env bash
# Kills the browser a hundred times at a random moment, and checks that everything reported as saved is there afterwards, once:
#
#     scripts/check/kill-all.sh [SEED]
#
# 20 times while games are edited, 20 during a game, and 15 each during a match, a report, the making of a book and an import of games.
# Then kills the native program 50 times during a match. Needs the built page (scripts/build.sh app).

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seed=${1:-$((RANDOM))}
node scripts/check/kill-test.mjs --kills 20 --seed "$seed"
node scripts/check/play-kill-test.mjs --kills 20 --seed "$seed"
node scripts/check/work-kill-test.mjs --kills 15 --seed "$seed"
TABIA_KILLS=50 cargo test --locked --package tabia-cli --test journal -- --nocapture a_match_that_is_killed_again_and_again
