//! The library worker itself.

mod adding;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use web_sys::Blob;

use super::database::{DatabaseSource, OpenDatabase};
use super::disk::{Disk, Part};
use super::indexing::Indexing;
use super::messages::{
    ALL_GAMES, DatabaseId, Facts, Failure, Found, Games, LibraryAnswer, LibraryReply, LibraryRequest, OWN,
    Progress, SavedFiles, TextKind,
};
use super::own::OwnGames;
use super::turns::next_turn;
use crate::blob_source::BlobSource;
use crate::clock::{now_ms, worker_clock};
use crate::file_maker::FileMaker;
use crate::wire::RequestId;
use crate::wire::serve::{Page, Service, serve};
use wasm_bindgen_futures::spawn_local;

/// Interval of progress messages, in milliseconds.
const PROGRESS_MS: f64 = 100.0;
/// Time for which games are written, or the user's games indexed, before the worker handles messages, in milliseconds.
const SLICE_MS: f64 = 12.0;

/// Runs the host in this worker. Call once, at startup.
pub fn start() {
    serve::<LibraryHost>();
}

/// State of the worker.
#[derive(Clone)]
struct LibraryHost(Rc<RefCell<LibraryState>>);

struct LibraryState {
    page: Page<LibraryReply>,
    databases: HashMap<DatabaseId, Slot>,
    own: OwnGames,
    /// Long requests in progress.
    running: HashSet<RequestId>,
    /// Requests in progress that should stop.
    cancelled: HashSet<RequestId>,
}

/// Database in this worker.
enum Slot {
    Indexing(Rc<RefCell<Indexing>>),
    /// Completely read. Its files are being closed and reopened; requests wait for that.
    Finishing,
    Open(Box<OpenDatabase>),
}

impl Service for LibraryHost {
    type In = LibraryRequest;
    type Out = LibraryReply;

    fn new(page: Page<LibraryReply>) -> Self {
        Self(Rc::new(RefCell::new(LibraryState {
            page,
            databases: HashMap::new(),
            own: OwnGames::default(),
            running: HashSet::new(),
            cancelled: HashSet::new(),
        })))
    }

    fn receive(&mut self, id: RequestId, request: LibraryRequest) {
        match request {
            LibraryRequest::Cancel { request } => {
                let mut state = self.0.borrow_mut();
                if state.running.contains(&request) {
                    state.cancelled.insert(request);
                }
            }
            LibraryRequest::Add { .. }
            | LibraryRequest::Reindex { .. }
            | LibraryRequest::Open { .. }
            | LibraryRequest::Remove { .. }
            | LibraryRequest::Files
            | LibraryRequest::Find { .. }
            | LibraryRequest::Export { .. } => {
                self.0.borrow_mut().running.insert(id);
                let host = self.clone();
                spawn_local(async move {
                    let result = host.work(id, request).await;
                    let mut state = host.0.borrow_mut();
                    state.running.remove(&id);
                    state.cancelled.remove(&id);
                    post(&state.page, id, result);
                });
            }
            other if self.0.borrow().is_finishing(&other) => {
                let host = self.clone();
                spawn_local(async move {
                    while host.0.borrow().is_finishing(&other) {
                        next_turn().await;
                    }
                    host.answer(id, other);
                });
            }
            other if other.database() == Some(OWN) && !self.0.borrow().own.is_made() => {
                let host = self.clone();
                spawn_local(async move {
                    match host.make_own(id).await {
                        Ok(()) => host.answer(id, other),
                        Err(failure) => post(&host.0.borrow().page, id, Err(failure)),
                    }
                });
            }
            other => self.answer(id, other),
        }
    }
}

impl LibraryHost {
    /// Handles requests that need no waiting.
    fn answer(&self, id: RequestId, request: LibraryRequest) {
        let result = self.0.borrow_mut().answer(request);
        post(&self.0.borrow().page, id, result);
    }
}

fn post(page: &Page<LibraryReply>, id: RequestId, result: Result<LibraryAnswer, Failure>) {
    page.post(
        id,
        match result {
            Ok(answer) => LibraryReply::Answer { answer, done: true },
            Err(failure) => LibraryReply::Failed(failure),
        },
    );
}

impl LibraryState {
    /// Returns whether a request needs games of a database that has been read but is not open yet.
    fn is_finishing(&self, request: &LibraryRequest) -> bool {
        match request {
            LibraryRequest::Rows { id, .. } | LibraryRequest::Text { id, .. } => {
                matches!(self.databases.get(id), Some(Slot::Finishing))
            }
            _ => false,
        }
    }

    fn answer(&mut self, request: LibraryRequest) -> Result<LibraryAnswer, Failure> {
        Ok(match request {
            LibraryRequest::Close { id } => {
                self.databases.remove(&id);
                LibraryAnswer::Done
            }
            LibraryRequest::Rows { id, view, from, count } => match self.databases.get(&id) {
                Some(Slot::Indexing(indexing)) if view == ALL_GAMES => {
                    LibraryAnswer::Rows(indexing.borrow().rows(from, count))
                }
                _ => LibraryAnswer::Rows(self.open(&id)?.rows(view, from, count)?),
            },
            LibraryRequest::Text { id, game } => match self.databases.get(&id) {
                Some(Slot::Indexing(indexing)) => LibraryAnswer::Text(indexing.borrow_mut().text(game)?),
                _ => LibraryAnswer::Text(self.open(&id)?.text(game)?),
            },
            LibraryRequest::Explore { id, position, among, examples } => {
                let began = clock_ms();
                let mut explored = self.open(&id)?.explore(&position, &among, examples)?;
                explored.ms = clock_ms() - began;
                LibraryAnswer::Explored(explored)
            }
            LibraryRequest::Duplicates { id, from, count } => {
                LibraryAnswer::Duplicates(self.open(&id)?.duplicates(from, count))
            }
            LibraryRequest::Problems { id, from, count } => {
                LibraryAnswer::Problems(self.open(&id)?.problems(from, count))
            }
            LibraryRequest::Own { is_reset, changes } => {
                self.own.change(is_reset, changes);
                LibraryAnswer::Done
            }
            // Handled elsewhere.
            _ => LibraryAnswer::Done,
        })
    }

    /// Returns an open database.
    fn open(&mut self, id: &str) -> Result<&mut OpenDatabase, Failure> {
        if id == OWN {
            return self.own.open();
        }
        match self.databases.get_mut(id) {
            Some(Slot::Open(database)) => Ok(database),
            Some(Slot::Indexing(_) | Slot::Finishing) => {
                Err(Failure::Other("the database is still being read: wait until it is ready".to_owned()))
            }
            None => Err(Failure::NotOpen),
        }
    }
}

impl LibraryHost {
    /// Handles requests that take long or wait for the browser.
    async fn work(&self, id: RequestId, request: LibraryRequest) -> Result<LibraryAnswer, Failure> {
        match request {
            LibraryRequest::Add { id: database, kind, file, on_disk } => {
                self.add(id, database, kind, file.0, on_disk).await
            }
            LibraryRequest::Reindex { id: database, kind, file } => {
                self.reindex(id, database, kind, file.map(|file| file.0)).await
            }
            LibraryRequest::Open { id: database, kind, kept } => self.open(database, kind, kept).await,
            LibraryRequest::Remove { id: database } => {
                self.0.borrow_mut().databases.remove(&database);
                if let Some(disk) = Disk::open().await {
                    disk.remove(&database).await?;
                }
                Ok(LibraryAnswer::Done)
            }
            LibraryRequest::Files => match Disk::open().await {
                Some(disk) => Ok(LibraryAnswer::Files(disk.list().await?)),
                None => Ok(LibraryAnswer::Files(Vec::new())),
            },
            LibraryRequest::Find { id: database, view, query, position, order } => {
                let began = clock_ms();
                // Handle messages posted since: this search may be obsolete.
                self.turn(id).await?;
                if database == OWN {
                    self.make_own(id).await?;
                }
                let mut selected =
                    self.0.borrow_mut().open(&database)?.select(&query, position.as_deref())?;
                let scan = self.0.borrow_mut().open(&database)?.scan(&query, &selected);
                if let Some(mut scan) = scan {
                    while self.0.borrow_mut().open(&database)?.scan_on(&mut scan)? {
                        self.turn(id).await?;
                    }
                    selected = selected.only(scan.finish());
                }
                self.turn(id).await?;
                let found = self.0.borrow_mut().open(&database)?.arrange(view, selected, order);
                Ok(LibraryAnswer::Found(Found { ms: clock_ms() - began, ..found }))
            }
            LibraryRequest::Export { id: database, games } => self.export(id, &database, &games).await,
            _ => Ok(LibraryAnswer::Done),
        }
    }

    /// Handles pending messages; an error if the request should stop.
    async fn turn(&self, id: RequestId) -> Result<(), Failure> {
        next_turn().await;
        if self.0.borrow().cancelled.contains(&id) { Err(Failure::Cancelled) } else { Ok(()) }
    }

    async fn open(
        &self,
        id: DatabaseId,
        kind: TextKind,
        kept: Option<SavedFiles>,
    ) -> Result<LibraryAnswer, Failure> {
        if let Some(Slot::Open(open)) = self.0.borrow().databases.get(&id) {
            return Ok(LibraryAnswer::Opened(open.facts()));
        }
        let (file, index) = if let Some(kept) = kept {
            (kept.file.0, kept.index.0)
        } else {
            let disk = Disk::open().await.ok_or(Failure::Gone)?;
            let file = disk.file(&id, Part::Games).await?;
            let index = disk.file(&id, Part::Index).await;
            // A missing index is rebuilt.
            let damaged = |_| Failure::Damaged("the index is missing".to_owned());
            (file, index.map_err(damaged)?)
        };
        let database = OpenDatabase::open(source(file)?, source(index)?, kind)?;
        Ok(LibraryAnswer::Opened(self.opened(id, database)))
    }

    /// Adds an opened database.
    fn opened(&self, id: DatabaseId, database: OpenDatabase) -> Facts {
        let facts = database.facts();
        self.0.borrow_mut().databases.insert(id.clone(), Slot::Open(Box::new(database)));
        let host = self.clone();
        spawn_local(async move {
            loop {
                // After the page's pending requests.
                next_turn().await;
                if !host.0.borrow_mut().open(&id).is_ok_and(OpenDatabase::prepare) {
                    break;
                }
            }
        });
        facts
    }

    /// Builds the index of the user's games if needed, handling messages along the way.
    async fn make_own(&self, id: RequestId) -> Result<(), Failure> {
        loop {
            let end = clock_ms() + SLICE_MS;
            if !self.0.borrow_mut().own.make_some(|| clock_ms() < end)? {
                return Ok(());
            }
            self.turn(id).await?;
        }
    }

    async fn export(&self, id: RequestId, database: &str, games: &Games) -> Result<LibraryAnswer, Failure> {
        if database == OWN {
            self.make_own(id).await?;
        }
        let selected = self.0.borrow_mut().open(database)?.selected(games)?;
        let mut maker = FileMaker::new();
        let mut told = clock_ms();
        let mut rest = selected.as_slice();
        while !rest.is_empty() {
            let end = clock_ms() + SLICE_MS;
            while !rest.is_empty() && clock_ms() < end {
                let count = self.0.borrow_mut().open(database)?.export(rest, |bytes| maker.write(bytes))?;
                rest = &rest[count..];
            }
            if clock_ms() - told >= PROGRESS_MS {
                told = clock_ms();
                let games = (selected.len() - rest.len()) as u32;
                self.progress(id, Progress { bytes: maker.written() as f64, games, ..Progress::default() });
            }
            self.turn(id).await?;
        }
        maker.finish().map(LibraryAnswer::File).map_err(|error| Failure::Other(error.to_string()))
    }

    fn progress(&self, id: RequestId, progress: Progress) {
        let page = self.0.borrow().page.clone();
        page.post(id, LibraryReply::Answer { answer: LibraryAnswer::Progress(progress), done: false });
    }
}

/// Makes a byte source from a blob.
fn source(blob: Blob) -> Result<DatabaseSource, Failure> {
    let source = BlobSource::new(blob).map_err(|error| Failure::Other(error.to_string()))?;
    Ok(Box::new(source))
}

fn clock_ms() -> f64 {
    now_ms(worker_clock().as_ref())
}
