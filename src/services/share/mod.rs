//! Games that leave the page: packed into links, and as pictures that move.
//!
//! - [`packing`]: the PGN of a game, packed and unpacked by the browser's streams
//! - [`gif`]: pictures of positions as one GIF

pub mod gif;
pub mod packing;
