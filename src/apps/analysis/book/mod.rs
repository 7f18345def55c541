//! Opening books: the panel beside the board, and what the book page is made of.

mod arrow;
mod choosing;
mod panel;

pub use arrow::BookArrow;
pub use panel::{BookPanel, OpeningLabel};
