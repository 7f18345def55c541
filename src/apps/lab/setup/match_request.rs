//! Match requested by the form.

use tabia_arena::MatchSettings;

/// Match to start.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRequest {
    /// Settings of the match.
    pub settings: MatchSettings,
    /// Number of games at a time.
    pub workers: usize,
}
