//! Validation of match settings, reporting all faults at once.

use std::fmt;

use thiserror::Error;

use super::MatchSettings;
use super::openings::OpeningSource;
use super::text_fault::TextFault;
use crate::limits::LimitError;
use crate::output::sample::SampleOptions;
use crate::schedule::ScheduleError;
use crate::settings::MAX_SEED;
use tabia_stats::SprtError;

/// A fault in match settings. Engines are counted from 0 here and from 1 in the messages.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsFault {
    /// An invalid schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// An invalid sequential test.
    #[error("SPRT: {0}")]
    Sprt(#[from] SprtError),
    /// A sequential test with a number of engines other than two.
    #[error(
        "a sequential test needs exactly two engines, not {0}: switch it off, or change the number of engines"
    )]
    SprtEngines(usize),
    /// Nothing ends an engine's search.
    #[error("{}: {error}", engine_name(*.engine, .name))]
    Limit {
        /// The engine.
        engine: usize,
        /// Its name.
        name: String,
        /// The error in its limits.
        error: LimitError,
    },
    /// An engine has no name.
    #[error("engine {} has no name: give it one", .0 + 1)]
    NoName(usize),
    /// An engine has the name of an earlier one.
    #[error("two engines are called {name:?}: give them different names")]
    SameName {
        /// The later of the two engines.
        engine: usize,
        /// Their name.
        name: String,
    },
    /// An invalid SHA-256.
    #[error("{what}: {text:?} is not a SHA-256 (64 hexadecimal digits)")]
    Hash {
        /// What the hash is for.
        what: String,
        /// The invalid text.
        text: String,
    },
    /// Too many of something.
    #[error("{found} {what}; at most {most} are allowed")]
    TooMany {
        /// The quantity that exceeds the maximum.
        what: String,
        /// The number of them.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// A number above its bound.
    #[error("{what} is {found}; it must be at most {most}")]
    TooLarge {
        /// The number's name.
        what: String,
        /// Its value.
        found: u64,
        /// The maximum.
        most: u64,
    },
    /// An invalid text.
    #[error("{what} {fault}")]
    Text {
        /// The text's name.
        what: String,
        /// The error.
        fault: TextFault,
    },
    /// A number out of range.
    #[error("{setting} is {value}; it must be {}", .setting.range())]
    Range {
        /// The setting.
        setting: Setting,
        /// Its value as text.
        value: String,
    },
}

/// A numeric setting with a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The length of walks through an opening book, in plies.
    BookWalkPlies,
    /// The number of openings to use.
    OpeningCount,
    /// The seed of the match.
    Seed,
    /// The fraction of positions to sample.
    SampledShare,
}

impl Setting {
    /// Returns the allowed values, in words.
    const fn range(self) -> &'static str {
        match self {
            Self::BookWalkPlies => "from 1 to 512",
            Self::OpeningCount => "at least 1",
            Self::Seed => "less than 2^53",
            Self::SampledShare => "from 0 to 1",
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BookWalkPlies => "the length of book walks",
            Self::OpeningCount => "the number of openings",
            Self::Seed => "the seed",
            Self::SampledShare => "the share of sampled positions",
        })
    }
}

/// Invalid settings, with all faults; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidSettings {
    /// The faults, in the order of the settings.
    pub faults: Vec<SettingsFault>,
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSettings {}

impl<F: Into<SettingsFault>> From<F> for InvalidSettings {
    fn from(fault: F) -> Self {
        Self { faults: vec![fault.into()] }
    }
}

impl MatchSettings {
    /// Checks everything that can be checked without builds and files.
    ///
    /// # Errors
    /// [`InvalidSettings`] with all faults.
    pub fn validate(&self) -> Result<(), InvalidSettings> {
        // First, because the checks below would need too much time and memory for absurd numbers.
        self.check_bounds()?;
        let mut faults = Vec::new();
        faults.extend(self.schedule().err().map(SettingsFault::from));
        if let Some(sprt) = &self.sprt {
            faults.extend(sprt.sprt().err().map(SettingsFault::from));
            if self.engines.len() != 2 {
                faults.push(SettingsFault::SprtEngines(self.engines.len()));
            }
        }
        for index in 0..self.engines.len() {
            self.check_engine(index, &mut faults);
        }
        self.check_openings(&mut faults);
        check_range(Setting::Seed, &self.seed, self.seed <= MAX_SEED, &mut faults);
        if let Some(SampleOptions { frequency, .. }) = self.sample {
            let is_share = (0.0..=1.0).contains(&frequency);
            check_range(Setting::SampledShare, &frequency, is_share, &mut faults);
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidSettings { faults }) }
    }

    fn check_engine(&self, index: usize, faults: &mut Vec<SettingsFault>) {
        let engine = &self.engines[index];
        if engine.name.trim().is_empty() {
            faults.push(SettingsFault::NoName(index));
        } else if self.engines[..index].iter().any(|other| other.name == engine.name) {
            faults.push(SettingsFault::SameName { engine: index, name: engine.name.clone() });
        }
        if !engine.build.is_empty() {
            check_hash(&engine.name, &engine.build, faults);
        }
        if let Some(book) = &engine.book {
            check_hash(&format!("the book of {}", engine.name), &book.sha256, faults);
        }
        if let Err(error) = engine.limits.validate() {
            faults.push(SettingsFault::Limit { engine: index, name: engine.name.clone(), error });
        }
    }

    fn check_openings(&self, faults: &mut Vec<SettingsFault>) {
        if let Some((name, sha256)) = self.openings.source.file() {
            check_hash(name, sha256, faults);
        }
        if let OpeningSource::Polyglot { plies, .. } = self.openings.source {
            check_range(Setting::BookWalkPlies, &plies, (1..=512).contains(&plies), faults);
        }
        if let Some(count) = self.openings.count {
            check_range(Setting::OpeningCount, &count, count > 0, faults);
        }
    }
}

/// Returns an engine's name for messages.
fn engine_name(index: usize, name: &str) -> String {
    if name.trim().is_empty() { format!("engine {}", index + 1) } else { name.to_owned() }
}

fn check_hash(what: &str, text: &str, faults: &mut Vec<SettingsFault>) {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 64 || !text.bytes().all(is_digit) {
        faults.push(SettingsFault::Hash { what: what.to_owned(), text: text.to_owned() });
    }
}

fn check_range(setting: Setting, value: &impl ToString, is_in: bool, faults: &mut Vec<SettingsFault>) {
    if !is_in {
        faults.push(SettingsFault::Range { setting, value: value.to_string() });
    }
}
