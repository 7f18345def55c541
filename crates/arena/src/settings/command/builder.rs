//! Builder for command lines and the notes on them.

use super::CommandLine;
use crate::openings::Order;
use crate::settings::EngineSettings;

/// Collects the arguments.
pub(super) struct Builder {
    words: Vec<String>,
    notes: Vec<String>,
}

impl Builder {
    pub(super) fn new(program: &str) -> Self {
        Self { words: vec![program.to_owned()], notes: Vec::new() }
    }

    /// Adds an option with its values, on a new line.
    pub(super) fn option(&mut self, name: &str, values: &[String]) {
        self.words.push(format!("\\\n  {name}"));
        self.words.extend(values.iter().map(|value| quoted(value)));
    }

    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a note unless it exists already.
    pub(super) fn note_once(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn finish(self) -> CommandLine {
        CommandLine { line: self.words.join(" "), notes: self.notes }
    }
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

pub(super) fn options(engine: &EngineSettings) -> impl Iterator<Item = String> + '_ {
    engine.options.iter().map(|(name, value)| format!("option.{name}={value}"))
}

pub(super) fn pair((name, value): (&str, impl ToString)) -> String {
    format!("{name}={}", value.to_string())
}

pub(super) fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

pub(super) fn order(order: Order) -> &'static str {
    match order {
        Order::Sequential => "sequential",
        Order::Random => "random",
    }
}
