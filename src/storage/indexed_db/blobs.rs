//! For browsers that keep no blobs: `WebKitGTK` 2.50 refuses every transaction with one under automation.

use crate::storage::error::StoreError;
use crate::storage::record::Content;
use crate::storage::store::Change;

/// So much is read into memory at most to be kept as bytes, in bytes.
const MAX_BYTES: u64 = 256 << 20;

fn content_of(change: &mut Change) -> Option<&mut Content> {
    match change {
        Change::Put { record, .. } | Change::Insert { record, .. } => record.content.as_mut(),
        Change::Expect { .. } | Change::Delete { .. } | Change::DeleteBelow { .. } => None,
    }
}

/// How long all blobs are together, in bytes; `None` if there are none.
fn length(changes: &mut [Change]) -> Option<u64> {
    let blobs =
        changes.iter_mut().filter_map(content_of).filter(|content| matches!(content, Content::Blob(_)));
    blobs.map(|blob| blob.size()).reduce(u64::saturating_add)
}

/// Whether there are blobs, and not so long that they could not be kept otherwise.
pub(super) fn can_be_read(changes: &mut [Change]) -> bool {
    length(changes).is_some_and(|bytes| bytes <= MAX_BYTES)
}

/// The changes with bytes in place of blobs.
///
/// # Errors
/// [`StoreError::Unreadable`] when a blob cannot be read.
pub(super) async fn read(mut changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
    for content in changes.iter_mut().filter_map(content_of) {
        *content = Content::Bytes(content.bytes().await?);
    }
    Ok(changes)
}
