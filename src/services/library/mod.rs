//! The library: databases of games that the browser keeps, and that of one's own games; indexed and searched in a worker.
//!
//! - [`service`]: the handle that pages work with
//! - [`entry`]: a database in the list
//! - [`list`]: the list, as a value
//! - [`own`]: which of one's own games the worker lacks
//! - [`calls`]: requests to the worker, and who waits for them
//! - [`error`]: why something was not done
//! - [`kind`]: whether a file holds games or positions
//! - [`opening`]: games of databases on the board
//! - `client`: the line to the worker
//! - `kept`: what is kept of databases

pub mod calls;
mod client;
pub mod entry;
pub mod error;
mod kept;
pub mod kind;
pub mod list;
pub mod opening;
pub mod own;
pub mod service;

pub use entry::{DatabaseEntry, DatabaseRecord, Place, Status};
pub use error::LibraryError;
pub use service::{LibraryEvent, LibraryService, Notice};
