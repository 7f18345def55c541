# Shared by run, test and the other scripts here; to be sourced by bash after `set -euo pipefail`.
# shellcheck shell=bash

# macOS comes with bash 3.2, which stops at what follows.
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 501)); then
  echo "error: bash $BASH_VERSION is too old: install bash 5.1 or newer and put it first in PATH (macOS: brew install bash)" >&2
  exit 1
fi

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=versions.env
source "$ROOT/scripts/versions.env"

# Compiled tools are stored here, outside the checkout, each in a folder named after its exact version: another version
# never finds a stale one, and several checkouts share them.
TOOLS=${TABIA_TOOLS:-$HOME/.cache/tabia/tools}

# With --times, the time of each tool call is recorded: scripts/measure/timed comes before the tools.
[[ -z ${TABIA_TIMES:-} ]] || PATH=$ROOT/scripts/measure/timed:$PATH

# Begins the records of --times, which scripts/measure/where-time-goes.mjs prints.
record_times() {
  export TABIA_TIMES=$ROOT/artefacts/times
  rm -rf "$TABIA_TIMES"
  mkdir -p "$TABIA_TIMES"
  touch "$TABIA_TIMES/began"
  PATH=$ROOT/scripts/measure/timed:$PATH
}

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
  BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' GREEN=$'\e[32m' PLAIN=$'\e[0m'
else
  BOLD='' DIM='' RED='' GREEN='' PLAIN=''
fi

say() { printf '%s==>%s %s\n' "$BOLD" "$PLAIN" "$*"; }
detail() { printf '    %s%s%s\n' "$DIM" "$*" "$PLAIN"; }
warn() { printf '%swarning:%s %s\n' "$BOLD" "$PLAIN" "$*" >&2; }
die() {
  printf '%serror:%s %s\n' "$RED" "$PLAIN" "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Programs of every Linux that macOS lacks.
need_commands() {
  local name missing=()
  for name in flock timeout sha256sum; do has "$name" || missing+=("$name"); done
  [[ ${#missing[@]} -eq 0 ]] ||
    die "missing: ${missing[*]}. Install util-linux and GNU coreutils (macOS: brew install flock coreutils, with coreutils' gnubin in PATH)."
}

# version_at_least HAVE WANTED: compares dotted numbers.
version_at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# wait_for PID...: until all have ended; fails if one did.
wait_for() {
  local pid status=0
  for pid in "$@"; do wait "$pid" || status=$?; done
  return "$status"
}
