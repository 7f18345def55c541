#!/usr/bin/env bash
# Installs what is missing for building and testing; sourced by run and test.
# By itself: scripts/setup.sh build|test
# Every function below does nothing if its tool is there.
# shellcheck shell=bash

set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# --- Debian's packages -------------------------------------------------------------------------------

as_root() {
  if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

# need_packages WHY PACKAGE...
need_packages() {
  local why=$1 package missing=()
  shift
  for package in "$@"; do
    if has dpkg-query; then
      dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed
    else
      has "$package" # Elsewhere than on Debian most programs are called as their package is here.
    fi || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  if ! has apt-get || { [[ $EUID -ne 0 ]] && ! has sudo; }; then
    die "missing for $why: ${missing[*]}. Install them with your system's package manager (Debian: apt-get install ${missing[*]})."
  fi
  say "Installing ${missing[*]} from Debian ($why)"
  # An old package list is the usual cause of a failed install, so a second try renews it.
  apt_install "${missing[@]}" || { as_root apt-get update -q && apt_install "${missing[@]}"; } ||
    die "apt-get could not install ${missing[*]}"
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends "$@" >&2
}

# --- Compilers ---------------------------------------------------------------------------------------

need_rust() {
  has cargo && has rustc || die "Rust is missing: install rustup's stable toolchain ($RUST_MIN or newer), then start again."
  local version
  version=$(rustc --version | awk '{print $2}')
  version_at_least "${version%%-*}" "$RUST_MIN" ||
    die "rustc $version is too old: $RUST_MIN or newer is needed (rustup update stable)."
  has cc || need_packages "a linker for native code" gcc libc6-dev
}

need_node() {
  has node && has npm || die "Node is missing: install Node.js $NODE_MIN or newer with npm, then start again."
  local version
  version=$(node --version)
  version_at_least "${version#v}" "$NODE_MIN" || die "Node $version is too old: $NODE_MIN or newer is needed."
}

# The wasm target: rustup's where it is installed or can be fetched, Debian's compiler otherwise.
# Sets WASM_TOOLCHAIN to `rustup` or `debian`; `with_wasm COMMAND...` then runs a build with it.
# TABIA_WASM_FALLBACK=1 takes Debian's compiler in any case.
need_wasm_target() {
  if [[ ${TABIA_WASM_FALLBACK:-0} != 1 ]]; then
    WASM_TOOLCHAIN=rustup WASM_SYSROOT=
    wasm_target_installed && return
    if has rustup; then
      say "Installing the wasm32-unknown-unknown target with rustup"
      rustup target add wasm32-unknown-unknown && wasm_target_installed && return
    fi
    has apt-get || die "the wasm target is missing: rustup target add wasm32-unknown-unknown (rustup.rs), or your system's package" \
      "(Fedora: rust-std-static-wasm32-unknown-unknown)"
    warn "rustup cannot give the wasm target here: taking Debian's compiler for it"
  fi
  WASM_TOOLCHAIN=debian
  need_debian_wasm
}

wasm_target_installed() {
  compgen -G "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib/libstd-*.rlib" >/dev/null
}

# Debian ships a newer compiler for its browsers (rustc-web) and the source of its library, but not the
# library for wasm. It is built once, into a sysroot of our own, so nothing under /usr is touched.
need_debian_wasm() {
  need_debian_rust
  WASM_SYSROOT=$TOOLS/wasm-std-$(debian_rust_version)
  need_debian_library "$WASM_SYSROOT" -Cembed-bitcode=yes
}

debian_rust_version() { /usr/bin/rustc --version | awk '{print $2}'; }

need_debian_rust() {
  # shellcheck disable=SC2086 # a list of words
  need_packages "the wasm target" $DEBIAN_WASM_RUST
  version_at_least "$(debian_rust_version)" "$RUST_MIN" && return
  # An old package list names the release's first version; the newer ones come with Debian's security updates.
  # shellcheck disable=SC2086
  as_root apt-get update -q && apt_install $DEBIAN_WASM_RUST
  version_at_least "$(debian_rust_version)" "$RUST_MIN" ||
    die "Debian's rustc-web is $(debian_rust_version); $RUST_MIN or newer is needed (bookworm-security has it)"
}

# need_debian_library SYSROOT RUSTFLAGS: Rust's library for wasm, built with Debian's compiler and these flags.
need_debian_library() {
  local sysroot=$1 flags=$2
  [[ -e $sysroot/complete ]] && return
  say "Building Rust's library for wasm with Debian's compiler (once, some minutes)"
  local crate=$sysroot/crate lib=$sysroot/lib/rustlib/wasm32-unknown-unknown/lib
  rm -rf "$sysroot"
  mkdir -p "$crate/src" "$lib" "$sysroot/bin"
  printf '[package]\nname = "empty"\nedition = "2021"\n[workspace]\n' >"$crate/Cargo.toml"
  printf '#![no_std]\n' >"$crate/src/lib.rs"
  # RUSTC_BOOTSTRAP allows -Zbuild-std for this one build; the bitcode is what link-time optimisation reads.
  (
    cd "$crate"
    env -u RUSTUP_TOOLCHAIN RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" \
      CARGO_TARGET_DIR="$crate/target" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$WASM_LD" \
      /usr/bin/cargo build --release --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort,panic_unwind
  ) || die "Rust's library could not be built for wasm"
  find "$crate/target/wasm32-unknown-unknown/release/deps" -name '*.rlib' ! -name 'libempty-*' -exec cp -t "$lib" {} +
  # `cargo` and `rustc` of this folder go to the front of PATH, so that trunk finds them too.
  ln -s /usr/bin/cargo /usr/bin/rustc /usr/bin/rustdoc "$sysroot/bin/"
  rm -rf "$crate"
  touch "$sysroot/complete"
}

# --- The engine with threads ---------------------------------------------------------------------------

# Flags that shared memory needs in every part of a program, Rust's library included.
THREADS_FLAGS="-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals"

# Rust's library with atomics is not shipped: it is built from its source, that of rustup's compiler where it is there or can be
# fetched, Debian's otherwise. Sets WASM_THREADS to `rustup`, `debian`, or `none` where neither works: the page then has an engine of
# one thread. TABIA_THREADS=rustup|debian|none decides.
need_wasm_threads() {
  WASM_THREADS=${TABIA_THREADS:-}
  [[ -n $WASM_THREADS ]] || WASM_THREADS=$(find_threads_source)
  [[ $WASM_THREADS == debian ]] || return 0
  # A separate process, so that a failure there ends nothing here.
  if bash "$ROOT/scripts/setup.sh" threads-library; then return; fi
  warn "no engine with threads: Rust's library could not be built with atomics (rustup component add rust-src would do). The" \
    "page will search with one thread"
  WASM_THREADS=none
}

# Debian's compiler, and its library with atomics.
need_threads_library() {
  need_debian_rust
  need_debian_library "$(threads_sysroot)" "-Cembed-bitcode=yes $THREADS_FLAGS"
}

# `rustup` or `debian`. An installed source comes first; rustup is asked for the source at most once a day, because without a
# connection it takes minutes to fail.
find_threads_source() {
  local asked=$TOOLS/.rust-src-asked
  if [[ $WASM_TOOLCHAIN != rustup ]]; then
    echo debian
  elif has_library_source; then
    echo rustup
  elif [[ -x /usr/bin/rustc && -e $(threads_sysroot)/complete ]] || [[ -n $(find "$asked" -mtime -1 2>/dev/null) ]]; then
    echo debian
  else
    touch "$asked"
    say "Fetching the source of Rust's library with rustup, for the engine with threads" >&2
    if has rustup && timeout 30 rustup component add rust-src >&2; then echo rustup; else echo debian; fi
  fi
}

has_library_source() { [[ -e $(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]; }

threads_sysroot() { echo "$TOOLS/wasm-threads-std-$(debian_rust_version)"; }

# with_wasm_threads CARGO-OPTION...: builds for wasm with atomics; need_wasm_threads has said how.
with_wasm_threads() {
  if [[ $WASM_THREADS == rustup ]]; then
    # RUSTC_BOOTSTRAP allows -Zbuild-std with a stable compiler.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$THREADS_FLAGS${WASM_FEATURE_FLAGS:+ $WASM_FEATURE_FLAGS}" RUSTC_BOOTSTRAP=1 \
      cargo build --target wasm32-unknown-unknown "$@" -Zbuild-std=std,panic_abort
  else
    env -u RUSTUP_TOOLCHAIN PATH="$(threads_sysroot)/bin:$PATH" RUSTC=/usr/bin/rustc \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$WASM_LD" \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--sysroot=$(threads_sysroot) $THREADS_FLAGS${WASM_FEATURE_FLAGS:+ $WASM_FEATURE_FLAGS}" \
      /usr/bin/cargo build --target wasm32-unknown-unknown "$@"
  fi
}

# with_wasm COMMAND...: runs a wasm build with the compiler that need_wasm_target chose.
with_wasm() {
  if [[ $WASM_TOOLCHAIN == rustup ]]; then
    PATH=$(tool_path):$PATH CARGO_TARGET_DIR=$(wasm_target_dir) \
      env ${WASM_FEATURE_FLAGS:+CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$WASM_FEATURE_FLAGS"} "$@"
  else
    PATH=$WASM_SYSROOT/bin:$(tool_path):$PATH CARGO_TARGET_DIR=$(wasm_target_dir) \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$WASM_LD \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--sysroot=$WASM_SYSROOT${WASM_FEATURE_FLAGS:+ $WASM_FEATURE_FLAGS}" "$@"
  fi
}

# Cargo's target folder for wasm builds. What two compilers built does not mix.
wasm_target_dir() {
  local target=${CARGO_TARGET_DIR:-$ROOT/target}
  # Trunk's hook is called with the folder that Trunk was given.
  [[ $WASM_TOOLCHAIN == rustup || $target == */debian ]] && echo "$target" || echo "$target/debian"
}

# --- Tools from crates.io and npm ----------------------------------------------------------------------

tool_path() {
  echo "${TABIA_TIMES:+$ROOT/scripts/measure/timed:}$TOOLS/trunk-$TRUNK/bin:$TOOLS/wasm-bindgen-$WASM_BINDGEN/bin:$TOOLS/wasm-split-$WASM_SPLIT/bin:$ROOT/node_modules/.bin"
}

# need_cargo_tool CRATE VERSION FOLDER BINARY [CARGO-OPTION...]
# $TOOL_OPT_LEVEL is 1 if nothing else is said. Tools that are built in one folder, $TOOL_BUILD, compile the macros they share once.
need_cargo_tool() {
  local crate=$1 version=$2 folder=$3-$2 binary=$4
  local home=$TOOLS/$folder build=${TOOL_BUILD:-$TOOLS/build/$3-$2}
  shift 4
  [[ -x $home/bin/$binary ]] && return
  say "Compiling $crate $version (once, some minutes) into $home"
  # These only bundle files: quick to build matters more than quick to run.
  CARGO_TARGET_DIR=$build CARGO_PROFILE_RELEASE_OPT_LEVEL=${TOOL_OPT_LEVEL:-1} CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
    cargo install --quiet --locked --version "=$version" --root "$home" "$@" "$crate" ||
    die "$crate $version could not be compiled"
  [[ -n ${TOOL_BUILD:-} ]] || rm -rf "$build"
}

# need_npm_packages build|test: all that package-lock.json names, or only what a build needs.
need_npm_packages() {
  local kind=$1 stamp=$ROOT/node_modules/.tabia-installed lock omit=()
  lock=$(cat "$ROOT/package-lock.json" "$ROOT/.npmrc" | sha256sum | cut -d ' ' -f 1)
  if [[ -e $stamp ]]; then
    grep -qx "$lock test" "$stamp" && return
    [[ $kind == build ]] && grep -qx "$lock build" "$stamp" && return
  fi
  say "Installing npm packages as package-lock.json pins them"
  [[ $kind == build ]] && omit=(--omit=dev)
  (cd "$ROOT" && npm ci --loglevel=error "${omit[@]}") || die "npm ci failed"
  echo "$lock $kind" >"$stamp"
}

# Programs that native tests compare ours with.
need_peers() {
  # shellcheck disable=SC2086 # a list of words
  need_packages "tests against other programs" $DEBIAN_PEERS
  need_python_chess
}

# Where Python with the package `chess` is.
python_chess() { echo "$TOOLS/python-chess-$PYTHON_CHESS"; }

# Where PyPI cannot be reached, the tests that need it say that they were skipped, and fail with CI=true.
need_python_chess() {
  local home python=python3
  home=$(python_chess)
  "$home/bin/python3" -c 'import chess.pgn' 2>/dev/null && return
  say "Installing python-chess $PYTHON_CHESS from PyPI (tests against other programs)"
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    need_packages "python-chess" python3 python3-venv
    has dpkg-query && python=/usr/bin/python3
  fi
  { "$python" -m venv --clear "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check "chess==$PYTHON_CHESS"; } ||
    warn "python-chess could not be installed: no test compares with it"
}

# Firefox and WebKitGTK, with the screen that the latter needs.
need_other_browsers() {
  # shellcheck disable=SC2086 # a list of words
  need_packages "the tests in other browsers" $DEBIAN_OTHER_BROWSERS
}

# What compiles the C example of docs/engine-abi.md.
need_clang() {
  # shellcheck disable=SC2086 # a list of words
  need_packages "the C example of an engine" $DEBIAN_CLANG
}

# --- What a job needs as a whole -----------------------------------------------------------------------

# fetch_packages build|test
fetch_packages() {
  need_npm_packages "$1"
  [[ $1 == test ]] || return 0
  need_packages "the browser tests" "$DEBIAN_BROWSER"
  # The inner loop skips this.
  [[ ${quick:-0} -eq 1 ]] || need_peers
}

# setup build|test|native: all of it.
setup() {
  prepare "$1"
  [[ $1 == native ]] || need_tools
}

# prepare build|test|native: all but the tools that have to be compiled.
prepare() {
  need_commands
  lock_tools
  need_rust
  if [[ $1 != native ]]; then
    need_node
    need_wasm_target
    need_wasm_threads
    fetch_packages "$1"
  fi
  unlock_tools
}

# The tools that bind, cut and bundle what was compiled for wasm.
need_tools() {
  local TOOL_BUILD=$TOOLS/build/all
  lock_tools
  # Without HTTPS: they fetch nothing.
  need_cargo_tool wasm-bindgen-cli "$WASM_BINDGEN" wasm-bindgen wasm-bindgen --no-default-features
  need_cargo_tool wasm_split_cli_support "$WASM_SPLIT" wasm-split wasm-split-cli --features build-binary
  # Cargo's reports of the tools stay for --times.
  [[ -z ${TABIA_TIMES:-} || ! -d $TOOL_BUILD/cargo-timings ]] || cp -R "$TOOL_BUILD/cargo-timings" "$TABIA_TIMES/"
  rm -rf "$TOOL_BUILD"
  unlock_tools
}

# What builds the page again when a file changes (./run --dev). It only copies files and calls the other tools.
need_trunk() {
  lock_tools
  TOOL_OPT_LEVEL=0 need_cargo_tool trunk "$TRUNK" trunk trunk --no-default-features
  unlock_tools
}

# Two runs at once must not install the same thing twice.
lock_tools() {
  mkdir -p "$TOOLS"
  exec {tools_lock}>"$TOOLS/.lock"
  flock "$tools_lock"
}

unlock_tools() { exec {tools_lock}>&-; }

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  case ${1:-} in
    build | test | native)
      setup "$1"
      say "Everything that '$1' needs is there"
      ;;
    # Part of the first two (need_wasm_threads).
    threads-library) need_threads_library ;;
    *) die "usage: scripts/setup.sh build|test|native" ;;
  esac
fi
