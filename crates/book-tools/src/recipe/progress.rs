//! Progress and result of a recipe, and their observer.

use std::ops::ControlFlow;

use tabia_polyglot::pgn_scan::GameProblem;

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct RecipeProgress {
    /// Completed share of the work, 0 to 1: it never decreases, but may stall.
    pub fraction: f64,
    /// Number of this reading of the games, from 1.
    pub reading: u32,
    /// Whether this reading counts results for the statistics; it is then the last one.
    pub counts_results: bool,
    /// Bytes read in this reading.
    pub bytes: u64,
    /// Bytes of all sources.
    pub total_bytes: u64,
    /// Games read in this reading, excluding rejected ones.
    pub games: u64,
    /// Of these, games that a part of the recipe accepts.
    pub taken: u64,
    /// Of these, games that no part accepts, including duplicates.
    pub filtered: u64,
    /// Of these, duplicates.
    pub duplicates: u64,
    /// Games that could not be read.
    pub rejected: u64,
    /// Half-moves of the games taken.
    pub plies: u64,
    /// Different moves of different positions in the tables of all passes.
    pub moves: u64,
    /// Memory of tables and remembered games, in bytes.
    pub bytes_used: usize,
    /// Entries handed out.
    pub entries: u64,
}

/// Result of a recipe.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct RecipeReport {
    /// The counts of the last reading.
    pub progress: RecipeProgress,
    /// Games taken by each part.
    pub taken_by_part: Vec<u64>,
    /// Games left out, by [`crate::filter::FilteredBy`] in its order; those that no part took, with the first reason.
    pub filtered: [u64; 6],
    /// Games that could not be compared with later ones because the memory for it was used up.
    pub unremembered: u64,
    /// Sums of weights over 65535.
    pub overflows: u64,
}

/// A game that was left out because it cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecipeProblem {
    /// The number of the source, from 0.
    pub source: usize,
    /// The game of the source, where, and why.
    pub problem: GameProblem,
}

/// Observes the execution of a recipe, and may stop it.
pub trait RecipeObserver {
    /// Called after every piece.
    fn progress(&mut self, progress: &RecipeProgress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called for every game that cannot be read.
    fn problem(&mut self, problem: &RecipeProblem) {
        let _ = problem;
    }
}

/// Observes nothing.
impl RecipeObserver for () {}
