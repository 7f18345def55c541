#!/usr/bin/env bash
# Makes the same book with Debian's polyglot and `tabia book make`, alternating, and on the page in Chromium, and prints time and
# memory of all three.
#
#   scripts/measure/book-speed.sh [PGN] [RUNS]
#
# Needs polyglot and GNU time (apt-get install polyglot time), and for Chromium's row the built page (scripts/build.sh all).
# PGN defaults to the mid-size sample of the shared data. Fails if the books differ, if tabia takes more than a quarter of
# polyglot's time, or more memory, or if Chromium takes more than two thirds of its time. The fastest of RUNS (default 7) counts.
# Native times are processor time, which other programs disturb less; Chromium's is wall time, compared with polyglot's, and
# includes the second reading that counts results, which polyglot does not do.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

pgn=${1:-${TABIA_SHARED_DATA:-../shared/data}/games/gnuchess-book-sample-8k.pgn}
runs=${2:-7}
tabia=${TABIA:-target/release/tabia}
polyglot=/usr/games/polyglot

[[ -r $pgn ]] || { echo "book-speed: no games: $pgn" >&2; exit 2; }
[[ -x $polyglot && -x /usr/bin/time ]] || { echo "book-speed: apt-get install polyglot time" >&2; exit 2; }
[[ -x $tabia ]] || { echo "book-speed: no $tabia: run scripts/build.sh native" >&2; exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Appends "seconds of processor time, seconds on the wall, KiB of memory" of a command to a file.
measure() {
  local log=$1
  shift
  /usr/bin/time --quiet -a -o "$log" -f '%U %S %e %M' "$@" > "$folder/output"
}

for ((run = 0; run < runs; run++)); do
  measure "$folder/polyglot" "$polyglot" make-book -pgn "$pgn" -bin "$folder/polyglot.bin"
  measure "$folder/tabia" "$tabia" book make -pgn "$pgn" -bin "$folder/tabia.bin"
done

cmp "$folder/polyglot.bin" "$folder/tabia.bin"
: > "$folder/chromium"
if [[ -e dist/index.html ]]; then
  node scripts/measure/book-speed-chromium.mjs "$pgn" "$folder/chromium.bin" --runs "$runs" > "$folder/lines"
  cmp "$folder/polyglot.bin" "$folder/chromium.bin"
  memory=$(tail -n 1 "$folder/lines")
  # No processor time is known of the worker.
  sed '$d' "$folder/lines" | awk -v memory="$memory" '{ print $1, 0, $1, memory }' > "$folder/chromium"
else
  echo "NOT MEASURED in Chromium: there is no dist (scripts/build.sh all)"
fi
awk -v pgn="$pgn" '
  { who = FILENAME; sub(/.*\//, "", who); cpu = $1 + $2 }
  !(who in best) || cpu < best[who] { best[who] = cpu }
  !(who in wall) || $3 < wall[who] { wall[who] = $3 }
  $4 > memory[who] { memory[who] = $4 }
  END {
    printf "%s\n%-9s %12s %12s %12s\n", pgn, "", "processor s", "wall s", "memory KiB"
    for (who in best) printf "%-9s %12.2f %12.2f %12d\n", who, best[who], wall[who], memory[who]
    # The clock of processor time may be as coarse as 10 ms.
    mine = best["tabia"] > 0.01 ? best["tabia"] : 0.01
    ratio = best["polyglot"] / mine
    printf "the books are equal; tabia is %.1f times as fast with %.2f of the memory\n",
      ratio, memory["tabia"] / memory["polyglot"]
    bad = ratio < 4 || memory["tabia"] > memory["polyglot"]
    if ("chromium" in wall) {
      ratio = wall["polyglot"] / wall["chromium"]
      printf "in Chromium it is %.1f times as fast as polyglot by the clock on the wall; memory there is what the page grew by\n", ratio
      bad = bad || ratio < 1.5
    }
    exit bad
  }' "$folder/polyglot" "$folder/tabia" "$folder/chromium"
