#!/usr/bin/env bash
# Plays the engine against itself at fixed nodes, and checks the statistics (docs/statistics.md).
#
#   scripts/match/self-match.sh [GAMES]      default: 2000; TABIA=PATH chooses another build than target/release/tabia
#
# 1. At the same number of nodes both games of a pair are the same game with colours swapped: the score is exactly level.
# 2. With half a percent more nodes for one side the games differ, but the strengths do not: Elo must be zero within its error,
#    and no test may find a difference.
#
# Uses the built-in openings in the order of seed 1, so the games are the same on every machine. Takes about fifteen minutes on
# one core. Exit status: 0 if both hold.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
games=${1:-2000}
tabia=${TABIA:-target/release/tabia}
[[ -x $tabia ]] || cargo build --release --locked --bin tabia
cores=$(nproc)

match() {
  nice -n 19 "$tabia" match -engine builtin name=A nodes=2000 -engine builtin name=B nodes="$1" -games "$games" -repeat \
    -openings order=random --seed 1 -maxmoves 200 -sprt elo0=0 elo1=5 goon=true -ratinginterval 0 -concurrency "$cores"
}

echo "2000 against 2000 nodes:"
same=$(match 2000 | grep -A6 '^Results of')
echo "$same"
grep -q "Elo: -\?0.00 " <<<"$same" || { echo "self-match: a build against itself is not level" >&2; exit 1; }
pairs=$((games / 2))
grep -q "Ptnml(0-2): \[0, 0, $pairs, 0, 0\]" <<<"$same" || { echo "self-match: pairs are not mirrored" >&2; exit 1; }

echo "2000 against 2010 nodes:"
other=$(match 2010 | grep -A6 '^Results of')
echo "$other"
awk '/^Elo:/ { elo = $2 + 0; error = $4 + 0; exit !(elo <= error && -elo <= error) }' <<<"$other" ||
  { echo "self-match: Elo is not zero within its error" >&2; exit 1; }
