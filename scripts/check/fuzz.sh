#!/usr/bin/env bash
# Fuzzes all code that reads input, with libFuzzer: see fuzz/src for the properties, docs/reliability.md for the findings.
#
#     scripts/check/fuzz.sh [--seconds 1800] [--jobs N] [--seed N] [TARGET...]    # all targets, half an hour of processor time each
#     scripts/check/fuzz.sh --keep [TARGET...]                         # the smallest inputs that reach the same code: fuzz/corpus
#
# Needs a C++ compiler besides stable Rust. Findings are in artefacts/fuzz; the corpus grows in target/fuzz-corpus.

set -euo pipefail
# shellcheck source=../setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
cd "$ROOT"

FUZZ_TRIPLE=$(rustc -vV | sed -n 's/^host: //p')
FUZZ_TARGET=${CARGO_TARGET_DIR:-$ROOT/target}/fuzz
CORPUS=${CARGO_TARGET_DIR:-$ROOT/target}/fuzz-corpus
FOUND=$ROOT/artefacts/fuzz
# Limits of an input: bytes, MB of memory, and seconds of wall time (other work may leave it little of them).
MOST_BYTES=8192 MOST_MB=1024 MOST_SECONDS=300
# The corpus of each target has the smallest inputs, up to these numbers.
KEPT_FILES=40 KEPT_BYTES=12000

all_targets() { sed -n 's/^    ("\([a-z_]*\)", .*/\1/p' fuzz/src/lib.rs; }

build_targets() {
  # cargo-fuzz's flags for `--sanitizer none`, which stable Rust accepts: LLVM counts edges and traces comparisons. The code is safe Rust
  # (fuzz/src/allocation.rs counts its memory), so the address sanitizer would only slow it down. With --target, build scripts are not
  # instrumented.
  local flags=(--cfg=fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares)
  has c++ || need_packages "libFuzzer" g++
  CARGO_TARGET_DIR=$FUZZ_TARGET RUSTFLAGS="${flags[*]}" \
    cargo build --locked --release --manifest-path fuzz/Cargo.toml --features libfuzzer --bins --target "$FUZZ_TRIPLE"
}

# fuzz_target TARGET SECONDS SEED: fuzzes one target for SECONDS of processor time; prints its line of the table.
fuzz_target() {
  local target=$1 seconds=$2 seed=$3 log=$FOUND/$1.log began=$SECONDS status=0 process ticks taken used=0
  mkdir -p "$CORPUS/$target"
  ticks=$(getconf CLK_TCK)
  "$FUZZ_TARGET/$FUZZ_TRIPLE/release/$target" -max_len=$MOST_BYTES -rss_limit_mb=$MOST_MB -timeout=$MOST_SECONDS \
    -seed="$seed" -print_final_stats=1 -artifact_prefix="$FOUND/$target-" "$CORPUS/$target" "fuzz/corpus/$target" >"$log" 2>&1 &
  process=$!
  # libFuzzer itself counts wall time. The 14th word is the CPU time, and the second may contain spaces.
  while kill -0 "$process" 2>/dev/null && [[ $used -lt $seconds ]]; do
    sleep 1
    taken=$(sed 's/.*) //' "/proc/$process/stat" 2>/dev/null | cut -d ' ' -f 12 || true)
    [[ -z $taken ]] || used=$((taken / ticks))
  done
  # Asks it to end as if by itself.
  kill -USR1 "$process" 2>/dev/null || true
  wait "$process" || status=$?
  local runs edges features
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  edges=$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  features=$(sed -n 's/.*ft: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  printf '%-12s %5d s %10s inputs %6s edges %6s features in %d s  %s\n' "$target" "$used" "${runs:-?}" "${edges:-?}" "${features:-?}" \
    "$((SECONDS - began))" "$([[ $status -eq 0 ]] && echo 'nothing found' || echo "FOUND: $log")"
  return "$status"
}

keep_target() {
  local target=$1 merged file bytes=0
  merged=$(mktemp -d)
  "$FUZZ_TARGET/$FUZZ_TRIPLE/release/$target" -merge=1 -max_len=$MOST_BYTES "$merged" "fuzz/corpus/$target" "$CORPUS/$target" >"$FOUND/$target.log" 2>&1
  mkdir -p "fuzz/corpus/$target"
  # What once broke a property has its own name, and stays.
  find "fuzz/corpus/$target" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete
  while read -r file; do
    bytes=$((bytes + $(stat -c %s "$file")))
    [[ $bytes -le $KEPT_BYTES ]] || break
    cp "$file" "fuzz/corpus/$target/"
  done < <(find "$merged" -type f -size +0 -printf '%s %p\n' | sort -n | head -n "$KEPT_FILES" | cut -d ' ' -f 2)
  printf '%-12s %4d of %5d inputs kept\n' "$target" "$(find "fuzz/corpus/$target" -type f | wc -l)" "$(find "$merged" -type f | wc -l)"
  rm -rf "$merged"
}

# The seed 0 is another each time.
seconds=1800 jobs=1 seed=0 keep=0 targets=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --seconds) seconds=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    --seed) seed=$2 && shift ;;
    --keep) keep=1 ;;
    -*) die "usage: scripts/check/fuzz.sh [--seconds 1800] [--jobs N] [--seed N] [--keep] [TARGET...]" ;;
    *) targets+=("$1") ;;
  esac
  shift
done
[[ ${#targets[@]} -gt 0 ]] || mapfile -t targets < <(all_targets)
mkdir -p "$FOUND" "$CORPUS"
say "Building the fuzz targets"
build_targets
if [[ $keep -eq 1 ]]; then
  for target in "${targets[@]}"; do keep_target "$target"; done
  exit
fi
node scripts/check/fuzz-seeds.mjs "$CORPUS"
say "$seconds s for each of ${#targets[@]} targets, $jobs at a time"
# What a fault of a table carries of the stack would be counted as memory.
export RUST_LIB_BACKTRACE=0 RUST_BACKTRACE=0
export FUZZ_TARGET FUZZ_TRIPLE CORPUS FOUND MOST_BYTES MOST_MB MOST_SECONDS
export -f fuzz_target
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c "fuzz_target {} $seconds $seed"
