//! Material on the board, by counts.

mod counts;
mod ending;
mod filter;

pub use counts::{Material, ParseMaterialError};
pub use ending::Ending;
pub use filter::{MaterialFilter, MaterialRange};
