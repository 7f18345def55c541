//! The files that an engine may read: tablebases that the user chose.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use web_sys::FileReaderSync;

use crate::wire::NamedFile;

/// Files by their numbers, which begin at 0. None by default.
#[derive(Debug, Clone, Default)]
pub struct Files(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    files: Vec<NamedFile>,
    /// Made when first used: only a worker may wait for a file.
    reader: OnceCell<Option<FileReaderSync>>,
}

impl Files {
    /// These files.
    pub fn new(files: Vec<NamedFile>) -> Self {
        Self(Rc::new(Inner { files, reader: OnceCell::new() }))
    }

    /// Number of files.
    pub fn count(&self) -> u32 {
        self.0.files.len() as u32
    }

    /// A file's name.
    pub fn name(&self, file: u32) -> Option<&str> {
        self.0.files.get(file as usize).map(|file| file.name.as_str())
    }

    /// A file's size in bytes.
    pub fn size(&self, file: u32) -> Option<f64> {
        self.0.files.get(file as usize).map(|file| file.blob.size())
    }

    /// The bytes of a file from `offset` on, without its fraction: `length` bytes, or fewer at its end. `None` when there is no such
    /// file, or it cannot be read (any more).
    pub fn read(&self, file: u32, offset: f64, length: u32) -> Option<Uint8Array> {
        // The browser rounds both ends, from which one byte more may come.
        let offset = offset.trunc();
        let blob = &self.0.files.get(file as usize)?.blob;
        let reader = self.0.reader.get_or_init(|| FileReaderSync::new().ok()).as_ref()?;
        let part = blob.slice_with_f64_and_f64(offset, offset + f64::from(length)).ok()?;
        reader.read_as_array_buffer(&part).ok().map(|bytes| Uint8Array::new(&bytes))
    }
}
