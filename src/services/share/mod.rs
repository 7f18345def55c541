//! Export of games: packed into links, and as animated pictures.
//!
//! - [`packing`]: PGN of a game, packed and unpacked by the browser's compression streams
//! - [`gif`]: animated GIF of positions

pub mod gif;
pub mod packing;
