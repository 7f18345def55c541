//! What the browser gives, one subject per file: thin, without state of the applications.
//!
//! - [`alarm`]: a timer that is set again and again
//! - [`audio`]: sounds from samples
//! - [`bus`]: events between the page's applications
//! - [`clipboard`], [`clock`], [`document`], [`download`], [`fetch`], [`garbage`], [`isolation`], [`random`], [`turns`]: the browser's functions
//! - [`heartbeat`]: shows when the whole browser has stood still
//! - [`local`]: short texts that stay
//! - [`news`]: word that something kept has changed
//! - [`observable`]: events that others listen to
//! - [`port`]: the page's end of a worker
//! - [`settled`]: when the page has started
//! - [`styles`]: style sheets that are loaded later
//! - [`tabs`]: words between the tabs of the page

pub mod alarm;
pub mod audio;
pub mod bus;
pub mod clipboard;
pub mod clock;
pub mod document;
pub mod download;
pub mod fetch;
pub mod garbage;
pub mod heartbeat;
pub mod isolation;
pub mod local;
pub mod news;
pub mod observable;
pub mod port;
pub mod processor;
pub mod random;
pub mod requests;
pub mod settled;
pub mod sorting;
pub mod styles;
pub mod tabs;
pub mod turns;
