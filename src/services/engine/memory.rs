//! A bound for the memory of an engine build: growth beyond it fails inside the engine, and no other tab suffers.
//!
//! The memory section of a WebAssembly file states how many pages of 64 KiB the memory has at first, and may state how many
//! it may grow to; see "Memory Section" in the WebAssembly core specification, binary format. The bound is written there. It would
//! bound nothing if a build had other ways to memory, so a build has one memory with 32-bit addresses, tables of bounded length, and
//! no types whose values the browser's garbage collector keeps.

use thiserror::Error;
use wasm_encoder::{MemoryType, RefType, Section as _, TableType};
use wasmparser::{
    BinaryReader, BinaryReaderError, Chunk, CompositeInnerType, MemorySectionReader, Parser, Payload,
    SubType, TableInit, TableSectionReader,
};

/// What an engine may have that analyses, plays, solves, explains or is asked who it is, in MiB: as much hash as the app's own can have,
/// and as much again for nets and what else there is. In a match its settings say what it may have.
pub const MEMORY_MB: u32 = 2048;

/// What 32-bit addresses reach, in MiB.
pub const MAX_MB: u32 = 4096;

/// A page of WebAssembly memory.
const PAGE_BYTES: u64 = 65_536;
/// What 32-bit addresses reach.
const MAX_PAGES: u64 = 65_536;
/// How many entries all tables of a build may have together. A table holds the functions that are called by their number, some
/// thousands in a large program; a browser takes 8 or 16 bytes for an entry.
const MAX_TABLE_ENTRIES: u64 = 1_000_000;

/// The first byte of a group of types that refer to one another.
const TYPE_GROUP: u8 = 0x4e;

/// Why a build's memory cannot be bounded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The file is not made as a WebAssembly file must be.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// It needs more than is allowed from the start.
    #[error("it needs at least {needed_mb} MB of memory, but only {allowed_mb} MB are allowed")]
    TooSmall {
        /// What the build asks for, in MiB, rounded up.
        needed_mb: u64,
        /// What it may have, in MiB.
        allowed_mb: u64,
    },
    /// It has several memories.
    #[error("it has {0} memories; an engine build has one")]
    Several(u32),
    /// Its addresses are of 64 bits.
    #[error("its memory has 64-bit addresses; an engine build has 32-bit ones (compile it for wasm32)")]
    Wide,
    /// Its memory is made for threads.
    #[error(
        "its memory is shared between threads; an engine build has one thread (compile it without threads)"
    )]
    Shared,
    /// The pages of its memory are not of 64 KiB.
    #[error("its memory has pages of another size than 64 KiB")]
    PageSize,
    /// It has a table that could take any memory.
    #[error("its tables may grow to more than {MAX_TABLE_ENTRIES} entries, which is the limit")]
    Table,
    /// Its values are kept by the browser's garbage collector.
    #[error(
        "it has types of the garbage collector (structs or arrays) or of continuations, whose memory cannot be limited"
    )]
    Collected,
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
/// When the file cannot be read that far, its memory begins larger than that, or it has other ways to memory.
pub fn with_memory_limit(bytes: &[u8], limit_mb: u32) -> Result<Vec<u8>, MemoryError> {
    let mut parser = Parser::new(0);
    let mut at = 0;
    let mut build = Vec::with_capacity(bytes.len() + 8);
    loop {
        let Chunk::Parsed { consumed, payload } = parser.parse(&bytes[at..], true)? else {
            return Err(MemoryError::Damaged("it ends in the middle of a section".to_owned()));
        };
        let section = at;
        at += consumed;
        match payload {
            Payload::TypeSection(types) => {
                let range = types.range();
                // It lies in the section that was just parsed.
                let body = bytes.get(range.start as usize..range.end as usize).unwrap_or_default();
                check_types(BinaryReader::new(body, range.start))?;
            }
            Payload::MemorySection(memories) => {
                limited(memories, limit_mb)?.append_to(&mut build);
                continue;
            }
            Payload::TableSection(tables) => {
                if let Some(limited) = limited_tables(tables)? {
                    limited.append_to(&mut build);
                    continue;
                }
            }
            // The code comes behind all of them.
            Payload::End(_) | Payload::CodeSectionStart { .. } => {
                build.extend_from_slice(&bytes[section..]);
                return Ok(build);
            }
            _ => {}
        }
        build.extend_from_slice(&bytes[section..at]);
    }
}

/// Only functions have types: what else has some is allocated out of sight. Groups of types belong to the garbage collector as well; wasmparser
/// would make room for as many types as a group says it has, a hundred megabytes for a file of fifty bytes.
fn check_types(mut types: BinaryReader<'_>) -> Result<(), MemoryError> {
    for _ in 0..types.read_var_u32()? {
        let is_group = types.clone().read_u8()? == TYPE_GROUP;
        if is_group || !matches!(types.read::<SubType>()?.composite_type.inner, CompositeInnerType::Func(_)) {
            return Err(MemoryError::Collected);
        }
    }
    Ok(())
}

/// The section with the bound.
fn limited(
    memories: MemorySectionReader<'_>,
    limit_mb: u32,
) -> Result<wasm_encoder::MemorySection, MemoryError> {
    if memories.count() > 1 {
        return Err(MemoryError::Several(memories.count()));
    }
    let allowed = (u64::from(limit_mb) * (1024 * 1024) / PAGE_BYTES).min(MAX_PAGES);
    let mut section = wasm_encoder::MemorySection::new();
    for memory in memories {
        let memory = memory?;
        if memory.memory64 {
            return Err(MemoryError::Wide);
        }
        if memory.shared {
            return Err(MemoryError::Shared);
        }
        if memory.page_size_log2.is_some() {
            return Err(MemoryError::PageSize);
        }
        if memory.initial > allowed {
            return Err(MemoryError::TooSmall {
                // In bytes it may be more than 64 bits hold.
                needed_mb: memory.initial.div_ceil(1024 * 1024 / PAGE_BYTES),
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
    Ok(section)
}

/// The tables with a bound; `None` if they have bounds that are small enough.
fn limited_tables(tables: TableSectionReader<'_>) -> Result<Option<wasm_encoder::TableSection>, MemoryError> {
    let allowed = MAX_TABLE_ENTRIES / u64::from(tables.count().max(1));
    let mut section = wasm_encoder::TableSection::new();
    let (mut is_bounded, mut can_be_written) = (true, true);
    for table in tables {
        let wasmparser::Table { ty, init } = table?;
        if ty.initial > allowed || ty.table64 || ty.shared {
            return Err(MemoryError::Table);
        }
        is_bounded &= ty.maximum.is_some_and(|maximum| maximum <= allowed);
        let element_type = match ty.element_type {
            wasmparser::RefType::FUNCREF => Some(RefType::FUNCREF),
            wasmparser::RefType::EXTERNREF => Some(RefType::EXTERNREF),
            _ => None,
        };
        can_be_written &= element_type.is_some() && matches!(init, TableInit::RefNull);
        section.table(TableType {
            element_type: element_type.unwrap_or(RefType::FUNCREF),
            table64: false,
            minimum: ty.initial,
            maximum: Some(ty.maximum.unwrap_or(allowed).min(allowed)),
            shared: false,
        });
    }
    match (is_bounded, can_be_written) {
        (true, _) => Ok(None),
        (false, true) => Ok(Some(section)),
        (false, false) => Err(MemoryError::Table),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wasm_encoder::{Encode as _, SectionId};

    use super::*;

    /// A file with a custom section, a section with this body, and another custom section behind it.
    fn file_with(id: SectionId, body: &[u8]) -> Vec<u8> {
        let custom = [0, 3, 2, b'h', b'i'];
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.extend(custom);
        id.encode(&mut bytes);
        body.encode(&mut bytes);
        bytes.extend(custom);
        bytes
    }

    /// The same with a memory section.
    fn file(memory: &[u8]) -> Vec<u8> {
        file_with(SectionId::Memory, memory)
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
        let most = [1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        let error = with_memory_limit(&file(&most), 64);
        assert_eq!(error, Err(MemoryError::TooSmall { needed_mb: 1 << 60, allowed_mb: 64 }));
    }

    #[test]
    fn memories_that_no_bound_holds_for_are_refused() {
        for (memory, error) in [
            (&[2, 0, 1, 0, 1][..], MemoryError::Several(2)),
            // Flags: 1 has a maximum, 2 is shared, 4 has 64-bit addresses, 8 has pages of its own size.
            (&[1, 3, 1, 2], MemoryError::Shared),
            (&[1, 4, 1], MemoryError::Wide),
            (&[1, 5, 1, 2], MemoryError::Wide),
            (&[1, 7, 1, 2], MemoryError::Wide),
            (&[1, 8, 1, 0], MemoryError::PageSize),
            // The largest that 64 bits can say.
            (&[1, 4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], MemoryError::Wide),
        ] {
            assert_eq!(with_memory_limit(&file(memory), 64), Err(error), "{memory:?}");
        }
    }

    #[test]
    fn tables_are_bounded() {
        let table = |body: &[u8]| file_with(SectionId::Table, body);
        // Of functions (70) or of the page's values (6f), with or without a maximum; two of them have half a million each.
        assert_eq!(with_memory_limit(&table(&[1, 0x70, 1, 5, 5]), 64), Ok(table(&[1, 0x70, 1, 5, 5])));
        assert_eq!(
            with_memory_limit(&table(&[1, 0x70, 0, 5]), 64),
            Ok(table(&[1, 0x70, 1, 5, 0xc0, 0x84, 0x3d]))
        );
        assert_eq!(
            with_memory_limit(&table(&[2, 0x6f, 0, 5, 0x70, 1, 6, 6]), 64),
            Ok(table(&[2, 0x6f, 1, 5, 0xa0, 0xc2, 0x1e, 0x70, 1, 6, 6]))
        );
        // More at first, with 64-bit indices, and growing with a value to begin with.
        for body in [
            &[1, 0x70, 0, 0xc1, 0x84, 0x3d][..],
            &[1, 0x70, 4, 5],
            &[1, 0x40, 0, 0x70, 0, 5, 0xd0, 0x70, 0x0b],
        ] {
            assert_eq!(with_memory_limit(&table(body), 64), Err(MemoryError::Table), "{body:?}");
        }
    }

    #[test]
    fn values_of_the_garbage_collector_are_refused() {
        let types = |body: &[u8]| with_memory_limit(&file_with(SectionId::Type, body), 64);
        // A function without parameters, an array of bytes that can be changed, an empty struct.
        assert!(types(&[1, 0x60, 0, 0]).is_ok());
        assert_eq!(types(&[1, 0x5e, 0x78, 1]), Err(MemoryError::Collected));
        assert_eq!(types(&[2, 0x60, 0, 0, 0x5f, 0]), Err(MemoryError::Collected));
        // A group that says it has 704,297 types.
        assert_eq!(types(&[2, 0x60, 0, 0, 0x4e, 0xa9, 0xfe, 0x2a]), Err(MemoryError::Collected));
        assert!(matches!(types(&[2, 0x60, 0, 0]), Err(MemoryError::Damaged(_))));
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
