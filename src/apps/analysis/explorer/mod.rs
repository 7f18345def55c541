//! The explorer beside the board: what was played from its position in one's own databases.

mod arrow;
mod choosing;
mod examples;
mod lazy;
mod panel;

pub use arrow::ExplorerArrowProps;
pub use lazy::use_explorer;
pub use panel::ExplorerPanelProps;
