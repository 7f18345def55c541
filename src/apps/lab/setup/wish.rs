//! What the form asks for.

use tabia_arena::MatchSettings;

/// A match to be begun.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// What is played.
    pub settings: MatchSettings,
    /// How many games at a time.
    pub workers: usize,
}
