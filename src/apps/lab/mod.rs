//! The Lab: matches between engine builds.
//!
//! A separate part of the program, loaded when the Lab is first seen ([`crate::shell`]). It stays alive while another page is
//! visible, so that a match continues.

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
mod match_link;
mod navigation;
mod offer;
mod offered;
mod queue;
mod ratings;
mod setup;
mod start;
mod strings;
mod view;
mod waiting;

pub use app::LabApp;
