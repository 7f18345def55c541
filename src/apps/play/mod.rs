//! Games: against the engine, against a person on the same device, or between two engines.
//!
//! A part of the program of its own, loaded when it is first seen ([`crate::shell`]). What is played is the service's
//! ([`PlayService`](crate::services::play::PlayService)); here are the views.

mod app;
mod context;
mod fields;
mod focus;
mod form_store;
mod game;
mod notices;
mod setup;
mod sounds;
mod strings;
mod unsaved;

pub use app::PlayApp;
