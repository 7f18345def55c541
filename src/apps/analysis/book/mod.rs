//! Opening books: the panel next to the board, and the building blocks of the book page.

mod arrow;
mod choosing;
mod panel;

pub use arrow::BookArrow;
pub use panel::{BookPanel, OpeningLabel};
