//! View state of the Lab: the set-up form of a match, the curve of its test, and display text.

pub mod chart;
pub mod check;
pub mod cost;
pub mod draft;
pub mod engine;
pub mod field;
pub mod games;
pub mod latency;
mod names;
mod notes;
pub mod openings;
pub mod pace;
pub mod preset;
pub mod ratings;
mod reading;
mod saved_form;
pub mod self_play;
pub mod time_losses;
pub mod words;
