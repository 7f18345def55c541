//! The pages.

pub mod analysis;
pub mod book;
pub mod lab;
