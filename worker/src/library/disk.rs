//! The browser's origin-private file system: two files per database, written by one worker and read by all tabs.

use js_sys::{IteratorNext, Reflect};
use tabia_library::{ByteSink, SinkError};
use tabia_polyglot::{BlockSource, SourceError};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemReadWriteOptions, FileSystemSyncAccessHandle, StorageManager,
};

use super::messages::{DiskFiles, Failure};
use crate::abi::error_text;

/// Folder of the databases.
const FOLDER: &str = "library";

/// Parts of a database, by file extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Copy of the file.
    Games,
    /// Index of the file.
    Index,
}

fn name(id: &str, part: Part) -> String {
    match part {
        Part::Games => format!("{id}.games"),
        Part::Index => format!("{id}.index"),
    }
}

/// Folder of the databases.
#[derive(Debug, Clone)]
pub(super) struct Disk(FileSystemDirectoryHandle);

impl Disk {
    /// Opens the folder; `None` if the browser has no such file system or denies access (private window).
    pub(super) async fn open() -> Option<Self> {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
        let storage: StorageManager = Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()?;
        // Missing in older browsers, where calling it would throw.
        Reflect::get(&storage, &"getDirectory".into()).ok().filter(JsValue::is_function)?;
        let root: FileSystemDirectoryHandle =
            JsFuture::from(storage.get_directory()).await.ok()?.dyn_into().ok()?;
        let options = FileSystemGetDirectoryOptions::new();
        options.set_create(true);
        let folder = root.get_directory_handle_with_options(FOLDER, &options);
        let folder: FileSystemDirectoryHandle = JsFuture::from(folder).await.ok()?.dyn_into().ok()?;
        Some(Self(folder))
    }

    /// Creates or truncates a file for exclusive use by this worker.
    pub(super) async fn create(&self, id: &str, part: Part) -> Result<DiskFile, Failure> {
        let options = FileSystemGetFileOptions::new();
        options.set_create(true);
        let file = JsFuture::from(self.0.get_file_handle_with_options(&name(id, part), &options));
        let file: FileSystemFileHandle = file.await.map_err(|error| failure(&error))?.unchecked_into();
        let handle =
            JsFuture::from(file.create_sync_access_handle()).await.map_err(|error| failure(&error))?;
        let handle: FileSystemSyncAccessHandle = handle.unchecked_into();
        handle.truncate_with_u32(0).map_err(|error| failure(&error))?;
        Ok(DiskFile { handle, written: 0, is_full: false })
    }

    /// Returns the current contents of a file.
    pub(super) async fn file(&self, id: &str, part: Part) -> Result<Blob, Failure> {
        let file = JsFuture::from(self.0.get_file_handle(&name(id, part)));
        let file: FileSystemFileHandle = file.await.map_err(|error| failure(&error))?.unchecked_into();
        let file = JsFuture::from(file.get_file()).await.map_err(|error| failure(&error))?;
        Ok(file.unchecked_into())
    }

    /// Removes the files of a database, as far as they exist.
    pub(super) async fn remove(&self, id: &str) -> Result<(), Failure> {
        for part in [Part::Games, Part::Index] {
            match JsFuture::from(self.0.remove_entry(&name(id, part))).await.map_err(|error| failure(&error))
            {
                Ok(_) | Err(Failure::Gone) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Lists the databases with files here and their sizes in bytes.
    pub(super) async fn list(&self) -> Result<Vec<DiskFiles>, Failure> {
        let names = self.0.keys();
        let mut list: Vec<DiskFiles> = Vec::new();
        loop {
            let next = names.next().map_err(|error| failure(&error))?;
            let next: IteratorNext =
                JsFuture::from(next).await.map_err(|error| failure(&error))?.unchecked_into();
            if next.done() {
                return Ok(list);
            }
            let name = next.value().as_string().unwrap_or_default();
            let Some((id, ending)) = name.rsplit_once('.') else { continue };
            let part = if ending == "index" { Part::Index } else { Part::Games };
            // A file removed since has no size.
            let bytes = self.file(id, part).await.map_or(0.0, |file| file.size());
            match list.iter_mut().find(|files| files.id == id) {
                Some(files) => files.bytes += bytes,
                None => list.push(DiskFiles { id: id.to_owned(), bytes }),
            }
        }
    }
}

/// File that this worker writes sequentially and can read back; closed when dropped.
#[derive(Debug)]
pub(super) struct DiskFile {
    handle: FileSystemSyncAccessHandle,
    written: u64,
    /// Whether a write failed for lack of space.
    is_full: bool,
}

impl DiskFile {
    pub(super) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Flushes all writes to the disk.
    pub(super) fn flush(&self) -> Result<(), Failure> {
        self.handle.flush().map_err(|error| failure(&error))
    }
}

impl Drop for DiskFile {
    fn drop(&mut self) {
        self.handle.close();
    }
}

impl ByteSink for DiskFile {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            // Without an offset, it continues where the last call ended.
            let written = self.handle.write_with_u8_array(rest).map_err(|error| {
                self.is_full |= is_full(&error);
                SinkError(error_text(&error))
            })?;
            let written = (written as usize).min(rest.len());
            if written == 0 {
                self.is_full = true;
                return Err(SinkError("the disk takes no more".to_owned()));
            }
            self.written += written as u64;
            rest = &rest[written..];
        }
        Ok(())
    }
}

/// Reads back what was written, into the caller's buffer: unlike a blob reader, it doesn't allocate one for every piece.
impl BlockSource for DiskFile {
    fn len(&self) -> u64 {
        self.written
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let length = buffer.len();
        let fault = |reason: String| SourceError { offset, length, reason };
        let mut read = 0;
        while read < length {
            let place = FileSystemReadWriteOptions::new();
            place.set_at((offset + read as u64) as f64);
            let count = self.handle.read_with_u8_array_and_options(&mut buffer[read..], &place);
            match count.map_err(|error| fault(error_text(&error)))? as usize {
                0 => return Err(fault(format!("the file has only {} bytes", self.written))),
                count => read = (read + count).min(length),
            }
        }
        Ok(())
    }
}

fn error_name(error: &JsValue) -> String {
    Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string()).unwrap_or_default()
}

fn is_full(error: &JsValue) -> bool {
    error_name(error) == "QuotaExceededError"
}

/// Converts a browser exception for the page.
fn failure(error: &JsValue) -> Failure {
    match error_name(error).as_str() {
        "NotFoundError" => Failure::Gone,
        "QuotaExceededError" => Failure::Full { needed_mb: 0 },
        "NoModificationAllowedError" => {
            Failure::Other("another tab is reading or writing this database: close it there".to_owned())
        }
        _ => Failure::Other(error_text(error)),
    }
}
