//! The tools, one subject at a time: test suites, annotated files of games, how fast this machine is, and what engines say.
//!
//! A part of the program of its own, loaded when it is first seen ([`crate::shell`]); it stays when another page is seen. What runs belongs to
//! services and goes on meanwhile.

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
