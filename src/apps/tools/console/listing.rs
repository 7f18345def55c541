//! Names of engines, directions and errors, and a handle to the displayed lines.

use std::cell::RefCell;
use std::rc::Rc;

use super::lines::ShownLines;
use crate::apps::tools::strings;
use crate::services::uci_log::ring::Direction;
use crate::services::uci_log::{LoggedEngine, SendError, Sent};

/// Displayed lines, for the export.
#[derive(Clone)]
pub struct SharedLines(Rc<RefCell<ShownLines>>);

impl PartialEq for SharedLines {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl SharedLines {
    /// Creates a handle.
    pub fn new(shown: Rc<RefCell<ShownLines>>) -> Self {
        Self(shown)
    }

    /// Returns the line numbers.
    pub fn numbers(&self) -> Vec<u64> {
        self.0.borrow().numbers().collect()
    }
}

/// Returns the arrow, label and CSS class of a direction.
pub fn arrow(direction: Direction) -> (&'static str, &'static str, &'static str) {
    match direction {
        Direction::Sent => ("→", strings::sent(), "sent"),
        Direction::Received => ("←", strings::received(), "received"),
        Direction::Remark => ("·", strings::remark(), "remark"),
    }
}

/// Returns the display name of an engine: its purpose and its own name.
pub fn engine_name(listed: &LoggedEngine) -> String {
    let name =
        if listed.name.is_empty() { strings::engine_number(listed.number) } else { listed.name.to_string() };
    format!("{}: {name}", listed.purpose)
}

/// Describes the outcome of a command in a sentence.
pub fn said(result: Result<Sent, SendError>) -> String {
    match result {
        Ok(Sent::Now) => String::new(),
        Ok(Sent::Waiting) => strings::command_waits().to_owned(),
        Err(refusal) => strings::not_sent(&refusal.to_string()),
    }
}
