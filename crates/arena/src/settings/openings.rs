//! The openings of a match: where they come from and in which order they are taken.

use serde::{Deserialize, Serialize};
use tabia_polyglot::NotABook;
use thiserror::Error;

use crate::openings::{OpeningProblem, OpeningText, Openings, Order};

/// Where games start, and the order of the openings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningSettings {
    /// What the openings are.
    pub source: OpeningSource,
    /// The order. A random order is determined by the match's seed.
    pub order: Order,
    /// How many openings of that order are skipped.
    pub start: usize,
    /// The maximum number of plies taken from each game of a PGN file; all by default.
    pub plies: Option<usize>,
    /// How many openings of that order are used, repeatedly; all by default. At least 1.
    pub count: Option<usize>,
}

/// The source of the openings. Files are identified by the SHA-256 of their content, in lower-case hex, and
/// stored separately.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpeningSource {
    /// Always the standard start position.
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
    /// Random walks through a Polyglot book, determined by the seed and the weights.
    Polyglot {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
        /// The length of a walk in plies, at least 1.
        plies: u32,
    },
}

/// Why no openings could be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// A file that is not a book, or cannot be read.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// There is no opening in it; the first problem, if any.
    #[error("there is no opening in it{}", .0.as_ref().map_or_else(String::new, |problem| format!(": {problem}")))]
    Empty(Option<OpeningProblem>),
}

impl OpeningsError {
    /// What was read of a file, unless there is no opening in it.
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
    /// The file's name and SHA-256; `None` if the user's files are not needed.
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
    /// Reads the openings from the content of their source, in file order: nothing for the start position,
    /// the file `openings.epd` ([`BUILT_IN`](crate::BUILT_IN)) for the built-in set, otherwise the file
    /// itself. Lines without an opening are skipped and returned. The seed determines the walks through a
    /// book.
    ///
    /// # Errors
    /// If there is no opening in it, or a book cannot be read.
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

    /// What the text of the source holds; nothing where the source is no text.
    pub const fn text(&self) -> Option<OpeningText> {
        match &self.source {
            OpeningSource::BuiltIn | OpeningSource::Epd { .. } => Some(OpeningText::Epd),
            OpeningSource::Pgn { .. } => Some(OpeningText::Pgn { plies: self.plies }),
            OpeningSource::Startpos | OpeningSource::Polyglot { .. } => None,
        }
    }
}
