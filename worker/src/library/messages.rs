//! Messages between the page and the library worker.
//!
//! A database is known by its id, which the page chooses. Its games are numbered from 0 in the order of their file.

use serde::{Deserialize, Serialize};
use tabia_library::{Difference, Flag, GameDate, Order, Query};
use tabia_pgn::GameResult;

use crate::wire::{FileBytes, RequestId};

/// Names a database: a UUID, or [`OWN`].
pub type DatabaseId = String;

/// The database of one's own games, which is in memory only and filled by [`Request::Own`].
pub const OWN: &str = "own";

/// Names a list of games of one database, as [`Request::Find`] filtered and sorted it. Chosen by the page: each list that is shown has its
/// own. [`ALL_GAMES`] is always there.
pub type ViewId = u32;

/// The view of all games in the order of the file.
pub const ALL_GAMES: ViewId = 0;

/// The most rows that are answered at once.
pub const MAX_ROWS: u32 = 500;

/// A game whose text is longer, in bytes, is not handed to the board: 1 MiB. It can be exported.
pub const MAX_TEXT: u32 = 1 << 20;

/// A request of the page. Unless stated otherwise, it is answered by one [`Answer`] of its name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Request {
    /// Copies a file into the browser's file system and indexes it. Answered by [`Answer::Progress`] as long as it takes, then by
    /// [`Answer::Added`]. Rows of all games can be requested meanwhile.
    Add {
        /// The database.
        id: DatabaseId,
        /// Kind of the text.
        kind: TextKind,
        /// The file; it is never changed.
        file: FileBytes,
        /// Whether the browser's file system may be used. Where it may not, or there is none, the index comes with [`Answer::Added`]
        /// and the page keeps it beside the file.
        on_disk: bool,
    },
    /// Rebuilds the index of a database from its copy, because its index is damaged or of another version. Answered as [`Request::Add`].
    Reindex {
        /// The database.
        id: DatabaseId,
        /// Kind of the text.
        kind: TextKind,
        /// The file, where the page keeps it.
        file: Option<FileBytes>,
    },
    /// Stops the request of that number at its next slice; that one is answered by [`Failure::Cancelled`], and this one not at all.
    /// Removes what an unfinished [`Request::Add`] has written.
    Cancel {
        /// The request.
        request: RequestId,
    },
    /// Opens a database. Answered by [`Answer::Opened`].
    Open {
        /// The database.
        id: DatabaseId,
        /// Kind of the text.
        kind: TextKind,
        /// Its file and its index, where the page keeps them.
        kept: Option<KeptFiles>,
    },
    /// Forgets an open database. Answered by [`Answer::Done`].
    Close {
        /// The database.
        id: DatabaseId,
    },
    /// Deletes the files of a database. Answered by [`Answer::Done`].
    Remove {
        /// The database.
        id: DatabaseId,
    },
    /// Lists the databases with files in the browser's file system.
    Files,
    /// Filters and sorts the games of a database. Of several requests for one view only the newest is answered; others fail with
    /// [`Failure::Superseded`]. Answered by [`Answer::Found`].
    Find {
        /// The database.
        id: DatabaseId,
        /// The view that is made.
        view: ViewId,
        /// The query over headers.
        query: Query,
        /// A FEN: games with this position.
        position: Option<String>,
        /// The order.
        order: Order,
    },
    /// Part of a view. Answered by [`Answer::Rows`].
    Rows {
        /// The database.
        id: DatabaseId,
        /// The view.
        view: ViewId,
        /// The place of the first row, from 0.
        from: u32,
        /// The number of rows, [`MAX_ROWS`] at most.
        count: u32,
    },
    /// Finds the moves played from a position in the main lines. Answered by [`Answer::Explored`].
    Explore {
        /// The database.
        id: DatabaseId,
        /// The position as FEN.
        position: String,
        /// Only these games count.
        among: Query,
        /// The most games to name for each move.
        examples: u32,
    },
    /// Games that are there more than once. Answered by [`Answer::Duplicates`].
    Duplicates {
        /// The database.
        id: DatabaseId,
        /// The place of the first group, from 0.
        from: u32,
        /// The number of groups, [`MAX_ROWS`] at most.
        count: u32,
    },
    /// Games with errors. Answered by [`Answer::Problems`].
    Problems {
        /// The database.
        id: DatabaseId,
        /// The place of the first problem, from 0.
        from: u32,
        /// The number of problems, [`MAX_ROWS`] at most.
        count: u32,
    },
    /// The text of a game, [`MAX_TEXT`] bytes at most. Answered by [`Answer::Text`].
    Text {
        /// The database.
        id: DatabaseId,
        /// The game.
        game: u32,
    },
    /// Writes games to a file, byte for byte as they stand. Answered by [`Answer::Progress`], then by [`Answer::File`].
    Export {
        /// The database.
        id: DatabaseId,
        /// The games.
        games: Games,
    },
    /// Changes the database of the user's games, which is indexed at the next request. Answered by [`Answer::Done`].
    Own {
        /// Whether all that was there goes first.
        anew: bool,
        /// The changes.
        changes: Vec<OwnChange>,
    },
}

impl Request {
    /// The database of a request that has one short answer.
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

/// Kind of a database's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TextKind {
    /// Games.
    #[default]
    Pgn,
    /// A position in each line: a game without moves for each.
    Epd,
}

/// The files of a database that the page keeps.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KeptFiles {
    /// The games.
    pub file: FileBytes,
    /// Their index.
    pub index: FileBytes,
}

/// Some games of a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Games {
    /// The games of a view, in its order.
    View(ViewId),
    /// These, in this order.
    List(Vec<u32>),
    /// All with errors, in the order of the file.
    WithErrors,
    /// All but these, in the order of the file.
    Without(Vec<u32>),
    /// All but the second and later games of each group of duplicates, in the order of the file.
    WithoutDuplicates,
}

/// A change of the database of one's own games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnChange {
    /// The id of the kept game.
    pub id: String,
    /// Its text as PGN; nothing if it was removed.
    pub pgn: Option<String>,
}

/// To the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply {
    /// An answer to the request.
    Answer {
        /// The reply.
        answer: Answer,
        /// Whether it is the last.
        done: bool,
    },
    /// The request was not done.
    Failed(Failure),
}

/// A reply of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// Progress of a long request.
    Progress(Progress),
    /// A database was indexed, and is open.
    Added {
        /// Its contents.
        facts: Facts,
        /// Its index, if the page is to keep it.
        index: Option<FileBytes>,
    },
    /// A database is open.
    Opened(Facts),
    /// It was done.
    Done,
    /// The databases with files in the browser's file system.
    Files(Vec<DiskFiles>),
    /// A view was made.
    Found(Found),
    /// Part of a view.
    Rows(Rows),
    /// Moves played from a position.
    Explored(Explored),
    /// Games that are there more than once.
    Duplicates(Duplicates),
    /// Games with errors.
    Problems(Problems),
    /// The text of a game.
    Text(GameText),
    /// A file.
    File(FileBytes),
}

/// Progress of a long request.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Bytes of the file that were read or written.
    pub bytes: f64,
    /// All its bytes; 0 if not known.
    pub total: f64,
    /// Games so far.
    pub games: u32,
    /// Games with errors so far.
    pub errors: u32,
}

/// Contents of a database.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Games, those with errors included.
    pub games: u32,
    /// Games with errors.
    pub errors: u32,
    /// The bytes of its file.
    pub bytes: f64,
    /// The bytes of its index.
    pub index_bytes: f64,
}

/// The files of a database in the browser's file system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiskFiles {
    /// The database.
    pub id: DatabaseId,
    /// Their bytes together.
    pub bytes: f64,
}

/// A view that was made.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Found {
    /// The games in it.
    pub count: u32,
    /// All games of the database.
    pub total: u32,
    /// Time taken, in milliseconds.
    pub ms: f64,
}

/// Part of a view.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Rows {
    /// The place of the first row.
    pub from: u32,
    /// The games in the view; of a database that is being indexed, those so far.
    pub count: u32,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A game in a list. Texts are empty where nothing is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number in the database, from 0.
    pub game: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's Elo.
    pub white_elo: Option<u16>,
    /// Black's Elo.
    pub black_elo: Option<u16>,
    /// The result.
    pub result: GameResult,
    /// The date, as far as known.
    pub date: GameDate,
    /// The event.
    pub event: String,
    /// The place.
    pub site: String,
    /// The round.
    pub round: String,
    /// The code of the opening.
    pub eco: Option<String>,
    /// The opening's name.
    pub opening: String,
    /// Half-moves of the main line.
    pub plies: u16,
    /// Its flags.
    pub flags: Vec<Flag>,
    /// The bytes of its text.
    pub bytes: u32,
    /// The half-moves before the position that the view was made by, where it occurs first.
    pub ply: Option<u16>,
    /// The id of the kept game, in the database of one's own.
    pub kept: Option<String>,
}

/// Moves played from a position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Explored {
    /// All games that have the position.
    pub total: Score,
    /// The moves, those played most often first.
    pub moves: Vec<ExploredMove>,
    /// Time taken, in milliseconds.
    pub ms: f64,
}

/// A move that was played from a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExploredMove {
    /// In standard notation.
    pub san: String,
    /// As UCI writes it (castling in Chess960's way where the position needs it).
    pub uci: String,
    /// The games in which it was played from the position.
    pub score: Score,
}

/// Results and players of some games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// Games; one that reaches the position several times counts once.
    pub games: u32,
    /// Games that White won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// The average Elo of all players that have one.
    pub average_elo: Option<f64>,
    /// The year of the last game.
    pub last_year: Option<u16>,
    /// The games with the strongest players.
    pub examples: Vec<Row>,
}

/// Games that are there more than once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Duplicates {
    /// All groups.
    pub count: u32,
    /// The games that could go: all but the first of each group.
    pub spare: u32,
    /// The place of the first group below.
    pub from: u32,
    /// Some groups.
    pub groups: Vec<DuplicateRows>,
}

/// Games with the same moves, the same players and dates that may be the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DuplicateRows {
    /// The games, in their order.
    pub rows: Vec<Row>,
    /// Fields that are not equal in all of them.
    pub differences: Vec<Difference>,
}

/// Games with errors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Problems {
    /// All of them.
    pub count: u32,
    /// The place of the first below.
    pub from: u32,
    /// Some of them, in the order of the file.
    pub problems: Vec<ProblemRow>,
}

/// A game with an error. Its text is kept as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProblemRow {
    /// The game.
    pub row: Row,
    /// The line of the file, from 1.
    pub line: f64,
    /// The byte of the line, from 1.
    pub column: f64,
    /// The fault.
    pub reason: String,
}

/// The text of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameText {
    /// As PGN.
    pub pgn: String,
    /// The id of the kept game, in the database of one's own.
    pub kept: Option<String>,
}

impl Failure {
    /// Whether there was no room.
    pub const fn is_full(&self) -> bool {
        matches!(self, Self::Full { .. })
    }
}

/// Why a request was not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Failure {
    /// It was stopped.
    #[error("it was cancelled")]
    Cancelled,
    /// A newer request for the same view took its place.
    #[error("a newer search took its place")]
    Superseded,
    /// The database is not open in this worker.
    #[error("the database is not open")]
    NotOpen,
    /// Its files are gone: another tab has removed it, or the browser's data were cleared.
    #[error("the database is no longer in this browser: another tab may have removed it")]
    Gone,
    /// Its index cannot be used and must be rebuilt.
    #[error("{0}")]
    Damaged(String),
    /// There is no room.
    #[error(
        "there is no room for the database: it needs {needed_mb} MB; remove something, or free disk space"
    )]
    Full {
        /// About what is needed in all, in MB (10^6 bytes).
        needed_mb: u32,
    },
    /// The file holds nothing that is a game.
    #[error("{0}")]
    NoGames(String),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The view was not made in this worker.
    #[error("the list is no longer there")]
    NoView,
    /// A bound was reached, which the text names.
    #[error("{0}")]
    Limit(String),
    /// The position is none.
    #[error("{0}")]
    Position(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
