//! Games against an engine, against a person on the same device, or between two engines.
//!
//! A separate part of the program, loaded when it is first seen ([`crate::shell`]). The game itself runs in
//! [`PlayService`](crate::services::play::PlayService); this module contains the views.

mod app;
mod context;
mod fields;
mod focus;
mod form_store;
mod game;
mod notices;
mod prefs_store;
mod rating;
mod setup;
mod sounds;
mod strings;
mod unsaved;

pub use app::PlayApp;
