//! What the Lab shows, as values: the form that sets a match up, the curve of its test, its words.

pub mod chart;
pub mod draft;
pub mod engine;
pub mod field;
pub mod games;
pub mod latency;
pub mod openings;
mod reading;
pub mod self_play;
pub mod time_losses;
pub mod words;
