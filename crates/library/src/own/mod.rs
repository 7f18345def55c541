//! A database of one's own: games that are saved, changed, filed and deleted.
//!
//! It is a journal, a file that is only appended to. Every change is one record with a checksum, so a write that is torn at any
//! byte costs that change and nothing before it; a record that is damaged later costs itself. [`OwnDatabase::open`] replays the
//! journal; a change is prepared ([`OwnDatabase::save`] and others), appended to the file by whoever holds it, and then
//! applied. [`OwnDatabase::index`] makes an index of the games, so that a [`Library`](crate::Library) searches them like any
//! other; [`OwnDatabase::compact`] writes a journal without what was replaced or deleted.
//!
//! ```
//! use tabia_library::Library;
//! use tabia_library::own::{Opened, OwnDatabase, Save};
//!
//! let mut journal = Vec::new();
//! let Opened { mut database, .. } = OwnDatabase::open(&mut journal)?;
//! let change = database.save(Save { text: b"[White \"Me\"]\n\n1. e4 e5 *", ..Save::default() })?;
//! journal.extend_from_slice(&change.bytes);
//! database.apply(&change)?;
//!
//! let mut index = Vec::new();
//! let games = database.index(&mut journal, &mut index)?;
//! assert_eq!(Library::open(index)?.header(0).white, "Me");
//! assert_eq!(database.game(games[0]).map(|game| game.revision), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod change;
mod database;
mod event;
mod frame;
mod names;
mod open;

pub use change::{Change, OwnError, Save};
pub use database::{OwnDatabase, StoredGame};
pub use names::{GameId, Group, GroupId, GroupKind};
pub use open::{OpenJournalError, Opened};
