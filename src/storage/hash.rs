//! SHA-256 of files, as `sha256sum` prints it.
//!
//! The browser's own implementation (`crypto.subtle`) is the fastest, but takes whole files only and exists only on secure addresses.
//! Larger files are read and hashed in pieces, which limits memory and keeps the page responsive.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::error::{StoreError, reason};
use super::record::Content;

/// Maximum size in bytes of files that are passed to the browser as a whole.
const WHOLE: u64 = 32 << 20;

/// Piece size in bytes otherwise: takes a few milliseconds to hash.
const PIECE: u64 = 1 << 20;

/// Returns the SHA-256 of `content` in hexadecimal digits.
///
/// # Errors
/// [`StoreError::Unreadable`] when it cannot be read.
pub async fn sha256(content: &Content) -> Result<String, StoreError> {
    if content.size() <= WHOLE
        && let Some(digest) = by_browser(content).await?
    {
        return Ok(hex(&digest));
    }
    in_pieces(content, PIECE).await
}

/// Returns the SHA-256 of bytes in memory, in hexadecimal digits.
pub fn sha256_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

async fn in_pieces(content: &Content, piece: u64) -> Result<String, StoreError> {
    let mut hasher = Sha256::new();
    let mut start = 0;
    while start < content.size() {
        hasher.update(content.slice(start, start + piece).bytes().await?);
        start += piece;
    }
    Ok(hex(&hasher.finalize()))
}

/// Hashes with the browser's function; `None` if there is none: on addresses without TLS, and natively. A blob stays within the browser:
/// copying a large one into WebAssembly memory and back would block the page.
async fn by_browser(content: &Content) -> Result<Option<Vec<u8>>, StoreError> {
    if !cfg!(target_arch = "wasm32") {
        return Ok(None);
    }
    let subtle = js_sys::Reflect::get(&js_sys::global(), &"crypto".into())
        .and_then(|crypto| js_sys::Reflect::get(&crypto, &"subtle".into()));
    let Some(subtle) = subtle.ok().and_then(|subtle| subtle.dyn_into::<web_sys::SubtleCrypto>().ok()) else {
        return Ok(None);
    };
    let bytes = match content {
        Content::Bytes(bytes) => js_sys::Uint8Array::from(bytes.as_ref()),
        Content::Blob(blob) => {
            let buffer = JsFuture::from(blob.array_buffer()).await;
            let buffer = buffer.map_err(|error| StoreError::Unreadable { reason: reason(&error) })?;
            js_sys::Uint8Array::new(&buffer)
        }
    };
    let Ok(digest) = subtle.digest_with_str_and_js_u8_array("SHA-256", &bytes) else { return Ok(None) };
    let digest = JsFuture::from(digest).await.ok();
    Ok(digest.map(|digest| js_sys::Uint8Array::new(&digest).to_vec()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;

    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-2, appendix B.
        assert_eq!(sha256_of(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let million = Content::from(vec![b'a'; 1_000_000]);
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(block_on(sha256(&million)).as_deref(), Ok(expected));
        for piece in [1000, 65_537, 1 << 20] {
            assert_eq!(block_on(in_pieces(&million, piece)).as_deref(), Ok(expected));
        }
    }
}
