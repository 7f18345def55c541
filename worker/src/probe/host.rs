//! The probe worker itself.

use std::collections::HashMap;

use tabia_book_tools::stats::StatsError;
use tabia_polyglot::{BookReader, NotABook, SourceError, open_book};

use super::look::{LineError, OpenBook, Played};
use super::messages::{BookId, Line, Looked, ProbeAnswer, ProbeRequest, Reply};
use crate::blob_source::{BlobSource, NoReader};
use crate::clock::{now_ms, worker_clock};
use crate::wire::serve::{Page, Service, serve};
use crate::wire::{FileBytes, RequestId};

/// Runs the host in this worker. Call once, at startup.
pub fn start() {
    serve::<ProbeHost>();
}

/// Reason why a request failed, sent to the page as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum ProbeRequestError {
    /// No book is open with this id.
    #[error("the book is not open")]
    NotOpen,
    /// Blobs cannot be read here.
    #[error(transparent)]
    NoReader(#[from] NoReader),
    /// The file is not an opening book.
    #[error(transparent)]
    NotABook(#[from] NotABook),
    /// The file is not a results file.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// A file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The line cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// State of the worker: the open books.
struct ProbeHost {
    page: Page<Reply<ProbeAnswer>>,
    books: HashMap<BookId, OpenBook<BlobSource>>,
}

impl Service for ProbeHost {
    type In = ProbeRequest;
    type Out = Reply<ProbeAnswer>;

    fn new(page: Page<Reply<ProbeAnswer>>) -> Self {
        Self { page, books: HashMap::new() }
    }

    fn receive(&mut self, id: RequestId, request: ProbeRequest) {
        let page = self.page.clone();
        let emit = |answer| page.post(id, Reply::Answer { answer, done: false });
        let reply = match self.answer(request, emit) {
            Ok(answer) => Reply::Answer { answer, done: true },
            Err(error) => Reply::Failed(error.to_string()),
        };
        self.page.post(id, reply);
    }
}

impl ProbeHost {
    /// Returns the final answer to a request; earlier ones go to `emit`.
    fn answer(
        &mut self,
        request: ProbeRequest,
        emit: impl Fn(ProbeAnswer),
    ) -> Result<ProbeAnswer, ProbeRequestError> {
        match request {
            ProbeRequest::Open { book, file, stats } => self.open(book, file, stats),
            ProbeRequest::Recognise { file } => Ok(opened(&open_book(BlobSource::new(file.0)?)?)),
            ProbeRequest::Look { book, line } => self.look(book, &line, emit),
        }
    }

    fn open(
        &mut self,
        book: BookId,
        file: FileBytes,
        stats: Option<FileBytes>,
    ) -> Result<ProbeAnswer, ProbeRequestError> {
        // The previous book with this id is closed even if the new one cannot be opened.
        self.books.remove(&book);
        let mut open = OpenBook::open(BlobSource::new(file.0)?)?;
        if let Some(stats) = stats {
            open.open_stats(BlobSource::new(stats.0)?)?;
        }
        let answer = opened(open.reader());
        self.books.insert(book, open);
        Ok(answer)
    }

    fn look(
        &mut self,
        book: Option<BookId>,
        line: &Line,
        emit: impl Fn(ProbeAnswer),
    ) -> Result<ProbeAnswer, ProbeRequestError> {
        let clock = worker_clock();
        let began = now_ms(clock.as_ref());
        let played = Played::new(line)?;
        let looked = |looked: Looked| {
            let ms = now_ms(clock.as_ref()) - began;
            ProbeAnswer::Looked(Looked { opening: played.opening(), ms, ..looked })
        };
        let Some(book) = book else { return Ok(looked(Looked::default())) };
        let book = self.books.get_mut(&book).ok_or(ProbeRequestError::NotOpen)?;
        let found = book.look(&played)?;
        let moves = found.moves.clone();
        emit(looked(found));
        Ok(ProbeAnswer::Follow(book.follow(&played, &moves)?))
    }
}

fn opened(reader: &BookReader<BlobSource>) -> ProbeAnswer {
    ProbeAnswer::Opened { entries: reader.entry_count() as f64 }
}
