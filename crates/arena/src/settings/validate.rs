//! What is wrong with the settings of a match, all of it at once.

use std::fmt;

use thiserror::Error;

use super::MatchSettings;
use super::openings::OpeningSource;
use super::text_fault::TextFault;
use crate::limits::LimitError;
use crate::output::sample::SampleOptions;
use crate::schedule::ScheduleError;
use crate::settings::MAX_SEED;
use crate::stats::SprtError;

/// One reason why settings make no match. Engines are counted from 0 here and from 1 in the messages.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsFault {
    /// No schedule can be made.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// No sequential test can be made.
    #[error("SPRT: {0}")]
    Sprt(#[from] SprtError),
    /// A sequential test with another number of engines than two.
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
        /// What is wrong with its limits.
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
    /// Something that should be a SHA-256 is not.
    #[error("{what}: {text:?} is not a SHA-256 (64 hexadecimal digits)")]
    Hash {
        /// What should have the hash.
        what: String,
        /// What was found.
        text: String,
    },
    /// There are more of something than any match has.
    #[error("{found} {what}; at most {most} are allowed")]
    TooMany {
        /// Of what.
        what: String,
        /// How many.
        found: usize,
        /// The most.
        most: usize,
    },
    /// A number is larger than any match needs.
    #[error("{what} is {found}; it must be at most {most}")]
    TooLarge {
        /// Which number.
        what: String,
        /// Its value.
        found: u64,
        /// The largest value.
        most: u64,
    },
    /// A text cannot stand in a match.
    #[error("{what} {fault}")]
    Text {
        /// Which text.
        what: String,
        /// What is wrong with it.
        fault: TextFault,
    },
    /// A number is out of its range.
    #[error("{setting} is {value}; it must be {}", .setting.range())]
    Range {
        /// Which number.
        setting: Setting,
        /// Its value.
        value: String,
    },
}

/// A number in the settings that has a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The length of walks through an opening book, in plies.
    BookWalkPlies,
    /// How many openings are used.
    OpeningCount,
    /// The seed of the match.
    Seed,
    /// The share of the positions that is sampled.
    SampledShare,
}

impl Setting {
    /// The allowed values, in words.
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

/// Settings that make no match, with every reason; at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidSettings {
    /// The reasons, in the order of the settings.
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
        // First: what follows would need time and memory for absurd numbers.
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

/// What to call an engine in a message.
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
