//! Storage errors, with their messages to the user.

use wasm_bindgen::{JsCast, JsValue};

use super::key::Key;
use crate::language::tr;

/// Why something was not stored or found. Whatever the error, existing data is intact.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The browser has no storage for this page.
    #[error(
        "{}",
        tr!(
            "this browser stores no data for this page ({reason}); private windows and blocked site data are the usual causes",
            reason
        )
    )]
    Unavailable {
        /// The browser's message.
        reason: String,
    },
    /// The browser cannot open the stored data. There may be some, and the page must not look empty.
    #[error(
        "{}",
        tr!(
            "the stored data could not be opened ({reason}); nothing was changed. Try again; private windows, blocked site data \
             and a full or failing disk are the usual causes",
            reason
        )
    )]
    NotOpened {
        /// The browser's message.
        reason: String,
    },
    /// A tab with a newer version of Tabia has upgraded the database.
    #[error(
        "{}",
        tr!(
            "a newer version of Tabia is open in another tab and has updated the stored data: reload this page"
        )
    )]
    Newer,
    /// A tab with an older version of Tabia blocks the upgrade of the database.
    #[error(
        "{}",
        tr!(
            "another tab with an older version of Tabia prevents the stored data from being updated: close or reload that tab, \
             then reload this page"
        )
    )]
    Blocked,
    /// The browser has deleted the stored data while the page was open.
    #[error(
        "{}",
        tr!(
            "the browser deleted this site's data (the disk was full, or the data was cleared): what is open in this tab is still here, \
             save it as files"
        )
    )]
    Deleted,
    /// Out of storage space.
    #[error("{}", tr!("the storage of this page is full: delete something, or free disk space"))]
    Full,
    /// The record to insert exists already.
    #[error("{}", tr!("{key} already exists", key))]
    Exists {
        /// Key of the record.
        key: Key,
    },
    /// The record to change is no longer what it was when it was read.
    #[error("{}", tr!("{key} was changed or deleted in the meantime, perhaps in another tab", key))]
    Conflict {
        /// Key of the record.
        key: Key,
        /// Current revision; `None` if the record is gone.
        found: Option<u64>,
    },
    /// A record cannot be read.
    #[error("{}", tr!("{what} is damaged or was saved by another version of Tabia: {reason}", what, reason))]
    Damaged {
        /// Description of the record, with its name.
        what: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// A required record does not exist.
    #[error("{}", tr!("{what} is not stored in this browser", what))]
    Missing {
        /// Description of the record, with its name.
        what: String,
    },
    /// A chosen file cannot be read.
    #[error("{}", tr!("the file cannot be read: it may have been changed or deleted ({reason})", reason))]
    Unreadable {
        /// The browser's message.
        reason: String,
    },
    /// Any other error.
    #[error("{action}: {reason}")]
    Failed {
        /// The action that failed.
        action: String,
        /// The browser's message.
        reason: String,
    },
}

/// Returns the message of a thrown value.
pub(super) fn reason(error: &JsValue) -> String {
    match error.dyn_ref::<web_sys::DomException>() {
        Some(error) if error.message().is_empty() => error.name(),
        Some(error) => format!("{}: {}", error.name(), error.message()),
        None => tabia_worker::abi::error_text(error),
    }
}
