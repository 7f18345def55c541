//! An opened index.

use serde::Serialize;
use tabia_pgn::GameResult;
use tabia_polyglot::BlockSource;

use crate::index::{self, Contents, TextTable};
use crate::positions::{self, LookupError, Occurrence};
use crate::record::{Columns, Record, eco_of, result_of};
use crate::strings::Strings;
use crate::{Fingerprint, Flag, GameDate, IndexedProblem, Material, OpenError, Summary};

/// The games of a PGN file, through its index. Headers are in memory, about 70 bytes per game plus the texts; positions are looked up
/// in the index.
#[derive(Debug)]
pub struct Library<S> {
    pub(crate) source: S,
    pub(crate) contents: Contents,
}

/// An index without its positions: the part that a [`Library`] has in memory.
#[derive(Debug)]
pub struct Headers(Contents);

impl Headers {
    /// Reads them from an index.
    ///
    /// # Errors
    /// [`OpenError`] if it is not a usable index: rebuild it then.
    pub fn read(index: &mut impl BlockSource) -> Result<Self, OpenError> {
        index::read(index).map(Self)
    }

    /// The contents of the index.
    pub const fn summary(&self) -> &Summary {
        &self.0.summary
    }
}

/// Header and record of a game. Unknown texts are empty.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Header<'a> {
    /// The number of the game in its file, from 0.
    pub game: u32,
    /// White's name.
    pub white: &'a str,
    /// Black's name.
    pub black: &'a str,
    /// White's Elo.
    pub white_elo: Option<u16>,
    /// Black's Elo.
    pub black_elo: Option<u16>,
    /// The result.
    pub result: GameResult,
    /// The date, as far as known.
    pub date: GameDate,
    /// The event.
    pub event: &'a str,
    /// The site.
    pub site: &'a str,
    /// The round.
    pub round: &'a str,
    /// The code of the opening: the tag's, or that of the last position with a name.
    pub eco: Option<String>,
    /// The opening's name, by its positions.
    pub opening: &'a str,
    /// Half-moves of the main line.
    pub plies: u16,
    /// Material on the board at the end.
    pub material: Material,
    /// Its flags.
    pub flags: Vec<Flag>,
    /// Offset of its text in the file, in bytes.
    pub offset: u64,
    /// The bytes of its text.
    pub length: u32,
}

impl<'a> Header<'a> {
    /// Returns the header of a record; `text` finds the text of a number.
    pub(crate) fn of(game: u32, record: &Record, text: impl Fn(TextTable, u32) -> &'a str) -> Self {
        let elo = |elo: u16| Some(elo).filter(|&elo| elo > 0);
        Self {
            game,
            white: text(TextTable::Players, record.white),
            black: text(TextTable::Players, record.black),
            white_elo: elo(record.white_elo),
            black_elo: elo(record.black_elo),
            result: result_of(record.result),
            date: record.date(),
            event: text(TextTable::Events, record.event),
            site: text(TextTable::Sites, record.site),
            round: text(TextTable::Rounds, record.round),
            eco: eco_of(record.eco).map(|eco| eco.to_string()),
            opening: text(TextTable::Openings, record.opening),
            plies: record.plies,
            material: record.material(),
            flags: Flag::ALL.into_iter().filter(|flag| flag.is_in(record.flags)).collect(),
            offset: record.offset,
            length: record.length,
        }
    }
}

impl<S: BlockSource> Library<S> {
    /// Opens an index.
    ///
    /// # Errors
    /// [`OpenError`] if it is not a usable index: rebuild it then.
    pub fn open(mut source: S) -> Result<Self, OpenError> {
        Headers::read(&mut source).map(|headers| Self::with_headers(headers, source))
    }

    /// Opens an index whose headers have already been read, perhaps from elsewhere.
    pub fn with_headers(Headers(contents): Headers, source: S) -> Self {
        Self { source, contents }
    }

    /// Prepares the tables of texts for filters and sorting, so that the first query is as fast as the others.
    pub fn prepare(&mut self) {
        while self.prepare_some() {}
    }

    /// Prepares the tables of texts for a few milliseconds; returns whether there is more to do. For callers with other work to do
    /// in between: queries work before everything is prepared, too.
    pub fn prepare_some(&mut self) -> bool {
        let tables = &mut self.contents.tables;
        let all = [&mut tables.players, &mut tables.events, &mut tables.sites, &mut tables.openings];
        all.into_iter().any(Strings::prepare)
    }

    /// The contents of the index.
    pub const fn summary(&self) -> &Summary {
        &self.contents.summary
    }

    /// Returns whether the index belongs to the file with this fingerprint.
    pub fn belongs_to(&self, fingerprint: &Fingerprint) -> bool {
        self.contents.summary.fingerprint == *fingerprint
    }

    /// Number of games.
    pub fn len(&self) -> u32 {
        self.columns().len() as u32
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Header and record of a game; empty if there is no such game.
    pub fn header(&self, game: u32) -> Header<'_> {
        let tables = &self.contents.tables;
        Header::of(game, &self.record(game), |table, number| tables.get(table).get(number))
    }

    /// The index itself.
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// Returns the games with problems, in file order.
    pub fn problems(&self) -> &[IndexedProblem] {
        &self.contents.problems
    }

    /// Problems of a game.
    pub fn problem(&self, game: u32) -> Option<&IndexedProblem> {
        let problems = self.problems();
        problems.get(problems.binary_search_by_key(&game, |problem| problem.game).ok()?)
    }

    /// Returns all occurrences of a position, by its [`tabia_chess::Position::repetition_key`], in the order of the games.
    ///
    /// # Errors
    /// [`LookupError`] if the index cannot be read or is damaged.
    pub fn occurrences(&mut self, key: u64) -> Result<Vec<Occurrence>, LookupError> {
        let mut found = Vec::new();
        positions::find(&self.contents.directory, &mut self.source, key, |occurrence| {
            found.push(occurrence);
        })?;
        Ok(found)
    }

    /// Reads the whole index and verifies the checksums; returns the number of positions.
    ///
    /// # Errors
    /// [`LookupError`] if it cannot be read or is damaged.
    pub fn check(&mut self) -> Result<u64, LookupError> {
        positions::check(&self.contents.directory, &mut self.source)
    }

    pub(crate) const fn columns(&self) -> &Columns {
        &self.contents.columns
    }

    pub(crate) fn record(&self, game: u32) -> Record {
        self.columns().get(game)
    }
}
