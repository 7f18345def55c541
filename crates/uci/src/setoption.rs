//! `setoption`: sets one option of the engine.

use std::fmt;

use thiserror::Error;

use crate::tokens::Tokens;

/// The parameters of `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// Option name, its words separated by single blanks; case-insensitive.
    pub name: String,
    /// Value, which may contain blanks; `None` for buttons. The empty string is sent as `<empty>`.
    pub value: Option<String>,
}

/// Error for a malformed `setoption`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOptionError {
    /// The word `name` is missing, or nothing follows it.
    #[error("setoption: name and the name of an option must follow")]
    NoName,
}

impl SetOption {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, SetOptionError> {
        if !tokens.any(|token| token == "name") {
            return Err(SetOptionError::NoName);
        }
        let mut name = Vec::new();
        let mut value = None;
        while let Some(token) = tokens.next() {
            if token == "value" {
                let text = tokens.rest();
                value = Some(if text == "<empty>" { String::new() } else { text.to_owned() });
                break;
            }
            name.push(token);
        }
        if name.is_empty() {
            return Err(SetOptionError::NoName);
        }
        Ok(Self { name: name.join(" "), value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        match self.value.as_deref() {
            None => Ok(()),
            Some("") => f.write_str(" value <empty>"),
            Some(value) => write!(f, " value {value}"),
        }
    }
}
