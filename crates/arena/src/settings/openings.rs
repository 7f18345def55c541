//! The openings of a match: source and order.

use serde::{Deserialize, Serialize};
use tabia_polyglot::NotABook;
use thiserror::Error;

use crate::openings::{OpeningProblem, OpeningText, Openings, Order};

/// The openings that games start from, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningSettings {
    /// The source.
    pub source: OpeningSource,
    /// The order. The match's seed determines a random order.
    pub order: Order,
    /// The number of openings of that order to skip.
    pub start: usize,
    /// The maximum number of plies used of each game in a PGN file; all by default.
    pub plies: Option<usize>,
    /// The number of openings of that order to use, repeatedly; all by default. At least 1.
    pub count: Option<usize>,
}

/// The source of the openings. Files are identified by the SHA-256 of their contents, in lower-case hex, and
/// stored separately.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpeningSource {
    /// The standard start position.
    Startpos,
    /// The built-in opening set.
    #[default]
    BuiltIn,
    /// Positions, one per line.
    Epd {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
    },
    /// The openings of games.
    Pgn {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
    },
    /// Random walks through a Polyglot book, determined by its weights and the seed.
    Polyglot {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
        /// The length of a walk in plies, at least 1.
        plies: u32,
    },
}

/// Reason why no openings could be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// A file that is not a book, or cannot be read.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// A source without openings; with the first problem, if any.
    #[error("it has no openings{}", .0.as_ref().map_or_else(String::new, |problem| format!(": {problem}")))]
    Empty(Option<OpeningProblem>),
}

impl OpeningsError {
    /// Passes on the openings and problems read, unless there are no openings.
    ///
    /// # Errors
    /// [`OpeningsError::Empty`]
    pub fn if_empty(
        (openings, problems): (Openings, Vec<OpeningProblem>),
    ) -> Result<(Openings, Vec<OpeningProblem>), Self> {
        if openings.is_empty() {
            Err(Self::Empty(problems.into_iter().next()))
        } else {
            Ok((openings, problems))
        }
    }
}

impl OpeningSource {
    /// Returns the file's name and SHA-256; `None` if no file of the user's is needed.
    pub fn file(&self) -> Option<(&str, &str)> {
        match self {
            Self::Startpos | Self::BuiltIn => None,
            Self::Epd { name, sha256 } | Self::Pgn { name, sha256 } | Self::Polyglot { name, sha256, .. } => {
                Some((name, sha256))
            }
        }
    }
}

impl OpeningSettings {
    /// Reads the openings from the contents of their source, in file order: nothing for the start position,
    /// the file `openings.epd` ([`BUILT_IN`](crate::BUILT_IN)) for the built-in set, otherwise the file
    /// itself. Lines without an opening are skipped and returned as problems. The seed determines the walks
    /// through a book.
    ///
    /// # Errors
    /// If it has no openings, or a book cannot be read.
    pub fn read(&self, bytes: &[u8], seed: u64) -> Result<(Openings, Vec<OpeningProblem>), OpeningsError> {
        let text = || tabia_pgn::decode(bytes).text;
        let (openings, problems) = match &self.source {
            OpeningSource::Startpos => return Ok((Openings::default(), Vec::new())),
            OpeningSource::BuiltIn | OpeningSource::Epd { .. } => Openings::from_epd(&text()),
            OpeningSource::Pgn { .. } => Openings::from_pgn(&text(), self.plies),
            OpeningSource::Polyglot { plies, .. } => {
                tabia_polyglot::open_book(bytes)?;
                (Openings::from_polyglot(bytes, *plies, seed).map_err(NotABook::from)?, Vec::new())
            }
        };
        OpeningsError::if_empty((openings, problems))
    }

    /// Returns the text format of the source; `None` if it is not text.
    pub const fn text(&self) -> Option<OpeningText> {
        match &self.source {
            OpeningSource::BuiltIn | OpeningSource::Epd { .. } => Some(OpeningText::Epd),
            OpeningSource::Pgn { .. } => Some(OpeningText::Pgn { plies: self.plies }),
            OpeningSource::Startpos | OpeningSource::Polyglot { .. } => None,
        }
    }
}
