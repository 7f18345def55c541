//! What the browser gives, one subject per file: thin, without state of the applications.
//!
//! - [`bus`]: events between the page's applications
//! - [`clipboard`], [`clock`], [`document`], [`fetch`], [`turns`]: the browser's functions
//! - [`listeners`]: lists of those who want to hear of something
//! - [`owned_worker`]: a worker that can be terminated
//! - [`styles`]: style sheets that are loaded later

pub mod bus;
pub mod clipboard;
pub mod clock;
pub mod document;
pub mod fetch;
pub mod listeners;
pub mod owned_worker;
pub mod styles;
pub mod turns;
