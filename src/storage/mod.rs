//! What the page keeps in the browser.
//!
//! A [`Store`] holds records in tables, ordered by key, and applies changes all or nothing. [`IndexedDb`](indexed_db::IndexedDb)
//! keeps them in the browser, [`Memory`] is its twin for tests and for browsers that keep nothing. The page holds one
//! [`Database`], a cheap handle that opens itself at the first use.
//!
//! - [`files`]: whole files by their SHA-256 (books, openings), up to hundreds of megabytes without a copy in memory
//! - [`games`]: games of the user's own, with revisions
//! - [`mod@matches`]: matches and their finished units, and the claim of a tab to play one
//! - [`logs`]: the lines between match workers and engines, up to a limit
//! - [`document`]: a document that several tabs change
//! - [`aside`]: documents that cannot be read
//! - [`damaged`]: records that cannot be read
//! - [`ends`]: how the page ended while it worked
//! - [`device`]: how much room there is, and the wish that the browser may not clear it
//! - [`workspaces`]: what each tab shows
//! - [`evaluations`]: evaluations of positions that were on the board
//! - [`schema`]: the tables and how an older database becomes a newer one

pub mod aside;
pub mod damaged;
mod database;
pub mod device;
pub mod document;
pub mod ends;
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
pub use key::{Key, Part, Range};
pub use locks::Claim;
pub use memory::Memory;
pub use record::{Content, Record};
pub use schema::Table;
pub use store::{Change, Pending, Store};

#[cfg(test)]
mod tests;
