//! How long the supervisor waits before it takes an engine for dead.

/// Times in milliseconds, and how often an engine may fail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timeouts {
    /// For the worker's own code to arrive and to load the engine build; a slow line is to be expected.
    pub load_ms: f64,
    /// For `uciok` and `readyok`; a large hash table or a net may have to be set up.
    pub answer_ms: f64,
    /// For `bestmove` after `stop`. The ABI asks for a poll every few thousand nodes, that is within milliseconds.
    pub stop_ms: f64,
    /// For any sign of life during a search. The host gives one a second as long as the engine polls.
    pub silence_ms: f64,
    /// By how much a search may overrun `movetime` before it is stopped.
    pub overrun_ms: f64,
    /// How late a timer may be before the page is thought to have slept.
    pub late_ms: f64,
    /// How many failures, with no search ended well between them, are answered by a restart.
    pub max_failures: u32,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            load_ms: 20_000.0,
            answer_ms: 10_000.0,
            stop_ms: 1_000.0,
            silence_ms: 10_000.0,
            overrun_ms: 1_000.0,
            late_ms: 500.0,
            max_failures: 2,
        }
    }
}
