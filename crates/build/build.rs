//! Gives the wasm module a stack large enough for the deepest search.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if target == "wasm32" {
        // The linker's default is 1 MB. A line of 246 plies with its verification searches needs less than
        // half of this size; an overflow would trap in the middle of an analysis.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
