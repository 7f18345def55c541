//! Tablebases from the files that the host offers, read through version 2 of the ABI.

use std::io;

use tabia_engine::Tablebase;
use tabia_session::{HostError, SyzygyTablebase, TablebaseSource};
use tabia_tablebase::{SyzygyTables, TableFile};

/// The size of the cache in bytes: small sets of tables fit completely.
const CACHE_BYTES: usize = 32 << 20;
/// The maximum length of a file name in bytes; tables have names of 12 bytes.
const MAX_NAME: usize = 255;

mod imports {
    #[link(wasm_import_module = "uci")]
    unsafe extern "C" {
        /// Number of files that the host offers.
        pub(super) safe fn file_count() -> i32;
        /// Writes up to `len` bytes of a file's name to `ptr` and returns the length of the name; -1 if there
        /// is no such file.
        pub(super) fn file_name(file: i32, ptr: *mut u8, len: usize) -> i32;
        /// A file's size in bytes; -1 if there is no such file.
        pub(super) safe fn file_size(file: i32) -> f64;
        /// Writes `len` bytes from `offset` on to `ptr` and returns how many were written; -1 if the file
        /// cannot be read.
        pub(super) fn file_read(file: i32, offset: f64, ptr: *mut u8, len: usize) -> i32;
    }
}

/// A file of the host, by number.
struct HostFile(i32);

impl TableFile for HostFile {
    fn size(&self) -> io::Result<u64> {
        let size = imports::file_size(self.0);
        if size >= 0.0 { Ok(size as u64) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        // SAFETY: the buffer is a slice that outlives the call; the ABI promises that no more than its length
        // is written. The host has no other way to pass bytes.
        let read = unsafe { imports::file_read(self.0, offset as f64, buffer.as_mut_ptr(), buffer.len()) };
        match usize::try_from(read) {
            Ok(read) if read == buffer.len() => Ok(()),
            Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(_) => Err(io::Error::other("the file was changed or moved; choose it again")),
        }
    }
}

/// The name of a file of the host; `None` if it is too long for a table, or not text.
fn name(file: i32) -> Option<String> {
    let mut bytes = vec![0; MAX_NAME];
    // SAFETY: as in `HostFile::read_exact_at`.
    let length = unsafe { imports::file_name(file, bytes.as_mut_ptr(), bytes.len()) };
    bytes.truncate(usize::try_from(length).ok().filter(|length| *length <= MAX_NAME)?);
    String::from_utf8(bytes).ok()
}

/// All files that the host offers, whatever the path is.
pub(crate) struct OfferedFiles;

impl TablebaseSource for OfferedFiles {
    fn open_tablebases(&self, _path: &str) -> Result<(Box<dyn Tablebase>, String), HostError> {
        let files = (0..imports::file_count()).filter_map(|file| {
            let table: Box<dyn TableFile> = Box::new(HostFile(file));
            Some((name(file)?, table))
        });
        let (tables, found) = SyzygyTables::open(files.collect(), CACHE_BYTES);
        if found.files == 0 {
            return Err(format!("none of the chosen files is a tablebase ({found})").into());
        }
        Ok((Box::new(SyzygyTablebase(tables)), found.to_string()))
    }
}
