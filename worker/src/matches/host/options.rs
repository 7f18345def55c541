//! What an engine says of itself, and the commands that set its options.

use tabia_uci::{EngineOption, Message, OptionKind};

/// The options that an engine announced in answer to `uci`.
#[derive(Debug, Default)]
pub(super) struct Announced {
    options: Vec<EngineOption>,
}

impl Announced {
    /// Takes a line of the answer; says whether it was the last, `uciok`.
    pub(super) fn take(&mut self, line: &str) -> bool {
        match Message::parse(line) {
            Ok(Some(Message::UciOk)) => return true,
            Ok(Some(Message::Option(option))) => self.options.push(option),
            _ => {}
        }
        false
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.kind(name).is_some()
    }

    fn kind(&self, name: &str) -> Option<&OptionKind> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)).map(|option| &option.kind)
    }

    /// The command that sets an option, and what is odd about it.
    pub(super) fn set(&self, name: &str, value: &str) -> (String, Option<String>) {
        let oddity = match self.kind(name) {
            None => Some(format!("it announces no option {name:?}")),
            Some(OptionKind::Spin { min, max, .. }) => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => None,
                _ => Some(format!("option {name}: {value:?} is not from {min} to {max}")),
            },
            Some(OptionKind::Check { .. }) if !matches!(value, "true" | "false") => {
                Some(format!("option {name}: {value:?} is neither true nor false"))
            }
            Some(OptionKind::Combo { vars, .. }) if !vars.iter().any(|var| var == value) => {
                Some(format!("option {name}: {value:?} is none of {vars:?}"))
            }
            Some(_) => None,
        };
        let command = if self.kind(name) == Some(&OptionKind::Button) {
            format!("setoption name {name}")
        } else {
            format!("setoption name {name} value {value}")
        };
        (command, oddity)
    }
}
