//! The book worker itself.

use std::cell::RefCell;
use std::collections::HashMap;

use tabia_book_tools::edit::{BookEditor, EditError, MarkStorage};
use tabia_book_tools::learn::LearnStore;
use tabia_chess::Position;
use tabia_polyglot::{BookMove, BookReader, Entry, Flag, Marks, open_book};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

use super::jobs;
use super::look::{OpenBook, Played, looked_of};
use super::messages::{
    Answer, BOOK_PROTOCOL, BookId, BookNotes, EditCommand, EditState, FileBytes, FromBook, Line, Looked,
    Mark, Request, RequestId, SaveForm, ToBook,
};
use crate::abi::error_text;
use crate::blob_source::BlobSource;
use crate::codec::{decode, encode};

/// What is made is handed to the browser in pieces of so many bytes.
const PIECE: usize = 1 << 20;

/// Runs the host in this worker. To be called once, at its start.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let host = RefCell::new(Host::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        match decode::<ToBook>(event.data()) {
            Ok(ToBook { id, request }) => {
                if let Err(reason) = host.borrow_mut().answer(id, request) {
                    post(&FromBook::Failed { id, reason });
                }
            }
            // Thrown, so that the page's `error` event hears of it.
            Err(error) => wasm_bindgen::throw_str(&error.to_string()),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    on_message.forget();
    post(&FromBook::Ready { protocol: BOOK_PROTOCOL });
}

fn post(message: &FromBook) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let posted = encode(message).map(|value| scope.post_message(&value));
    match posted {
        Ok(Ok(())) => {}
        Ok(Err(error)) => wasm_bindgen::throw_val(error),
        Err(error) => wasm_bindgen::throw_str(&error.to_string()),
    }
}

/// Tells an answer that is not the last.
fn tell(id: RequestId, answer: Answer) {
    post(&FromBook::Answer { id, answer, done: false });
}

fn finish(id: RequestId, answer: Answer) {
    post(&FromBook::Answer { id, answer, done: true });
}

#[derive(Default)]
struct Host {
    books: HashMap<BookId, OpenBook<BlobSource>>,
    editors: HashMap<BookId, BookEditor<BlobSource>>,
    files: HashMap<BookId, Blob>,
}

/// Bytes that become a file, handed to the browser in pieces: what is made may be larger than the worker's memory.
struct FileMaker {
    parts: js_sys::Array,
    piece: Vec<u8>,
}

impl FileMaker {
    fn new() -> Self {
        Self { parts: js_sys::Array::new(), piece: Vec::with_capacity(PIECE) }
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.piece.len() + bytes.len() > PIECE {
            self.flush();
        }
        self.piece.extend_from_slice(bytes);
    }

    fn entry(&mut self, entry: Entry) {
        self.write(&entry.to_bytes());
    }

    fn flush(&mut self) {
        if !self.piece.is_empty() {
            self.parts.push(&js_sys::Uint8Array::from(self.piece.as_slice()));
            self.piece.clear();
        }
    }

    fn finish(mut self) -> Result<FileBytes, String> {
        self.flush();
        Blob::new_with_u8_array_sequence(&self.parts)
            .map(FileBytes)
            .map_err(|error| format!("the browser could not make the file: {}", error_text(&error)))
    }
}

fn file(bytes: &[u8]) -> Result<FileBytes, String> {
    let mut maker = FileMaker::new();
    maker.write(bytes);
    maker.finish()
}

impl Host {
    fn answer(&mut self, id: RequestId, request: Request) -> Result<(), String> {
        match request {
            Request::Open { book, file, stats } => {
                // What had the number goes even if the new one cannot be opened.
                self.books.remove(&book);
                self.editors.remove(&book);
                self.files.insert(book, file.0.clone());
                let mut opened =
                    OpenBook::open(BlobSource::new(file.0)?).map_err(|error| error.to_string())?;
                if let Some(stats) = stats {
                    opened.open_stats(BlobSource::new(stats.0)?).map_err(|error| error.to_string())?;
                }
                finish(id, opened_answer(opened.reader()));
                self.books.insert(book, opened);
            }
            Request::Recognise { file } => {
                let reader = open_book(BlobSource::new(file.0)?).map_err(|error| error.to_string())?;
                finish(id, opened_answer(&reader));
            }
            Request::Look { book, line } => {
                let began = now_ms();
                let played = Played::new(&line)?;
                let Some(book) = book else {
                    finish(id, Answer::Looked(named(Looked::default(), &played, began)));
                    return Ok(());
                };
                let book = self.books.get_mut(&book).ok_or("the book is not open")?;
                let looked = book.look(&played).map_err(|error| error.to_string())?;
                let moves = looked.moves.clone();
                tell(id, Answer::Looked(named(looked, &played, began)));
                let follow = book.follow(&played, &moves).map_err(|error| error.to_string())?;
                finish(id, Answer::Follow(follow));
            }
            Request::Make { recipe, names, files } => make(id, &recipe, &names, files)?,
            Request::Merge { first, second, priority } => {
                let (mut first, mut second) = (BlobSource::new(first.0)?, BlobSource::new(second.0)?);
                let mut maker = FileMaker::new();
                let notes = jobs::merge_books(&mut first, &mut second, priority, |entry| maker.entry(entry))?;
                finish(id, Answer::Merged { file: maker.finish()?, notes });
            }
            Request::Check { file } => finish(id, Answer::Notes(check(file)?)),
            Request::List { file: book, pgn } => {
                let entries = jobs::all_entries(&mut BlobSource::new(book.0)?)?;
                let text = match pgn {
                    Some(name) => jobs::pgn_text(&entries, &name),
                    None => jobs::dump_text(&entries).map_err(|error| error.to_string())?,
                };
                finish(id, Answer::File(file(text.as_bytes())?));
            }
            Request::Edit { book, line, command } => {
                let edited = self.edit(book, &line, command)?;
                finish(id, Answer::Edited(edited));
            }
            Request::Import { book, games } => {
                let report = self.editor(book)?.import_pgn(&games).map_err(|error| error.to_string())?;
                finish(id, Answer::Imported(report.summary()));
            }
            Request::Learn { book, lessons, files, player } => {
                let mut sources = sources_of(files)?;
                let learned = jobs::learn(BlobSource::new(book.0)?, &lessons, &mut sources, &player)?;
                finish(id, learned);
            }
            Request::Teach { book, lessons } => {
                let store = LearnStore::from_json(&lessons).map_err(|error| error.to_string())?;
                let mut editor = editor(&book.0)?;
                let marked = store.apply(&mut editor).map_err(|error| error.to_string())? as u32;
                finish(id, Answer::Taught { file: save(&mut editor, &SaveForm::Book)?, marked });
            }
            Request::Save { book, form } => {
                let saved = save(self.editor(book)?, &form)?;
                finish(id, Answer::File(saved));
            }
            Request::Leaving { book, names, files, player } => {
                let mut sources = sources_of(files)?;
                let report = jobs::leaving(BlobSource::new(book.0)?, &names, &mut sources, &player)?;
                finish(id, Answer::Left(report));
            }
        }
        Ok(())
    }

    /// The editor of an open book; made when it is first asked for.
    fn editor(&mut self, book: BookId) -> Result<&mut BookEditor<BlobSource>, String> {
        if !self.editors.contains_key(&book) {
            let file = self.files.get(&book).ok_or("the book is not open")?;
            self.editors.insert(book, editor(file)?);
        }
        self.editors.get_mut(&book).ok_or_else(|| "the book is not open".to_owned())
    }

    fn edit(&mut self, book: BookId, line: &Line, command: EditCommand) -> Result<EditState, String> {
        let played = Played::new(line)?;
        let position = played.last();
        let editor = self.editor(book)?;
        change(editor, position, command).map_err(|error| error.to_string())?;
        let entries = editor.entries(position.key()).map_err(|error| error.to_string())?;
        let mut looked = looked_of(position, &entries);
        looked.opening = played.opening();
        let (undo, redo) = (editor.undo_steps(), editor.redo_steps());
        Ok(EditState { looked, changed: undo as u32, can_undo: undo > 0, can_redo: redo > 0 })
    }
}

/// An editor over a file that is a book.
fn editor(file: &Blob) -> Result<BookEditor<BlobSource>, String> {
    jobs::recognise(&mut BlobSource::new(file.clone())?)?;
    BookEditor::open(BlobSource::new(file.clone())?).map_err(|error| error.to_string())
}

fn change(
    editor: &mut BookEditor<BlobSource>,
    position: &Position,
    command: EditCommand,
) -> Result<(), EditError> {
    let resolve = |code: u16| {
        BookMove(code).resolve(position).ok_or_else(|| EditError::NotInBook(BookMove(code).to_string()))
    };
    match command {
        EditCommand::None => {}
        EditCommand::Undo => {
            editor.undo();
        }
        EditCommand::Redo => {
            editor.redo();
        }
        EditCommand::Weight { code, weight } => editor.set_weight(position, resolve(code)?, weight)?,
        EditCommand::Mark { code, mark } => {
            let flag = match mark {
                Mark::None => None,
                Mark::Recommended => Some(Flag::Recommended),
                Mark::Avoided => Some(Flag::Avoided),
            };
            editor.set_flag(position, resolve(code)?, flag)?;
        }
        EditCommand::Percent { code, percent } => {
            editor.set_play_percent(position, resolve(code)?, percent)?;
        }
        EditCommand::Delete { code } => editor.delete(position, resolve(code)?)?,
        EditCommand::Add { code, weight } => editor.add(position, resolve(code)?, weight)?,
        EditCommand::Forget => {
            for entry in editor.entries(position.key())? {
                // Marks stand in the same field and stay.
                if entry.learn != 0
                    && Marks::from_learn(entry.learn).is_empty()
                    && let Some(m) = entry.book_move.resolve(position)
                {
                    editor.set_learn(position, m, 0)?;
                }
            }
        }
    }
    Ok(())
}

fn save(editor: &mut BookEditor<BlobSource>, form: &SaveForm) -> Result<FileBytes, String> {
    let marks = match form {
        SaveForm::Book => MarkStorage::Learn,
        SaveForm::Weights => MarkStorage::Weights,
        SaveForm::Pgn | SaveForm::Text => {
            let entries = editor.all_entries(jobs::MAX_LISTED).map_err(|error| error.to_string())?;
            let text = match form {
                SaveForm::Pgn => jobs::pgn_text(&entries, "Opening book"),
                _ => jobs::dump_text(&entries).map_err(|error| error.to_string())?,
            };
            return file(text.as_bytes());
        }
    };
    let mut maker = FileMaker::new();
    editor.save(marks, |record| maker.write(&record)).map_err(|error| error.to_string())?;
    maker.finish()
}

fn sources_of(files: Vec<FileBytes>) -> Result<Vec<BlobSource>, String> {
    files.into_iter().map(|file| BlobSource::new(file.0)).collect()
}

fn make(id: RequestId, recipe: &str, names: &[String], files: Vec<FileBytes>) -> Result<(), String> {
    let mut sources = sources_of(files)?;
    let mut maker = FileMaker::new();
    let tell = |progress| tell(id, Answer::Progress(progress));
    let made = jobs::make(recipe, names, &mut sources, now_ms, tell, |entry| maker.entry(entry))?;
    let stats = match made.stats.filter(|stats| !stats.is_empty()) {
        Some(stats) => Some(file(&stats.to_bytes())?),
        None => None,
    };
    finish(id, Answer::Made { file: maker.finish()?, stats, summary: made.summary });
    Ok(())
}

fn check(file: FileBytes) -> Result<BookNotes, String> {
    let mut source = BlobSource::new(file.0)?;
    let mut notes = jobs::check_book(&mut source)?;
    // The counts of info-book need all entries at once, and a book without faults.
    if notes.faults == 0
        && let Ok(entries) = jobs::all_entries(&mut source)
        && let Ok(lines) = jobs::info_lines(&entries)
    {
        notes.lines.extend(lines);
    }
    Ok(notes)
}

fn named(mut looked: Looked, line: &Played, began: f64) -> Looked {
    looked.opening = line.opening();
    looked.ms = now_ms() - began;
    looked
}

fn opened_answer(reader: &BookReader<BlobSource>) -> Answer {
    Answer::Opened {
        size: reader.size() as f64,
        entries: reader.entry_count() as f64,
        header: reader.header().map(|header| header.text.clone()),
    }
}

fn now_ms() -> f64 {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or_else(js_sys::Date::now, |clock| clock.now())
}
