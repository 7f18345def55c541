//! A bound for the memory of an engine build: growth beyond it fails inside the engine, and no other tab suffers.
//!
//! The memory section of a WebAssembly file states how many pages of 64 KiB the memory has at first, and may state how many
//! it may grow to; see "Memory Section" in the WebAssembly core specification, binary format.

use thiserror::Error;

/// A page of WebAssembly memory.
const PAGE_BYTES: u64 = 65_536;
/// What 32-bit addresses reach.
const MAX_PAGES: u64 = 65_536;
/// The number of the section that defines memories.
const MEMORY_SECTION: u8 = 5;
/// Magic number and version.
const PREAMBLE: usize = 8;

/// Why a build's memory cannot be bounded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The file is not made as a WebAssembly file must be.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// It needs more than is allowed from the start.
    #[error(
        "it needs {needed_mb} MB of memory from the start, and {allowed_mb} MB are allowed: allow it more"
    )]
    TooSmall {
        /// What the build asks for, in MiB, rounded up.
        needed_mb: u64,
        /// What it may have, in MiB.
        allowed_mb: u64,
    },
}

/// The build with the maximum of its memory set to `limit_mb` MiB, or to less where it says less itself. A build without a
/// memory of its own is returned as it is; what runs it refuses it.
///
/// # Errors
/// When the file cannot be read that far, or its memory begins larger than that.
pub fn with_memory_limit(bytes: &[u8], limit_mb: u32) -> Result<Vec<u8>, MemoryError> {
    let allowed = (u64::from(limit_mb) * (1024 * 1024) / PAGE_BYTES).min(MAX_PAGES);
    let mut input = Reader { bytes, at: PREAMBLE };
    if bytes.len() < PREAMBLE {
        return Err(MemoryError::Damaged("it ends before its first section"));
    }
    while input.at < bytes.len() {
        let section = input.at;
        let id = input.byte()?;
        let length = input.number()?;
        let body = input.at;
        let end = usize::try_from(length).ok().and_then(|length| body.checked_add(length));
        let end = end.filter(|&end| end <= bytes.len());
        let end = end.ok_or(MemoryError::Damaged("a section is longer than the file"))?;
        if id != MEMORY_SECTION {
            input.at = end;
            continue;
        }
        let mut replaced = Vec::new();
        let count = input.number()?;
        write_number(&mut replaced, count);
        for _ in 0..count {
            let flags = input.byte()?;
            let initial = input.number()?;
            let stated = if flags & 1 == 1 { input.number()? } else { MAX_PAGES };
            // Shared and 64-bit memories keep what they have: the ABI has neither.
            if flags & !1 != 0 {
                return Ok(bytes.to_vec());
            }
            if initial > allowed {
                return Err(MemoryError::TooSmall {
                    needed_mb: (initial * PAGE_BYTES).div_ceil(1024 * 1024),
                    allowed_mb: u64::from(limit_mb),
                });
            }
            replaced.push(1);
            write_number(&mut replaced, initial);
            write_number(&mut replaced, stated.min(allowed));
        }
        if input.at != end {
            return Err(MemoryError::Damaged("its memory section has a wrong length"));
        }
        let mut limited = bytes[..section].to_vec();
        limited.push(MEMORY_SECTION);
        write_number(&mut limited, replaced.len() as u64);
        limited.extend(replaced);
        limited.extend_from_slice(&bytes[end..]);
        return Ok(limited);
    }
    Ok(bytes.to_vec())
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, MemoryError> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte.ok_or(MemoryError::Damaged("it ends in the middle of a section"))
    }

    /// An unsigned number in LEB128.
    fn number(&mut self) -> Result<u64, MemoryError> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(MemoryError::Damaged("a number in it is too long"))
    }
}

fn write_number(output: &mut Vec<u8>, mut number: u64) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            output.push(byte);
            return;
        }
        output.push(byte | 0x80);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A file with a custom section, a memory section with this body, and another custom section behind it.
    fn file(memory: &[u8]) -> Vec<u8> {
        let custom = [0, 3, 2, b'h', b'i'];
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.extend(custom);
        bytes.push(MEMORY_SECTION);
        write_number(&mut bytes, memory.len() as u64);
        bytes.extend(memory);
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
