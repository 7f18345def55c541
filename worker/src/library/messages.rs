//! Messages between the page and the library worker.
//!
//! A database is identified by an id chosen by the page. Its games are numbered from 0 in file order.

use serde::{Deserialize, Serialize};
use tabia_library::{Difference, Flag, GameDate, Order, Query};
use tabia_pgn::GameResult;

use crate::wire::{FileBytes, RequestId};

/// Id of a database: a UUID or [`OWN`].
pub type DatabaseId = String;

/// Database of the user's games, which exists only in memory and is filled by [`LibraryRequest::Own`].
pub const OWN: &str = "own";

/// Id of a list of games of one database, filtered and sorted by [`LibraryRequest::Find`]. Chosen by the page; each displayed list has a
/// separate id. [`ALL_GAMES`] always exists.
pub type ViewId = u32;

/// View of all games in file order.
pub const ALL_GAMES: ViewId = 0;

/// Maximum number of rows in one reply.
pub const MAX_ROWS: u32 = 500;

/// Maximum size of a game that can be opened on the board, in bytes: 1 MiB. Longer games can be exported.
pub const MAX_TEXT: u32 = 1 << 20;

/// Request from the page. Unless stated otherwise, the reply is one [`LibraryAnswer`] of the same name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LibraryRequest {
    /// Copies a file into the browser's file system and indexes it. Replies: [`LibraryAnswer::Progress`] while this runs, then
    /// [`LibraryAnswer::Added`]. Rows of all games can be requested during that time.
    Add {
        /// Id of the database.
        id: DatabaseId,
        /// Kind of text.
        kind: TextKind,
        /// Source file, which is never changed.
        file: FileBytes,
        /// Whether the browser's file system may be used. If not, or if there is none, the index comes with [`LibraryAnswer::Added`] and the
        /// page stores it with the file.
        on_disk: bool,
    },
    /// Rebuilds the index of a database from its copy, because it is damaged or of another version. Replies as for [`LibraryRequest::Add`].
    Reindex {
        /// Id of the database.
        id: DatabaseId,
        /// Kind of text.
        kind: TextKind,
        /// File, if the page stores it.
        file: Option<FileBytes>,
    },
    /// Stops the request with this id at its next slice; that request fails with [`Failure::Cancelled`], and this one gets no reply.
    /// Removes everything written by an unfinished [`LibraryRequest::Add`].
    Cancel {
        /// Id of the request to stop.
        request: RequestId,
    },
    /// Opens a database. Reply: [`LibraryAnswer::Opened`].
    Open {
        /// Id of the database.
        id: DatabaseId,
        /// Kind of text.
        kind: TextKind,
        /// File and index, if the page stores them.
        kept: Option<SavedFiles>,
    },
    /// Closes an open database. Reply: [`LibraryAnswer::Done`].
    Close {
        /// Id of the database.
        id: DatabaseId,
    },
    /// Deletes the files of a database. Reply: [`LibraryAnswer::Done`].
    Remove {
        /// Id of the database.
        id: DatabaseId,
    },
    /// Lists the databases with files in the browser's file system.
    Files,
    /// Filters and sorts the games of a database. Of several requests for one view only the newest is completed; the others fail with
    /// [`Failure::Superseded`]. Reply: [`LibraryAnswer::Found`].
    Find {
        /// Id of the database.
        id: DatabaseId,
        /// View to create.
        view: ViewId,
        /// Query on the headers.
        query: Query,
        /// FEN of a position that the games must contain.
        position: Option<String>,
        /// Sort order.
        order: Order,
    },
    /// Returns part of a view. Reply: [`LibraryAnswer::Rows`].
    Rows {
        /// Id of the database.
        id: DatabaseId,
        /// View to read.
        view: ViewId,
        /// Index of the first row, from 0.
        from: u32,
        /// Number of rows, at most [`MAX_ROWS`].
        count: u32,
    },
    /// Finds the moves played from a position in the main lines. Reply: [`LibraryAnswer::Explored`].
    Explore {
        /// Id of the database.
        id: DatabaseId,
        /// Position as FEN.
        position: String,
        /// Query that restricts the games.
        among: Query,
        /// Maximum number of example games per move.
        examples: u32,
    },
    /// Lists duplicate games. Reply: [`LibraryAnswer::Duplicates`].
    Duplicates {
        /// Id of the database.
        id: DatabaseId,
        /// Index of the first group, from 0.
        from: u32,
        /// Number of groups, at most [`MAX_ROWS`].
        count: u32,
    },
    /// Lists games with errors. Reply: [`LibraryAnswer::Problems`].
    Problems {
        /// Id of the database.
        id: DatabaseId,
        /// Index of the first problem, from 0.
        from: u32,
        /// Number of problems, at most [`MAX_ROWS`].
        count: u32,
    },
    /// Returns the text of a game, at most [`MAX_TEXT`] bytes. Reply: [`LibraryAnswer::Text`].
    Text {
        /// Id of the database.
        id: DatabaseId,
        /// Number of the game.
        game: u32,
    },
    /// Writes games to a file byte for byte. Replies: [`LibraryAnswer::Progress`], then [`LibraryAnswer::File`].
    Export {
        /// Id of the database.
        id: DatabaseId,
        /// Games to export.
        games: Games,
    },
    /// Changes the database of the user's games, which is indexed at the next request. Reply: [`LibraryAnswer::Done`].
    Own {
        /// Whether to remove everything first.
        is_reset: bool,
        /// Changes to make.
        changes: Vec<OwnChange>,
    },
}

impl LibraryRequest {
    /// Returns the database of a request with a single, short answer.
    #[cfg(feature = "library")]
    pub(super) fn database(&self) -> Option<&str> {
        match self {
            Self::Rows { id, .. }
            | Self::Explore { id, .. }
            | Self::Duplicates { id, .. }
            | Self::Problems { id, .. }
            | Self::Text { id, .. } => Some(id),
            _ => None,
        }
    }
}

/// Kind of text in a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TextKind {
    /// Games in PGN.
    #[default]
    Pgn,
    /// One position per line, each treated as a game without moves.
    Epd,
}

/// Files of a database stored by the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedFiles {
    /// Game file.
    pub file: FileBytes,
    /// Index file.
    pub index: FileBytes,
}

/// A selection of games in a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Games {
    /// Games of a view, in its order.
    View(ViewId),
    /// These games, in this order.
    List(Vec<u32>),
    /// All games with errors, in file order.
    WithErrors,
    /// All games except these, in file order.
    Without(Vec<u32>),
    /// All games except the second and later ones of each duplicate group, in file order.
    WithoutDuplicates,
}

/// Change to the database of the user's games.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnChange {
    /// Id of the saved game.
    pub id: String,
    /// When the game was first saved, in milliseconds since 1970. Games are numbered in this order.
    pub added_ms: f64,
    /// Date of the game, as in PGN, which orders games that were added together; empty if unknown.
    pub date: String,
    /// Text as PGN; `None` if the game was removed.
    pub pgn: Option<String>,
}

/// Reply to the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LibraryReply {
    /// Answer to the request.
    Answer {
        /// The answer.
        answer: LibraryAnswer,
        /// Whether this is the last reply.
        done: bool,
    },
    /// The request failed.
    Failed(Failure),
}

/// Answer of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LibraryAnswer {
    /// Progress of a long request.
    Progress(Progress),
    /// A database was indexed and is open.
    Added {
        /// Facts about the database.
        facts: Facts,
        /// Index, if the page must store it.
        index: Option<FileBytes>,
    },
    /// A database is open.
    Opened(Facts),
    /// The request was completed.
    Done,
    /// Databases with files in the browser's file system.
    Files(Vec<DiskFiles>),
    /// A view was made.
    Found(Found),
    /// Part of a view.
    Rows(Rows),
    /// Moves played from a position.
    Explored(Explored),
    /// Duplicate games.
    Duplicates(Duplicates),
    /// Games with errors.
    Problems(Problems),
    /// The text of a game.
    Text(GameText),
    /// A file was made.
    File(FileBytes),
}

/// Progress of a long request.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Bytes of the file read or written.
    pub bytes: f64,
    /// Total bytes; 0 if unknown.
    pub total: f64,
    /// Games so far.
    pub games: u32,
    /// Games with errors so far.
    pub errors: u32,
}

/// Facts about a database.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Number of games, including those with errors.
    pub games: u32,
    /// Number of games with errors.
    pub errors: u32,
    /// Size of its file, in bytes.
    pub bytes: f64,
    /// Size of its index, in bytes.
    pub index_bytes: f64,
}

/// Files of a database in the browser's file system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiskFiles {
    /// Id of the database.
    pub id: DatabaseId,
    /// Total size in bytes.
    pub bytes: f64,
}

/// Result of making a view.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Found {
    /// Number of games in the view.
    pub count: u32,
    /// Number of games in the database.
    pub total: u32,
    /// Elapsed time in milliseconds.
    pub ms: f64,
}

/// Part of a view.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Rows {
    /// Index of the first row.
    pub from: u32,
    /// Number of games in the view; for a database being indexed, those so far.
    pub count: u32,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A game in a list. Texts are empty if unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Number of the game in the database, from 0.
    pub game: u32,
    /// Name of White.
    pub white: String,
    /// Name of Black.
    pub black: String,
    /// Elo of White.
    pub white_elo: Option<u16>,
    /// Elo of Black.
    pub black_elo: Option<u16>,
    /// Result of the game.
    pub result: GameResult,
    /// Date, as far as known.
    pub date: GameDate,
    /// Event name.
    pub event: String,
    /// Site.
    pub site: String,
    /// Round.
    pub round: String,
    /// ECO code.
    pub eco: Option<String>,
    /// Name of the opening.
    pub opening: String,
    /// Number of plies in the main line.
    pub plies: u16,
    /// Flags of the game.
    pub flags: Vec<Flag>,
    /// Size of its text, in bytes.
    pub bytes: u32,
    /// Number of plies before the first occurrence of the position searched for.
    pub ply: Option<u16>,
    /// Id of the saved game, in the database of the user's games.
    pub kept: Option<String>,
    /// When it was first saved, in milliseconds since 1970, in the database of the user's games.
    pub added_ms: Option<f64>,
}

/// Moves played from a position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Explored {
    /// Score of all games with the position.
    pub total: Score,
    /// Moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Elapsed time in milliseconds.
    pub ms: f64,
}

/// A move played from a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExploredMove {
    /// Move in SAN.
    pub san: String,
    /// Move in UCI notation (with Chess960 castling if the position needs it).
    pub uci: String,
    /// Score of the games in which it was played from the position.
    pub score: Score,
}

/// Results and players of a set of games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// Number of games; one that reaches the position several times counts once.
    pub games: u32,
    /// White wins.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Black wins.
    pub black: u32,
    /// Average Elo of all players with a rating.
    pub average_elo: Option<f64>,
    /// Year of the last game.
    pub last_year: Option<u16>,
    /// Games with the strongest players.
    pub examples: Vec<Row>,
}

/// Groups of duplicate games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Duplicates {
    /// Total number of groups.
    pub count: u32,
    /// Number of redundant games: all but the first of each group.
    pub spare: u32,
    /// Index of the first group in `groups`.
    pub from: u32,
    /// Groups requested.
    pub groups: Vec<DuplicateRows>,
}

/// Games with the same moves and players, and with compatible dates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DuplicateRows {
    /// Games in their order.
    pub rows: Vec<Row>,
    /// Fields in which they differ.
    pub differences: Vec<Difference>,
}

/// Games with errors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Problems {
    /// Total number.
    pub count: u32,
    /// Index of the first problem in `problems`.
    pub from: u32,
    /// Problems requested, in file order.
    pub problems: Vec<ProblemRow>,
}

/// A game with an error. Its text is preserved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProblemRow {
    /// Row of the game.
    pub row: Row,
    /// Line in the file, from 1.
    pub line: f64,
    /// Byte in the line, from 1.
    pub column: f64,
    /// Reason.
    pub reason: String,
}

/// The text of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameText {
    /// Text as PGN.
    pub pgn: String,
    /// Id of the saved game, in the database of the user's games.
    pub kept: Option<String>,
}

impl Failure {
    /// Returns whether there was not enough space.
    pub const fn is_full(&self) -> bool {
        matches!(self, Self::Full { .. })
    }
}

/// Reason why a request failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Failure {
    /// The request was cancelled.
    #[error("it was cancelled")]
    Cancelled,
    /// A newer request for the same view replaced it.
    #[error("a newer search replaced it")]
    Superseded,
    /// The database is not open in this worker.
    #[error("the database is not open")]
    NotOpen,
    /// The files are gone: another tab has removed the database, or the browser's data was cleared.
    #[error("the database is no longer in this browser: another tab may have removed it")]
    Gone,
    /// The index cannot be used and must be rebuilt.
    #[error("{0}")]
    Damaged(String),
    /// There is not enough space.
    #[error(
        "not enough room for the database, which needs {needed_mb} MB: remove something, or free disk space"
    )]
    Full {
        /// Approximate total space needed, in MB (10^6 bytes).
        needed_mb: u32,
    },
    /// The file contains no games.
    #[error("{0}")]
    NoGames(String),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The view does not exist in this worker.
    #[error("the list no longer exists")]
    NoView,
    /// A limit was reached; the text names it.
    #[error("{0}")]
    Limit(String),
    /// The position is invalid.
    #[error("{0}")]
    Position(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
