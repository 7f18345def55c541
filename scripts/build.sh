#!/usr/bin/env bash
# Builds one part, or all that the page needs. Used by run and test; installs nothing that is there.
#
#   scripts/build.sh native   target/release/tabia        the engine for a UCI program
#   scripts/build.sh engine   target/engine/tabia.wasm    the engine build of docs/engine-abi.md
#   scripts/build.sh app      dist/                       the page with everything it loads (needs the engine)
#   scripts/build.sh harness  target/engine-harness       what tests/browser/engine.test.mjs drives
#   scripts/build.sh all      engine, then app
# shellcheck shell=bash

set -euo pipefail
# shellcheck source=setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

build_native() {
  cargo build --release --locked --bin tabia
}

# The features that rustc's wasm32-unknown-unknown uses by default; wasm-opt has to be told.
WASM_FEATURES=(--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext
  --enable-mutable-globals --enable-reference-types --enable-multivalue)

build_engine() {
  local built out=$ROOT/target/engine/tabia.wasm
  with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-build
  built=$(wasm_target_dir)/wasm32-unknown-unknown/release/tabia_build.wasm
  # Optimised already, by this script and this wasm-opt: the page then finds the same file as last time.
  [[ $out -nt $built && $out -nt scripts/build.sh && $out -nt scripts/versions.env ]] && return
  mkdir -p "$ROOT/target/engine"
  # Written under another name first: what reads tabia.wasm never sees half of it.
  with_wasm wasm-opt -O3 "${WASM_FEATURES[@]}" --strip-debug --strip-producers "$built" -o "$out.part"
  mv "$out.part" "$out"
}

build_app() {
  [[ -e $ROOT/target/engine/tabia.wasm ]] || build_engine
  # Trunk must take the tools of versions.env from PATH and fetch none.
  with_wasm trunk build --release --offline --locked
  node scripts/compress.mjs dist
}

# The engine handle of the page without the page, and the engine worker; not optimised.
build_harness() {
  local built out=$ROOT/target/engine-harness
  built=$(wasm_target_dir)/wasm32-unknown-unknown/debug
  with_wasm cargo build --locked --target wasm32-unknown-unknown --package tabia-app --example engine-harness
  with_wasm cargo build --locked --target wasm32-unknown-unknown --package tabia-worker --bin worker
  with_wasm wasm-bindgen --target web --no-typescript --out-dir "$out" "$built/examples/engine-harness.wasm"
  with_wasm wasm-bindgen --target no-modules --no-typescript --out-dir "$out" "$built/worker.wasm"
}

# What `cargo bench -p tabia-chess --bench perft` runs in Node; prints the name of the file.
build_perft_wasm() {
  with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-perft-wasm >&2
  echo "$(wasm_target_dir)/wasm32-unknown-unknown/release/tabia_perft_wasm.wasm"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  cd "$ROOT"
  case ${1:-} in
    perft-wasm)
      need_rust
      need_wasm_target >&2
      build_perft_wasm
      ;;
    native)
      setup native
      build_native
      ;;
    engine)
      setup build
      build_engine
      ;;
    app)
      setup build
      build_app
      ;;
    harness)
      setup build
      build_harness
      ;;
    all)
      setup build
      build_engine
      build_app
      ;;
    *) die "usage: scripts/build.sh native|engine|app|harness|perft-wasm|all" ;;
  esac
fi
