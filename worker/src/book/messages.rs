//! Messages between the page and the book worker, which makes, edits and lists books.

use serde::{Deserialize, Serialize};

use crate::probe::messages::{BookId, Line, Looked, Mark, Reply};
use crate::wire::FileBytes;

/// From the worker to the page.
pub type BookReply = Reply<BookAnswer>;

/// Request from the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum BookRequest {
    /// Opens a book for editing under an id, replacing any book that has it. Reply: [`BookAnswer::Opened`].
    Open {
        /// Id of the book.
        book: BookId,
        /// Book file.
        file: FileBytes,
    },
    /// Makes a book from games. Replies: [`BookAnswer::Progress`] while the job runs, then [`BookAnswer::Made`]. To cancel, terminate the
    /// worker.
    Make {
        /// Recipe (`tabia_book_tools::recipe::Recipe`) as JSON.
        recipe: String,
        /// File names, for error messages.
        names: Vec<String>,
        /// Game files, in the same order.
        files: Vec<FileBytes>,
    },
    /// Merges two books. Reply: [`BookAnswer::Merged`].
    Merge {
        /// First book; its moves come first.
        first: FileBytes,
        /// Second book.
        second: FileBytes,
        /// Whether positions in the first book are skipped in the second; otherwise weights are added.
        priority: bool,
    },
    /// Checks a book and counts its contents. Reply: [`BookAnswer::Notes`].
    Check {
        /// Book file.
        file: FileBytes,
    },
    /// Lists the lines of a book. Reply: [`BookAnswer::File`].
    List {
        /// Book file.
        file: FileBytes,
        /// `Some` for a list in PGN, otherwise text.
        pgn: Option<String>,
    },
    /// Edits the last position of a line in an open book, or only returns its state. Reply: [`BookAnswer::Edited`].
    Edit {
        /// Id of the book.
        book: BookId,
        /// Line to the position.
        line: Line,
        /// Edit to make.
        command: EditCommand,
    },
    /// Imports the moves of games, with variations and marks, into an open book. Reply: [`BookAnswer::Imported`].
    Import {
        /// Id of the book.
        book: BookId,
        /// Games in PGN.
        games: String,
    },
    /// Learns from a player's games that were played from a book. Reply: [`BookAnswer::Learned`].
    Learn {
        /// Book file.
        book: FileBytes,
        /// Lessons so far: a `tabia_book_tools::learn::LearnStore` as JSON.
        lessons: String,
        /// Game files.
        files: Vec<FileBytes>,
        /// Full name of the player.
        player: String,
    },
    /// Writes the lessons into a copy of a book. Reply: [`BookAnswer::Taught`].
    Teach {
        /// Book file.
        book: FileBytes,
        /// Lessons as in `Learn`.
        lessons: String,
    },
    /// Saves the edited book as a file. Reply: [`BookAnswer::File`].
    Save {
        /// Id of the book.
        book: BookId,
        /// Format to save in.
        form: SaveForm,
    },
    /// Finds where the players of games left a book. Reply: [`BookAnswer::Left`].
    Leaving {
        /// Book file.
        book: FileBytes,
        /// File names.
        names: Vec<String>,
        /// Game files.
        files: Vec<FileBytes>,
        /// Name or part of a name to restrict the report to one player; empty for all.
        player: String,
    },
    /// Reads the openings of a match. Reply: [`BookAnswer::Openings`].
    Openings {
        /// Opening file.
        file: FileBytes,
        /// Read settings: `tabia_arena::OpeningSettings` as JSON.
        settings: String,
        /// Seed of the match as upper and lower half, because JavaScript numbers hold only 53 bits.
        seed: [u32; 2],
        /// Whether to return the openings themselves and not only the summary.
        are_wanted: bool,
    },
}

/// Maximum memory for the openings of a match, in bytes.
pub const MAX_OPENINGS: usize = 64 << 20;

/// Format in which an edited book is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SaveForm {
    /// Book with the author's marks in the learn field.
    Book,
    /// Book for programs that only support weights: marks become weights.
    Weights,
    /// Tree of lines in PGN.
    Pgn,
    /// Lines in the format of `polyglot dump-book`.
    Text,
}

/// Edit of a position in a book. Moves are in Polyglot encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditCommand {
    /// No edit.
    None,
    /// Sets the weight; 0 means never.
    Weight {
        /// Move to change.
        code: u16,
        /// New weight.
        weight: u16,
    },
    /// Sets the author's mark.
    Mark {
        /// Move to change.
        code: u16,
        /// New mark.
        mark: Mark,
    },
    /// `{play nn%}`: sets how often the move should be played, 0 to 100; 0 for unset.
    Percent {
        /// Move to change.
        code: u16,
        /// Percentage of all games.
        percent: u8,
    },
    /// Deletes a move.
    Delete {
        /// Move to delete.
        code: u16,
    },
    /// Adds a move.
    Add {
        /// New move.
        code: u16,
        /// Weight of the move.
        weight: u16,
    },
    /// Deletes the learning data of this position.
    Forget,
    /// Undoes the last edit.
    Undo,
    /// Redoes the last undone edit.
    Redo,
}

/// Reply of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum BookAnswer {
    /// The book is open.
    Opened,
    /// Progress of making a book.
    Progress(MakeProgress),
    /// A book was made.
    Made {
        /// Book file.
        file: FileBytes,
        /// Results of its moves.
        stats: Option<FileBytes>,
        /// Summary of the job.
        summary: MakeSummary,
    },
    /// Two books were merged.
    Merged {
        /// Merged book.
        file: FileBytes,
        /// Notes on the merged book.
        notes: BookNotes,
    },
    /// Contents and faults of a book.
    Notes(BookNotes),
    /// A file was made.
    File(FileBytes),
    /// Current state of the position.
    Edited(EditState),
    /// Games were imported into a book; the outcome as a sentence.
    Imported(String),
    /// Lessons were learned from games.
    Learned {
        /// All lessons so far.
        lessons: String,
        /// Number of games by the player.
        games: u32,
        /// Number of new lessons.
        new: u32,
        /// Number of games that cannot be read or start from another position.
        left_out: u32,
    },
    /// A copy of a book with the lessons was made.
    Taught {
        /// Copy of the book.
        file: FileBytes,
        /// Number of moves marked.
        marked: u32,
    },
    /// Where games left a book.
    Left(LeavingReport),
    /// The openings of a match were read.
    Openings {
        /// Openings, if requested: the bytes of `tabia_arena::Openings::bytes`.
        openings: Option<FileBytes>,
        /// Number of openings and faults.
        found: FoundOpenings,
    },
}

/// Contents of an opening file for a match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FoundOpenings {
    /// Number of openings.
    pub count: usize,
    /// Number of lines or games without a usable opening.
    pub left_out: usize,
    /// Number of games of which only the part before an error is used.
    pub cut: usize,
    /// The first faults: line number, from 1, and reason.
    pub listed: Vec<(usize, String)>,
    /// Whether some openings need Chess960 rules.
    pub has_chess960: bool,
}

/// State of a position in a book being edited.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct EditState {
    /// Book entry for the position.
    pub looked: Looked,
    /// Number of edits since the book was opened that can be undone.
    pub changed: u32,
    /// Whether an edit can be undone.
    pub can_undo: bool,
    /// Whether an undone edit can be redone.
    pub can_redo: bool,
}

/// Progress of making a book.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct MakeProgress {
    /// Fraction done, 0 to 1.
    pub fraction: f64,
    /// Number of the current pass over the games, from 1.
    pub reading: u32,
    /// Games read in this pass.
    pub games: u64,
    /// Games that the recipe accepted.
    pub taken: u64,
    /// Games that could not be read.
    pub rejected: u64,
    /// Moves counted so far.
    pub moves: u64,
    /// Memory used by the counts, in bytes.
    pub bytes_used: u64,
    /// Elapsed time in milliseconds.
    pub ms: f64,
}

/// Summary of making a book from games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MakeSummary {
    /// Games read.
    pub games: u64,
    /// Games that the recipe accepted.
    pub taken: u64,
    /// Games that each part accepted.
    pub taken_by_part: Vec<u64>,
    /// Games filtered out by Elo, result, player, date, opening, and as duplicates.
    pub filtered: Vec<u64>,
    /// Games that could not be read.
    pub rejected: u64,
    /// Number of entries in the book.
    pub entries: u64,
    /// Number of weights that were too large.
    pub overflows: u64,
    /// Number of passes over the games.
    pub readings: u32,
    /// Elapsed time in milliseconds.
    pub ms: f64,
    /// The first ten thousand unreadable games, with file and line.
    pub problems: Vec<String>,
}

/// Notes about a book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BookNotes {
    /// Notes, one sentence each.
    pub lines: Vec<String>,
    /// Number of faults.
    pub faults: u64,
}

/// Report of where the players of some games left a book.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LeavingReport {
    /// Games examined.
    pub games: u64,
    /// Games filtered out because the player doesn't take part.
    pub filtered: u64,
    /// The first ten thousand unreadable games, with file and line.
    pub problems: Vec<String>,
    /// Number of sides that never left the book.
    pub never_left: u64,
    /// Games with no position in the book.
    pub never_in: u64,
    /// Ways in which the book was left, most frequent first.
    pub rows: Vec<LeavingRow>,
}

/// A move outside the book, played in a book position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LeavingRow {
    /// Moves up to it.
    pub line: String,
    /// The move with its move number.
    pub text: String,
    /// Book moves in the position, with shares.
    pub book_moves: Vec<(String, f64)>,
    /// Number of games.
    pub games: u32,
    /// Games won, drawn and lost by the side that left the book.
    pub results: [u32; 3],
}
