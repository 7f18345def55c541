//! The explorer beside the board: what was played from its position in one's own databases.

mod arrow;
mod choosing;
mod examples;
mod panel;

pub use arrow::ExplorerArrow;
pub use panel::ExplorerPanel;
