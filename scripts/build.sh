#!/usr/bin/env bash
# Builds one part, or all that the page needs. Used by run and test; installs nothing that is there.
#
#   scripts/build.sh native   target/release/tabia        the engine for a UCI program
#   scripts/build.sh engine   target/engine/*.wasm        the engine builds of docs/engine-abi.md: tabia, tabia-material,
#                             tabia-tables, tabia-net, tabia-net-tables; and tabia-threads, tabia-net-threads
#   scripts/build.sh book     target/book                 the default opening book (also packed), and the names of openings
#   scripts/build.sh page     target/app                  the page's program, in parts (part of `app`)
#   scripts/build.sh app      dist/                       the page with everything it loads (needs the engine)
#   scripts/build.sh harness  target/engine-harness       what tests/browser/engine.test.mjs drives
#                             target/lab-harness          what tests/browser/lab*.test.mjs drive
#   scripts/build.sh library-harness  target/library-harness  the library worker: what scripts/library-chromium.mjs measures
#   scripts/build.sh lab-harness  target/lab-harness-release  the same, optimised: what scripts/lab-speed.mjs measures
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

# The builds with threads run alongside the others, because much of a build is a single linker task. Each row shares a folder: macros,
# build scripts and crates with the same features and flags are compiled once for the whole row. Builds with threads have a separate
# folder: -Zbuild-std needs RUSTC_BOOTSTRAP, and macros are recompiled whenever that changes.
build_engine() {
  local beside
  build_engines_with_threads &
  beside=$!
  build_engines_without_threads
  wait_for "$beside"
}

build_engines_without_threads() {
  local folder optimising=()
  folder=$(wasm_target_dir)/engine-builds
  engine_build tabia
  engine_build tabia-material --features material
  engine_build tabia-tables --features tablebase
  with_simd engine_build tabia-net --features net
  with_simd engine_build tabia-net-tables --features net,tablebase
  wait_for "${optimising[@]}"
}

build_engines_with_threads() {
  local folder optimising=()
  folder=$(wasm_target_dir)/engine-builds/threads
  engine_build_with_threads tabia
  with_simd engine_build_with_threads tabia-net --features net
  wait_for "${optimising[@]}"
}

# with_simd COMMAND...: engine builds for browsers with SIMD instructions.
with_simd() { WASM_FEATURE_FLAGS='-C target-feature=+simd128' WASM_OPT_FLAGS=--enable-simd "$@"; }

# engine_build_with_threads NAME CARGO-OPTION...: the engine build NAME with threads, target/engine/NAME-threads.wasm; where it cannot
# be built, a copy of the one without, which the page then loads in its place.
engine_build_with_threads() {
  local name=$1-threads
  shift
  if [[ $WASM_THREADS == none ]]; then
    # The build may not be there yet.
    engine_build "$name" "$@"
    return
  fi
  __CARGO_DEFAULT_LIB_METADATA=tabia \
    with_wasm_threads --release --locked --package tabia-build --target-dir "$folder" --features threads "$@"
  optimise_beside "$name" --enable-threads ${WASM_OPT_FLAGS:+"$WASM_OPT_FLAGS"}
}

# engine_build NAME CARGO-OPTION...: one engine build, target/engine/NAME.wasm, made in `folder`, with the flags for the compiler in
# WASM_FEATURE_FLAGS and the one for wasm-opt in WASM_OPT_FLAGS.
engine_build() {
  local name=$1
  shift
  # Without this variable cargo calls the library of all builds alike in its folder, and builds it again for each.
  __CARGO_DEFAULT_LIB_METADATA=tabia \
    with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-build --target-dir "$folder" "$@"
  optimise_beside "$name" ${WASM_OPT_FLAGS:+"$WASM_OPT_FLAGS"}
}

# optimise_beside NAME WASM-OPT-OPTION...: optimises the last build in `folder` while the next one runs (`optimising`).
optimise_beside() {
  local name=$1
  shift
  # The next build takes the place of the file.
  cp -p "$folder/wasm32-unknown-unknown/release/tabia_build.wasm" "$folder/$name.wasm"
  optimise_engine "$folder/$name.wasm" "$ROOT/target/engine/$name.wasm" "$@" &
  optimising+=($!)
}

# optimise_engine BUILT OUT WASM-OPT-OPTION...
optimise_engine() {
  local built=$1 out=$2
  shift 2
  # Optimised already, by this script and this wasm-opt: the page then finds the same file as last time.
  [[ $out -nt $built && $out -nt scripts/build.sh && $out -nt scripts/versions.env ]] && return
  mkdir -p "$ROOT/target/engine"
  # Written under another name first: what reads tabia.wasm never sees half of it.
  with_wasm wasm-opt -O3 "${WASM_FEATURES[@]}" "$@" --strip-debug --strip-producers "$built" -o "$out.part"
  mv "$out.part" "$out"
}

# The default book, compiled from the lines of crates/book-tools/data/lines.
build_book() {
  local folder=$ROOT/target/book name
  mkdir -p "$ROOT/target/book"
  cargo run --quiet --locked --package tabia-book-tools --example compile_book -- "$folder/book.bin.part" "$folder/book.packed.part"
  # The names of openings with their moves, as one file.
  cat crates/book-tools/data/names/*.txt >"$folder/opening-names.txt.part"
  for name in book.bin book.packed opening-names.txt; do
    # What is the same keeps its time, so that trunk sees no change.
    cmp --silent "$folder/$name.part" "$folder/$name" || cp "$folder/$name.part" "$folder/$name"
    rm "$folder/$name.part"
  done
}

# The page's program, for Trunk, which calls this before each build (Trunk.toml): target/app with app.js, app_bg.wasm, and the parts
# that are loaded later (src/shell/parts.rs). One program is compiled and linked; wasm-split cuts it by its relocations.
build_page() {
  local out=$ROOT/target/app built options=() stamp
  built=$(wasm_target_dir)/wasm32-unknown-unknown
  if [[ ${TRUNK_PROFILE:-release} == debug ]]; then
    built=$built/debug/app.wasm
  else
    built=$built/page/app.wasm options=(--profile page)
  fi
  with_wasm cargo rustc --locked --target wasm32-unknown-unknown --package tabia-app --bin app "${options[@]}" -- -C link-arg=--emit-relocs
  # The same program by the same tools keeps its files, so that trunk sees no change.
  stamp=$(cat "$built" scripts/{build.sh,optimise-parts.mjs,bundle-chunks.mjs,versions.env} | sha256sum)
  [[ -e $out/.stamp && $(<"$out/.stamp") == "$stamp" ]] && return
  rm -rf "$out" "$out.part" && mkdir -p "$out.part"
  with_wasm wasm-split-cli "$built" "$out.part" --out-name app
  with_wasm wasm-bindgen --target web --no-typescript --keep-lld-exports --out-dir "$out.part" "$out.part/app.wasm"
  rm "$out.part/app.wasm"
  if [[ ${#options[@]} -gt 0 ]]; then
    node scripts/optimise-parts.mjs "$out.part"
  fi
  node scripts/bundle-chunks.mjs "$out.part"
  mv "$out.part" "$out"
  echo "$stamp" >"$out/.stamp"
}

# The workers as www/index.html has Trunk build them, which finds them made: those that compute, and the one with the engine, which is
# built as the page is.
build_workers() {
  with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-worker --bin lab-worker --bin book-worker --bin library-worker
  with_wasm cargo build --profile page --locked --target wasm32-unknown-unknown --package tabia-worker --bin worker
}

build_app() {
  local name
  for name in tabia tabia-material tabia-tables tabia-threads tabia-net tabia-net-tables tabia-net-threads; do
    [[ -e $ROOT/target/engine/$name.wasm ]] || build_engine
  done
  build_programs
  build_dist
}

# The page from nothing: what is linked, optimised or compressed by one thread leaves a processor to something else.
build_all() {
  local engine
  build_engine &
  engine=$!
  build_programs
  wait_for "$engine"
  build_dist
}

# All that Trunk puts together, except for the engine.
build_programs() {
  local beside=()
  build_book &
  beside+=($!)
  build_workers &
  beside+=($!)
  build_page
  wait_for "${beside[@]}"
}

build_dist() {
  # Trunk must take the tools of versions.env from PATH and fetch none.
  with_wasm trunk build --release --offline --locked
  node scripts/compress.mjs dist
}

# Harnesses that the browser tests drive besides the page: its engine handle with the engine worker, the Lab's service with the match
# worker, and an engine that misbehaves in every possible way. Not optimised like the page.
build_harness() {
  local out=$ROOT/target/engine-harness
  # In one go: alone, each package would have its dependencies compiled for itself, because it asks for other features of them.
  with_wasm cargo build --locked --target wasm32-unknown-unknown --package tabia-app --package tabia-worker --package tabia-faulty \
    --lib --example engine-harness --example lab-harness --bin worker --bin lab-worker
  bind_program web debug/examples/engine-harness.wasm "$out"
  bind_program no-modules debug/worker.wasm "$out"
  bind_lab "$ROOT/target/lab-harness"
  bind_program no-modules debug/lab-worker.wasm "$ROOT/target/lab-harness"
}

# bind_program KIND BUILT FOLDER: what a page (`web`) or a worker (`no-modules`) loads, of a program in the target folder for wasm32.
bind_program() {
  with_wasm wasm-bindgen --target "$1" --no-typescript --out-dir "$3" "$(wasm_target_dir)/wasm32-unknown-unknown/$2"
}

# bind_lab FOLDER: the Lab's service, and the engine that misbehaves.
bind_lab() {
  bind_program web debug/examples/lab-harness.wasm "$1"
  cp "$(wasm_target_dir)/wasm32-unknown-unknown/debug/tabia_faulty.wasm" "$1/faulty.wasm"
}

# bind_release_worker NAME FOLDER: a worker of the release build, as users have it.
bind_release_worker() {
  with_wasm cargo build --locked --release --target wasm32-unknown-unknown --package tabia-worker --bin "$1"
  bind_program no-modules "release/$1.wasm" "$2"
  with_wasm wasm-opt -O3 "${WASM_FEATURES[@]}" "$2/$1_bg.wasm" -o "$2/$1_bg.wasm"
}

# The Lab's service without the page, and the match worker that users have: what scripts/lab-speed.mjs measures.
build_lab_harness() {
  local out=$ROOT/target/lab-harness-release
  with_wasm cargo build --locked --target wasm32-unknown-unknown --package tabia-app --package tabia-faulty --lib --example lab-harness
  bind_lab "$out"
  bind_release_worker lab-worker "$out"
}

# The library worker without the page, as users have it: what scripts/library-chromium.mjs measures.
build_library_harness() {
  local out=$ROOT/target/library-harness
  bind_release_worker library-worker "$out"
  cp www/library-host.js "$out"
}

# What `cargo bench -p tabia-chess --bench perft` runs in Node; prints the name of the file.
build_perft_wasm() {
  with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-perft-wasm >&2
  echo "$(wasm_target_dir)/wasm32-unknown-unknown/release/tabia_perft_wasm.wasm"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  cd "$ROOT"
  case ${1:-} in
    library-harness)
      setup build
      build_library_harness
      ;;
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
    book)
      need_rust
      build_book
      ;;
    page)
      setup build
      build_page
      ;;
    app)
      setup build
      build_app
      ;;
    harness)
      setup build
      build_harness
      ;;
    lab-harness)
      setup build
      build_lab_harness
      ;;
    all)
      setup build
      build_all
      ;;
    *) die "usage: scripts/build.sh native|engine|book|page|app|harness|lab-harness|library-harness|perft-wasm|all" ;;
  esac
fi
