//! The tables, and the upgrades from older versions of the database.
//!
//! The data inside the records is JSON that newer versions can read (serde's defaults); a new database version is needed only
//! when tables are added or removed, or records must be rewritten. Versions never change once published: new ones are
//! appended to [`VERSIONS`].

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Engines: `[id]`, without their files.
    Engines,
    /// Files by SHA-256: `[sha256]`, name and size without content.
    Files,
    /// File contents: `["file", sha256]`, `["engine", id, file name]`, `["database", id, "file" or "index"]`.
    Contents,
    /// Matches: `[id]`, settings and state.
    Matches,
    /// Finished units of matches: `[match id, unit number]`.
    Units,
    /// Other user data: `[kind, id]`, such as book recipes and what a tab shows.
    Documents,
    /// Traffic between match workers and engines: `[match id, start time, worker, offset, bytes]`, see [`logs`](super::logs).
    Logs,
    /// Game databases: `[id]`, without their files.
    Databases,
    /// Games that the user made or edited: `[id]`, the part that lists show, see [`games`](super::games).
    Games,
    /// PGN of those games: `[id]`. Separate, so that listing games reads no PGN.
    GameTexts,
}

impl Table {
    /// All tables of this version.
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

    /// Returns whether completed writes must survive a power loss: game pairs that took minutes to play, and the user's own games.
    /// Data that is written many times a second, or can be recreated, need not.
    pub const fn is_durable(self) -> bool {
        matches!(self, Self::Matches | Self::Units | Self::Games | Self::GameTexts)
    }

    /// Returns the name of the object store.
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

/// A step from one database version to the next. Tables are named by text, as later versions may not have them.
#[derive(Debug, Clone, Copy)]
pub enum SchemaStep {
    /// Creates a table.
    Create(&'static str),
    /// Deletes a table with all its records.
    Remove(&'static str),
    /// Rewrites the JSON of every record in a table. Unreadable JSON must be returned unchanged.
    Rewrite(&'static str, fn(&str) -> String),
}

/// The steps that lead to version 1, 2 and so on.
pub const VERSIONS: &[&[SchemaStep]] = &[
    &[
        SchemaStep::Create("engines"),
        SchemaStep::Create("files"),
        SchemaStep::Create("contents"),
        SchemaStep::Create("matches"),
        SchemaStep::Create("units"),
        SchemaStep::Create("documents"),
    ],
    &[SchemaStep::Create("logs")],
    &[SchemaStep::Create("databases")],
    &[SchemaStep::Create("games"), SchemaStep::Create("game_texts")],
    // Before, a file had a single use.
    &[SchemaStep::Rewrite("files", super::file_record::with_uses)],
];

/// Returns the steps from version `from` (0: no database) to the newest of `versions`.
pub fn steps(
    versions: &'static [&'static [SchemaStep]],
    from: usize,
) -> impl Iterator<Item = &'static SchemaStep> {
    versions.iter().skip(from).copied().flatten()
}
