//! The library worker: databases of games indexed and searched beside the page's thread.
//!
//! A file is read in slices: each is copied into the browser's file system and indexed (`indexing`), and between two slices the
//! worker answers, so that the first games are shown while the rest is read. An open database (`database`, `search`) reads the
//! blocks of its file and index that it needs, through blobs: any number of tabs can do so at once.
//!
//! - [`messages`]: messages between page and worker
//! - [`indexing`]: a file on its way to a database
//! - [`database`], [`search`]: a database that is open
//! - [`own`]: one's own games
//! - `epd`: lists of positions
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
