//! Files that an engine may read: tablebases chosen by the user.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use web_sys::FileReaderSync;

use crate::wire::NamedFile;

/// Files by number, from 0. Empty by default.
#[derive(Debug, Clone, Default)]
pub struct Files(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    files: Vec<NamedFile>,
    /// Created on first use: only a worker may block on a file.
    reader: OnceCell<Option<FileReaderSync>>,
}

impl Files {
    /// Wraps these files.
    pub fn new(files: Vec<NamedFile>) -> Self {
        Self(Rc::new(Inner { files, reader: OnceCell::new() }))
    }

    /// Number of files.
    pub fn count(&self) -> u32 {
        self.0.files.len() as u32
    }

    /// Returns a file's name.
    pub fn name(&self, file: u32) -> Option<&str> {
        self.0.files.get(file as usize).map(|file| file.name.as_str())
    }

    /// Returns a file's size in bytes.
    pub fn size(&self, file: u32) -> Option<f64> {
        self.0.files.get(file as usize).map(|file| file.blob.size())
    }

    /// Reads `length` bytes of a file from `offset` (fraction dropped) on, or fewer at its end. `None` if there is no such file or it
    /// cannot be read (any more).
    pub fn read(&self, file: u32, offset: f64, length: u32) -> Option<Uint8Array> {
        // The browser rounds both ends, which may add one byte.
        let offset = offset.trunc();
        let blob = &self.0.files.get(file as usize)?.blob;
        let reader = self.0.reader.get_or_init(|| FileReaderSync::new().ok()).as_ref()?;
        let part = blob.slice_with_f64_and_f64(offset, offset + f64::from(length)).ok()?;
        reader.read_as_array_buffer(&part).ok().map(|bytes| Uint8Array::new(&bytes))
    }
}
