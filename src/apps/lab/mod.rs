//! The Lab: matches between engine builds.
//!
//! A part of the program of its own, loaded when the Lab is first seen ([`crate::shell`]). It stays when another page is seen, so
//! that a match goes on.

mod app;
mod components;
mod context;
mod engine_list;
mod error;
mod files;
mod form_store;
mod hooks;
mod import;
mod incoming;
mod links;
mod list;
mod navigation;
mod offer;
mod offered;
mod setup;
mod start;
mod strings;
mod view;
mod waiting;

pub use app::LabApp;
