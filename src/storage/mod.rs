//! Persistent storage of the page, in the browser.
//!
//! A [`Store`] holds tables of records, ordered by key, and applies changes atomically. [`IndexedDb`](indexed_db::IndexedDb) stores
//! them in the browser; [`Memory`] is the in-memory version for tests and for browsers without storage. The page holds one
//! [`Database`], a cheap handle that opens itself on first use.
//!
//! - [`files`]: whole files by SHA-256 (books, openings), up to hundreds of megabytes without a copy in memory
//! - [`games`]: the user's own games, with revisions
//! - [`mod@matches`]: matches and their finished units, and a tab's claim to play a match
//! - [`logs`]: the traffic between match workers and engines, up to a size limit
//! - [`document`]: a document that several tabs change
//! - [`aside`]: unreadable documents that were set aside
//! - [`damaged`]: unreadable records
//! - [`crash_counter`]: crash counts of resumable work
//! - [`device`]: available space, and the request that the browser never clears it
//! - [`workspaces`]: what each tab shows
//! - [`evaluations`]: evaluations of positions that were on the board
//! - [`schema`]: the tables and the upgrades between database versions

pub mod aside;
pub mod crash_counter;
pub mod damaged;
mod database;
pub mod device;
pub mod document;
mod error;
pub mod evaluations;
mod file_record;
pub mod files;
pub mod games;
pub mod hash;
pub mod indexed_db;
mod key;
pub mod locks;
pub mod logs;
pub mod matches;
mod memory;
mod record;
pub mod schema;
mod store;
pub mod workspaces;

pub use database::{Database, Keeping};
pub use error::StoreError;
pub use key::{Key, KeyPart, Range};
pub use locks::Claim;
pub use memory::Memory;
pub use record::{Content, Record};
pub use schema::Table;
pub use store::{Change, Pending, Store};

#[cfg(test)]
mod tests;
