//! Converts command lines in c-chess-cli's syntax to a form that clap understands.
//!
//! In that syntax an option has one hyphen and any number of values, as in `-engine cmd=a name=b`, which clap cannot express. Each
//! option is joined with its values into one argument, `--engine=cmd=a␟name=b`; clap parses the options and [`super::values`] the
//! values.

use super::error::MatchError;

/// Separator between the values of an option: ASCII's unit separator, which no command line contains.
pub(super) const SEPARATOR: char = '\u{1f}';

/// An option with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionWords {
    /// Name without hyphens.
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

impl OptionWords {
    pub(super) fn new<V: Into<String>>(name: &str, values: impl IntoIterator<Item = V>) -> Self {
        Self { name: name.to_owned(), values: values.into_iter().map(Into::into).collect() }
    }

    /// Joins the option and its values into one argument for clap.
    pub(super) fn joined(&self) -> String {
        let name = &self.name;
        if self.values.is_empty() {
            return format!("--{name}");
        }
        format!("--{name}={}", self.values.join(&SEPARATOR.to_string()))
    }
}

/// Splits a command line into options. A value may begin with a hyphen if no letter follows it: `-draw 8 -10`.
///
/// # Errors
/// If the first argument is not an option.
pub(super) fn split(arguments: &[String]) -> Result<Vec<OptionWords>, MatchError> {
    let mut options: Vec<OptionWords> = Vec::new();
    for argument in arguments {
        let name = argument.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        match (name, options.last_mut()) {
            (Some(name), _) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let (name, value) =
                    name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                options.push(OptionWords::new(name, value));
            }
            (_, Some(option)) => option.values.push(argument.clone()),
            (_, None) => {
                let fault = "an option such as -engine is expected here".to_owned();
                return Err(MatchError::Option { option: format!("{argument:?}"), fault });
            }
        }
    }
    Ok(options)
}
