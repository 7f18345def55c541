//! Which lines are to be seen, and how.

use crate::services::wiretap::ring::Direction;

/// What is to be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Of this engine only.
    pub engine: Option<u32>,
    /// In this direction only.
    pub direction: Option<Direction>,
    /// What is looked for.
    pub text: String,
    /// Whether lines without it are left out.
    pub matches_only: bool,
    /// Whether what comes is not shown.
    pub is_paused: bool,
    /// Whether the newest lines are in sight.
    pub follows: bool,
}

impl Default for Wanted {
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

impl Wanted {
    /// What decides which lines are shown.
    pub fn narrowing(&self) -> (Option<u32>, Option<Direction>, String) {
        (self.engine, self.direction, if self.matches_only { self.text.clone() } else { String::new() })
    }

    /// Whether lines are left out.
    pub fn is_narrow(&self) -> bool {
        self.narrowing() != (None, None, String::new())
    }
}
