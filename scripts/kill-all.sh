#!/usr/bin/env bash
# A hundred times the browser is killed at a random moment of its work; what it said to be kept is there afterwards, once:
#
#     scripts/kill-all.sh [SEED]
#
# 20 times while games are edited, 20 while one is played, 15 each while a match is played, a report and a book are made, and games
# come into the library. Then the native program is killed 50 times while it plays a match. Needs the built page (scripts/build.sh app).

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seed=${1:-$((RANDOM))}
node scripts/kill-test.mjs --kills 20 --seed "$seed"
node scripts/play-kill-test.mjs --kills 20 --seed "$seed"
node scripts/work-kill-test.mjs --kills 15 --seed "$seed"
TABIA_KILLS=50 cargo test --locked --package tabia-cli --test journal -- --nocapture a_match_that_is_killed_again_and_again
