//! Queries about a database.

use futures::FutureExt;
use tabia_library::{Order, Query};
use tabia_worker::abi::error_text;
use tabia_worker::library::messages::{
    ALL_GAMES, DatabaseId, Duplicates, Explored, Failure, Found, GameText, Games, LibraryAnswer,
    LibraryRequest, OWN, Problems, Progress, Rows, ViewId,
};
use tabia_worker::wire::RequestId;
use web_sys::{Blob, File, FilePropertyBag};

use super::super::client::LibraryClient;
use super::super::entry::{DatabaseLocation, DatabaseRecord, DatabaseStatus};
use super::super::error::LibraryError;
use super::{LibraryService, ViewRecipe};
use crate::language::tr;

/// Returns the error for an answer of another type: page and worker are from different builds.
fn wrong_answer() -> LibraryError {
    LibraryError::Worker(tr!("replied to another request: reload the page").to_owned())
}

/// Cancels a request when dropped, unless it has completed.
struct CancelOnDrop {
    client: LibraryClient,
    request: RequestId,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.client.cancel(self.request);
    }
}

impl LibraryService {
    /// Filters and sorts the games of a database into a view. A newer call for the same view supersedes a pending one, which fails with
    /// [`Failure::Superseded`].
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn find(
        &self,
        id: &str,
        view: ViewId,
        query: Query,
        position: Option<String>,
        order: Order,
    ) -> Result<Found, LibraryError> {
        let wanted = ViewRecipe { generation: 0, query, position, order };
        self.0.views.borrow_mut().insert((id.to_owned(), view), wanted.clone());
        self.open(id).await?;
        self.make_view(id, view, wanted).await
    }

    /// Returns part of a view, or of all games ([`ALL_GAMES`]). For a database being indexed, the games so far.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn rows(&self, id: &str, view: ViewId, from: u32, count: u32) -> Result<Rows, LibraryError> {
        self.open(id).await?;
        self.remake_view(id, view).await?;
        match self.ask(LibraryRequest::Rows { id: id.to_owned(), view, from, count }).await? {
            LibraryAnswer::Rows(rows) => Ok(rows),
            _ => Err(wrong_answer()),
        }
    }

    /// Returns the moves played from a position (a FEN) in the games found by `among`, each with up to `examples` games of the strongest
    /// players. A newer call for the same database supersedes a pending one.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn explore(
        &self,
        id: &str,
        position: String,
        among: Query,
        examples: u32,
    ) -> Result<Explored, LibraryError> {
        if id == OWN {
            self.feed_own(true).await?;
        } else {
            self.open(id).await?;
        }
        match self.ask(LibraryRequest::Explore { id: id.to_owned(), position, among, examples }).await? {
            LibraryAnswer::Explored(explored) => Ok(explored),
            _ => Err(wrong_answer()),
        }
    }

    /// Returns games that occur more than once, in groups.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn duplicates(&self, id: &str, from: u32, count: u32) -> Result<Duplicates, LibraryError> {
        self.open(id).await?;
        match self.ask(LibraryRequest::Duplicates { id: id.to_owned(), from, count }).await? {
            LibraryAnswer::Duplicates(duplicates) => Ok(duplicates),
            _ => Err(wrong_answer()),
        }
    }

    /// Returns games with errors.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn problems(&self, id: &str, from: u32, count: u32) -> Result<Problems, LibraryError> {
        self.open(id).await?;
        match self.ask(LibraryRequest::Problems { id: id.to_owned(), from, count }).await? {
            LibraryAnswer::Problems(problems) => Ok(problems),
            _ => Err(wrong_answer()),
        }
    }

    /// Returns a game as PGN.
    ///
    /// # Errors
    /// [`LibraryError`], also when it is too long for the board.
    pub async fn text(&self, id: &str, game: u32) -> Result<GameText, LibraryError> {
        self.open(id).await?;
        match self.ask(LibraryRequest::Text { id: id.to_owned(), game }).await? {
            LibraryAnswer::Text(text) => Ok(text),
            _ => Err(wrong_answer()),
        }
    }

    /// Writes games to a file, byte for byte. Dropping the future cancels it.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn export(
        &self,
        id: &str,
        games: Games,
        on_progress: impl Fn(Progress) + 'static,
    ) -> Result<Blob, LibraryError> {
        self.open(id).await?;
        if let Games::View(view) = games {
            self.remake_view(id, view).await?;
        }
        let on_part = move |answer| {
            if let LibraryAnswer::Progress(progress) = answer {
                on_progress(progress);
            }
        };
        let request = LibraryRequest::Export { id: id.to_owned(), games };
        let (request, end) = self.0.client.ask(request, Some(Box::new(on_part)));
        let _cancelling = CancelOnDrop { client: self.0.client.clone(), request };
        match end.await? {
            LibraryAnswer::File(file) => Ok(file.0),
            _ => Err(wrong_answer()),
        }
    }

    /// Replaces a database by one of the same name with only these games, and returns its id. The old one is removed once the new one is
    /// indexed; if that fails, it stays. Dropping the future earlier leaves it as it is.
    ///
    /// # Errors
    /// [`LibraryError`]
    pub async fn keep_only(&self, id: &str, games: Games) -> Result<DatabaseId, LibraryError> {
        let record = self.database(id).ok_or(LibraryError::Unknown)?.record;
        let blob = self.export(id, games, |_| ()).await?;
        let parts = js_sys::Array::of1(&blob);
        let file = File::new_with_blob_sequence_and_options(&parts, &record.name, &FilePropertyBag::new());
        let file = file.map_err(|error| LibraryError::Worker(error_text(&error)))?;
        let new = self.add(file, record.kind);
        self.added(&new).await?;
        self.remove(id).await?;
        Ok(new)
    }

    /// Sends a request that has a single answer.
    pub(super) async fn ask(&self, request: LibraryRequest) -> Result<LibraryAnswer, LibraryError> {
        self.0.client.ask(request, None).1.await
    }

    /// Has the worker open a database, unless it is open.
    pub(super) async fn open(&self, id: &str) -> Result<(), LibraryError> {
        if id == OWN {
            return self.feed_own(false).await;
        }
        if self.database(id).is_none() {
            self.load().await?;
        }
        let entry = self.database(id).ok_or(LibraryError::Unknown)?;
        match entry.status {
            // The worker has it open.
            DatabaseStatus::Indexing(_) => return Ok(()),
            DatabaseStatus::Elsewhere => return Err(LibraryError::Busy),
            DatabaseStatus::Ready | DatabaseStatus::Broken(_) => {}
        }
        let generation = self.0.client.generation();
        let present = self.0.opened.borrow().get(id).filter(|(of, _)| *of == generation).cloned();
        let (_, opening) = present.unwrap_or_else(|| {
            let opening = self.clone().open_now(entry.record);
            let opening = (generation, opening.boxed_local().shared());
            self.0.opened.borrow_mut().insert(id.to_owned(), opening.clone());
            opening
        });
        let result = opening.await;
        if result.is_err() {
            // The next call retries.
            self.0.opened.borrow_mut().remove(id);
        }
        result
    }

    async fn open_now(self, record: DatabaseRecord) -> Result<(), LibraryError> {
        let id = record.id.clone();
        let kept = match record.place {
            DatabaseLocation::Disk => None,
            DatabaseLocation::Contents => Some(self.0.kept.files(&id).await?),
        };
        let opened = self.ask(LibraryRequest::Open { id: id.clone(), kind: record.kind, kept }).await;
        match opened {
            Ok(_) => {
                self.set_status(&id, DatabaseStatus::Ready);
                Ok(())
            }
            Err(LibraryError::Failure(Failure::Damaged(_))) => self.reindex(&id).await,
            Err(error) => {
                if matches!(error, LibraryError::Failure(_)) {
                    self.set_status(&id, DatabaseStatus::Broken(error.to_string()));
                }
                Err(error)
            }
        }
    }

    pub(super) fn set_status(&self, id: &str, status: DatabaseStatus) {
        if self.database(id).is_some_and(|entry| entry.status != status) {
            self.0.list.borrow_mut().set_status(id, status);
            self.emit_list();
        }
    }

    async fn make_view(&self, id: &str, view: ViewId, wanted: ViewRecipe) -> Result<Found, LibraryError> {
        let generation = self.0.client.generation();
        let ViewRecipe { query, position, order, .. } = wanted;
        let answer =
            self.ask(LibraryRequest::Find { id: id.to_owned(), view, query, position, order }).await?;
        let LibraryAnswer::Found(found) = answer else { return Err(wrong_answer()) };
        if let Some(view) = self.0.views.borrow_mut().get_mut(&(id.to_owned(), view)) {
            view.generation = generation;
        }
        Ok(found)
    }

    /// Makes a view again if its worker has ended.
    async fn remake_view(&self, id: &str, view: ViewId) -> Result<(), LibraryError> {
        if view == ALL_GAMES {
            return Ok(());
        }
        let wanted = self.0.views.borrow().get(&(id.to_owned(), view)).cloned().ok_or(Failure::NoView)?;
        // A view that was never made is being made: the worker replies in order.
        if wanted.generation != 0 && wanted.generation != self.0.client.generation() {
            self.make_view(id, view, wanted).await?;
        }
        Ok(())
    }

    /// Cancels the indexing of a database; returns whether this tab was indexing it.
    pub fn cancel(&self, id: &str) -> bool {
        let request: Option<RequestId> = self.0.indexing.borrow().get(id).copied();
        if let Some(request) = request {
            self.0.client.cancel(request);
        }
        request.is_some()
    }
}
