//! An engine build for the Lab's tests: it plays legal moves without any understanding, the same ones every time, and does
//! wrong what its option `Fault` names, at move `FaultMove` of its games with the colour `FaultColor`.
//!
//! ```text
//! cargo build --release -p tabia-faulty --target wasm32-unknown-unknown
//! ```

#[cfg(target_arch = "wasm32")]
mod engine;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod imports;

/// What it can do wrong; the values of its option `Fault`.
pub const FAULTS: [&str; 23] = [
    "none",
    "illegal-move",
    "null-move",
    "nonsense-move",
    "trap",
    "loop-polling",
    "loop-asking-time",
    "loop-printing",
    "loop-silent",
    "silence",
    "megabyte-of-info",
    "garbage-score",
    "wrong-pv",
    "overrun",
    "obeys-stop-late",
    "eats-memory",
    "no-readyok",
    "talks-after-bestmove",
    "loop-after-bestmove",
    "trap-after-bestmove",
    "trap-in-ucinewgame",
    "loop-in-ucinewgame",
    "prints-out-of-bounds",
];
