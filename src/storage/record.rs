//! Records of a table.

use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use super::error::{StoreError, reason};
use crate::language::tr;

/// A record: data as JSON, with an optional file content.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// JSON. Stored types have serde defaults, so that older records remain readable.
    pub json: String,
    /// File content, if any.
    pub content: Option<Content>,
    /// Number of writes, if the record's writers compare revisions (`Change::Expect`); otherwise 0.
    pub revision: u64,
}

impl Record {
    /// Serializes `data` to a record.
    ///
    /// # Errors
    /// When `data` cannot be serialized to JSON (a map with keys that aren't strings).
    pub fn of(data: &impl Serialize) -> Result<Self, StoreError> {
        let json = serde_json::to_string(data).map_err(|error| StoreError::Failed {
            action: tr!("data could not be written as JSON").to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self { json, ..Self::default() })
    }

    /// Returns the record with `content`.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content = Some(content);
        self
    }

    /// Returns the record with a revision.
    #[must_use]
    pub fn revised(mut self, revision: u64) -> Self {
        self.revision = revision;
        self
    }

    /// Deserializes the data.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the JSON is not a valid `T`. `what` names the record for the user: "the match 12ab".
    pub fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, StoreError> {
        serde_json::from_str(&self.json)
            .map_err(|error| StoreError::Damaged { what: what.to_owned(), reason: error.to_string() })
    }
}

/// File content.
#[derive(Debug, Clone)]
pub enum Content {
    /// In memory.
    Bytes(Rc<[u8]>),
    /// Held by the browser: a dropped or stored file. Reading it costs memory, passing it around does not.
    Blob(Blob),
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::Bytes(text.as_bytes().into())
    }
}

impl From<Blob> for Content {
    fn from(blob: Blob) -> Self {
        Self::Blob(blob)
    }
}

impl From<web_sys::File> for Content {
    fn from(file: web_sys::File) -> Self {
        Self::Blob(file.into())
    }
}

impl Content {
    /// Concatenates contents, without reading those held by the browser.
    ///
    /// # Errors
    /// When the browser has no room for the result.
    pub fn joined(pieces: &[Self]) -> Result<Self, StoreError> {
        let in_memory = pieces.iter().map(|piece| match piece {
            Self::Bytes(bytes) => Some(bytes.as_ref()),
            Self::Blob(_) => None,
        });
        if let Some(pieces) = in_memory.collect::<Option<Vec<&[u8]>>>() {
            return Ok(Self::from(pieces.concat()));
        }
        let parts = js_sys::Array::new();
        for piece in pieces {
            let blob = piece.blob()?;
            parts.push(&blob);
        }
        let joined = Blob::new_with_blob_sequence(&parts).map_err(|error| StoreError::Failed {
            action: tr!("a file could not be made").to_owned(),
            reason: reason(&error),
        })?;
        Ok(Self::Blob(joined))
    }

    /// Returns the length in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Blob(blob) => blob.size() as u64,
        }
    }

    /// Returns the bytes in `start..end`, or fewer if the content ends earlier.
    #[must_use]
    pub fn slice(&self, start: u64, end: u64) -> Self {
        match self {
            Self::Bytes(bytes) => {
                let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                Self::Bytes(bytes.get(at(start)..at(end)).unwrap_or_default().into())
            }
            Self::Blob(blob) => match blob.slice_with_f64_and_f64(start as f64, end as f64) {
                Ok(part) => Self::Blob(part),
                // Slicing reads nothing and never fails for valid numbers; an empty part will be noticed when it is read.
                Err(_) => Self::Bytes([].into()),
            },
        }
    }

    /// Reads all of it into memory.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the browser cannot read it because the file has changed or been deleted since it was chosen.
    pub async fn bytes(&self) -> Result<Rc<[u8]>, StoreError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.clone()),
            Self::Blob(blob) => {
                let buffer = JsFuture::from(blob.array_buffer())
                    .await
                    .map_err(|error| StoreError::Unreadable { reason: reason(&error) })?;
                Ok(js_sys::Uint8Array::new(&buffer).to_vec().into())
            }
        }
    }

    /// Reads all of it as UTF-8; invalid bytes become U+FFFD.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub async fn text(&self) -> Result<String, StoreError> {
        Ok(String::from_utf8_lossy(&self.bytes().await?).into_owned())
    }

    /// Returns the content as a blob, for a worker or a download.
    ///
    /// # Errors
    /// When the browser has no room for the blob.
    pub fn blob(&self) -> Result<Blob, StoreError> {
        match self {
            Self::Blob(blob) => Ok(blob.clone()),
            Self::Bytes(bytes) => {
                let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_ref()));
                Blob::new_with_u8_array_sequence(&parts).map_err(|error| StoreError::Failed {
                    action: tr!("a file could not be made").to_owned(),
                    reason: reason(&error),
                })
            }
        }
    }
}
