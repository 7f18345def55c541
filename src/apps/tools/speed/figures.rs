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
pub const FIGURES: [Figures; 2] = [
    Figures {
        machine: "Xeon, Chromium",
        perft: Some(556e6),
        generated: Some(354e6),
        made: Some(47.2e6),
        nps: Some(1.64e6),
        all: Some((2, 3.06e6)),
        start_ms: Some(28.0),
        stop_ms: Some(1.1),
        message_ms: Some(0.23),
    },
    Figures {
        machine: "Xeon, native",
        perft: Some(562e6),
        generated: Some(509e6),
        made: Some(69.8e6),
        nps: Some(1.91e6),
        all: None,
        start_ms: None,
        stop_ms: None,
        message_ms: None,
    },
];
