//! Reference figures measured by the project; see docs/speed.md for the method.

use crate::language::{Text, tr};

/// Figures of one machine; `None` where not measured or not meaningful.
pub struct SpeedFigures {
    /// Machine and environment.
    pub machine: Text,
    /// Leaf nodes per second of `perft 6` from the starting position.
    pub perft: Option<f64>,
    /// Moves generated per second.
    pub generated: Option<f64>,
    /// Moves made per second.
    pub made: Option<f64>,
    /// Nodes per second of one engine's benchmark.
    pub nps: Option<f64>,
    /// The same for several engines at once: their number and total nodes per second.
    pub all: Option<(usize, f64)>,
    /// Time from engine start to `readyok`, in milliseconds.
    pub start_ms: Option<f64>,
    /// Time from `stop` to `bestmove`, in milliseconds.
    pub stop_ms: Option<f64>,
    /// Time from `isready` to `readyok`, in milliseconds.
    pub message_ms: Option<f64>,
}

/// Reference figures.
pub const FIGURES: [SpeedFigures; 2] = [
    SpeedFigures {
        machine: || "Xeon, Chromium",
        perft: Some(556e6),
        generated: Some(354e6),
        made: Some(47.2e6),
        nps: Some(1.64e6),
        all: Some((2, 3.06e6)),
        start_ms: Some(28.0),
        stop_ms: Some(1.1),
        message_ms: Some(0.23),
    },
    SpeedFigures {
        machine: || tr!("Xeon, native"),
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
