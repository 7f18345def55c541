//! The book worker itself.

use std::collections::HashMap;

use tabia_arena::OpeningSettings;
use tabia_book_tools::edit::{BookEditor, EditError};
use tabia_book_tools::learn::{LearnError, LearnStore};
use tabia_polyglot::SourceError;
use tabia_polyglot::lines::LinesError;

use super::editing::{self, EditingError};
use super::jobs::{self, JobError};
use super::messages::{BookAnswer, BookNotes, BookReply, BookRequest, MAX_OPENINGS, SaveForm};
use super::openings::{self, OpeningsFault};
use crate::blob_source::{BlobSource, NoReader};
use crate::clock::{now_ms, worker_clock};
use crate::file_maker::{FileMaker, NotMade, file};
use crate::probe::messages::BookId;
use crate::wire::serve::{Page, Service, serve};
use crate::wire::{FileBytes, RequestId};

/// Runs the host in this worker. Call once, at startup.
pub fn start() {
    serve::<BookHost>();
}

/// Reason why a request failed, sent to the page as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum BookRequestError {
    /// No book is open with this id.
    #[error("the book is not open")]
    NotOpen,
    /// Blobs cannot be read here.
    #[error(transparent)]
    NoReader(#[from] NoReader),
    /// A file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A long job failed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The book could not be opened for editing, edited or saved.
    #[error(transparent)]
    Editing(#[from] EditingError),
    /// Games or lessons could not be written to the book.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The lessons cannot be read.
    #[error(transparent)]
    Lessons(#[from] LearnError),
    /// The book's lines cannot be listed.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The browser cannot make the file.
    #[error(transparent)]
    NotMade(#[from] NotMade),
    /// The opening settings cannot be parsed.
    #[error("the settings of the openings cannot be read: {0}")]
    Settings(String),
    /// A file contains no usable openings.
    #[error(transparent)]
    Openings(#[from] OpeningsFault),
}

/// State of the worker: the open books.
struct BookHost {
    page: Page<BookReply>,
    editors: HashMap<BookId, BookEditor<BlobSource>>,
}

impl Service for BookHost {
    type In = BookRequest;
    type Out = BookReply;

    fn new(page: Page<BookReply>) -> Self {
        Self { page, editors: HashMap::new() }
    }

    fn receive(&mut self, id: RequestId, request: BookRequest) {
        let page = self.page.clone();
        let emit = |answer| page.post(id, BookReply::Answer { answer, done: false });
        let reply = match self.answer(request, emit) {
            Ok(answer) => BookReply::Answer { answer, done: true },
            Err(error) => BookReply::Failed(error.to_string()),
        };
        self.page.post(id, reply);
    }
}

impl BookHost {
    /// Returns the final answer to a request; earlier ones go to `emit`.
    fn answer(
        &mut self,
        request: BookRequest,
        emit: impl Fn(BookAnswer),
    ) -> Result<BookAnswer, BookRequestError> {
        Ok(match request {
            BookRequest::Open { book, file } => {
                // The previous book with this id is closed even if the new one cannot be opened.
                self.editors.remove(&book);
                self.editors.insert(book, editing::editor(&file.0)?);
                BookAnswer::Opened
            }
            BookRequest::Make { recipe, names, files } => make(&recipe, &names, files, emit)?,
            BookRequest::Merge { first, second, priority } => merge(first, second, priority)?,
            BookRequest::Check { file } => BookAnswer::Notes(check(file)?),
            BookRequest::List { file, pgn } => list(file, pgn.as_deref())?,
            BookRequest::Edit { book, line, command } => {
                BookAnswer::Edited(editing::edit(self.editor(book)?, &line, command)?)
            }
            BookRequest::Import { book, games } => {
                let report = self.editor(book)?.import_pgn(&games)?;
                BookAnswer::Imported(report.summary())
            }
            BookRequest::Learn { book, lessons, files, player } => {
                let mut sources = sources_of(files)?;
                jobs::learn(BlobSource::new(book.0)?, &lessons, &mut sources, &player)?
            }
            BookRequest::Teach { book, lessons } => teach(&book, &lessons)?,
            BookRequest::Save { book, form } => BookAnswer::File(editing::save(self.editor(book)?, &form)?),
            BookRequest::Leaving { book, names, files, player } => {
                let mut sources = sources_of(files)?;
                BookAnswer::Left(jobs::leaving(BlobSource::new(book.0)?, &names, &mut sources, &player)?)
            }
            BookRequest::Openings { file, settings, seed, are_wanted } => {
                let settings = serde_json::from_str(&settings)
                    .map_err(|error| BookRequestError::Settings(error.to_string()))?;
                let seed = u64::from(seed[0]) << 32 | u64::from(seed[1]);
                read_openings(file, &settings, seed, are_wanted)?
            }
        })
    }

    /// Returns the editor of an open book.
    fn editor(&mut self, book: BookId) -> Result<&mut BookEditor<BlobSource>, BookRequestError> {
        self.editors.get_mut(&book).ok_or(BookRequestError::NotOpen)
    }
}

fn sources_of(files: Vec<FileBytes>) -> Result<Vec<BlobSource>, NoReader> {
    files.into_iter().map(|file| BlobSource::new(file.0)).collect()
}

fn make(
    recipe: &str,
    names: &[String],
    files: Vec<FileBytes>,
    emit: impl Fn(BookAnswer),
) -> Result<BookAnswer, BookRequestError> {
    let mut sources = sources_of(files)?;
    let mut maker = FileMaker::new();
    let emit = |progress| emit(BookAnswer::Progress(progress));
    let made =
        jobs::make(recipe, names, &mut sources, clock_ms, emit, |entry| maker.write(&entry.to_bytes()))?;
    let stats = match made.stats.filter(|stats| !stats.is_empty()) {
        Some(stats) => Some(file(&stats.to_bytes())?),
        None => None,
    };
    Ok(BookAnswer::Made { file: maker.finish()?, stats, summary: made.summary })
}

fn merge(first: FileBytes, second: FileBytes, priority: bool) -> Result<BookAnswer, BookRequestError> {
    let (mut first, mut second) = (BlobSource::new(first.0)?, BlobSource::new(second.0)?);
    let mut maker = FileMaker::new();
    let notes = jobs::merge_books(&mut first, &mut second, priority, |entry| maker.write(&entry.to_bytes()))?;
    Ok(BookAnswer::Merged { file: maker.finish()?, notes })
}

fn list(book: FileBytes, pgn: Option<&str>) -> Result<BookAnswer, BookRequestError> {
    let entries = jobs::all_entries(&mut BlobSource::new(book.0)?)?;
    let text = match pgn {
        Some(name) => jobs::pgn_text(&entries, name),
        None => jobs::dump_text(&entries)?,
    };
    Ok(BookAnswer::File(file(text.as_bytes())?))
}

fn teach(book: &FileBytes, lessons: &str) -> Result<BookAnswer, BookRequestError> {
    let store = LearnStore::from_json(lessons)?;
    let mut editor = editing::editor(&book.0)?;
    let marked = store.apply(&mut editor)? as u32;
    Ok(BookAnswer::Taught { file: editing::save(&mut editor, &SaveForm::Book)?, marked })
}

fn check(file: FileBytes) -> Result<BookNotes, BookRequestError> {
    let mut source = BlobSource::new(file.0)?;
    let mut notes = jobs::check_book(&mut source)?;
    // The counts of info-book need all entries at once and a book without faults.
    if notes.faults == 0
        && let Ok(entries) = jobs::all_entries(&mut source)
        && let Ok(lines) = jobs::info_lines(&entries)
    {
        notes.lines.extend(lines);
    }
    Ok(notes)
}

fn read_openings(
    from: FileBytes,
    settings: &OpeningSettings,
    seed: u64,
    are_wanted: bool,
) -> Result<BookAnswer, BookRequestError> {
    let room = if are_wanted { MAX_OPENINGS } else { usize::MAX };
    let (openings, found) = openings::read(BlobSource::new(from.0)?, settings, seed, room)?;
    let openings = if are_wanted { Some(file(openings.bytes())?) } else { None };
    Ok(BookAnswer::Openings { openings, found })
}

fn clock_ms() -> f64 {
    now_ms(worker_clock().as_ref())
}
