//! Timeouts after which the analysis engine considers an engine dead.

/// Times in milliseconds, and the number of failures allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timeouts {
    /// Time for the worker's own code to arrive and to load the engine build; allows for a slow connection.
    pub load_ms: f64,
    /// Time for `uciok` and `readyok`, which may include setting up a large hash table or a net.
    pub answer_ms: f64,
    /// Time from `stop` to `bestmove`. The ABI requires a poll every few thousand nodes, that is, within milliseconds.
    pub stop_ms: f64,
    /// Maximum silence during a search. The host sends a sign of life every second as long as the engine polls.
    pub silence_ms: f64,
    /// Time by which a search may overrun `movetime` before it is stopped.
    pub overrun_ms: f64,
    /// Delay of a timer after which the page counts as having slept.
    pub late_ms: f64,
    /// Number of failures without a successful search in between that still lead to a restart.
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
