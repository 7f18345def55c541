//! What the browser remembers of the panel.

pub use crate::platform::local::storage;

/// Where it is remembered that the panel is switched on.
pub const ON_KEY: &str = "tabia.report.on";
/// Where the limit and the number of engines of the last report are remembered.
pub const WISH_KEY: &str = "tabia.report.wish";

/// Where the name of the player is remembered whose mistakes are learned from.
pub const ME_KEY: &str = "tabia.report.me";
