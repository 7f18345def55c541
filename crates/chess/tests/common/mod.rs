//! Helpers shared by the tests: conformance data and random games.

#![allow(dead_code, reason = "each test program uses its part")]

use std::path::PathBuf;

use tabia_chess::{Move, Position};
use tabia_rng::Rng;

/// The text of a file of the shared conformance data.
///
/// The folder is `../shared/data` next to the repository, or `TABIA_SHARED_DATA`. Without it the test prints
/// a message and is skipped, except with `CI=true`, where it fails.
pub fn shared(name: &str) -> Option<String> {
    let folder = std::env::var_os("TABIA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            let message = format!("conformance data missing: {}: {error}", path.display());
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
            eprintln!("SKIPPED: {message}");
            None
        }
    }
}

/// Random numbers for positions and games, the same in every run.
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    /// A legal move; captures, pawn moves and castling are frequent enough for varied games.
    pub fn pick_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        // Half of the possible castling moves are played; otherwise few random games would have one.
        let castling: Vec<Move> = moves.iter().copied().filter(|m| m.is_castling()).collect();
        if !castling.is_empty() && self.below(2) == 0 {
            return Some(castling[self.below(castling.len())]);
        }
        Some(moves[self.below(moves.len())])
    }
}
