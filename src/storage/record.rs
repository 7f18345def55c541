//! What a table holds under a key.

use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use super::error::{StoreError, reason};

/// A record: data as JSON, and the content of a file beside it where there is one.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// JSON. The types that are kept so carry serde's defaults, so that older records can still be read.
    pub json: String,
    /// Bytes, if any.
    pub content: Option<Content>,
    /// Counts how often the record was written, where its writers compare that (`Change::Expect`); 0 elsewhere.
    pub revision: u64,
}

impl Record {
    /// A record of `data`.
    ///
    /// # Errors
    /// When `data` has no form as JSON (a map whose keys are no texts).
    pub fn of(data: &impl Serialize) -> Result<Self, StoreError> {
        let json = serde_json::to_string(data).map_err(|error| StoreError::Failed {
            action: "data could not be written as JSON".to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self { json, ..Self::default() })
    }

    /// The record with `content`.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content = Some(content);
        self
    }

    /// The record with a revision.
    #[must_use]
    pub fn revised(mut self, revision: u64) -> Self {
        self.revision = revision;
        self
    }

    /// The data.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the JSON is not that of a `T`. `what` names the record to the user: "the match 12ab".
    pub fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, StoreError> {
        serde_json::from_str(&self.json)
            .map_err(|error| StoreError::Damaged { what: what.to_owned(), reason: error.to_string() })
    }
}

/// The bytes of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// In memory.
    Bytes(Rc<[u8]>),
    /// Held by the browser: a dropped file, or one that is kept. Reading it costs memory, passing it around does not.
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
    /// Contents one behind the other; those that the browser holds are not read for that.
    ///
    /// # Errors
    /// When the browser has no room for it.
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
            action: "a file could not be made".to_owned(),
            reason: reason(&error),
        })?;
        Ok(Self::Blob(joined))
    }

    /// The length in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Blob(blob) => blob.size() as u64,
        }
    }

    /// Some of the bytes, from `start` to before `end`; less where the content ends sooner.
    #[must_use]
    pub fn slice(&self, start: u64, end: u64) -> Self {
        match self {
            Self::Bytes(bytes) => {
                let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                Self::Bytes(bytes.get(at(start)..at(end)).unwrap_or_default().into())
            }
            Self::Blob(blob) => match blob.slice_with_f64_and_f64(start as f64, end as f64) {
                Ok(part) => Self::Blob(part),
                // Slicing reads nothing and fails for no valid number; an empty part is found out when it is read.
                Err(_) => Self::Bytes([].into()),
            },
        }
    }

    /// Reads all of it into memory.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when the browser cannot read it: the file was changed or deleted since it was chosen.
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

    /// Reads all of it as UTF-8; what is none becomes U+FFFD.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes).
    pub async fn text(&self) -> Result<String, StoreError> {
        Ok(String::from_utf8_lossy(&self.bytes().await?).into_owned())
    }

    /// It as a blob, for a worker or a download.
    ///
    /// # Errors
    /// When the browser has no room for one.
    pub fn blob(&self) -> Result<Blob, StoreError> {
        match self {
            Self::Blob(blob) => Ok(blob.clone()),
            Self::Bytes(bytes) => {
                let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_ref()));
                Blob::new_with_u8_array_sequence(&parts).map_err(|error| StoreError::Failed {
                    action: "a file could not be made".to_owned(),
                    reason: reason(&error),
                })
            }
        }
    }
}
