//! The applications of the page: one entry each, loaded when first seen; their views, and the hooks of one application only.

pub mod analysis;
pub mod book;
pub mod lab;
pub mod library;
pub mod play;
pub mod tools;
