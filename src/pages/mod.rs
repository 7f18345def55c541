//! The pages.

pub mod analysis;
