//! The library worker: indexes and searches game databases off the page's main thread.
//!
//! A file is read in slices: each is copied into the browser's file system and indexed (`indexing`). Between slices the worker
//! handles requests, so the first games are shown while the rest is being read. An open database (`database`, `search`) reads the
//! blocks of its file and index that it needs through blobs, so any number of tabs can use it at once.
//!
//! - [`messages`]: messages between page and worker
//! - [`indexing`]: a file being indexed
//! - [`database`], [`search`]: an open database
//! - [`own`]: the user's games
//! - `epd`: position lists
//! - `disk` (feature `library`): the browser's file system
//! - `host` (feature `library`): the worker itself

pub mod messages;

#[cfg(feature = "library")]
mod blob_stream;
#[cfg(feature = "library")]
pub mod database;
#[cfg(feature = "library")]
mod disk;
#[cfg(feature = "library")]
mod epd;
#[cfg(feature = "library")]
pub mod host;
#[cfg(feature = "library")]
pub mod indexing;
#[cfg(feature = "library")]
pub mod own;
#[cfg(feature = "library")]
mod rows;
#[cfg(feature = "library")]
pub mod search;
#[cfg(feature = "library")]
mod text;
#[cfg(feature = "library")]
mod turns;
