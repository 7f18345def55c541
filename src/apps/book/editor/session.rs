//! Editing session of a book in a worker. Changes are saved ([`changes`](crate::apps::book::changes)) until the book is saved with them
//! or they are discarded.

use super::path::Path;
use crate::apps::book::changes::EditorStep;
use crate::apps::book::context::PageContext;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::components::toasts::Offer;
use crate::services::books::client::BookClient;
use crate::state::book::BookChoice;
use crate::storage::{Content, StoreError};
use tabia_chess::Move;
use tabia_polyglot::BookMove;
use tabia_worker::book::messages::{BookAnswer, BookRequest, EditCommand, EditState, SaveForm};
use tabia_worker::probe::messages::Line;
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Number of the book in its worker.
const BOOK: u32 = 1;
/// Maximum size of an imported file of games, in bytes: it is saved among the changes.
const MAX_IMPORT: f64 = 16.0 * 1024.0 * 1024.0;

/// A worker with the book, and the state that receives its replies.
#[derive(Clone, PartialEq)]
pub struct EditSession {
    /// The worker.
    pub client: BookClient,
    /// Shared services.
    pub context: PageContext,
    /// The edited book.
    pub choice: BookChoice,
    /// Path to the position on the board.
    pub path: UseStateSetter<Path>,
    /// Path with the book's data on its position.
    pub shown: UseStateSetter<Option<(Path, EditState)>>,
    /// Why the book cannot be edited.
    pub fault: UseStateSetter<Option<String>>,
}

impl EditSession {
    /// Runs a command in the position at the end of `path`, and shows the result.
    pub fn edit(&self, path: Path, command: EditCommand) {
        let session = self.clone();
        spawn_local(async move {
            match session.ask(&path, command).await {
                Ok(state) => session.shown.set(Some((path, state))),
                Err(reason) => session.context.fault(strings::the_change_failed(), &reason),
            }
        });
    }

    /// Goes to the end of another path.
    pub fn go(&self, path: Path) {
        self.path.set(path.clone());
        self.edit(path, EditCommand::None);
    }

    /// Adds a move and follows it.
    pub fn add(&self, path: Path, m: Move) {
        let session = self.clone();
        let book_move: BookMove = m.into();
        spawn_local(async move {
            match session.ask(&path, EditCommand::Add { code: book_move.0, weight: 1 }).await {
                Ok(_) => session.go(path.with(m)),
                Err(reason) => session.context.fault(strings::the_move_was_not_added(), &reason),
            }
        });
    }

    async fn ask(&self, path: &Path, command: EditCommand) -> Result<EditState, BookError> {
        let state = self.send(path.line(), command).await?;
        if command != EditCommand::None {
            let step = EditorStep::Edit { line: path.line(), command };
            if let Err(error) = self.context.changes.add(&self.choice, step).await {
                self.context.fault(strings::change_not_kept(), error.to_string());
            }
        }
        Ok(state)
    }

    async fn request(&self, request: BookRequest) -> Result<BookAnswer, BookError> {
        Ok(self.client.ask(request, |_| {}).await?)
    }

    async fn send(&self, line: Line, command: EditCommand) -> Result<EditState, BookError> {
        match self.request(BookRequest::Edit { book: BOOK, line, command }).await? {
            BookAnswer::Edited(state) => Ok(state),
            _ => Err(BookError::UnexpectedAnswer),
        }
    }

    /// Opens the book at the end of a path.
    pub fn start(&self, path: Path) {
        self.fault.set(None);
        let session = self.clone();
        spawn_local(async move {
            match session.begin(None).await {
                Ok(()) => session.go(path),
                Err(reason) => session.fault.set(Some(reason.to_string())),
            }
        });
    }

    /// Opens the book and replays its changes: the given steps, which replace the saved ones, or else the saved ones.
    pub async fn begin(&self, steps: Option<Vec<EditorStep>>) -> Result<(), BookError> {
        self.open(&self.choice).await?;
        if let Some(steps) = &steps {
            self.context.changes.discard(&self.choice).await?;
            for step in steps {
                self.context.changes.add(&self.choice, step.clone()).await?;
            }
        }
        let mut lost = 0;
        for step in self.kept_steps().await? {
            let repeated = match step {
                EditorStep::Edit { line, command } => self.send(line, command).await.map(|_| ()),
                EditorStep::Import { games } => self.import(games).await.map(|_| ()),
            };
            // After an update of the page, the default book may be different.
            lost += u32::from(repeated.is_err());
        }
        if lost > 0 {
            self.context.fault(&strings::not_repeated(lost), strings::book_differs());
        }
        Ok(())
    }

    /// Returns the saved changes. Unreadable ones are set aside, and the user is notified.
    async fn kept_steps(&self) -> Result<Vec<EditorStep>, BookError> {
        let changes = &self.context.changes;
        match changes.of(&self.choice).await {
            Err(error @ StoreError::Damaged { .. }) => {
                changes.set_aside(&self.choice, &error).await?;
                self.context
                    .fault(strings::changes_set_aside(), format!("{error}. {}", strings::set_aside_told()));
                Ok(Vec::new())
            }
            steps => Ok(steps?),
        }
    }

    async fn import(&self, games: String) -> Result<String, BookError> {
        match self.request(BookRequest::Import { book: BOOK, games }).await? {
            BookAnswer::Imported(summary) => Ok(summary),
            _ => Err(BookError::UnexpectedAnswer),
        }
    }

    /// Imports the games of a file.
    pub async fn take_games(self, file: File, path: Path) {
        let outcome = async {
            if file.size() > MAX_IMPORT {
                return Err(BookError::ImportTooLarge);
            }
            let bytes = Content::Blob(file.clone().into()).bytes().await;
            let bytes = bytes?;
            let games = tabia_pgn::decode(&bytes).text.into_owned();
            let summary = self.import(games.clone()).await?;
            self.context.changes.add(&self.choice, EditorStep::Import { games }).await?;
            Ok(summary)
        };
        match outcome.await {
            Ok(summary) => {
                self.context.news(format!("{}: {summary}", file.name()));
                self.go(path);
            }
            Err(reason) => self.context.fault(&strings::games_not_added(&file.name()), &reason),
        }
    }

    /// Discards all changes; the user can restore them for a moment.
    pub async fn discard(self, path: Path) {
        let outcome = async {
            let steps = self.context.changes.of(&self.choice).await?;
            self.context.changes.discard(&self.choice).await?;
            self.begin(None).await?;
            Ok::<_, BookError>(steps)
        };
        match outcome.await {
            Err(reason) => self.context.fault(strings::the_changes_were_not_discarded(), &reason),
            Ok(steps) => {
                self.go(path.clone());
                let session = self.clone();
                let action = Callback::from(move |()| {
                    let (session, steps, path) = (session.clone(), steps.clone(), path.clone());
                    spawn_local(async move {
                        match session.begin(Some(steps)).await {
                            Ok(()) => session.go(path),
                            Err(reason) => {
                                session.context.fault(strings::the_changes_were_not_restored(), &reason);
                            }
                        }
                    });
                });
                self.context.offer(
                    strings::changes_discarded().to_owned(),
                    Offer { label: strings::restore(), action },
                );
            }
        }
    }

    pub async fn file(&self, form: SaveForm) -> Result<FileBytes, BookError> {
        match self.request(BookRequest::Save { book: BOOK, form }).await? {
            BookAnswer::File(file) => Ok(file),
            _ => Err(BookError::UnexpectedAnswer),
        }
    }

    async fn open(&self, choice: &BookChoice) -> Result<(), BookError> {
        let bytes = self.context.feed.repository().bytes(choice).await?;
        let request = BookRequest::Open { book: BOOK, file: FileBytes(bytes.book) };
        self.request(request).await.map(|_| ())
    }
}
