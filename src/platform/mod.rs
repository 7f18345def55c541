//! What the browser gives, one subject per file: thin, without state of the applications.
//!
//! - [`bus`]: events between the page's applications
//! - [`clipboard`], [`clock`], [`document`], [`fetch`], [`isolation`], [`turns`]: the browser's functions
//! - [`listeners`]: lists of those who want to hear of something
//! - [`port`]: the page's end of a worker
//! - [`styles`]: style sheets that are loaded later

pub mod bus;
pub mod clipboard;
pub mod clock;
pub mod document;
pub mod fetch;
pub mod isolation;
pub mod listeners;
pub mod port;
pub mod styles;
pub mod turns;
