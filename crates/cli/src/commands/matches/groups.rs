//! c-chess-cli's command lines in the form that clap reads.
//!
//! There an option has one hyphen and any number of values, as in `-engine cmd=a name=b`, which clap cannot express. Each option is
//! joined with its values to one argument, `--engine=cmd=a␟name=b`; clap reads the options and [`super::values`] the values.

use super::error::MatchError;

/// Stands between the values of an option: ASCII's unit separator, which no command line contains.
pub(super) const SEPARATOR: char = '\u{1f}';

/// Joins every option with its values. A value may begin with a hyphen if no letter follows it: `-draw 8 -10`.
///
/// # Errors
/// If the first argument is no option.
pub(super) fn joined(arguments: &[String]) -> Result<Vec<String>, MatchError> {
    let mut options: Vec<String> = Vec::new();
    for argument in arguments {
        let name = argument.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        match (name, options.last_mut()) {
            (Some(name), _) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                options.push(format!("--{name}"));
            }
            (_, Some(option)) => {
                option.push(if option.contains('=') { SEPARATOR } else { '=' });
                option.push_str(argument);
            }
            (_, None) => {
                let fault = "an option such as -engine is expected here".to_owned();
                return Err(MatchError::Option { option: format!("{argument:?}"), fault });
            }
        }
    }
    Ok(options)
}
