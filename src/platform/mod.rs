//! Thin wrappers around browser APIs, one subject per file, without application state.
//!
//! - [`alarm`]: a resettable timer
//! - [`audio`]: sounds from samples
//! - [`bus`]: messages between the page's applications
//! - [`clipboard`], [`clock`], [`document`], [`download`], [`fetch`], [`garbage`], [`isolation`], [`random`], [`turns`]: browser functions
//! - [`heartbeat`]: detects when the whole browser was suspended
//! - [`local`]: short texts that persist
//! - [`local_time`]: date and time of day as the user writes them
//! - [`news`]: notifications that stored data has changed
//! - [`observable`]: events with subscribers
//! - [`port`]: the page's end of a worker
//! - [`startup_done`]: when the page has finished starting
//! - [`styles`]: style sheets loaded later
//! - [`tabs`]: messages between the page's tabs
//! - [`vibration`]: vibration of phones

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
pub mod local_time;
pub mod news;
pub mod observable;
pub mod port;
pub mod processor;
pub mod random;
pub mod requests;
pub mod sorting;
pub mod startup_done;
pub mod styles;
pub mod tabs;
pub mod turns;
pub mod vibration;
