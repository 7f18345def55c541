#!/usr/bin/env bash
# Builds one part, or everything for the page. Used by run and test.
#
#   scripts/build.sh native   target/release/tabia        the native program
#   scripts/build.sh engine   target/engine/*.wasm        the engine builds of docs/engine-abi.md: tabia, tabia-material,
#                             tabia-tables, tabia-net, tabia-net-tables; and tabia-threads, tabia-net-threads
#   scripts/build.sh book     target/book                 the default opening book (also packed), and the opening names
#   scripts/build.sh programs target/app, target/workers  the page's program, in parts, and its workers (part of `app`)
#   scripts/build.sh app      dist/                       the page with everything it loads (needs the engine)
#   scripts/build.sh harness  target/engine-harness       what tests/browser/engine.test.mjs drives
#                             target/lab-harness          what tests/browser/lab*.test.mjs drive
#   scripts/build.sh library-harness  target/library-harness  the library worker: what scripts/measure/library-chromium.mjs measures
#   scripts/build.sh lab-harness  target/lab-harness-release  the same, optimised: what scripts/measure/lab-speed.mjs measures
#   scripts/build.sh all      engine, then app
# shellcheck shell=bash

set -euo pipefail
# shellcheck source=setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

build_native() {
  cargo build --release --locked --bin tabia
}

# The features that rustc's wasm32-unknown-unknown uses by default; wasm-opt must be given them.
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
  # Already optimised by this script and this wasm-opt: the file stays the same.
  [[ $out -nt $built && $out -nt scripts/build.sh && $out -nt scripts/versions.env ]] && return
  mkdir -p "$ROOT/target/engine"
  # Written under another name first, so that nothing reads half of tabia.wasm.
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
    # Unchanged files keep their time, so that Trunk sees no change.
    cmp --silent "$folder/$name.part" "$folder/$name" || cp "$folder/$name.part" "$folder/$name"
    rm "$folder/$name.part"
  done
}

# The page's program and its workers. Trunk calls this before each build (Trunk.toml); without its --release the profile is that for
# development, and nothing is optimised.
build_programs() {
  local beside
  build_workers &
  beside=$!
  build_page
  wait_for "$beside"
}

is_release() { [[ ${TRUNK_PROFILE:-release} != debug ]]; }

# The page's program: target/app with app.js, app_bg.wasm, and the parts that are loaded later (src/shell/parts.rs). One program is
# compiled and linked; wasm-split cuts it by its relocations.
build_page() {
  local out=$ROOT/target/app built options=()
  built=$(wasm_target_dir)/wasm32-unknown-unknown
  if is_release; then
    built=$built/page/app.wasm options=(--profile page)
  else
    built=$built/debug/app.wasm
  fi
  with_wasm cargo rustc --locked --target wasm32-unknown-unknown --package tabia-app --bin app "${options[@]}" -- -C link-arg=--emit-relocs
  ! is_made "$out" "$built" || return 0
  rm -rf "$out.part"
  with_wasm wasm-split-cli "$built" "$out.part" --out-name app
  with_wasm wasm-bindgen --target web --no-typescript --keep-lld-exports --out-dir "$out.part" "$out.part/app.wasm"
  rm "$out.part/app.wasm"
  ! is_release || node scripts/build/optimise-parts.mjs --size "$out.part"
  node scripts/build/bundle-chunks.mjs "$out.part"
  put_in_place "$out" "$built"
}

# The workers: target/workers/fast with those that compute, made for speed in every build, and target/workers/small with the one that
# hands the engine its lines, which is built as the page is.
build_workers() {
  local built profile=page
  built=$(wasm_target_dir)/wasm32-unknown-unknown
  is_release || profile=dev
  with_wasm cargo build --release --locked --target wasm32-unknown-unknown --package tabia-worker --bin lab-worker --bin book-worker --bin library-worker
  bind_workers fast --speed "$built"/release/{lab-worker,book-worker,library-worker}.wasm
  with_wasm cargo build --profile "$profile" --locked --target wasm32-unknown-unknown --package tabia-worker --bin worker
  bind_workers small --size "$built/${profile/dev/debug}/worker.wasm"
}

# bind_workers NAME OPTION BUILT...: target/workers/NAME, optimised with this option of optimise-parts.mjs.
bind_workers() {
  local out=$ROOT/target/workers/$1 option=$2 program
  shift 2
  ! is_made "$out" "$@" || return 0
  rm -rf "$out.part"
  for program in "$@"; do
    with_wasm wasm-bindgen --target no-modules --no-typescript --out-dir "$out.part" "$program"
  done
  ! is_release || node scripts/build/optimise-parts.mjs "$option" "$out.part"
  put_in_place "$out" "$@"
}

# is_made FOLDER BUILT...: whether the folder was made of these programs by the same tools; then its files stay, and Trunk sees no change.
is_made() { [[ -e $1.stamp && $(<"$1.stamp") == "$(stamp_of "${@:2}")" ]]; }

# put_in_place FOLDER BUILT...: FOLDER.part becomes FOLDER.
put_in_place() {
  rm -rf "$1" "$1.stamp"
  mv "$1.part" "$1"
  stamp_of "${@:2}" >"$1.stamp"
}

# stamp_of BUILT...
stamp_of() {
  {
    echo "${TRUNK_PROFILE:-release}"
    cat "$@" scripts/{build.sh,build/optimise-parts.mjs,build/bundle-chunks.mjs,versions.env}
  } | sha256sum
}

build_app() {
  need_engine
  build_without_engine
}

# The engine builds, unless they are there.
need_engine() {
  local name
  for name in tabia tabia-material tabia-tables tabia-threads tabia-net tabia-net-tables tabia-net-threads; do
    [[ -e $ROOT/target/engine/$name.wasm ]] || build_engine
  done
}

# The whole page. Parts run side by side, because linking, optimising and compressing use one thread. The engine needs none of the compiled
# tools, so it is built beside them.
build_all() {
  local engine
  build_engine &
  engine=$!
  need_tools
  build_without_engine "$engine"
}

# The texts of other languages: target/languages.
build_languages() { node scripts/build/languages.mjs compile target/languages; }

# build_without_engine [PID...]: the page's programs and `dist`, which also waits for these processes.
build_without_engine() {
  local beside=("$@")
  build_book &
  beside+=($!)
  build_programs
  wait_for "${beside[@]}"
  build_languages
  build_dist
}

# serve_dev [--port N] [--host HOST]: the page in the development profile, built again by Trunk when a file changes. Does not return.
serve_dev() {
  need_tools
  need_trunk
  need_engine
  build_book
  build_languages
  mkdir -p "$ROOT/target/dev"
  with_wasm trunk serve --offline --locked --dist target/dev "${@/--host/--address}"
}

build_dist() {
  with_wasm node scripts/build/make-dist.mjs
}

# Harnesses that the browser tests drive besides the page: its engine handle with the engine worker, the Lab's service with the match
# worker, and an engine that misbehaves in every possible way. Not optimised like the page.
build_harness() {
  local out=$ROOT/target/engine-harness
  # Built together: separately, each package would compile its dependencies again with other features.
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

# The Lab's service without the page, and the match worker that users have: what scripts/measure/lab-speed.mjs measures.
build_lab_harness() {
  local out=$ROOT/target/lab-harness-release
  with_wasm cargo build --locked --target wasm32-unknown-unknown --package tabia-app --package tabia-faulty --lib --example lab-harness
  bind_lab "$out"
  bind_release_worker lab-worker "$out"
}

# The library worker without the page, as users have it: what scripts/measure/library-chromium.mjs measures.
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
    programs)
      setup build
      build_programs
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
      prepare build
      build_all
      ;;
    *) die "usage: scripts/build.sh native|engine|book|programs|app|harness|lab-harness|library-harness|perft-wasm|all" ;;
  esac
fi
