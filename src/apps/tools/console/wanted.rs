//! View settings of the console.

use crate::services::uci_log::ring::Direction;

/// Which lines to show, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedLines {
    /// Only lines of this engine.
    pub engine: Option<u32>,
    /// Only lines in this direction.
    pub direction: Option<Direction>,
    /// Search text.
    pub text: String,
    /// Whether to hide lines that don't match.
    pub matches_only: bool,
    /// Whether new lines are held back.
    pub is_paused: bool,
    /// Whether the list follows the newest lines.
    pub follows: bool,
}

impl Default for WantedLines {
    fn default() -> Self {
        Self {
            engine: None,
            direction: None,
            text: String::new(),
            matches_only: true,
            is_paused: false,
            follows: true,
        }
    }
}

impl WantedLines {
    /// Returns the settings that filter the lines.
    pub fn narrowing(&self) -> (Option<u32>, Option<Direction>, String) {
        (self.engine, self.direction, if self.matches_only { self.text.clone() } else { String::new() })
    }

    /// Returns whether any filter is active.
    pub fn is_narrow(&self) -> bool {
        self.narrowing() != (None, None, String::new())
    }
}
