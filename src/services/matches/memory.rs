//! A bound for the memory of an engine build: growth beyond it fails inside the engine, and no other tab suffers.
//!
//! The memory section of a WebAssembly file states how many pages of 64 KiB the memory has at first, and may state how many
//! it may grow to; see "Memory Section" in the WebAssembly core specification, binary format.

use thiserror::Error;
use wasm_encoder::{MemoryType, Section as _};
use wasmparser::{BinaryReaderError, Chunk, MemorySectionReader, Parser, Payload};

/// A page of WebAssembly memory.
const PAGE_BYTES: u64 = 65_536;
/// What 32-bit addresses reach.
const MAX_PAGES: u64 = 65_536;

/// Why a build's memory cannot be bounded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The file is not made as a WebAssembly file must be.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// It needs more than is allowed from the start.
    #[error(
        "it needs at least {needed_mb} MB of memory, but only {allowed_mb} MB are allowed: raise the limit"
    )]
    TooSmall {
        /// What the build asks for, in MiB, rounded up.
        needed_mb: u64,
        /// What it may have, in MiB.
        allowed_mb: u64,
    },
}

impl From<BinaryReaderError> for MemoryError {
    fn from(error: BinaryReaderError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The build with the maximum of its memory set to `limit_mb` MiB, or to less where it says less itself. A build without a
/// memory of its own is returned as it is; what runs it refuses it.
///
/// # Errors
/// When the file cannot be read that far, or its memory begins larger than that.
pub fn with_memory_limit(bytes: &[u8], limit_mb: u32) -> Result<Vec<u8>, MemoryError> {
    let mut parser = Parser::new(0);
    let mut at = 0;
    loop {
        let Chunk::Parsed { consumed, payload } = parser.parse(&bytes[at..], true)? else {
            return Err(MemoryError::Damaged("it ends in the middle of a section".to_owned()));
        };
        let section = at;
        at += consumed;
        match payload {
            Payload::MemorySection(memories) => {
                let Some(limited) = limited(memories, limit_mb)? else { return Ok(bytes.to_vec()) };
                let mut build = bytes[..section].to_vec();
                limited.append_to(&mut build);
                build.extend_from_slice(&bytes[at..]);
                return Ok(build);
            }
            // The code comes behind the memory.
            Payload::End(_) | Payload::CodeSectionStart { .. } => return Ok(bytes.to_vec()),
            _ => {}
        }
    }
}

/// The section with the bound; nothing where it holds a memory of a kind that the ABI has not: a shared one, a 64-bit one, or
/// one with pages of another size.
fn limited(
    memories: MemorySectionReader<'_>,
    limit_mb: u32,
) -> Result<Option<wasm_encoder::MemorySection>, MemoryError> {
    let allowed = (u64::from(limit_mb) * (1024 * 1024) / PAGE_BYTES).min(MAX_PAGES);
    let mut section = wasm_encoder::MemorySection::new();
    for memory in memories {
        let memory = memory?;
        if memory.shared || memory.memory64 || memory.page_size_log2.is_some() {
            return Ok(None);
        }
        if memory.initial > allowed {
            return Err(MemoryError::TooSmall {
                needed_mb: (memory.initial * PAGE_BYTES).div_ceil(1024 * 1024),
                allowed_mb: u64::from(limit_mb),
            });
        }
        section.memory(MemoryType {
            minimum: memory.initial,
            maximum: Some(memory.maximum.unwrap_or(MAX_PAGES).min(allowed)),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
    }
    Ok(Some(section))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wasm_encoder::{Encode as _, SectionId};

    use super::*;

    /// A file with a custom section, a memory section with this body, and another custom section behind it.
    fn file(memory: &[u8]) -> Vec<u8> {
        let custom = [0, 3, 2, b'h', b'i'];
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.extend(custom);
        SectionId::Memory.encode(&mut bytes);
        memory.encode(&mut bytes);
        bytes.extend(custom);
        bytes
    }

    #[test]
    fn a_memory_without_bound_gets_one() {
        // 17 pages at first; 64 MiB are 1024 pages.
        assert_eq!(with_memory_limit(&file(&[1, 0, 17]), 64), Ok(file(&[1, 1, 17, 0x80, 0x08])));
    }

    #[test]
    fn a_bound_of_its_own_is_kept_if_it_is_smaller() {
        assert_eq!(with_memory_limit(&file(&[1, 1, 17, 20]), 64), Ok(file(&[1, 1, 17, 20])));
        assert_eq!(with_memory_limit(&file(&[1, 1, 17, 0x80, 0x10]), 64), Ok(file(&[1, 1, 17, 0x80, 0x08])));
    }

    #[test]
    fn numbers_may_be_written_longer_than_they_need() {
        // wasm-ld pads the numbers that it fills in later.
        assert_eq!(
            with_memory_limit(&file(&[0x81, 0x80, 0x00, 0, 0x91, 0x80, 0x80, 0x80, 0x00]), 64),
            Ok(file(&[1, 1, 17, 0x80, 0x08]))
        );
    }

    #[test]
    fn more_than_is_allowed_from_the_start_is_refused() {
        let error = with_memory_limit(&file(&[1, 0, 0x81, 0x08]), 64);
        assert_eq!(error, Err(MemoryError::TooSmall { needed_mb: 65, allowed_mb: 64 }));
    }

    #[test]
    fn files_without_memory_stay_as_they_are() {
        let bytes = b"\0asm\x01\0\0\0\0\x03\x02hi".to_vec();
        assert_eq!(with_memory_limit(&bytes, 64), Ok(bytes));
        assert_eq!(with_memory_limit(b"\0asm\x01\0\0\0", 64), Ok(b"\0asm\x01\0\0\0".to_vec()));
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = file(&[1, 0, 17]);
        for length in 0..whole.len() - 5 {
            let cut = with_memory_limit(&whole[..length], 64);
            assert!(
                matches!(cut, Err(MemoryError::Damaged(_))) || matches!(length, 8 | 13),
                "{length}: {cut:?}"
            );
        }
        assert!(with_memory_limit(&file(&[1, 0, 17, 0]), 64).is_err());
        assert!(with_memory_limit(&file(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), 64).is_err());
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), limit in 0u32..5000) {
            let mut file = b"\0asm\x01\0\0\0".to_vec();
            file.extend(&bytes);
            let _ = with_memory_limit(&file, limit);
            let _ = with_memory_limit(&bytes, limit);
        }
    }
}
