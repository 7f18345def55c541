//! The openings of a match: where they come from and in which order they are taken.

use serde::{Deserialize, Serialize};
use tabia_polyglot::NotABook;
use thiserror::Error;

use crate::openings::{OpeningProblem, Openings, Order};

/// Where games begin, and in which order openings are taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningSettings {
    /// What the openings are.
    pub source: OpeningSource,
    /// The order. A random one is fixed by the match's seed.
    pub order: Order,
    /// How many of that order are passed over.
    pub start: usize,
    /// The most moves of each side's (plies) that are taken from a PGN file; all if nothing is said.
    pub plies: Option<usize>,
    /// How many of that order are used, over and over; all if nothing is said. At least 1.
    pub count: Option<usize>,
}

/// What the openings are. Files are named by the SHA-256 of their bytes, in lower-case hex, and kept beside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpeningSource {
    /// The start position of chess, always.
    Startpos,
    /// The opening set that comes with the program.
    #[default]
    BuiltIn,
    /// Positions, one a line.
    Epd {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
    },
    /// The beginnings of games.
    Pgn {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
    },
    /// Walks through a Polyglot book, each chosen by the seed and the weights.
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
    /// A book that is none, or cannot be read.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// No opening in it; what was wrong first.
    #[error("there is no opening in it{}", .0.as_ref().map_or_else(String::new, |problem| format!(": {problem}")))]
    Empty(Option<OpeningProblem>),
}

impl OpeningSource {
    /// The file's name and the SHA-256 of its bytes; nothing where no file of the user's is needed.
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
    /// Reads the openings from the bytes of their source, in file order: nothing for the start position, the file `openings.epd`
    /// ([`BUILT_IN`](crate::BUILT_IN)) for the built-in set, else the file itself. Lines that make no opening are left out and
    /// returned. The seed chooses the walks through a book.
    ///
    /// # Errors
    /// When there is no opening in it, or a book cannot be read.
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
        if openings.is_empty() {
            return Err(OpeningsError::Empty(problems.into_iter().next()));
        }
        Ok((openings, problems))
    }
}
