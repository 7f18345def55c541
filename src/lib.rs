//! The Tabia page.

pub mod engine;
pub mod state;
