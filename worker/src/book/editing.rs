//! Editing an open book.

use tabia_book_tools::edit::{BookEditor, EditError, MarkStorage};
use tabia_chess::Position;
use tabia_polyglot::lines::LinesError;
use tabia_polyglot::{BookMove, Flag, Marks, NotABook, SourceError};
use web_sys::Blob;

use super::jobs;
use super::messages::{EditCommand, EditState, SaveForm};
use crate::blob_source::{BlobSource, NoReader};
use crate::file_maker::{FileMaker, NotMade, file};
use crate::probe::look::{LineError, Played, looked_of};
use crate::probe::messages::{Line, Mark};
use crate::wire::FileBytes;

/// Reason why a book could not be opened for editing, edited or saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum EditingError {
    /// Blobs cannot be read here.
    #[error(transparent)]
    NoReader(#[from] NoReader),
    /// The file is not an opening book.
    #[error(transparent)]
    NotABook(#[from] NotABook),
    /// The book cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The line to the position cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The book cannot be edited that way or saved.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The book's lines cannot be listed.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The browser cannot make the file.
    #[error(transparent)]
    NotMade(#[from] NotMade),
}

/// Opens an editor for a file after checking that it is a book.
pub(super) fn editor(file: &Blob) -> Result<BookEditor<BlobSource>, EditingError> {
    jobs::recognise(&mut BlobSource::new(file.clone())?)?;
    Ok(BookEditor::open(BlobSource::new(file.clone())?)?)
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
                // Marks share this field and stay.
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

/// Returns the edited book as a file.
pub(super) fn save(editor: &mut BookEditor<BlobSource>, form: &SaveForm) -> Result<FileBytes, EditingError> {
    let marks = match form {
        SaveForm::Book => MarkStorage::Learn,
        SaveForm::Weights => MarkStorage::Weights,
        SaveForm::Pgn | SaveForm::Text => {
            let entries = editor.all_entries(jobs::MAX_LISTED)?;
            let text = match form {
                SaveForm::Pgn => jobs::pgn_text(&entries, "Opening book"),
                _ => jobs::dump_text(&entries)?,
            };
            return Ok(file(text.as_bytes())?);
        }
    };
    let mut maker = FileMaker::new();
    editor.save(marks, |record| maker.write(&record))?;
    Ok(maker.finish()?)
}

/// Edits the last position of a line and returns its new state.
pub(super) fn edit(
    editor: &mut BookEditor<BlobSource>,
    line: &Line,
    command: EditCommand,
) -> Result<EditState, EditingError> {
    let played = Played::new(line)?;
    let position = played.last();
    change(editor, position, command)?;
    let entries = editor.entries(position.key())?;
    let mut looked = looked_of(position, &entries);
    looked.opening = played.opening();
    let (undo, redo) = (editor.undo_steps(), editor.redo_steps());
    Ok(EditState { looked, changed: undo as u32, can_undo: undo > 0, can_redo: redo > 0 })
}
