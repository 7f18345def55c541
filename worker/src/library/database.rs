//! An open database.

use std::collections::{HashMap, HashSet};

use tabia_library::{DuplicateGroup, Headers, Library, LookupError, OpenError, ReadError, Selection};
use tabia_polyglot::{BlockSource, SourceError};

use super::messages::{
    ALL_GAMES, DuplicateRows, Duplicates, Facts, Failure, GameText, Games, MAX_ROWS, MAX_TEXT, ProblemRow,
    Problems, Row, Rows, TextKind, ViewId,
};
use super::rows::row;
use super::text::{game_text, too_long};

/// Bytes of a database: a blob, or memory.
pub type DatabaseSource = Box<dyn BlockSource>;

/// Open database.
pub struct OpenDatabase {
    pub(super) library: Library<DatabaseSource>,
    pub(super) file: DatabaseSource,
    kind: TextKind,
    /// Ids of the saved games and when they were first saved, in the database of the user's games.
    kept: Vec<(String, f64)>,
    pub(super) views: HashMap<ViewId, View>,
    /// Games selected by the explorer's last query.
    pub(super) among: Option<(tabia_library::Query, Selection)>,
    duplicates: Option<Vec<DuplicateGroup>>,
}

impl std::fmt::Debug for OpenDatabase {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OpenDatabase").field("games", &self.library.len()).finish_non_exhaustive()
    }
}

/// A list of games.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) games: Vec<u32>,
    /// Number of plies before the first occurrence of the position searched for, by game.
    pub(super) plies: HashMap<u32, u16>,
}

impl OpenDatabase {
    /// Opens a database from its file and index.
    ///
    /// # Errors
    /// [`Failure::Damaged`] if the index must be rebuilt.
    pub fn open(file: DatabaseSource, mut index: DatabaseSource, kind: TextKind) -> Result<Self, Failure> {
        Self::with_headers(read_headers(&mut index)?, file, index, kind)
    }

    /// Opens a database from its file and an index whose headers have already been read.
    ///
    /// # Errors
    /// [`Failure::Damaged`] if the index must be rebuilt.
    pub fn with_headers(
        headers: Headers,
        file: DatabaseSource,
        index: DatabaseSource,
        kind: TextKind,
    ) -> Result<Self, Failure> {
        // The lines of a position list are indexed one by one, so its index does not cover the file as a whole.
        if kind == TextKind::Pgn && headers.summary().fingerprint.length != file.len() {
            return Err(Failure::Damaged("the index belongs to another file".to_owned()));
        }
        Ok(Self::new(headers, file, index, kind))
    }

    /// Opens a database whose games were indexed one by one.
    ///
    /// # Errors
    /// [`Failure::Damaged`] if the index must be rebuilt.
    pub fn of_texts(
        file: DatabaseSource,
        mut index: DatabaseSource,
        kind: TextKind,
    ) -> Result<Self, Failure> {
        Ok(Self::new(read_headers(&mut index)?, file, index, kind))
    }

    fn new(headers: Headers, file: DatabaseSource, index: DatabaseSource, kind: TextKind) -> Self {
        Self {
            library: Library::with_headers(headers, index),
            file,
            kind,
            kept: Vec::new(),
            views: HashMap::new(),
            among: None,
            duplicates: None,
        }
    }

    /// Sets the ids of the saved games and when they were first saved, in game order.
    #[must_use]
    pub fn with_kept(mut self, kept: Vec<(String, f64)>) -> Self {
        self.kept = kept;
        self
    }

    /// Returns facts about the database.
    pub fn facts(&self) -> Facts {
        let summary = self.library.summary();
        Facts {
            games: summary.games as u32,
            errors: summary.errors as u32,
            bytes: self.file.len() as f64,
            index_bytes: self.library.source().len() as f64,
        }
    }

    /// Spends some milliseconds on preparing text filters and sort orders, so that the first one is as fast as later ones. Returns
    /// whether there is more to do.
    pub fn prepare(&mut self) -> bool {
        self.library.prepare_some()
    }

    /// Returns part of a view.
    ///
    /// # Errors
    /// [`Failure::NoView`]
    pub fn rows(&self, view: ViewId, from: u32, count: u32) -> Result<Rows, Failure> {
        let count = count.min(MAX_ROWS);
        if view == ALL_GAMES {
            let games = self.library.len();
            let end = from.saturating_add(count).min(games);
            return Ok(Rows {
                from,
                count: games,
                rows: (from..end).map(|game| self.row(game, None)).collect(),
            });
        }
        let view = self.views.get(&view).ok_or(Failure::NoView)?;
        let games = view.games.iter().skip(from as usize).take(count as usize);
        let rows = games.map(|&game| self.row(game, view.plies.get(&game).copied())).collect();
        Ok(Rows { from, count: view.games.len() as u32, rows })
    }

    pub(super) fn row(&self, game: u32, ply: Option<u16>) -> Row {
        row(&self.library.header(game), ply, self.kept.get(game as usize).cloned())
    }

    /// Returns the text of a game.
    ///
    /// # Errors
    /// [`Failure`] if it is too long or cannot be read.
    pub fn text(&mut self, game: u32) -> Result<GameText, Failure> {
        let length = self.library.header(game).length;
        if length > MAX_TEXT {
            return Err(too_long(game, length));
        }
        let bytes = self.library.text(game, &mut self.file).map_err(read_failure)?;
        Ok(game_text(&bytes, self.kind, self.kept.get(game as usize).map(|(id, _)| id.clone())))
    }

    /// Returns games with errors.
    pub fn problems(&self, from: u32, count: u32) -> Problems {
        let all = self.library.problems();
        let some = all.iter().skip(from as usize).take(count.min(MAX_ROWS) as usize);
        let problems = some.map(|problem| ProblemRow {
            row: self.row(problem.game, None),
            line: problem.line as f64,
            column: problem.column as f64,
            reason: problem.reason.clone(),
        });
        Problems { count: all.len() as u32, from, problems: problems.collect() }
    }

    /// Returns groups of duplicate games.
    pub fn duplicates(&mut self, from: u32, count: u32) -> Duplicates {
        let library = &self.library;
        let groups = &*self.duplicates.get_or_insert_with(|| library.duplicates());
        let some = groups.iter().skip(from as usize).take(count.min(MAX_ROWS) as usize).map(|group| {
            let rows =
                group.games.iter().map(|&game| row(&library.header(game), None, None)).collect::<Vec<_>>();
            DuplicateRows { rows, differences: group.differences.clone() }
        });
        let groups_shown: Vec<_> = some.collect();
        let spare = groups.iter().map(|group| group.games.len() as u32 - 1).sum();
        let count = groups.len() as u32;
        let mut duplicates = Duplicates { count, spare, from, groups: groups_shown };
        for row in duplicates.groups.iter_mut().flat_map(|group| &mut group.rows) {
            (row.kept, row.added_ms) = self.kept.get(row.game as usize).cloned().unzip();
        }
        duplicates
    }

    /// Returns the games of a selection in export order.
    ///
    /// # Errors
    /// [`Failure::NoView`]
    pub fn selected(&self, games: &Games) -> Result<Vec<u32>, Failure> {
        match games {
            Games::View(ALL_GAMES) => Ok((0..self.library.len()).collect()),
            Games::View(view) => Ok(self.views.get(view).ok_or(Failure::NoView)?.games.clone()),
            Games::List(list) => Ok(list.clone()),
            Games::WithErrors => Ok(self.library.problems().iter().map(|problem| problem.game).collect()),
            Games::Without(list) => {
                let left_out: HashSet<u32> = list.iter().copied().collect();
                Ok((0..self.library.len()).filter(|game| !left_out.contains(game)).collect())
            }
            Games::WithoutDuplicates => Ok(self.library.without_duplicates(0..self.library.len())),
        }
    }

    /// Writes the first of `games` byte for byte, each followed by an empty line. Returns the number written.
    ///
    /// # Errors
    /// [`Failure`] if they cannot be read.
    pub fn export(&mut self, games: &[u32], mut write: impl FnMut(&[u8])) -> Result<usize, Failure> {
        let end: &[u8] = if self.kind == TextKind::Epd { b"\n" } else { b"\n\n" };
        let take = |text: &[u8]| {
            write(text);
            write(end);
        };
        self.library.texts(games, &mut self.file, take).map_err(read_failure)
    }
}

/// Reads the part of an index that an open database holds in memory.
///
/// # Errors
/// [`Failure::Damaged`] if the index must be rebuilt.
pub(super) fn read_headers(index: &mut impl BlockSource) -> Result<Headers, Failure> {
    Headers::read(index).map_err(|error| match error {
        OpenError::Source(error) => unreadable(&error),
        damaged => Failure::Damaged(damaged.to_string()),
    })
}

/// Returns the failure for an unreadable file or index: it was removed elsewhere, or the disk has failed.
fn unreadable(error: &SourceError) -> Failure {
    if error.reason.contains("NotFound") || error.reason.contains("could not be found") {
        Failure::Gone
    } else {
        Failure::Unreadable(error.to_string())
    }
}

/// Converts a read error for the page.
pub(super) fn read_failure(error: ReadError) -> Failure {
    match error {
        ReadError::Source(error) => unreadable(&error),
        ReadError::TooLong(_) => Failure::Limit(error.to_string()),
        ReadError::NoGame(_) | ReadError::Sink(_) => Failure::Other(error.to_string()),
    }
}

/// Converts a lookup error for the page.
pub(super) fn lookup_failure(error: LookupError) -> Failure {
    match error {
        LookupError::Source(error) => unreadable(&error),
        LookupError::Damaged(_) => Failure::Damaged(error.to_string()),
    }
}
