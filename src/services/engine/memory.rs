//! Memory limit for engine builds: growth beyond it fails inside the engine, so other tabs are not affected.
//!
//! The memory section of a WebAssembly file gives the initial size of the memory in pages of 64 KiB, and optionally its maximum; see
//! "Memory Section" in the WebAssembly core specification, binary format. The limit is written there. It would be useless if a build had
//! other ways to allocate, so a build has one memory with 32-bit addresses, tables of limited size, and no garbage-collected types.

use crate::language::tr;
use thiserror::Error;
use wasm_encoder::{MemoryType, RefType, Section as _, TableType};
use wasmparser::{
    BinaryReader, BinaryReaderError, Chunk, CompositeInnerType, MemorySectionReader, Parser, Payload,
    SubType, TableInit, TableSectionReader,
};

/// Limit for an engine that analyses, plays, solves, explains or is being identified, in MiB: the app's maximum hash size, and as much
/// again for nets and everything else. In a match, the settings give the limit.
pub const MEMORY_MB: u32 = 2048;

/// Range of 32-bit addresses, in MiB.
pub const MAX_MB: u32 = 4096;

/// Size of a WebAssembly memory page, in bytes.
const PAGE_BYTES: u64 = 65_536;
/// Range of 32-bit addresses, in pages.
const MAX_PAGES: u64 = 65_536;
/// Maximum number of entries in all tables of a build together. A table holds the functions that are called indirectly, a few thousand in
/// a large program; a browser uses 8 or 16 bytes per entry.
const MAX_TABLE_ENTRIES: u64 = 1_000_000;

/// First byte of a recursive type group.
const TYPE_GROUP: u8 = 0x4e;

/// Reason why a build's memory cannot be limited.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// Not a valid WebAssembly file.
    #[error("{}", tr!("the file is damaged: {reason}", reason = _0))]
    Damaged(String),
    /// Its initial memory exceeds the limit.
    #[error(
        "{}",
        tr!(
            "it needs at least {needed_mb} MB of memory, but only {allowed_mb} MB are allowed",
            needed_mb,
            allowed_mb
        )
    )]
    TooSmall {
        /// Initial memory of the build in MiB, rounded up.
        needed_mb: u64,
        /// Limit in MiB.
        allowed_mb: u64,
    },
    /// More than one memory.
    #[error("{}", tr!("it has {count} memories; an engine build has one", count = _0))]
    Several(u32),
    /// 64-bit addresses.
    #[error(
        "{}",
        tr!("its memory has 64-bit addresses; an engine build has 32-bit ones (compile it for wasm32)")
    )]
    Wide,
    /// Shared memory, meant for threads.
    #[error(
        "{}",
        tr!("its memory is shared between threads; an engine build has one thread (compile it without threads)")
    )]
    Shared,
    /// A memory page size other than 64 KiB.
    #[error("{}", tr!("its memory has pages of another size than 64 KiB"))]
    PageSize,
    /// A table that could take any amount of memory.
    #[error(
        "{}",
        tr!("its tables may grow to more than {most} entries, which is the limit", most = MAX_TABLE_ENTRIES)
    )]
    Table,
    /// Garbage-collected types.
    #[error(
        "{}",
        tr!(
            "it has types of the garbage collector (structs or arrays) or of continuations, whose memory cannot be limited"
        )
    )]
    Collected,
}

impl From<BinaryReaderError> for MemoryError {
    fn from(error: BinaryReaderError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Returns the build with its maximum memory set to `limit_mb` MiB, or to its own maximum if smaller. A build without its own memory is
/// returned unchanged; it is refused when it is run.
///
/// # Errors
/// If the file cannot be parsed that far, its initial memory exceeds the limit, or it has other ways to allocate.
pub fn with_memory_limit(bytes: &[u8], limit_mb: u32) -> Result<Vec<u8>, MemoryError> {
    let mut parser = Parser::new(0);
    let mut at = 0;
    let mut build = Vec::with_capacity(bytes.len() + 8);
    loop {
        let Chunk::Parsed { consumed, payload } = parser.parse(&bytes[at..], true)? else {
            return Err(MemoryError::Damaged(tr!("it ends in the middle of a section").to_owned()));
        };
        let section = at;
        at += consumed;
        match payload {
            Payload::TypeSection(types) => {
                let range = types.range();
                // The body lies in the section just parsed.
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
            // The code section follows all of them.
            Payload::End(_) | Payload::CodeSectionStart { .. } => {
                build.extend_from_slice(&bytes[section..]);
                return Ok(build);
            }
            _ => {}
        }
        build.extend_from_slice(&bytes[section..at]);
    }
}

/// Accepts function types only: values of any other type are allocated outside the memory. Type groups also belong to garbage collection,
/// and wasmparser would reserve space for as many types as a group declares: a hundred megabytes for a fifty-byte file.
fn check_types(mut types: BinaryReader<'_>) -> Result<(), MemoryError> {
    for _ in 0..types.read_var_u32()? {
        let is_group = types.clone().read_u8()? == TYPE_GROUP;
        if is_group || !matches!(types.read::<SubType>()?.composite_type.inner, CompositeInnerType::Func(_)) {
            return Err(MemoryError::Collected);
        }
    }
    Ok(())
}

/// Returns the memory section with the limit.
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
                // The number of bytes may exceed 64 bits.
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

/// Returns the tables with a limit; `None` if their own limits are small enough.
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

    /// Builds a file with a custom section, a section with this body, and another custom section.
    fn file_with(id: SectionId, body: &[u8]) -> Vec<u8> {
        let custom = [0, 3, 2, b'h', b'i'];
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.extend(custom);
        id.encode(&mut bytes);
        body.encode(&mut bytes);
        bytes.extend(custom);
        bytes
    }

    /// Builds such a file with a memory section.
    fn file(memory: &[u8]) -> Vec<u8> {
        file_with(SectionId::Memory, memory)
    }

    #[test]
    fn a_memory_without_bound_gets_one() {
        // Initially 17 pages; 64 MiB are 1024 pages.
        assert_eq!(with_memory_limit(&file(&[1, 0, 17]), 64), Ok(file(&[1, 1, 17, 0x80, 0x08])));
    }

    #[test]
    fn a_bound_of_its_own_is_kept_if_it_is_smaller() {
        assert_eq!(with_memory_limit(&file(&[1, 1, 17, 20]), 64), Ok(file(&[1, 1, 17, 20])));
        assert_eq!(with_memory_limit(&file(&[1, 1, 17, 0x80, 0x10]), 64), Ok(file(&[1, 1, 17, 0x80, 0x08])));
    }

    #[test]
    fn numbers_may_be_written_longer_than_they_need() {
        // `wasm-ld` pads numbers that it fills in later.
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
            // Flags: 1 is a maximum, 2 shared, 4 64-bit addresses, 8 a custom page size.
            (&[1, 3, 1, 2], MemoryError::Shared),
            (&[1, 4, 1], MemoryError::Wide),
            (&[1, 5, 1, 2], MemoryError::Wide),
            (&[1, 7, 1, 2], MemoryError::Wide),
            (&[1, 8, 1, 0], MemoryError::PageSize),
            // The largest 64-bit value.
            (&[1, 4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], MemoryError::Wide),
        ] {
            assert_eq!(with_memory_limit(&file(memory), 64), Err(error), "{memory:?}");
        }
    }

    #[test]
    fn tables_are_bounded() {
        let table = |body: &[u8]| file_with(SectionId::Table, body);
        // Of functions (70) or external references (6f), with or without a maximum; two tables get half a million entries each.
        assert_eq!(with_memory_limit(&table(&[1, 0x70, 1, 5, 5]), 64), Ok(table(&[1, 0x70, 1, 5, 5])));
        assert_eq!(
            with_memory_limit(&table(&[1, 0x70, 0, 5]), 64),
            Ok(table(&[1, 0x70, 1, 5, 0xc0, 0x84, 0x3d]))
        );
        assert_eq!(
            with_memory_limit(&table(&[2, 0x6f, 0, 5, 0x70, 1, 6, 6]), 64),
            Ok(table(&[2, 0x6f, 1, 5, 0xa0, 0xc2, 0x1e, 0x70, 1, 6, 6]))
        );
        // Too large initially, with 64-bit indices, and with an initializer.
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
        // A function without parameters, a mutable byte array, an empty struct.
        assert!(types(&[1, 0x60, 0, 0]).is_ok());
        assert_eq!(types(&[1, 0x5e, 0x78, 1]), Err(MemoryError::Collected));
        assert_eq!(types(&[2, 0x60, 0, 0, 0x5f, 0]), Err(MemoryError::Collected));
        // A group that declares 704,297 types.
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
