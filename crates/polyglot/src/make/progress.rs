//! Progress of making a book, and its receiver.

use std::ops::ControlFlow;

use crate::pgn_scan::GameProblem;

/// Progress of making a book.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Bytes of the source that were read, of all passes.
    pub bytes: u64,
    /// The size of the source.
    pub total_bytes: u64,
    /// Number of this reading of the source, from 1.
    pub pass: u32,
    /// Games taken in this pass.
    pub games: u64,
    /// Games left out.
    pub rejected: u64,
    /// Half-moves counted in this pass.
    pub plies: u64,
    /// Different moves of different positions in the table.
    pub moves: u64,
    /// Entries handed out.
    pub entries: u64,
}

/// Learns what happens while a book is built, and may stop it.
pub trait Observer {
    /// Called after every piece of the source.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called for every game that is left out.
    fn problem(&mut self, problem: &GameProblem) {
        let _ = problem;
    }
}

/// Observes nothing.
impl Observer for () {}
