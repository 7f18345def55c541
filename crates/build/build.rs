//! Gives the wasm module a stack large enough for the deepest search.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if target == "wasm32" {
        // The linker's default is 1 MB. A line of 246 plies with its verification searches needs less than
        // half of this size; an overflow would trap in the middle of an analysis.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
        if std::env::var_os("CARGO_FEATURE_THREADS").is_some() {
            link_with_threads();
        } else {
            // 2 GiB, as much as the page gives an engine (src/services/engine/memory.rs): it can then compile the file while it arrives,
            // instead of writing the bound into it.
            println!("cargo::rustc-link-arg-cdylib=--max-memory=2147483648");
        }
    }
}

/// The memory comes from the host, which bounds it; the other exports are what a host needs to start a thread.
fn link_with_threads() {
    let exports = ["__wasm_init_tls", "__tls_size", "__tls_align", "__stack_pointer"];
    let exports = exports.map(|name| format!("--export={name}"));
    let memory = ["--shared-memory", "--import-memory", "--export-memory", "--max-memory=4294967296"];
    for argument in memory.map(str::to_owned).into_iter().chain(exports) {
        println!("cargo::rustc-link-arg-cdylib={argument}");
    }
}
