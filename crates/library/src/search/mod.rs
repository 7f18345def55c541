//! Searching an opened index.

mod duplicates;
mod explorer;
mod filter;
mod material_scan;
mod query;
mod selection;
mod sort;
mod text;

pub use duplicates::{Difference, DuplicateGroup};
pub use explorer::{Explorer, MoveStatistics, Score};
pub use material_scan::MaterialScan;
pub use query::{Bounds, EloOf, Query};
pub use selection::Selection;
pub use sort::{Column, Order};
pub use text::{ReadError, export};
