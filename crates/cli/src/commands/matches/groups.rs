//! Arguments as options with their values.

use super::MatchError;

/// An option with its values.
pub(super) struct Group<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<&'a str>,
}

impl Group<'_> {
    pub(super) fn fault(&self, fault: impl Into<String>) -> MatchError {
        MatchError::Option { option: format!("-{}", self.name), fault: fault.into() }
    }

    /// The only value, as a number of at least `least`.
    pub(super) fn count(&self, least: usize) -> Result<usize, MatchError> {
        let fault = || self.fault(format!("a whole number of at least {least} must follow"));
        match self.values[..] {
            [value] => value.parse().ok().filter(|&number| number >= least).ok_or_else(fault),
            _ => Err(fault()),
        }
    }

    /// The values as text.
    pub(super) fn text(&self) -> Result<String, MatchError> {
        if self.values.is_empty() {
            Err(self.fault("a value must follow"))
        } else {
            Ok(self.values.join(" "))
        }
    }

    pub(super) fn no_values(&self) -> Result<(), MatchError> {
        self.values.first().map_or(Ok(()), |value| Err(self.fault(format!("takes no value, not {value:?}"))))
    }

    /// The values as `key=value`; bare values take the names given, in order.
    pub(super) fn pairs<'a>(&'a self, names: &[&'a str]) -> Result<Vec<(&'a str, &'a str)>, MatchError> {
        let mut bare = names.iter();
        let named = |value: &&'a str| match value.split_once('=') {
            Some(pair) => Ok(pair),
            None => bare
                .next()
                .map(|name| (*name, *value))
                .ok_or_else(|| self.fault(format!("{value:?} is not of the form key=value"))),
        };
        self.values.iter().map(named).collect()
    }

    pub(super) fn number<T: std::str::FromStr>(&self, key: &str, value: &str) -> Result<T, MatchError> {
        value.parse().map_err(|_| self.fault(format!("{key}={value} is not a number in range")))
    }

    pub(super) fn flag(&self, key: &str, value: &str) -> Result<bool, MatchError> {
        match value {
            "true" | "y" | "yes" | "on" | "1" | "twosided" => Ok(true),
            "false" | "n" | "no" | "off" | "0" => Ok(false),
            _ => Err(self.fault(format!("{key}={value} is neither true nor false"))),
        }
    }

    pub(super) fn unknown(&self, key: &str) -> MatchError {
        self.fault(format!("there is no {key:?} here"))
    }
}

/// Splits arguments into options and their values. A value may begin with a hyphen if it is a number.
pub(super) fn groups(arguments: &[String]) -> Result<Vec<Group<'_>>, MatchError> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for argument in arguments {
        let name = argument.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        match (name, groups.last_mut()) {
            (Some(name), _) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                // --seed=7 is --seed 7
                let (name, value) =
                    name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                groups.push(Group { name, values: value.into_iter().collect() });
            }
            (_, Some(group)) => group.values.push(argument),
            (_, None) => {
                let fault = "an option such as -engine is expected here".to_owned();
                return Err(MatchError::Option { option: format!("{argument:?}"), fault });
            }
        }
    }
    Ok(groups)
}
