//! The library: databases of games stored in the browser, and the user's own games; indexed and searched in a worker.
//!
//! - [`service`]: the handle for pages
//! - [`entry`]: a database in the list
//! - [`list`]: the list, as a value
//! - [`own`]: which of the user's games the worker lacks
//! - [`calls`]: pending requests to the worker
//! - [`error`]: error types
//! - [`kind`]: whether a file holds games or positions
//! - [`opening`]: opens games of databases on the board
//! - `client`: the connection to the worker
//! - `saved_databases`: stored records of databases

pub mod calls;
mod client;
pub mod entry;
pub mod error;
pub mod kind;
pub mod list;
pub mod opening;
pub mod own;
mod saved_databases;
pub mod service;

pub use entry::{DatabaseEntry, DatabaseLocation, DatabaseRecord, DatabaseStatus};
pub use error::LibraryError;
pub use service::{LibraryEvent, LibraryNotice, LibraryService};
