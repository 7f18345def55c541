//! Workaround for browsers that cannot store blobs: under automation, `WebKitGTK` 2.50 refuses every transaction that contains one.

use crate::language::tr;
use crate::storage::error::StoreError;
use crate::storage::key::Key;
use crate::storage::record::Content;
use crate::storage::schema::Table;
use crate::storage::store::Change;

/// Maximum number of bytes read into memory to be stored without blobs.
const MAX_BYTES: u64 = 256 << 20;

/// Returns the table and key of the first blob, if any.
pub(super) fn first(changes: &[Change]) -> Option<(Table, Key)> {
    changes.iter().find_map(|change| match change {
        Change::Put { table, key, record } | Change::Insert { table, key, record } => {
            matches!(record.content, Some(Content::Blob(_))).then(|| (*table, key.clone()))
        }
        Change::Expect { .. } | Change::Delete { .. } | Change::DeleteBelow { .. } => None,
    })
}

/// Replaces the blobs in the changes with their bytes.
///
/// # Errors
/// [`StoreError::Failed`] when the blobs are too large, [`StoreError::Unreadable`] when one cannot be read.
pub(super) async fn read(mut changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
    let mut left = MAX_BYTES;
    for change in &mut changes {
        let (Change::Put { record, .. } | Change::Insert { record, .. }) = change else { continue };
        let Some(content) = record.content.as_mut().filter(|content| matches!(content, Content::Blob(_)))
        else {
            continue;
        };
        left = left.checked_sub(content.size()).ok_or_else(too_long)?;
        *content = Content::Bytes(content.bytes().await?);
    }
    Ok(changes)
}

fn too_long() -> StoreError {
    StoreError::Failed {
        action: tr!("the file could not be stored").to_owned(),
        reason: tr!(
            "this browser stores no files here (a private window?), and without them at most {most} MB can be saved",
            most = MAX_BYTES >> 20
        ),
    }
}
