//! Turning a file into a database.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_library::{ByteSink, Headers, SinkError};
use web_sys::Blob;

use super::super::blob_stream::BlobStream;
use super::super::database::{OpenDatabase, read_headers};
use super::super::disk::{Disk, DiskFile, Part};
use super::super::indexing::Indexing;
use super::super::messages::{DatabaseId, Failure, LibraryAnswer, TextKind};
use super::{LibraryHost, PROGRESS_MS, SLICE_MS, Slot, clock_ms, source};
use crate::file_maker::FileMaker;
use crate::wire::{FileBytes, RequestId};

/// Where an index is written.
enum IndexFile {
    Disk(DiskFile),
    /// File stored by the page.
    Page(FileMaker),
}

impl ByteSink for IndexFile {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        match self {
            Self::Disk(file) => file.append(bytes),
            Self::Page(maker) => {
                maker.write(bytes);
                Ok(())
            }
        }
    }
}

/// Finished index.
enum FinishedIndex {
    /// On disk. Its headers were read through the handle that wrote it; reading them through a blob would hold them in memory twice.
    Disk(Box<Headers>),
    /// To be stored by the page.
    Page(FileBytes),
}

/// Files written during indexing.
struct Output {
    copy: Option<DiskFile>,
    index: IndexFile,
}

impl Output {
    /// Converts a failure to one about lack of space if that was the cause.
    fn failure(&self, failure: Failure, needed: f64) -> Failure {
        let index = if let IndexFile::Disk(file) = &self.index { file.is_full() } else { false };
        let is_full = index || self.copy.as_ref().is_some_and(DiskFile::is_full);
        if is_full { full(needed) } else { failure }
    }
}

/// Approximate size of a copy of the file with its index, in bytes: for games without comments, the index is larger than the text.
fn needed_bytes(file: &Blob) -> f64 {
    file.size() * 2.4
}

fn full(needed: f64) -> Failure {
    Failure::Full { needed_mb: (needed / 1e6).ceil() as u32 }
}

impl LibraryHost {
    /// Copies and indexes a file. If that fails, nothing is left behind.
    pub(super) async fn add(
        &self,
        request: RequestId,
        id: DatabaseId,
        kind: TextKind,
        file: Blob,
        on_disk: bool,
    ) -> Result<LibraryAnswer, Failure> {
        let disk = if on_disk { Disk::open().await } else { None };
        let needed = needed_bytes(&file);
        let result = self.add_to(request, &id, kind, file, disk.as_ref()).await;
        let result = result.map_err(|failure| if failure.is_full() { full(needed) } else { failure });
        if result.is_err() {
            self.0.borrow_mut().databases.remove(&id);
            if let Some(disk) = disk {
                // If that fails, the page finds the leftovers when it is next opened.
                let _ = disk.remove(&id).await;
            }
        }
        result
    }

    async fn add_to(
        &self,
        request: RequestId,
        id: &str,
        kind: TextKind,
        file: Blob,
        disk: Option<&Disk>,
    ) -> Result<LibraryAnswer, Failure> {
        let output = match disk {
            Some(disk) => Output {
                copy: Some(disk.create(id, Part::Games).await?),
                index: IndexFile::Disk(disk.create(id, Part::Index).await?),
            },
            None => Output { copy: None, index: IndexFile::Page(FileMaker::new()) },
        };
        let index = self.index(request, id, kind, file.clone(), output).await?;
        let file = match disk {
            Some(disk) => disk.file(id, Part::Games).await?,
            None => file,
        };
        self.added(id, file, disk, index, kind).await
    }

    /// Rebuilds the index of a database.
    pub(super) async fn reindex(
        &self,
        request: RequestId,
        id: DatabaseId,
        kind: TextKind,
        file: Option<Blob>,
    ) -> Result<LibraryAnswer, Failure> {
        let result = self.reindex_to(request, &id, kind, file).await;
        if result.is_err() {
            self.0.borrow_mut().databases.remove(&id);
        }
        result
    }

    async fn reindex_to(
        &self,
        request: RequestId,
        id: &str,
        kind: TextKind,
        file: Option<Blob>,
    ) -> Result<LibraryAnswer, Failure> {
        if let Some(file) = file {
            let output = Output { copy: None, index: IndexFile::Page(FileMaker::new()) };
            let index = self.index(request, id, kind, file.clone(), output).await?;
            return self.added(id, file, None, index, kind).await;
        }
        let disk = Disk::open().await.ok_or(Failure::Gone)?;
        let file = disk.file(id, Part::Games).await?;
        let output = Output { copy: None, index: IndexFile::Disk(disk.create(id, Part::Index).await?) };
        let index = self.index(request, id, kind, file.clone(), output).await?;
        self.added(id, file, Some(&disk), index, kind).await
    }

    /// Opens an indexed database.
    async fn added(
        &self,
        id: &str,
        file: Blob,
        disk: Option<&Disk>,
        index: FinishedIndex,
        kind: TextKind,
    ) -> Result<LibraryAnswer, Failure> {
        let file = source(file)?;
        let (database, index) = match (index, disk) {
            (FinishedIndex::Disk(headers), Some(disk)) => {
                let index = source(disk.file(id, Part::Index).await?)?;
                (OpenDatabase::with_headers(*headers, file, index, kind)?, None)
            }
            (FinishedIndex::Disk(_), None) => return Err(Failure::Gone),
            (FinishedIndex::Page(index), _) => {
                (OpenDatabase::open(file, source(index.0.clone())?, kind)?, Some(index))
            }
        };
        Ok(LibraryAnswer::Added { facts: self.opened(id.to_owned(), database), index })
    }

    /// Indexes a file slice by slice.
    async fn index(
        &self,
        request: RequestId,
        id: &str,
        kind: TextKind,
        file: Blob,
        mut output: Output,
    ) -> Result<FinishedIndex, Failure> {
        let needed = needed_bytes(&file);
        let indexing = Rc::new(RefCell::new(Indexing::new(source(file.clone())?, kind)?));
        self.0.borrow_mut().databases.insert(id.to_owned(), Slot::Indexing(indexing.clone()));
        let mut stream = BlobStream::new(file);
        let (mut told, mut listened) = (f64::NEG_INFINITY, clock_ms());
        loop {
            let wanted = indexing.borrow().wants();
            let Some(offset) = wanted else { break };
            let bytes = stream.read(offset).await?;
            let done = match bytes {
                [] => indexing.borrow_mut().end_of_file(&mut output.index),
                bytes => indexing.borrow_mut().feed(bytes, output.copy.as_mut(), &mut output.index),
            };
            done.map_err(|failure| output.failure(failure, needed))?;
            if clock_ms() - told >= PROGRESS_MS {
                told = clock_ms();
                self.progress(request, indexing.borrow().progress());
            }
            if clock_ms() - listened >= SLICE_MS {
                self.turn(request).await?;
                listened = clock_ms();
            }
        }
        self.progress(request, indexing.borrow().progress());
        // After the last progress message the page requests the last rows while the files are not open yet.
        self.0.borrow_mut().databases.insert(id.to_owned(), Slot::Finishing);
        let indexing = Rc::try_unwrap(indexing).map_err(|_| Failure::Cancelled)?.into_inner();
        let finished = indexing.finish(&mut output.index);
        finished.map_err(|failure| output.failure(failure, needed))?;
        if let Some(copy) = &output.copy {
            copy.flush()?;
        }
        match output.index {
            IndexFile::Disk(mut file) => {
                file.flush()?;
                read_headers(&mut file).map(|headers| FinishedIndex::Disk(Box::new(headers)))
            }
            IndexFile::Page(maker) => {
                maker.finish().map(FinishedIndex::Page).map_err(|error| Failure::Other(error.to_string()))
            }
        }
    }
}
