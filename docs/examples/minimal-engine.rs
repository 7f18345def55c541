//! The smallest engine build: all of the engine ABI and no chess. It answers every search with the null move.
//!
//!     rustc --edition 2024 --target wasm32-unknown-unknown --crate-type cdylib -O -C strip=symbols minimal-engine.rs

use std::cell::RefCell;

#[link(wasm_import_module = "uci")]
unsafe extern "C" {
    fn print(ptr: *const u8, len: usize);
    fn signal() -> i32;
}

thread_local! {
    /// Where the host writes the next command.
    static COMMAND: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[unsafe(no_mangle)]
extern "C" fn abi() -> i32 {
    1
}

#[unsafe(no_mangle)]
extern "C" fn line_buffer(len: usize) -> *mut u8 {
    COMMAND.with_borrow_mut(|command| {
        command.clear();
        command.resize(len, 0);
        command.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn line(_len: usize) {
    let command = COMMAND.with_borrow(|command| String::from_utf8_lossy(command).into_owned());
    let mut words = command.split_ascii_whitespace();
    match words.next() {
        Some("uci") => {
            say("id name Minimal 1");
            say("id author the example in docs/engine-abi.md");
            say("uciok");
        }
        Some("isready") => say("readyok"),
        Some("go") => search(&words.collect::<Vec<_>>()),
        _ => {}
    }
}

fn search(limits: &[&str]) {
    let waits = limits.is_empty() || limits.contains(&"infinite") || limits.contains(&"ponder");
    let ponders = limits.contains(&"ponder");
    // SAFETY: the import has no preconditions inside of `line`, where this runs.
    let signalled = || match unsafe { signal() } {
        1 => true,
        2 => ponders,
        _ => false,
    };
    while waits && !signalled() {}
    say("info depth 1 nodes 1 score cp 0");
    say("bestmove 0000");
}

fn say(text: &str) {
    // SAFETY: pointer and length are those of `text`, which the host copies before it returns.
    unsafe { print(text.as_ptr(), text.len()) };
}
