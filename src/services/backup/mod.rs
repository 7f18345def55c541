//! Everything stored in this browser as one file, and back; the format is described in `docs/backup.md`.
//!
//! A backup is written in pieces that the browser may hold on its disk, and read in slices. [`check()`] reads all of it before
//! [`restore()`] changes anything.

mod check;
mod format;
pub mod news;
mod part;
mod restore;
mod sources;
#[cfg(test)]
mod tests;
mod usage;
mod write;

pub use check::{CheckedBackup, CheckedPart, check};
pub use format::{BackupError, VERSION};
pub use part::BackupPart;
pub use restore::{RestoreMode, Restored, restore};
pub use sources::{BackupDatabase, BackupSources, OnShare, PageOutside};
pub use usage::{Usage, remove, usage};
pub use write::{OnProgress, write};
