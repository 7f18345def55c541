# The steps of ./test: what each checks, and the runner. Sourced by test.
# `bash scripts/steps.sh STEP` runs one step with the tools that the runner has set up.
# shellcheck shell=bash

set -euo pipefail
# shellcheck source=build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"

# In starting order: what others need and what takes long first, what needs the machine to itself last.
ALL_STEPS=(versions layers fmt engine clippy app native tests-built perft clippy-wasm soak bench abi harness scripts fuzz doc packages first-visit unit browsers browser)
QUICK_STEPS=(fmt scripts clippy unit smoke)
# Only when named or quick: smoke is part of browser. The tools of supply-chain and semver take minutes to compile.
KNOWN_STEPS=("${ALL_STEPS[@]}" smoke supply-chain semver)

declare -A ABOUT=(
  [versions]="every file that repeats a version agrees with scripts/versions.env; lock files name no host"
  [layers]="crates depend downwards only, files of a crate in no new cycle, and only the native program uses files, threads and clocks"
  [fmt]="rustfmt"
  [scripts]="the tests of the scripts"
  [clippy]="clippy on all native code, warnings are errors"
  [clippy-wasm]="clippy on the page, the workers and the engine build for wasm32"
  [tests-built]="the native tests compile"
  [unit]="unit, property and conformance tests, documentation examples"
  [fuzz]="the properties of all code that reads input, on the saved corpus; TABIA_FUZZ_SECONDS=10 also fuzzes each target that long"
  [supply-chain]="licences, sources and versions of all crates; advisories where the databases can be reached"
  [semver]="the version of the published crates says whether their interfaces have changed since the last release"
  [doc]="rustdoc without warnings"
  [packages]="the published crates have what a registry requires, and build from their packages"
  [native]="the native engine, release build"
  [soak]="2,000 games in one native process: memory and results flat, and the same games for the same seed"
  [perft]="perft of the release build over the suites of ../shared/data/perft"
  [engine]="the engine build for the browser (target/engine/tabia.wasm)"
  [bench]="one node signature: native, wasm, 'Bench: N' at the end of the last commit's message, and the speed page's"
  [abi]="the engine builds keep docs/engine-abi.md, and abi-check finds those that do not; the examples for authors compile and pass; hash sizes and tables in wasm; the npm package; the adapter for xboard engines"
  [app]="the page with everything it loads (dist)"
  [first-visit]="the bytes that a first visit transfers in Chromium, within the limit"
  [harness]="the page's engine alone, for the browser tests; the worker's messages against gloo-worker's"
  [browsers]="what a visitor does first, in Firefox and WebKitGTK"
  [smoke]="the built page starts in Chromium"
  [browser]="the built page in Chromium: isolated, not isolated, and under a sub-path"
)
# The steps whose builds it needs; they come before it in ALL_STEPS. A step is skipped if one of these failed.
declare -A NEEDS=(
  [unit]="tests-built"
  [soak]="native" [perft]="native" [bench]="native engine" [abi]="native engine" [app]="engine" [first-visit]="app" [smoke]="app" [browser]="app harness native" [browsers]="app harness"
)

# Number of steps that run at once: much of a build is a single thread of the compiler or linker.
SLOTS=2
# What runs alone: a test that looks at the clock or drives a browser must not wait for a compiler.
ALONE=(unit smoke browsers browser)

ARTEFACTS=$ROOT/artefacts
# Longest that one step may take; a hanging test must not eat the time of the whole run.
STEP_LIMIT=1800
# Exceptions: steps known to need less, or more on a shared machine.
declare -A STEP_LIMITS=([app]=3600 [browsers]=600 [browser]=3600)

# --- The steps -----------------------------------------------------------------------------------------

step_versions() { node scripts/check/versions.mjs; }

step_layers() {
  node scripts/check/layers.mjs
  node scripts/check/modules.mjs
}

step_fmt() {
  cargo fmt --all --check
  cargo fmt --manifest-path fuzz/Cargo.toml --check
}

step_scripts() { node --test tests/scripts/*.test.mjs; }

step_clippy() {
  # With what only builds for tuning compile (docs/tuning.md); clippy-wasm checks the engine without it.
  cargo clippy --locked --workspace --exclude tabia-app --all-targets --features tabia-cli/tune -- -D warnings
  # Its tests contain all of it; the rest is compiled for wasm32 (clippy-wasm).
  cargo clippy --locked --package tabia-app --tests -- -D warnings
}

# What only wasm32 compiles: the app, its workers, the engine build.
WASM_PACKAGES=(--package tabia-app --package tabia-worker --package tabia-build)

step_clippy-wasm() {
  if [[ $WASM_TOOLCHAIN == rustup ]]; then
    with_wasm cargo clippy --locked --target wasm32-unknown-unknown "${WASM_PACKAGES[@]}" --lib --bins --examples -- -D warnings
  else
    echo "Debian's compiler comes without clippy: only compiling"
    with_wasm cargo check --locked --target wasm32-unknown-unknown "${WASM_PACKAGES[@]}" --lib --bins --examples
  fi
}

# `--tests` are the tests of libraries, programs and folders. With `--bins` the page would be compiled natively for a program without any.
step_tests-built() {
  if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --no-run --locked --workspace --tests
  else
    cargo test --no-run --locked --workspace --tests
  fi
}

step_unit() {
  # The Python that has python-chess, for the tests that compare with it.
  PATH=$(python_chess)/bin:$PATH
  if cargo nextest --version >/dev/null 2>&1; then
    # A test that hangs on the clock of a busy machine gets a second try, which is remembered (scripts/check/unsteady.mjs); property tests
    # fail again.
    local status=0
    cargo nextest run --locked --workspace --tests --no-fail-fast --retries 1 || status=$?
    node scripts/check/unsteady.mjs junit "$ROOT/target/nextest/default/junit.xml" || status=$?
    [[ -z ${TABIA_TIMES:-} ]] || cp "$ROOT/target/nextest/default/junit.xml" "$TABIA_TIMES/junit.xml"
    [[ $status -eq 0 ]] || return "$status"
  else
    cargo test --locked --workspace --no-fail-fast --tests
  fi
  cargo test --locked --workspace --doc
}

step_fuzz() {
  # The folder of the workspace, of which most is compiled already.
  local target=${CARGO_TARGET_DIR:-$ROOT/target}
  CARGO_TARGET_DIR=$target RUST_BACKTRACE=0 \
    cargo test --locked --manifest-path fuzz/Cargo.toml --test corpus -- --test-threads 1
  with_wasm cargo build --locked --target wasm32-unknown-unknown --manifest-path fuzz/Cargo.toml --example replay
  node scripts/check/fuzz-wasm.mjs "$(wasm_target_dir)/wasm32-unknown-unknown/debug/examples/replay.wasm" fuzz/corpus
  # New inputs too, for this many seconds per target, on request: compiling the targets again takes minutes. The same source gets the
  # same inputs; only scripts/check/fuzz.sh tries others each time, for half an hour.
  local seconds=${TABIA_FUZZ_SECONDS:-0}
  [[ $seconds == 0 ]] || scripts/check/fuzz.sh --seconds "$seconds" --jobs "$(nproc)" --seed 1
}

step_supply-chain() {
  need_cargo_tool cargo-deny "$CARGO_DENY" cargo-deny cargo-deny
  PATH=$TOOLS/cargo-deny-$CARGO_DENY/bin:$PATH
  cargo deny --locked check bans licenses sources
  cargo deny --locked --manifest-path fuzz/Cargo.toml --config deny.toml check bans licenses sources
  or_not_reached "advisories of crates" 'failed to fetch advisory database|Could not resolve' cargo deny --locked check advisories
  # The registry that is set up may be a mirror without an audit.
  local folder
  for folder in . scripts/measure/lighthouse; do
    or_not_reached "advisories of npm packages in $folder" 'audit endpoint returned an error|ENOTFOUND|ECONNREFUSED' npm audit --audit-level=moderate --prefix "$folder"
  done
}

step_semver() {
  local last
  # A commit that is a release is compared with the one before it.
  if ! last=$(git describe --tags --match 'v*' --abbrev=0 HEAD^ 2>/dev/null); then
    echo "NOT CHECKED: no release, a tag v*, is among the last commits"
    return
  fi
  need_cargo_tool cargo-semver-checks "$CARGO_SEMVER_CHECKS" cargo-semver-checks cargo-semver-checks
  PATH=$TOOLS/cargo-semver-checks-$CARGO_SEMVER_CHECKS/bin:$PATH
  echo "compared with $last"
  # Its default leaves out what is not published. It resolves dependencies without our lock file: none must need a newer compiler.
  CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback cargo semver-checks --workspace --baseline-rev "$last"
}

# or_not_reached WHAT PATTERN COMMAND...: runs a command that may fail only because a database is unreachable, which is reported.
or_not_reached() {
  local what=$1 pattern=$2 output status=0
  shift 2
  output=$(timeout 120 "$@" 2>&1) || status=$?
  echo "$output"
  [[ $status -ne 0 ]] || return 0
  if [[ $status -eq 124 ]] || grep -qE "$pattern" <<<"$output"; then
    echo "NOT CHECKED: $what (the database cannot be reached)"
    return 0
  fi
  return "$status"
}

step_doc() { RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items; }

step_packages() { node scripts/check/packages.mjs; }

step_native() { build_native; }

step_soak() { node scripts/check/soak.mjs --games 2000 --again 500; }

# Suites and the depth to which each is checked: some ten thousand million nodes in all, a minute or two.
PERFT_SUITES=(standard.epd:6 tricky-scalachess.perft:5 ferdy_perft_enpassant_1.epd:4 fischer.epd:5 perft-marcel.epd:4 perft-cw.epd:5)

step_perft() {
  local suite data=${TABIA_SHARED_DATA:-$ROOT/../shared/data}/perft
  if [[ ! -d $data ]]; then
    echo "NOT CHECKED: there is no $data"
    [[ ${CI:-} != true ]]
    return
  fi
  for suite in "${PERFT_SUITES[@]}"; do
    echo "${suite%:*} to depth ${suite#*:}"
    target/release/tabia perft "${suite#*:}" --suite "$data/${suite%:*}"
  done
}

step_engine() { build_engine; }

step_bench() {
  local native terms committed build page
  native=$(bench_signature target/release/tabia bench)
  terms=$(bench_signature target/release/tabia bench --eval-file '<empty>')
  # OpenBench reads the tip's message only, so every commit ends with the line.
  committed=$(git log --max-count 1 --format=%B | sed '/^$/d' | tail -n 1 | sed -n 's/^Bench: \([0-9]\+\)$/\1/p')
  # What the speed page compares with.
  page=$(sed -n 's/^pub const \(TERMS_\)\?SIGNATURE: u64 = \([0-9_]*\);$/\2/p' src/services/speed/signature.rs | tr -d _ | paste -sd' ')
  echo "native $native, by the terms $terms, the message of the last commit ${committed:-has none}, the page knows $page"
  [[ -n $native && -n $terms && $native != "$terms" && $native == "$committed" && "$native $terms" == "$page" ]] || return 1
  for build in tabia-net tabia-net-threads tabia-net-tables; do is_bench_of "$build" "$native"; done
  for build in tabia tabia-threads tabia-tables; do is_bench_of "$build" "$terms"; done
}

# is_bench_of NAME NODES: fails unless the bench of the engine build target/engine/NAME.wasm is NODES.
is_bench_of() {
  local nodes
  nodes=$(bench_signature node scripts/match/uci-wasm.mjs "target/engine/$1.wasm" -- bench)
  echo "$1.wasm $nodes"
  [[ $nodes == "$2" ]]
}

# The node count of the last line, `N nodes M nps`.
bench_signature() { "$@" | sed -n 's/^\([0-9]\+\) nodes .*/\1/p' | tail -n 1; }

step_abi() {
  node scripts/check/abi-check.mjs target/engine/tabia.wasm
  node scripts/check/abi-check.mjs target/engine/tabia-material.wasm
  node scripts/check/abi-check.mjs target/engine/tabia-net.wasm
  node scripts/check/abi-check.mjs target/engine/tabia-tables.wasm
  node scripts/check/abi-check.mjs target/engine/tabia-net-tables.wasm
  with_wasm node --test --test-timeout=600000 tests/engines/abi-check.test.mjs tests/engines/starters.test.mjs tests/engines/hash.test.mjs tests/engines/npm-package.test.mjs tests/engines/tables.test.mjs tests/engines/threads.test.mjs tests/engines/xboard-to-uci.test.mjs
}

step_app() { build_app; }

step_first-visit() { node scripts/check/first-visit.mjs; }

step_harness() {
  build_harness
  # The runner writes CommonJS scripts into the temporary folder, whatever a package.json above it says.
  mkdir -p "$ROOT/target/node"
  echo '{}' >"$ROOT/target/node/package.json"
  TMPDIR=$ROOT/target/node CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
    with_wasm cargo test --locked --target wasm32-unknown-unknown --package tabia-worker --test envelope
}

step_browser() {
  # Some tests build a small page: they find the compiler and the tools as a build does.
  with_wasm env TABIA_ARTEFACTS="$ARTEFACTS/browser" node scripts/check/browser-tests.mjs ${TABIA_TIMES:+--times "$TABIA_TIMES/browser.json"}
}

step_smoke() { TABIA_ARTEFACTS="$ARTEFACTS/browser" node scripts/check/browser-tests.mjs tests/browser/smoke.test.mjs; }

# One file at a time: two of these browsers take minutes to start beside each other.
step_browsers() { TABIA_ARTEFACTS="$ARTEFACTS/browsers" node scripts/check/browser-tests.mjs --lanes 1 ${TABIA_TIMES:+--times "$TABIA_TIMES/browsers.json"} tests/browsers/*.test.mjs; }

# --- The runner ----------------------------------------------------------------------------------------

is_step() { [[ -n ${ABOUT[$1]:-} ]]; }

list_steps() {
  local step
  for step in "${KNOWN_STEPS[@]}"; do printf '%-12s %s\n' "$step" "${ABOUT[$step]}"; done
}

is_one_of() {
  local one=$1
  shift
  [[ " $* " == *" $one "* ]]
}

# run_steps STEP...: these and what they need, begun in the order of ALL_STEPS.
run_steps() {
  local step kind began=$SECONDS passed=0 failed=0 waiting=() pid status
  # By step: whether it was requested, its result, its start time. By process: its step.
  declare -A wanted=() outcome=() begun=() running=()
  for step in "$@"; do want "$step"; done

  kind=native
  for step in "${!wanted[@]}"; do
    case $step in
      clippy-wasm | engine | app | harness | abi | bench | fuzz) [[ $kind == "test" ]] || kind="build" ;;
      browser | browsers | smoke | first-visit) kind="test" ;;
    esac
  done
  say "Looking for the tools"
  setup "$kind"
  # The inner loop skips this: a test whose peer is missing says so.
  [[ -z ${wanted[unit]:-} || ${quick:-0} -eq 1 ]] || need_peers
  [[ -z ${wanted[abi]:-} ]] || need_clang
  [[ -z ${wanted[browsers]:-} ]] || need_other_browsers
  export WASM_TOOLCHAIN WASM_SYSROOT WASM_THREADS # For the processes of the steps.
  # An interrupted run takes the running steps with it.
  trap '[[ ${#running[@]} -eq 0 ]] || kill "${!running[@]}"; exit 130' INT TERM
  mkdir -p "$ARTEFACTS/logs"

  for step in "${KNOWN_STEPS[@]}"; do
    [[ -z ${wanted[$step]:-} ]] || waiting+=("$step")
  done
  begin_steps
  while [[ ${#running[@]} -gt 0 ]]; do
    status=0
    wait -n -p pid "${!running[@]}" || status=$?
    step=${running[$pid]}
    unset "running[$pid]"
    end_step "$step" "$status"
    begin_steps
  done

  echo
  say "$((SECONDS - began)) s in all; logs in artefacts/logs"
  for step in "${KNOWN_STEPS[@]}"; do
    [[ -n ${wanted[$step]:-} ]] || continue
    if [[ ${outcome[$step]} == passed ]]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      detail "$step: ${outcome[$step]}"
    fi
  done
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}

# want STEP: it and what it needs, in `wanted` of run_steps.
want() {
  local needed
  wanted[$1]=1
  for needed in ${NEEDS[$1]:-}; do want "$needed"; done
}

# Starts the steps in `waiting` that can start now.
begin_steps() {
  local step left=() is_full=0
  for step in "${waiting[@]}"; do
    if [[ $is_full -eq 1 ]] || ! may_begin "$step"; then
      left+=("$step")
      # A step that needs the machine to itself waits for the others to end, and later steps wait for it.
      ! is_one_of "$step" "${ALONE[@]}" || is_full=1
    elif ! lacks_what_it_needs "$step"; then
      begin_step "$step"
    fi
  done
  waiting=("${left[@]}")
}

# Whether there is room for a step, and what it needs has ended.
may_begin() {
  local step needed
  for step in "${running[@]}"; do
    ! is_one_of "$step" "${ALONE[@]}" || return 1
  done
  if is_one_of "$1" "${ALONE[@]}"; then
    [[ ${#running[@]} -eq 0 ]] || return 1
  else
    [[ ${#running[@]} -lt $SLOTS ]] || return 1
  fi
  for needed in ${NEEDS[$1]:-}; do
    [[ -n ${outcome[$needed]:-} ]] || return 1
  done
}

# Whether a step cannot be tried; then it has failed.
lacks_what_it_needs() {
  local needed
  for needed in ${NEEDS[$1]:-}; do
    [[ ${outcome[$needed]} == passed ]] && continue
    outcome[$1]="failed (needs $needed)"
    say "$1: not tried, because $needed failed"
    return 0
  done
  return 1
}

# A separate process: `set -e` holds in all of the step, and a step that hangs is ended with its children.
begin_step() {
  detail "$1 begins"
  begun[$1]=$SECONDS
  timeout --kill-after=15 "${STEP_LIMITS[$1]:-$STEP_LIMIT}" bash "$ROOT/scripts/steps.sh" "$1" >"$ARTEFACTS/logs/$1.log" 2>&1 </dev/null &
  running[$!]=$1
}

# end_step STEP STATUS: reports the result of a step.
end_step() {
  local step=$1 status=$2 log=$ARTEFACTS/logs/$1.log seconds=$((SECONDS - begun[$1]))
  [[ $status -ne 124 ]] || echo "ended after ${STEP_LIMITS[$step]:-$STEP_LIMIT} s" >>"$log"
  [[ -z ${TABIA_TIMES:-} ]] || printf '%s\t%s\t%s\n' "$step" "$seconds" "$status" >>"$TABIA_TIMES/steps.tsv"
  say "$step: ${ABOUT[$step]}"
  if [[ $status -eq 0 ]]; then
    outcome[$step]=passed
    [[ ! -s $log ]] || detail "$(summary "$log")"
    detail "${GREEN}passed${PLAIN}${DIM} in $seconds s"
  else
    outcome[$step]="failed"
    tail -n 60 "$log" | sed 's/^/    | /'
    detail "${RED}FAILED${PLAIN}${DIM} (status $status) after $seconds s; whole output: ${log#"$ROOT"/}"
  fi
}

# The line of a log that says most: the count of a test runner, or the last one.
summary() {
  grep -E '(^UNSTEADY |^[0-9]+ tests passed, )' "$1" ||
    grep -E '(tests run:|^. (pass|fail) [0-9]|^# (pass|fail) )' "$1" | tr -s ' \n' ' ' | grep . || tail -n 1 "$1"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  is_step "${1:-}" || die "usage: scripts/steps.sh STEP (./test --list)"
  cd "$ROOT"
  "step_$1"
fi
