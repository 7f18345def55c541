//! What the project measured, to compare this machine with: docs/speed.md tells how.

/// A machine and what was measured on it; `None` where it was not, or means nothing there.
pub struct Figures {
    /// The machine, and what ran there.
    pub machine: &'static str,
    /// Leaves a second of `perft 6` from the start position.
    pub perft: Option<f64>,
    /// Moves generated a second.
    pub generated: Option<f64>,
    /// Moves made a second.
    pub made: Option<f64>,
    /// Nodes a second of one engine's benchmark.
    pub nps: Option<f64>,
    /// The same of several engines at once: how many, and all their nodes a second.
    pub all: Option<(usize, f64)>,
    /// From the start of an engine to `readyok`, in milliseconds.
    pub start_ms: Option<f64>,
    /// From `stop` to `bestmove`, in milliseconds.
    pub stop_ms: Option<f64>,
    /// From `isready` to `readyok`, in milliseconds.
    pub message_ms: Option<f64>,
}

/// What was measured.
pub const FIGURES: [Figures; 1] = [Figures {
    machine: "AMD EPYC 2.6 GHz, the native program",
    perft: Some(640e6),
    generated: Some(136e6),
    made: None,
    nps: Some(1.93e6),
    all: None,
    start_ms: None,
    stop_ms: None,
    message_ms: None,
}];
