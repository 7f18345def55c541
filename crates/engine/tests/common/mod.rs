//! Helpers that the engine's tests share.
#![allow(dead_code)] // Each test file uses a part.

use std::path::{Path, PathBuf};

use tabia_chess::{Move, Position, Square};
use tabia_engine::{Bound, Control, Limits, Report, Score, Signal, bench};
use tabia_rng::SplitMix64;

/// A reported line.
#[derive(Clone, Debug)]
pub struct Seen {
    pub depth: u32,
    pub multipv: u32,
    pub score: Score,
    pub is_exact: bool,
    pub nodes: u64,
    pub pv: Vec<Move>,
}

/// A control with a clock that advances by itself and signals set in advance.
#[derive(Default)]
pub struct Scripted {
    /// The clock in milliseconds; advances by a step with every call.
    pub now_ms: f64,
    pub step_ms: f64,
    /// The signal, from this call of `signal` on.
    pub signals: Vec<(usize, Signal)>,
    /// When the first signal was given.
    pub signalled_ms: Option<f64>,
    pub looks: usize,
    pub waits: usize,
    pub lines: Vec<Seen>,
}

impl Control for Scripted {
    fn now_ms(&mut self) -> f64 {
        self.now_ms += self.step_ms;
        self.now_ms
    }

    fn signal(&mut self) -> Signal {
        self.looks += 1;
        let given = self.signals.iter().rev().find(|(from, _)| *from <= self.looks);
        given.map_or(Signal::Go, |&(_, signal)| {
            self.signalled_ms.get_or_insert(self.now_ms);
            signal
        })
    }

    fn report(&mut self, report: &Report<'_>) {
        if let Report::Pv(line) = report {
            self.lines.push(Seen {
                depth: line.depth,
                multipv: line.multipv,
                score: line.score,
                is_exact: line.bound == Bound::Exact,
                nodes: line.nodes,
                pv: line.pv.to_vec(),
            });
        }
    }

    fn wait(&mut self) {
        self.waits += 1;
        assert!(self.waits < 1_000_000, "waits for a signal that never comes");
    }
}

/// Random numbers for positions, the same in every run.
pub struct Random(SplitMix64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub fn square(&mut self) -> Square {
        Square::ALL[(self.next() % 64) as usize]
    }
}

pub fn position(fen: &str) -> Position {
    bench::position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Limits of a search for tests.
pub fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}

/// The shared conformance data, or `None` with a message if it is missing (a failure in CI).
pub fn shared_data() -> Option<PathBuf> {
    let path = std::env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "conformance data missing: {}", path.display());
    eprintln!("SKIPPED: conformance data missing: {} (set TABIA_SHARED_DATA)", path.display());
    None
}
