//! Hexadecimal digits.

use std::fmt::Write as _;

use sha2::Digest as _;

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The SHA-256 of bytes in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&sha2::Sha256::digest(bytes))
}
