//! Local-storage keys of the panel.

pub use crate::platform::local::storage;

/// Whether the panel is switched on.
pub const ON_KEY: &str = "tabia.report.on";
/// Settings of the last report.
pub const REQUEST_KEY: &str = "tabia.report.wish";

/// Name of the player whose mistakes to learn from.
pub const ME_KEY: &str = "tabia.report.me";
