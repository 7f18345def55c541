//! Messages between the page and the worker that makes, changes and lists books.

use serde::{Deserialize, Serialize};

use crate::probe::messages::{BookId, Line, Looked, Mark, Reply as AnyReply};
use crate::wire::FileBytes;

/// From the worker to the page.
pub type Reply = AnyReply<Answer>;

/// A request of the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Request {
    /// Open a book for changes under a number, in place of what had the number. Answered by [`Answer::Opened`].
    Open {
        /// The number.
        book: BookId,
        /// The file.
        file: FileBytes,
    },
    /// Makes a book of games. Answered by [`Answer::Progress`] as long as it takes, then by [`Answer::Made`]. To cancel it, end the
    /// worker.
    Make {
        /// The recipe (`tabia_book_tools::recipe::Recipe`) as JSON.
        recipe: String,
        /// The names of the files, for what is wrong with them.
        names: Vec<String>,
        /// The files, in their order.
        files: Vec<FileBytes>,
    },
    /// Merges two books. Answered by [`Answer::Merged`].
    Merge {
        /// The first, whose moves come first.
        first: FileBytes,
        /// The second.
        second: FileBytes,
        /// Positions that the first knows are not taken from the second; else weights are added.
        priority: bool,
    },
    /// Checks a book and counts what is in it. Answered by [`Answer::Notes`].
    Check {
        /// The file.
        file: FileBytes,
    },
    /// Lists the lines of a book. Answered by [`Answer::File`].
    List {
        /// The file.
        file: FileBytes,
        /// As games; else as text.
        pgn: Option<String>,
    },
    /// Changes the last position of a line in an open book, or only looks at it. Answered by [`Answer::Edited`].
    Edit {
        /// The book.
        book: BookId,
        /// The line.
        line: Line,
        /// The change.
        command: EditCommand,
    },
    /// Takes the moves of games, with their variations and marks, into an open book. Answered by [`Answer::Imported`].
    Import {
        /// The book.
        book: BookId,
        /// The games in PGN.
        games: String,
    },
    /// Learns from the games of a player that were played from a book. Answered by [`Answer::Learned`].
    Learn {
        /// The book.
        book: FileBytes,
        /// Lessons so far: a `tabia_book_tools::learn::LearnStore` as JSON.
        lessons: String,
        /// The games.
        files: Vec<FileBytes>,
        /// The whole name of the player.
        player: String,
    },
    /// Writes what was learned into a copy of a book. Answered by [`Answer::Taught`].
    Teach {
        /// The book.
        book: FileBytes,
        /// The lessons.
        lessons: String,
    },
    /// The changed book as a file. Answered by [`Answer::File`].
    Save {
        /// The book.
        book: BookId,
        /// As what.
        form: SaveForm,
    },
    /// Finds where the players of games left a book. Answered by [`Answer::Left`].
    Leaving {
        /// The book.
        book: FileBytes,
        /// The names of the files.
        names: Vec<String>,
        /// The games.
        files: Vec<FileBytes>,
        /// Only this player's moves, if it is not empty: the name or a part of it.
        player: String,
    },
    /// Reads the openings of a match. Answered by [`Answer::Openings`].
    Openings {
        /// The file.
        file: FileBytes,
        /// Settings for reading it: `tabia_arena::OpeningSettings` as JSON.
        settings: String,
        /// The seed of the match, its upper and its lower half: numbers of JavaScript hold 53 bits.
        seed: [u32; 2],
        /// Whether the openings themselves are wanted, and not only what was found.
        are_wanted: bool,
    },
}

/// The most memory that the openings of a match take, in bytes.
pub const MAX_OPENINGS: usize = 64 << 20;

/// As what a changed book is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SaveForm {
    /// A book, with the author's marks in the field for learning.
    Book,
    /// A book for programs that know weights only: marks become weights.
    Weights,
    /// A tree of lines in PGN.
    Pgn,
    /// The lines as `polyglot dump-book` lists them.
    Text,
}

/// A change of a position in a book. Moves are in Polyglot's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditCommand {
    /// None.
    None,
    /// Another weight; 0 is never.
    Weight {
        /// The move.
        code: u16,
        /// The weight.
        weight: u16,
    },
    /// The author's mark.
    Mark {
        /// The move.
        code: u16,
        /// The mark.
        mark: Mark,
    },
    /// `{play nn%}`: the share with which it is to be played, 0 to 100; 0 is none.
    Percent {
        /// The move.
        code: u16,
        /// The part of all games in percent.
        percent: u8,
    },
    /// The move goes.
    Delete {
        /// The move.
        code: u16,
    },
    /// A new move.
    Add {
        /// The move.
        code: u16,
        /// Its weight.
        weight: u16,
    },
    /// Deletes the learning data of this position.
    Forget,
    /// The last change is taken back.
    Undo,
    /// Redoes the last change that was undone.
    Redo,
}

/// A reply of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// The book is open.
    Opened,
    /// Progress of a book.
    Progress(MakeProgress),
    /// A book was made.
    Made {
        /// The book.
        file: FileBytes,
        /// The results of its moves.
        stats: Option<FileBytes>,
        /// The result.
        summary: MakeSummary,
    },
    /// Two books were merged.
    Merged {
        /// The book.
        file: FileBytes,
        /// The result.
        notes: BookNotes,
    },
    /// Contents and faults of a book.
    Notes(BookNotes),
    /// A file was made.
    File(FileBytes),
    /// The position as it is now.
    Edited(EditState),
    /// Games were taken into a book: what came of it, as a sentence.
    Imported(String),
    /// Games have taught something.
    Learned {
        /// All that was learned so far.
        lessons: String,
        /// Games of the player.
        games: u32,
        /// Lessons that they gave.
        new: u32,
        /// Games that cannot be read, or begin elsewhere.
        left_out: u32,
    },
    /// A copy of a book.
    Taught {
        /// The copy.
        file: FileBytes,
        /// Moves that were marked.
        marked: u32,
    },
    /// Places where books were left.
    Left(LeavingReport),
    /// The openings of a match were read.
    Openings {
        /// The openings, where they were wanted: what `tabia_arena::Openings::bytes` gives.
        openings: Option<FileBytes>,
        /// Their number, and the faults.
        found: FoundOpenings,
    },
}

/// Contents of an opening file for a match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FoundOpenings {
    /// The openings.
    pub count: usize,
    /// Lines or games that make none.
    pub left_out: usize,
    /// Games of which the part before an error is used.
    pub cut: usize,
    /// The first faults: the line, from 1, and what is wrong there.
    pub listed: Vec<(usize, String)>,
    /// Whether some of the openings need Chess960 rules.
    pub has_chess960: bool,
}

/// A position of a book that is edited.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct EditState {
    /// The book's moves there.
    pub looked: Looked,
    /// Steps that can be taken back: changes since the book was opened.
    pub changed: u32,
    /// Whether a change can be taken back.
    pub can_undo: bool,
    /// Whether one can be done again.
    pub can_redo: bool,
}

/// Progress of a book.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct MakeProgress {
    /// The part that is done, 0 to 1.
    pub fraction: f64,
    /// Number of this reading of the games, from 1.
    pub reading: u32,
    /// Games read in this reading.
    pub games: u64,
    /// Those of them that the recipe takes.
    pub taken: u64,
    /// Games that cannot be read.
    pub rejected: u64,
    /// Moves counted.
    pub moves: u64,
    /// Memory of the counts, in bytes.
    pub bytes_used: u64,
    /// Time taken so far, in milliseconds.
    pub ms: f64,
}

/// Result of making a book of games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MakeSummary {
    /// Games that could be read.
    pub games: u64,
    /// Those that the recipe took.
    pub taken: u64,
    /// Those that each part took.
    pub taken_by_part: Vec<u64>,
    /// Those left out by Elo, result, player, date, opening, as duplicates.
    pub filtered: Vec<u64>,
    /// Games that could not be read.
    pub rejected: u64,
    /// Entries of the book.
    pub entries: u64,
    /// Weights that were too large.
    pub overflows: u64,
    /// Number of readings of the games.
    pub readings: u32,
    /// Time taken, in milliseconds.
    pub ms: f64,
    /// The games that could not be read, with file and line, the first ten thousand.
    pub problems: Vec<String>,
}

/// Sentences about a book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BookNotes {
    /// The sentences.
    pub lines: Vec<String>,
    /// Number of faults.
    pub faults: u64,
}

/// Places where the players of some games left a book.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LeavingReport {
    /// Games looked at.
    pub games: u64,
    /// Games that the player does not play in.
    pub filtered: u64,
    /// Games that cannot be read, with file and line, the first ten thousand.
    pub problems: Vec<String>,
    /// Sides that never left the book.
    pub never_left: u64,
    /// Games of which the book knows no position.
    pub never_in: u64,
    /// The ways in which it was left, the most frequent first.
    pub rows: Vec<LeavingRow>,
}

/// A move that is not in the book, in a position that is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LeavingRow {
    /// The moves up to it.
    pub line: String,
    /// The move with its number.
    pub text: String,
    /// The book's moves, with shares.
    pub book_moves: Vec<(String, f64)>,
    /// Games.
    pub games: u32,
    /// Games won, drawn and lost by the side that left the book.
    pub results: [u32; 3],
}
