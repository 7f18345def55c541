//! Files to download.

use crate::apps::lab::error::LabError;
use crate::platform::download::{DownloadError, download};
use crate::storage::Content;
use tabia_worker::abi::error_text;
use web_sys::{Blob, BlobPropertyBag};

/// Downloads a file made of pieces that the browser may keep on disk, so that the page never holds all of it.
///
/// # Errors
/// [`LabError`] if a piece cannot be read or the browser refuses.
pub fn download_pieces(name: &str, kind: &str, pieces: &[Content]) -> Result<(), LabError> {
    let parts = js_sys::Array::new();
    for piece in pieces {
        let blob = piece.blob()?;
        parts.push(&blob);
    }
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_blob_sequence_and_options(&parts, &options)
        .map_err(|error| DownloadError::Refused(error_text(&error)))?;
    Ok(download(name, &blob)?)
}

/// Converts a user-chosen name to a file name.
pub fn file_name(name: &str, ending: &str) -> String {
    let mut text: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' })
        .take(60)
        .collect();
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    let text = text.trim_matches(['-', '.']);
    format!("{}.{ending}", if text.is_empty() { "match" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_can_be_written_anywhere() {
        assert_eq!(file_name("Tabia – base/2", "pgn"), "Tabia-base-2.pgn");
        assert_eq!(file_name("../..", "csv"), "match.csv");
    }
}
