//! `option`: the options an engine announces.

use std::fmt;

use thiserror::Error;

use crate::tokens::{Tokens, saturating_integer};

/// One option of an engine, as announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Name, which may contain blanks; case-insensitive.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// Type of an option, with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Default value.
        default: bool,
    },
    /// An integer in a range.
    Spin {
        /// Default value.
        default: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: String,
        /// Allowed values.
        vars: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Free text. The empty string is written `<empty>`.
    String {
        /// Default value.
        default: String,
    },
}

/// Error in an `option` line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The name is missing.
    #[error("option: name must follow")]
    NoName,
    /// The type is missing or unknown.
    #[error("option {name}: type must be check, spin, combo, button or string, not {found:?}")]
    BadType {
        /// The option.
        name: String,
        /// The word found, empty if none.
        found: String,
    },
    /// A default, min or max that is missing or not an integer, or a default out of range.
    #[error("option {name}: {field} {value:?} is not an integer in range")]
    BadNumber {
        /// The option.
        name: String,
        /// `default`, `min` or `max`.
        field: &'static str,
        /// The word found, empty if none.
        value: String,
    },
    /// A check whose default is neither `true` nor `false`.
    #[error("option {name}: default must be true or false, not {value:?}")]
    BadCheck {
        /// The option.
        name: String,
        /// The word found, empty if none.
        value: String,
    },
}

/// Words between two keywords.
#[derive(Default)]
struct OptionFields {
    name: Vec<String>,
    kind: Vec<String>,
    default: Vec<String>,
    min: Vec<String>,
    max: Vec<String>,
    vars: Vec<Vec<String>>,
}

impl OptionFields {
    fn read(tokens: &mut Tokens<'_>) -> Self {
        enum Field {
            None,
            Name,
            Kind,
            Default,
            Min,
            Max,
            Var,
        }
        let mut fields = Self::default();
        let mut current = Field::None;
        for token in tokens {
            current = match token {
                "name" if fields.name.is_empty() => Field::Name,
                "type" if fields.kind.is_empty() && !fields.name.is_empty() => Field::Kind,
                "default" if !fields.kind.is_empty() && fields.default.is_empty() => Field::Default,
                "min" if !fields.kind.is_empty() => Field::Min,
                "max" if !fields.kind.is_empty() => Field::Max,
                "var" if !fields.kind.is_empty() => {
                    fields.vars.push(Vec::new());
                    Field::Var
                }
                word => {
                    match current {
                        Field::None => {}
                        Field::Name => fields.name.push(word.to_owned()),
                        Field::Kind => fields.kind.push(word.to_owned()),
                        Field::Default => fields.default.push(word.to_owned()),
                        Field::Min => fields.min.push(word.to_owned()),
                        Field::Max => fields.max.push(word.to_owned()),
                        Field::Var => {
                            if let Some(var) = fields.vars.last_mut() {
                                var.push(word.to_owned());
                            }
                        }
                    }
                    continue;
                }
            };
        }
        fields
    }
}

impl EngineOption {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, OptionError> {
        let fields = OptionFields::read(tokens);
        if fields.name.is_empty() {
            return Err(OptionError::NoName);
        }
        let name = fields.name.join(" ");
        let default = fields.default.join(" ");
        let integer = |field: &'static str, words: &[String]| {
            let value = words.join(" ");
            saturating_integer(&value).ok_or(OptionError::BadNumber { name: name.clone(), field, value })
        };
        let kind = match fields.kind.first().map_or("", String::as_str) {
            "check" => match default.as_str() {
                "true" => OptionKind::Check { default: true },
                "false" => OptionKind::Check { default: false },
                _ => return Err(OptionError::BadCheck { name, value: default }),
            },
            "spin" => {
                let min = integer("min", &fields.min)?;
                let max = integer("max", &fields.max)?;
                let value = integer("default", &fields.default)?;
                if !(min..=max).contains(&value) {
                    return Err(OptionError::BadNumber { name, field: "default", value: default });
                }
                OptionKind::Spin { default: value, min, max }
            }
            "combo" => {
                OptionKind::Combo { default, vars: fields.vars.iter().map(|var| var.join(" ")).collect() }
            }
            "button" => OptionKind::Button,
            "string" => {
                OptionKind::String { default: if default == "<empty>" { String::new() } else { default } }
            }
            found => return Err(OptionError::BadType { name, found: found.to_owned() }),
        };
        Ok(Self { name, kind })
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}
