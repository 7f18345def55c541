//! What can go wrong, as the user is told.

use wasm_bindgen::{JsCast, JsValue};

use super::key::Key;

/// Why something was not kept, or not found again. Whatever the error, what was kept before is still there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The browser offers no storage here.
    #[error(
        "this browser stores no data for this page ({reason}); private windows and blocked site data are the usual causes"
    )]
    Unavailable {
        /// What the browser says.
        reason: String,
    },
    /// The browser does not open what it keeps. There may be something, and it must not look as if there were nothing.
    #[error(
        "the stored data could not be opened ({reason}); nothing of it was changed. Try again; private windows, blocked site data \
         and a full or failing disk are the usual causes"
    )]
    NotOpened {
        /// What the browser says.
        reason: String,
    },
    /// A tab with a newer Tabia has changed the database.
    #[error(
        "a newer version of Tabia is open in another tab and has taken over what is kept here: reload this page"
    )]
    Newer,
    /// A tab with an older Tabia holds the database.
    #[error(
        "another tab with an older version of Tabia keeps the stored data from being updated: close or reload that tab, \
         then reload this page"
    )]
    Blocked,
    /// The browser has deleted what was stored while the page was open.
    #[error(
        "the browser deleted this site's data (the disk was full, or the data was cleared): what is open in this tab is still here, \
         save it as files"
    )]
    Deleted,
    /// There is no room left.
    #[error("the storage of this page is full: delete something, or free disk space")]
    Full,
    /// The record that was to be made is there already.
    #[error("{key} already exists")]
    Exists {
        /// Its key.
        key: Key,
    },
    /// The record that was to be changed is not what it was when it was read.
    #[error("{key} was changed or deleted meanwhile, in another tab perhaps")]
    Conflict {
        /// Its key.
        key: Key,
        /// The revision that is there; `None` if the record is gone.
        found: Option<u64>,
    },
    /// A record cannot be read.
    #[error("{what} is damaged or was kept by another version of Tabia: {reason}")]
    Damaged {
        /// What it is, with its name.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A record that is needed is not there.
    #[error("{what} is not stored in this browser")]
    Missing {
        /// What it is, with its name.
        what: String,
    },
    /// A file that was chosen cannot be read.
    #[error("the file cannot be read, it may have been changed or deleted meanwhile: {reason}")]
    Unreadable {
        /// What the browser says.
        reason: String,
    },
    /// Anything else.
    #[error("{action}: {reason}")]
    Failed {
        /// What was tried and failed.
        action: String,
        /// What the browser says.
        reason: String,
    },
}

/// The sentence that a thrown value carries.
pub(super) fn reason(error: &JsValue) -> String {
    match error.dyn_ref::<web_sys::DomException>() {
        Some(error) if error.message().is_empty() => error.name(),
        Some(error) => format!("{}: {}", error.name(), error.message()),
        None => tabia_worker::abi::error_text(error),
    }
}
