//! Running a recipe in a worker.

use crate::apps::book::context::PageContext;
use crate::apps::book::error::BookError;
use crate::services::books::client::{BookClient, ProbeClient};
use crate::services::books::repository::BookRepositoryError;
use crate::services::books::saved_book::BookBytes;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use tabia_chess::Position;
use tabia_worker::book::messages::{BookAnswer, BookRequest, MakeProgress, MakeSummary};
use tabia_worker::probe::messages::{self as probe, Line, LookedMove};
use tabia_worker::wire::FileBytes;
use web_sys::File;
use yew::prelude::*;

/// State of the job.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) enum BuildState {
    #[default]
    Idle,
    Running(MakeProgress),
    Done(Rc<Done>),
    Failed(String),
    Cancelled,
}

/// Result of the job.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Done {
    pub(super) name: String,
    /// Id of the book.
    pub(super) id: String,
    pub(super) size: f64,
    pub(super) summary: MakeSummary,
    /// Why the book could not be saved.
    pub(super) not_kept: Option<BookRepositoryError>,
    /// Its moves in the start position.
    pub(super) first_moves: Vec<LookedMove>,
}

/// A recipe to run.
pub(super) struct BuildTask {
    pub(super) context: PageContext,
    pub(super) client: BookClient,
    pub(super) recipe: Recipe,
    pub(super) files: Vec<File>,
    pub(super) run: UseStateSetter<BuildState>,
}

impl BuildTask {
    /// Builds the book; `job` holds the worker unless the job is cancelled or replaced.
    pub(super) async fn carry_out(self, job: Rc<RefCell<Option<BookClient>>>) {
        let result = self.make().await;
        // Cancelled, or replaced by another job: the result is no longer needed.
        if job.borrow().as_ref() != Some(&self.client) {
            return;
        }
        job.borrow_mut().take();
        self.run.set(match result {
            Ok(done) => BuildState::Done(Rc::new(done)),
            Err(reason) => BuildState::Failed(reason.to_string()),
        });
    }

    async fn make(&self) -> Result<Done, BookError> {
        let request = BookRequest::Make {
            recipe: self.recipe.to_json(),
            names: self.files.iter().map(File::name).collect(),
            files: self.files.iter().map(|file| FileBytes(file.clone().into())).collect(),
        };
        let run = self.run.clone();
        let on_part = move |answer| {
            if let BookAnswer::Progress(progress) = answer {
                run.set(BuildState::Running(progress));
            }
        };
        let answer = self.client.ask(request, on_part).await?;
        let BookAnswer::Made { file, stats, summary } = answer else {
            return Err(BookError::UnexpectedAnswer);
        };
        let name = format!("{}.bin", if self.recipe.name.is_empty() { "book" } else { &self.recipe.name });
        let size = file.0.size();
        if summary.entries == 0 {
            let first_moves = Vec::new();
            return Ok(Done { name, id: String::new(), size, summary, not_kept: None, first_moves });
        }
        let bytes = BookBytes { book: file.0, stats: stats.map(|stats| stats.0) };
        let first_moves = self.first_moves(&bytes).await;
        let held = self.context.feed.repository().hold(&name, &bytes)?;
        let (id, not_kept) = match self.context.feed.keep(&held.id).await {
            Ok(kept) => (kept.id, None),
            Err(error) => (held.id, Some(error)),
        };
        Ok(Done { name, id, size, summary, not_kept, first_moves })
    }

    /// Returns the book's moves in the start position; empty if the lookup fails, which will be reported when the book is opened.
    async fn first_moves(&self, bytes: &BookBytes) -> Vec<LookedMove> {
        const BOOK: u32 = 1;
        let client = ProbeClient::of_page();
        let open = probe::ProbeRequest::Open {
            book: BOOK,
            file: FileBytes(bytes.book.clone()),
            stats: bytes.stats.clone().map(FileBytes),
        };
        if client.ask(open, |_| {}).await.is_err() {
            return Vec::new();
        }
        let line = Line { start_fen: Position::default().to_fen(), moves: Vec::new() };
        let (moves, looked) =
            (Rc::new(RefCell::new(Vec::new())), probe::ProbeRequest::Look { book: Some(BOOK), line });
        let found = Rc::clone(&moves);
        let on_part = move |answer| {
            if let probe::ProbeAnswer::Looked(looked) = answer {
                found.replace(looked.moves);
            }
        };
        // The moves arrive before the final reply, which contains their continuations.
        let _ = client.ask(looked, on_part).await;
        moves.take()
    }
}
