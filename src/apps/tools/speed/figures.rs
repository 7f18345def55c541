//! What the project measured, to compare this machine with: docs/speed.md tells how.

/// A machine and what was measured on it.
pub struct Figures {
    /// The machine, and what ran there.
    pub machine: &'static str,
    /// Leaves a second of `perft 6` from the start position.
    pub perft: f64,
    /// Moves generated a second.
    pub generated: f64,
    /// Nodes a second of one engine's benchmark.
    pub nps: f64,
}

/// What was measured.
pub const FIGURES: [Figures; 1] = [Figures {
    machine: "AMD EPYC 2.6 GHz, the native program",
    perft: 640e6,
    generated: 136e6,
    nps: 1.93e6,
}];
