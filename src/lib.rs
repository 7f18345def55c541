//! The Tabia page.

pub mod engine;
