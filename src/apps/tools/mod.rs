//! The tools: test suites, file annotation, speed measurements and the engine console.
//!
//! Loaded on first view as a separate part of the program ([`crate::shell`]) and kept when another page is shown. Running work belongs to
//! services and continues in the background.

mod annotate;
mod app;
mod console;
mod context;
mod fields;
mod numbers;
mod speed;
mod strings;
mod suites;
mod virtual_list;

pub use app::ToolsApp;
