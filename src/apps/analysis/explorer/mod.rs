//! Explorer below the board: moves played from its position in the user's own databases.

mod arrow;
mod choosing;
mod examples;
mod lazy;
mod panel;

pub use arrow::ExplorerArrowProps;
pub use lazy::use_explorer;
pub use panel::ExplorerPanelProps;
