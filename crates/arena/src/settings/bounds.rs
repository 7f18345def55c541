//! Bounds on match settings: files and links are untrusted, and their options reach engines.

use super::text_fault::TextFault;
use super::validate::{InvalidSettings, SettingsFault};
use super::{EngineSettings, MatchSettings};
use crate::limits::Limits;
use crate::time_control::TimeControl;

/// The maximum number of engines in a match.
pub const MAX_ENGINES: usize = 256;
/// The maximum number of options of an engine, and of files of its build.
const MAX_OPTIONS: usize = 256;
/// The maximum length of a name, in bytes.
const MAX_NAME: usize = 512;
/// The maximum length of other text, such as an option's value or a command, in bytes.
const MAX_TEXT: usize = 4096;
/// The maximum time, in milliseconds: 100 days.
const MAX_MS: u64 = 100 * 24 * 60 * 60 * 1000;
/// The maximum memory of a build, in MiB: the 32-bit address space.
const MAX_MEMORY_MB: u32 = 4096;

impl MatchSettings {
    /// Checks that no number or text exceeds its bound, in time and memory proportional to the settings.
    ///
    /// # Errors
    /// [`InvalidSettings`] with the faults; if there are too many engines, with that fault alone.
    pub fn check_bounds(&self) -> Result<(), InvalidSettings> {
        let mut faults = Vec::new();
        if self.engines.len() > MAX_ENGINES {
            too_many("engines".to_owned(), self.engines.len(), MAX_ENGINES, &mut faults);
            return Err(InvalidSettings { faults });
        }
        for (what, number) in [("the number of games", self.games), ("the number of rounds", self.rounds)] {
            largest(what.to_owned(), number as u64, u64::from(u32::MAX), &mut faults);
        }
        text(|| "the event".to_owned(), &self.event, MAX_TEXT, &mut faults);
        text(|| "the site".to_owned(), &self.site, MAX_TEXT, &mut faults);
        if let Some((name, sha256)) = self.openings.source.file() {
            text(|| "the name of the openings".to_owned(), name, MAX_NAME, &mut faults);
            text(|| "the SHA-256 of the openings".to_owned(), sha256, MAX_NAME, &mut faults);
        }
        for (index, engine) in self.engines.iter().enumerate() {
            check_engine(index, engine, &mut faults);
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidSettings { faults }) }
    }
}

fn check_engine(index: usize, engine: &EngineSettings, faults: &mut Vec<SettingsFault>) {
    let of = |what: &str| format!("{what} of engine {}", index + 1);
    text(|| of("the name"), &engine.name, MAX_NAME, faults);
    text(|| of("the build"), &engine.build, MAX_NAME, faults);
    text(|| of("the command"), &engine.command, MAX_TEXT, faults);
    if let Some(book) = &engine.book {
        text(|| of("the book"), &book.name, MAX_NAME, faults);
        text(|| of("the SHA-256 of the book"), &book.sha256, MAX_NAME, faults);
    }
    if engine.options.len() > MAX_OPTIONS {
        too_many(of("options"), engine.options.len(), MAX_OPTIONS, faults);
    } else {
        for (name, value) in &engine.options {
            if name.trim().is_empty() {
                faults
                    .push(SettingsFault::Text { what: of("the name of an option"), fault: TextFault::Empty });
            }
            text(|| of("the name of an option"), name, MAX_NAME, faults);
            text(|| of(&format!("the value of option {name:.40}")), value, MAX_TEXT, faults);
        }
    }
    if engine.files.len() > MAX_OPTIONS {
        too_many(of("files"), engine.files.len(), MAX_OPTIONS, faults);
    } else {
        for file in &engine.files {
            text(|| of("the name of a file"), &file.name, MAX_NAME, faults);
            text(|| of("the SHA-256 of a file"), &file.sha256, MAX_NAME, faults);
        }
    }
    largest(of("the memory in MiB"), engine.memory_mb.into(), MAX_MEMORY_MB.into(), faults);
    check_times(&engine.limits, &of, faults);
}

fn check_times(limits: &Limits, of: &impl Fn(&str) -> String, faults: &mut Vec<SettingsFault>) {
    let mut time = |what: &str, ms: u64| largest(of(what), ms, MAX_MS, faults);
    time("the time per move in milliseconds", limits.movetime_ms.unwrap_or(0));
    time("the time margin in milliseconds", limits.margin_ms);
    time("the timeout in milliseconds", limits.timeout_ms);
    for period in limits.time_control.iter().flat_map(TimeControl::periods) {
        time("the clock in milliseconds", period.time_ms);
        time("the increment in milliseconds", period.increment_ms);
    }
}

fn text(what: impl Fn() -> String, text: &str, most: usize, faults: &mut Vec<SettingsFault>) {
    let fault = if text.len() > most {
        TextFault::TooLong { found: text.len(), most }
    } else if let Some(control) = text.chars().find(|character| character.is_control()) {
        TextFault::Control(control)
    } else {
        return;
    };
    faults.push(SettingsFault::Text { what: what(), fault });
}

fn largest(what: String, found: u64, most: u64, faults: &mut Vec<SettingsFault>) {
    if found > most {
        faults.push(SettingsFault::TooLarge { what, found, most });
    }
}

fn too_many(what: String, found: usize, most: usize, faults: &mut Vec<SettingsFault>) {
    faults.push(SettingsFault::TooMany { what, found, most });
}
