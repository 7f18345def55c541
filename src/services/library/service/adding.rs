//! Adding databases: indexing files, and reading the stored list.

use std::cell::Cell;

use futures::channel::oneshot;
use js_sys::Date;
use tabia_worker::library::messages::{
    DatabaseId, Facts, Failure, GameText, LibraryAnswer, LibraryRequest, TextKind,
};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, File};

use super::super::entry::{DatabaseEntry, DatabaseLocation, DatabaseRecord, DatabaseStatus};
use super::super::error::LibraryError;
use super::{LibraryEvent, LibraryNotice, LibraryService, claim};
use crate::language::tr;
use crate::platform::observable::Observe;
use crate::platform::random::unique_id;
use crate::services::memory_pressure;
use crate::storage::device;

/// File size from which indexing needs as much memory as an engine holds, in bytes.
const LARGE_BYTES: f64 = 64e6;

impl LibraryService {
    /// Reads the list of databases. Unfinished ones of an earlier page are removed, with a notice.
    ///
    /// # Errors
    /// [`LibraryError::Store`] when it cannot be read.
    pub async fn load(&self) -> Result<(), LibraryError> {
        self.reload().await?;
        if !self.0.is_swept.replace(true) {
            self.sweep().await?;
        }
        Ok(())
    }

    /// Reads the list again, and announces which databases are gone.
    pub(super) async fn reload(&self) -> Result<(), LibraryError> {
        let records = self.0.kept.list().await?;
        let gone = self.0.list.borrow_mut().load(records);
        for entry in gone {
            self.0.opened.borrow_mut().remove(entry.id());
            let (id, name) = (entry.record.id, entry.record.name);
            self.notice(LibraryNotice::RemovedElsewhere { id, name });
        }
        self.emit_list();
        Ok(())
    }

    /// Removes what closed pages left unfinished.
    async fn sweep(&self) -> Result<(), LibraryError> {
        for entry in self.databases() {
            if entry.status != DatabaseStatus::Elsewhere {
                continue;
            }
            // A tab that is adding it holds the claim.
            let Ok(_claim) = claim(entry.id()).await else { continue };
            self.0.kept.delete(entry.id()).await?;
            self.0.list.borrow_mut().remove(entry.id());
            self.ask(LibraryRequest::Remove { id: entry.record.id }).await?;
            self.notice(LibraryNotice::Unfinished { name: entry.record.name });
            self.emit_list();
        }
        // Without the browser's database there is no telling whose files these are.
        if !self.0.kept.is_lasting().await? {
            return Ok(());
        }
        let LibraryAnswer::Files(files) = self.ask(LibraryRequest::Files).await? else { return Ok(()) };
        // Read after the files: a record is written before the files of its database. Files of an unreadable record stay.
        let ids = self.0.kept.ids().await?;
        let on_disk = files.into_iter().map(|files| files.id);
        let is_kept = |id: &DatabaseId| ids.contains(id);
        for id in self.0.list.borrow().unknown(&on_disk.filter(|id| !is_kept(id)).collect::<Vec<_>>()) {
            self.0.client.send(LibraryRequest::Remove { id });
        }
        Ok(())
    }

    /// Starts adding a file and returns the database's id. Its games can be shown as they are read; a [`LibraryNotice`] reports the outcome.
    pub fn add(&self, file: File, kind: TextKind) -> DatabaseId {
        device::ask_to_persist();
        let record = DatabaseRecord {
            id: unique_id(),
            name: file.name(),
            kind,
            bytes: file.size(),
            added_ms: Date::now(),
            ..DatabaseRecord::default()
        };
        let id = record.id.clone();
        self.0.list.borrow_mut().begin(record.clone());
        self.emit_list();
        let service = self.clone();
        spawn_local(async move {
            let name = record.name.clone();
            match service.add_now(&record, file.into()).await {
                Ok(()) => {
                    if let Some(entry) = service.database(&record.id) {
                        service.notice(LibraryNotice::Added(entry));
                    }
                }
                Err(reason) => {
                    service.forget(&record.id);
                    service.0.refused.borrow_mut().insert(record.id.clone(), reason.clone());
                    service.notice(LibraryNotice::NotAdded { name, reason });
                }
            }
            service.emit_list();
            service.say_changed();
        });
        id
    }

    /// Returns the first game of a database being added, as soon as it is read.
    ///
    /// # Errors
    /// [`LibraryError`] when there is none.
    pub async fn first_game(&self, id: &str) -> Result<GameText, LibraryError> {
        // The end of the first game is known when the second begins.
        let has_first = |entry: &DatabaseEntry| entry.status == DatabaseStatus::Ready || entry.games() > 1;
        self.wait_for(id, has_first).await?;
        self.text(id, 0).await
    }

    /// Waits until a database was added.
    ///
    /// # Errors
    /// [`LibraryError`] when it was not.
    pub async fn added(&self, id: &str) -> Result<DatabaseEntry, LibraryError> {
        self.wait_for(id, |entry| entry.status == DatabaseStatus::Ready).await
    }

    async fn wait_for(
        &self,
        id: &str,
        is_so: impl Fn(&DatabaseEntry) -> bool,
    ) -> Result<DatabaseEntry, LibraryError> {
        loop {
            let Some(entry) = self.database(id) else {
                let refused = self.0.refused.borrow().get(id).cloned();
                return Err(refused.unwrap_or(LibraryError::Unknown));
            };
            if is_so(&entry) {
                return Ok(entry);
            }
            let (sender, receiver) = oneshot::channel();
            let sender = Cell::new(Some(sender));
            let _events = self.subscribe(move |_| {
                if let Some(sender) = sender.take() {
                    // The receiver is gone if the caller was dropped.
                    let _ = sender.send(());
                }
            });
            // The sender lives as long as the subscription.
            let _ = receiver.await;
        }
    }

    async fn add_now(&self, record: &DatabaseRecord, file: Blob) -> Result<(), LibraryError> {
        let _claim = claim(&record.id).await?;
        enough_room(record.bytes).await?;
        let on_disk = self.0.kept.is_lasting().await?;
        self.0.kept.put(record).await?;
        self.say_changed();
        let (id, kind) = (record.id.clone(), record.kind);
        let request = LibraryRequest::Add { id, kind, file: FileBytes(file.clone()), on_disk };
        let added = match self.index(&record.id, request).await {
            Ok((facts, index)) => self.keep(&record.id, &facts, file, index).await,
            Err(error) => Err(error),
        };
        if added.is_err() {
            // The worker has removed its files, unless it has ended.
            self.0.client.send(LibraryRequest::Remove { id: record.id.clone() });
            self.0.kept.delete(&record.id).await?;
        }
        added
    }

    /// Rebuilds the index of a database from its stored copy. A database [removed](Self::remove) in the meantime is deleted at the end.
    pub(super) async fn reindex(&self, id: &str) -> Result<(), LibraryError> {
        let entry = self.database(id).ok_or(LibraryError::Unknown)?;
        let _claim = claim(id).await?;
        self.0.reindexing.borrow_mut().insert(id.to_owned(), Vec::new());
        self.0.list.borrow_mut().begin(entry.record.clone());
        self.emit_list();
        let reindexed = self.reindex_now(&entry.record).await;
        let waiting = self.0.reindexing.borrow_mut().remove(id).unwrap_or_default();
        if !waiting.is_empty() {
            let deleted = self.delete(id).await;
            for sender in waiting {
                // The receiver is gone if the page has left the library.
                let _ = sender.send(deleted.clone());
            }
            if deleted.is_ok() {
                // Callers waiting for its games need no notice: it is gone.
                return Err(Failure::Cancelled.into());
            }
        }
        if let Err(error) = &reindexed {
            self.set_status(id, DatabaseStatus::Broken(error.to_string()));
        }
        self.emit_list();
        reindexed
    }

    async fn reindex_now(&self, record: &DatabaseRecord) -> Result<(), LibraryError> {
        let file = match record.place {
            DatabaseLocation::Disk => None,
            DatabaseLocation::Contents => Some(self.0.kept.files(&record.id).await?.file),
        };
        let request =
            LibraryRequest::Reindex { id: record.id.clone(), kind: record.kind, file: file.clone() };
        let (facts, index) = self.index(&record.id, request).await?;
        // Without a file there is no index to store with it.
        let (file, index) = match file {
            Some(file) => (file.0, index),
            None => (Blob::new().map_err(|_| LibraryError::Unknown)?, None),
        };
        self.keep(&record.id, &facts, file, index).await
    }

    /// Has the worker index a database and emits the progress.
    async fn index(&self, id: &str, request: LibraryRequest) -> Result<(Facts, Option<Blob>), LibraryError> {
        let on_part = {
            let (weak, id) = (std::rc::Rc::downgrade(&self.0), id.to_owned());
            move |answer| {
                let (LibraryAnswer::Progress(progress), Some(inner)) = (answer, weak.upgrade()) else {
                    return;
                };
                let service = Self(inner);
                service.0.list.borrow_mut().set_status(&id, DatabaseStatus::Indexing(progress));
                service.0.events.emit(LibraryEvent::Progress(id.clone()));
            }
        };
        if self.database(id).is_some_and(|entry| entry.record.bytes > LARGE_BYTES) {
            memory_pressure::ask();
        }
        let (request, answer) = self.0.client.ask(request, Some(Box::new(on_part)));
        self.0.indexing.borrow_mut().insert(id.to_owned(), request);
        let generation = self.0.client.generation();
        let answer = answer.await;
        self.0.indexing.borrow_mut().remove(id);
        match answer? {
            LibraryAnswer::Added { facts, index } => {
                let opened = futures::FutureExt::boxed_local(futures::future::ready(Ok(())));
                let opened = futures::FutureExt::shared(opened);
                self.0.opened.borrow_mut().insert(id.to_owned(), (generation, opened));
                Ok((facts, index.map(|index| index.0)))
            }
            _ => Err(Failure::Other(tr!("the worker did not report that it had finished").to_owned()).into()),
        }
    }

    /// Stores the result of indexing a database.
    async fn keep(
        &self,
        id: &str,
        facts: &Facts,
        file: Blob,
        index: Option<Blob>,
    ) -> Result<(), LibraryError> {
        let mut record = self.0.list.borrow_mut().finish(id, facts).ok_or(LibraryError::Unknown)?;
        record.place = if index.is_some() { DatabaseLocation::Contents } else { DatabaseLocation::Disk };
        self.0.list.borrow_mut().set_place(id, record.place);
        match index {
            Some(index) => self.0.kept.put_with(&record, file, index).await?,
            None => self.0.kept.put(&record).await?,
        }
        Ok(())
    }
}

/// Checks that there is room for a file and its index, as far as the browser knows.
async fn enough_room(bytes: f64) -> Result<(), LibraryError> {
    // Games without comments have an index larger than their text.
    let needed = bytes * 2.4;
    match device::space().await {
        Some(room) if room.free() < needed => {
            Err(Failure::Full { needed_mb: (needed / 1e6).ceil() as u32 }.into())
        }
        _ => Ok(()),
    }
}
