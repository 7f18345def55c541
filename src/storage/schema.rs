//! The tables, and how the database of an older version becomes that of this one.
//!
//! The data inside the records is JSON that newer versions can read (serde's defaults); a version of the database is
//! needed only where tables come or go, or records must be written anew. Versions are never changed once published: a new
//! one is added to [`VERSIONS`].

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Engines: `[id]`, without their files.
    Engines,
    /// Files by their SHA-256: `[sha256]`, name and size without content.
    Files,
    /// Contents: `["file", sha256]`, `["engine", id, file name]`, `["database", id, "file" or "index"]`.
    Contents,
    /// Matches: `[id]`, settings and state.
    Matches,
    /// Finished units of matches: `[match id, unit number]`.
    Units,
    /// What else the user made: `[kind, id]`, such as recipes of books and what a tab shows.
    Documents,
    /// Lines between match workers and engines: `[match id, when begun, worker, place, bytes]`, see [`logs`](super::logs).
    Logs,
    /// Databases of games: `[id]`, without their files.
    Databases,
    /// Games that the user made or edited: `[id]`, what lists show, see [`games`](super::games).
    Games,
    /// Their PGN: `[id]`. Apart, so that a list of games reads no texts.
    GameTexts,
}

impl Table {
    /// Every table of this version.
    pub const ALL: [Self; 10] = [
        Self::Engines,
        Self::Files,
        Self::Contents,
        Self::Matches,
        Self::Units,
        Self::Documents,
        Self::Logs,
        Self::Databases,
        Self::Games,
        Self::GameTexts,
    ];

    /// Whether what is written here has to outlast a power loss once it is told as kept: pairs of games that took minutes to play, and
    /// games of the user's own. What is written many times a second, or can be made again, has not.
    pub const fn is_durable(self) -> bool {
        matches!(self, Self::Matches | Self::Units | Self::Games | Self::GameTexts)
    }

    /// The name of the object store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engines => "engines",
            Self::Files => "files",
            Self::Contents => "contents",
            Self::Matches => "matches",
            Self::Units => "units",
            Self::Documents => "documents",
            Self::Logs => "logs",
            Self::Databases => "databases",
            Self::Games => "games",
            Self::GameTexts => "game_texts",
        }
    }
}

/// A step from one version of the database to the next. Tables are named by text: a later version may not know them.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Makes a table.
    Create(&'static str),
    /// Deletes a table with all its records.
    Remove(&'static str),
    /// Writes the JSON of every record of a table anew. What cannot be read must be given back as it is.
    Rewrite(&'static str, fn(&str) -> String),
}

/// The steps that lead to version 1, 2 and so on.
pub const VERSIONS: &[&[Step]] = &[
    &[
        Step::Create("engines"),
        Step::Create("files"),
        Step::Create("contents"),
        Step::Create("matches"),
        Step::Create("units"),
        Step::Create("documents"),
    ],
    &[Step::Create("logs")],
    &[Step::Create("databases")],
    &[Step::Create("games"), Step::Create("game_texts")],
    // A file had one use.
    &[Step::Rewrite("files", super::file_record::with_uses)],
];

/// The steps that lead from version `from` (0: nothing is there) to the newest of `versions`.
pub fn steps(versions: &'static [&'static [Step]], from: usize) -> impl Iterator<Item = &'static Step> {
    versions.iter().skip(from).copied().flatten()
}
