//! Chooses the net to embed: the one that comes with Tabia, or the file named by `TABIA_EVALFILE`, as the Makefile sets it for `OpenBench`.

use std::path::PathBuf;
use std::{env, fs};

const VARIABLE: &str = "TABIA_EVALFILE";

fn main() {
    let default =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("nets/tabia.nnue");
    let net = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map_or(default, PathBuf::from);
    let net = fs::canonicalize(&net)
        .unwrap_or_else(|error| panic!("cannot read the net \"{}\": {error}", net.display()));
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed={}", net.display());
    println!("cargo::rustc-env=TABIA_EMBEDDED_NET={}", net.display());
}
