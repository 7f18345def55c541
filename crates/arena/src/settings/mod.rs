//! The settings of a match, as they are stored, exported and sent. docs/match-file.md describes their JSON.
//!
//! What is not written takes the default of [`MatchSettings::default`], so that settings of an earlier version can be
//! read by a later one.

mod command;
mod preset;

use serde::{Deserialize, Serialize};
use tabia_polyglot::NotABook;
use thiserror::Error;

use crate::adjudication::Adjudication;
use crate::engine_book::EngineBook;
use crate::limits::{LimitError, Limits};
use crate::openings::{OpeningProblem, Openings, Order};
use crate::output::sample::SampleOptions;
use crate::schedule::{Schedule, ScheduleError, TournamentFormat};
use crate::stats::{Model, Sprt, SprtError};
use crate::stored_game::Keep;

pub use self::command::{BrowserEngine, CommandLine, CommandLineContext};
pub use self::preset::Preset;

/// The largest seed: numbers in JSON are exact up to here in every program.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// What a WebAssembly build may use when nothing else is set, in MiB.
pub const DEFAULT_MEMORY_MB: u32 = 512;

/// Everything that games depend on, but for the bytes of builds and opening files, which are named by their hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchSettings {
    /// The engines, at least two. Results are counted from the first one's side.
    pub engines: Vec<EngineSettings>,
    /// How more than two engines meet.
    pub format: TournamentFormat,
    /// Games per encounter, at least 1.
    pub games: usize,
    /// How often all encounters are played, at least 1.
    pub rounds: usize,
    /// Whether each opening is played twice, with colours swapped. A pair is a unit then.
    pub repeat: bool,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// When games are ended early by the engines' scores or by length.
    pub adjudication: Adjudication,
    /// Whether games are ended early by endgame tables, where the host has any.
    pub tablebase: bool,
    /// The sequential test; it needs exactly two engines.
    pub sprt: Option<SprtSettings>,
    /// Fixes the order of the openings and which positions are sampled; at most [`MAX_SEED`].
    pub seed: u64,
    /// The name of the match, for PGN's `Event`.
    pub event: String,
    /// Where it is played, for PGN's `Site`.
    pub site: String,
    /// Which positions are kept as training data.
    pub sample: Option<SampleOptions>,
    /// Whether the engines' principal variations are kept, for the PGN. They take more room than all the rest of a game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variations: bool,
}

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// Its name in results and PGN; no two engines of a match have the same.
    pub name: String,
    /// SHA-256 of the build in lower-case hex; empty for a native process.
    pub build: String,
    /// UCI options by name, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// What bounds its thinking.
    pub limits: Limits,
    /// Whether it thinks on its opponent's time (`go ponder`).
    pub ponder: bool,
    /// The most memory that a WebAssembly build may have, in MiB; 0 leaves it what it asks for.
    pub memory_mb: u32,
    /// Its own opening book, from which the runner plays for it; nothing where it has none, or reads one itself by its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<EngineBook>,
    /// How the native program starts it; empty in the browser. It says where the engine is, not which one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The files of the build, as far as known: by them its owner finds it again where it is missing. They say what the build
    /// is called, not which one it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<BuildFile>,
}

/// A file of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BuildFile {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub size: u64,
    /// The SHA-256 of its bytes in lower-case hex.
    pub sha256: String,
}

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

/// A sequential test. The hypotheses are in the model's Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SprtSettings {
    /// The scale of the hypotheses.
    pub model: Model,
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true, above 0 and below 1.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true, above 0 and below 1.
    pub beta: f64,
    /// Whether games are played and counted after the test has decided; its verdict stands.
    pub go_on: bool,
}

/// Why settings make no match.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsError {
    /// The schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The sequential test.
    #[error("SPRT: {0}")]
    Sprt(#[from] SprtError),
    /// A test with more than two engines.
    #[error("a sequential test needs exactly 2 engines, not {0}")]
    SprtEngines(usize),
    /// An engine's limits.
    #[error("{engine}: {error}")]
    Limit {
        /// Whose limits.
        engine: String,
        /// What is wrong.
        error: LimitError,
    },
    /// An engine without name.
    #[error("engine {0} has no name")]
    NoName(usize),
    /// Two engines of one name.
    #[error("two engines are called {0:?}; give them different names")]
    SameName(String),
    /// A hash that is none.
    #[error("{what}: {text:?} is no SHA-256 (64 hexadecimal digits)")]
    Hash {
        /// Whose hash.
        what: String,
        /// What was found.
        text: String,
    },
    /// Something out of its range.
    #[error("{what} is {value}; it must be {range}")]
    Range {
        /// What.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would do.
        range: &'static str,
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

impl Default for MatchSettings {
    /// Pairs on random built-in openings, without engines.
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            format: TournamentFormat::default(),
            games: 2,
            rounds: 1,
            repeat: true,
            openings: OpeningSettings { order: Order::Random, ..OpeningSettings::default() },
            adjudication: Adjudication::default(),
            tablebase: false,
            sprt: None,
            seed: 0,
            event: String::new(),
            site: String::new(),
            sample: None,
            variations: false,
        }
    }
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            build: String::new(),
            options: Vec::new(),
            limits: Limits::default(),
            ponder: false,
            memory_mb: DEFAULT_MEMORY_MB,
            book: None,
            command: String::new(),
            files: Vec::new(),
        }
    }
}

impl Default for SprtSettings {
    /// Normalised Elo [0, 5] with error probabilities of 5 %.
    fn default() -> Self {
        Self { model: Model::Normalized, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, go_on: false }
    }
}

impl SprtSettings {
    /// The test.
    ///
    /// # Errors
    /// When the hypotheses or probabilities make none.
    pub fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.model, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl MatchSettings {
    /// Checks everything that can be checked without the builds and files.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), SettingsError> {
        self.schedule()?;
        if let Some(sprt) = &self.sprt {
            sprt.sprt()?;
            if self.engines.len() != 2 {
                return Err(SettingsError::SprtEngines(self.engines.len()));
            }
        }
        for (index, engine) in self.engines.iter().enumerate() {
            if engine.name.trim().is_empty() {
                return Err(SettingsError::NoName(index + 1));
            }
            if self.engines[..index].iter().any(|other| other.name == engine.name) {
                return Err(SettingsError::SameName(engine.name.clone()));
            }
            if !engine.build.is_empty() {
                check_hash(&engine.name, &engine.build)?;
            }
            if let Some(book) = &engine.book {
                check_hash(&format!("the book of {}", engine.name), &book.sha256)?;
            }
            let error = |error| SettingsError::Limit { engine: engine.name.clone(), error };
            engine.limits.validate().map_err(error)?;
        }
        if let Some((name, sha256)) = self.openings.source.file() {
            check_hash(name, sha256)?;
        }
        if let OpeningSource::Polyglot { plies, .. } = &self.openings.source {
            let range = "from 1 to 512";
            check_range("the length of book walks", plies, (1..=512).contains(plies), range)?;
        }
        if let Some(count) = self.openings.count {
            check_range("the number of openings", &count, count > 0, "at least 1")?;
        }
        check_range("the seed", &self.seed, self.seed <= MAX_SEED, "less than 2^53")?;
        if let Some(SampleOptions { frequency, .. }) = self.sample {
            let is_share = (0.0..=1.0).contains(&frequency);
            check_range("the share of sampled positions", &frequency, is_share, "from 0 to 1")?;
        }
        Ok(())
    }

    /// The schedule of the games.
    ///
    /// # Errors
    /// When there are fewer than two engines, no games or too many.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        Schedule::new(self.engines.len(), self.format, self.games, self.rounds, self.repeat)
    }

    /// The limits of all engines in few words: each once if they differ, in the order of the engines.
    pub fn limits_summary(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        for summary in self.engines.iter().map(|engine| engine.limits.summary()) {
            if !all.contains(&summary) {
                all.push(summary);
            }
        }
        all.join(if self.engines.len() == 2 { " against " } else { ", " })
    }

    /// Whether time counts: an engine has a clock, or a time for each move. Other games are the same on a busy machine.
    pub fn is_timed(&self) -> bool {
        self.engines.iter().any(|engine| engine.limits.is_timed())
    }

    /// What is kept of each game.
    pub fn keep(&self) -> Keep {
        Keep { resolved: self.sample.is_some_and(|sample| sample.resolve), variations: self.variations }
    }

    /// The name of the match for PGN's `Event`: that which it was given, else who plays.
    pub fn event_name(&self) -> String {
        match &self.engines[..] {
            _ if !self.event.is_empty() => self.event.clone(),
            [first, second] => format!("{} vs {}", first.name, second.name),
            engines => format!("Tournament of {} engines", engines.len()),
        }
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// Reads the openings from the bytes of their source: [`OpeningSettings::read`] with the match's seed.
    ///
    /// # Errors
    /// When there is no opening in it, or a book cannot be read.
    pub fn read_openings(&self, bytes: &[u8]) -> Result<(Openings, Vec<OpeningProblem>), OpeningsError> {
        self.openings.read(bytes, self.seed)
    }

    /// Puts openings that were read from the source into the match's order.
    #[must_use]
    pub fn ordered(&self, openings: Openings) -> Openings {
        let OpeningSettings { order, start, count, .. } = self.openings;
        openings.in_order(order, self.seed, start).first(count.unwrap_or(usize::MAX))
    }

    /// Whether other settings describe the same games, so that results can be put together: all is equal but
    /// the number of games, the name and place of the match, where engines lie, what their files are called, whether variations are
    /// kept, and whether it goes on behind a verdict.
    pub fn same_games(&self, other: &Self) -> bool {
        let core = |settings: &Self| {
            let mut core = settings.clone();
            // With two engines the units are numbered alike however many there are; with more, only rounds can differ.
            if core.engines.len() == 2 {
                core.games = if core.games == 1 { 1 } else { 2 };
            }
            core.rounds = 1;
            for engine in &mut core.engines {
                engine.command = String::new();
                engine.files = Vec::new();
            }
            (core.event, core.site, core.variations) = (String::new(), String::new(), false);
            if let Some(sprt) = &mut core.sprt {
                sprt.go_on = false;
            }
            core
        };
        core(self) == core(other)
    }
}

fn check_hash(what: &str, text: &str) -> Result<(), SettingsError> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 64 && text.bytes().all(is_digit) {
        Ok(())
    } else {
        Err(SettingsError::Hash { what: what.to_owned(), text: text.to_owned() })
    }
}

fn check_range(
    what: &'static str,
    value: &impl ToString,
    is_in: bool,
    range: &'static str,
) -> Result<(), SettingsError> {
    if is_in { Ok(()) } else { Err(SettingsError::Range { what, value: value.to_string(), range }) }
}
