//! The page's applications: one entry each, loaded when first seen, with their views and application-specific hooks.

pub mod analysis;
pub mod book;
pub mod lab;
pub mod library;
pub mod play;
pub mod tools;
