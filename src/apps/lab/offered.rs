//! What a link offers.

use tabia_arena::{MatchHeader, Share};

/// A part of a match that a link offers.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedPart {
    /// The match.
    pub header: MatchHeader,
    /// Which of its units.
    pub share: Share,
}
