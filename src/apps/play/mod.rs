//! Games: against the engine, against a person on the same device, or between two engines.
//!
//! A part of the program of its own, loaded when it is first seen ([`crate::shell`]).

mod app;
mod strings;

pub use app::PlayApp;
