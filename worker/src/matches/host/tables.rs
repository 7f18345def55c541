//! Endgame tables for adjudication, from files stored in the browser.

use std::io;

use send_wrapper::SendWrapper;
use tabia_tablebase::{SyzygyTables, TableFile};

use crate::instance::Files;
use crate::wire::NamedFile;

/// Size of the block cache of each match worker, in bytes.
const CACHE_BYTES: usize = 16 << 20;

/// One of the files, by number. A worker has only one thread, so the file is never sent to another.
struct SavedFile(SendWrapper<(Files, u32)>);

impl TableFile for SavedFile {
    fn size(&self) -> io::Result<u64> {
        let (files, number) = &*self.0;
        files.size(*number).map(|size| size as u64).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let (files, number) = &*self.0;
        let bytes = files.read(*number, offset as f64, buffer.len() as u32);
        let bytes = bytes.ok_or_else(|| io::Error::other("the browser cannot read it any more"))?;
        if bytes.length() as usize != buffer.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.copy_to(buffer);
        Ok(())
    }
}

/// Opens the tables; `None` if there are no files.
///
/// # Errors
/// Returns a sentence if a file cannot be used: a match must not be adjudicated with fewer tables than requested.
pub(super) fn open(files: Vec<NamedFile>) -> Result<Option<SyzygyTables>, String> {
    if files.is_empty() {
        return Ok(None);
    }
    let files = Files::new(files);
    let all = (0..files.count()).filter_map(|number| {
        let file: Box<dyn TableFile> = Box::new(SavedFile(SendWrapper::new((files.clone(), number))));
        Some((files.name(number)?.to_owned(), file))
    });
    let (tables, found) = SyzygyTables::open(all.collect(), CACHE_BYTES);
    match found.broken.into_iter().next() {
        Some(fault) => Err(format!("the endgame table {fault}; choose the tables again in the settings")),
        None => Ok(Some(tables)),
    }
}
