//! The settings of a match, as stored, exported and sent. docs/match-file.md describes their JSON.
//!
//! Missing values default to those of [`MatchSettings::default`], so that a later version can read the
//! settings of an earlier one.

mod bounds;
mod command;
mod compare;
mod openings;
mod preset;
mod text_fault;
mod validate;

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;

use crate::adjudication::Adjudication;
use crate::engine_book::EngineBook;
use crate::limits::Limits;
use crate::openings::{OpeningProblem, Openings, Order};
use crate::output::sample::SampleOptions;
use crate::schedule::{Schedule, ScheduleError, TournamentFormat};
use crate::stored_game::Keep;
use tabia_stats::{Model, Sprt, SprtError};

pub use self::bounds::MAX_ENGINES;
pub use self::command::{BrowserEngine, CommandLine, CommandLineContext, PgnTarget};
pub use self::openings::{OpeningSettings, OpeningSource, OpeningsError};
pub use self::preset::Preset;
pub use self::text_fault::TextFault;
pub use self::validate::{InvalidSettings, Setting, SettingsFault};

/// The maximum seed: every program represents JSON integers exactly up to here.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// The default memory limit of a WebAssembly build, in MiB.
pub const DEFAULT_MEMORY_MB: u32 = 512;

/// Everything the games depend on, except the contents of builds and opening files, which are identified by
/// their hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting by itself, and a field of the file")]
pub struct MatchSettings {
    /// The engines, at least two. Results are counted from the first one's point of view.
    pub engines: Vec<EngineSettings>,
    /// The format for more than two engines.
    pub format: TournamentFormat,
    /// Games per encounter, at least 1.
    pub games: usize,
    /// The number of times all encounters are played, at least 1.
    pub rounds: usize,
    /// Whether each opening is played twice, with colours swapped. A unit is then a pair.
    pub repeat: bool,
    /// Whether colours alternate over all rounds of an encounter, which matters only if `games` is odd;
    /// otherwise each round begins with the same colours. False in matches of earlier versions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub alternate: bool,
    /// The openings.
    pub openings: OpeningSettings,
    /// The rules for ending games early by scores or length.
    pub adjudication: Adjudication,
    /// Whether endgame tablebases end games early, if available on the host.
    pub tablebase: bool,
    /// The sequential test; it needs exactly two engines.
    pub sprt: Option<SprtSettings>,
    /// The seed for the order of the openings and the sampled positions; at most [`MAX_SEED`].
    pub seed: u64,
    /// The name of the match, for PGN's `Event`.
    pub event: String,
    /// The site of the match (PGN's `Site`).
    pub site: String,
    /// Which positions are saved as training data.
    pub sample: Option<SampleOptions>,
    /// Whether the engines' principal variations are saved for the PGN. They take more space than the rest of
    /// a game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub variations: bool,
}

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// Its name in results and PGN, unique in the match.
    pub name: String,
    /// SHA-256 of the build in lower-case hex; empty for a native process.
    pub build: String,
    /// UCI options by name, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Its search limits.
    pub limits: Limits,
    /// Whether it ponders (`go ponder`).
    pub ponder: bool,
    /// The memory limit of a WebAssembly build in MiB; 0 for none.
    pub memory_mb: u32,
    /// Its opening book, played by the runner; `None` if it has none, or reads one itself through its
    /// options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<EngineBook>,
    /// The command that starts it natively; empty in the browser. It locates the engine but does not identify
    /// it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The files of the build, if known, so that the user can find a missing build again. They name the build
    /// but do not identify it.
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

/// A sequential test. The hypotheses are in the model's Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SprtSettings {
    /// The scale of the hypotheses.
    pub model: Model,
    /// The difference under H0.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub elo0: f64,
    /// The difference under H1.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true, above 0 and below 1.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true, above 0 and below 1.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub beta: f64,
    /// Whether games are still played and counted after the test has decided; its verdict stands.
    pub go_on: bool,
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
            alternate: false,
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
    /// Creates the test.
    ///
    /// # Errors
    /// If the hypotheses or probabilities are invalid.
    pub fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.model, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl MatchSettings {
    /// Creates the schedule of the games.
    ///
    /// # Errors
    /// If there are fewer than two engines, no games or too many games.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let schedule = Schedule::new(self.engines.len(), self.format, self.games, self.rounds, self.repeat)?;
        Ok(schedule.alternating(self.alternate))
    }

    /// Sets what a new match needs: colours that alternate over its rounds. Written only where it matters.
    #[must_use]
    pub fn alternating(self) -> Self {
        Self { alternate: !self.games.is_multiple_of(2), ..self }
    }

    /// Returns a summary of the limits of all engines: each distinct one once, in the order of the engines.
    pub fn limits_summary(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        for summary in self.engines.iter().map(|engine| engine.limits.summary()) {
            if !all.contains(&summary) {
                all.push(summary);
            }
        }
        all.join(if self.engines.len() == 2 { " against " } else { ", " })
    }

    /// Returns whether any engine has a clock or a time per move. Other matches do not depend on machine
    /// load.
    pub fn is_timed(&self) -> bool {
        self.engines.iter().any(|engine| engine.limits.is_timed())
    }

    /// Returns the optional data to store with each game.
    pub fn keep(&self) -> Keep {
        Keep { resolved: self.sample.is_some_and(|sample| sample.resolve), variations: self.variations }
    }

    /// Returns PGN's `Event`: the name of the match, or else the pairing.
    pub fn event_name(&self) -> String {
        match &self.engines[..] {
            _ if !self.event.is_empty() => self.event.clone(),
            [first, second] => format!("{} vs {}", first.name, second.name),
            engines => format!("Tournament of {} engines", engines.len()),
        }
    }

    /// Returns the names of the engines.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// Reads the openings from the contents of their source: [`OpeningSettings::read`] with the match's seed.
    ///
    /// # Errors
    /// If there is no opening in it, or a book cannot be read.
    pub fn read_openings(&self, bytes: &[u8]) -> Result<(Openings, Vec<OpeningProblem>), OpeningsError> {
        self.openings.read(bytes, self.seed)
    }

    /// Puts openings read from the source into the match's order.
    #[must_use]
    pub fn ordered(&self, openings: Openings) -> Openings {
        let OpeningSettings { order, start, count, .. } = self.openings;
        openings.in_order(order, self.seed, start).first(count.unwrap_or(usize::MAX))
    }
}
