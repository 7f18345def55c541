//! UCI options: checking them against what an engine announced, and the order in which they are set.

use tabia_uci::{EngineOption, OptionKind, SetOption};
use thiserror::Error;

/// A mismatch between an option and what the engine announced. The option is sent anyway: engines accept more
/// than they announce.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionFault {
    /// The engine did not announce it.
    #[error("it has no option {name:?}")]
    Unknown {
        /// The option's name.
        name: String,
    },
    /// A spin value that is not a number in range.
    #[error("option {name}: {value:?} is not from {min} to {max}")]
    Range {
        /// The option's name.
        name: String,
        /// The value.
        value: String,
        /// The announced minimum.
        min: i64,
        /// The announced maximum.
        max: i64,
    },
    /// A check value that is neither true nor false.
    #[error("option {name}: {value:?} is neither true nor false")]
    Check {
        /// The option's name.
        name: String,
        /// The value.
        value: String,
    },
    /// A combo value that is not among the announced ones.
    #[error("option {name}: {value:?} is not one of {vars:?}")]
    Combo {
        /// The option's name.
        name: String,
        /// The value.
        value: String,
        /// The announced values.
        vars: Vec<String>,
    },
}

/// Finds an announced option. Names are case-insensitive, as in UCI.
pub(super) fn find<'a>(announced: &'a [EngineOption], name: &str) -> Option<&'a OptionKind> {
    announced.iter().find(|option| option.name.eq_ignore_ascii_case(name)).map(|option| &option.kind)
}

/// Returns the warning to show before a match if openings need Chess960 and the engine does not announce
/// `UCI_Chess960`. The text follows the engine's name.
pub fn chess960_fault(announced: &[EngineOption], openings_need_it: bool) -> Option<&'static str> {
    (openings_need_it && find(announced, "UCI_Chess960").is_none()).then_some(
        "has no option UCI_Chess960, but the openings include Chess960 positions: it may lose games by illegal castling",
    )
}

/// Checks an option against what the engine announced; `None` if it matches.
pub fn option_fault(announced: &[EngineOption], name: &str, value: &str) -> Option<OptionFault> {
    let name = name.to_owned();
    let Some(kind) = find(announced, &name) else { return Some(OptionFault::Unknown { name }) };
    let value = value.to_owned();
    match kind {
        OptionKind::Spin { min, max, .. } => {
            let is_in_range = value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number));
            (!is_in_range).then_some(OptionFault::Range { name, value, min: *min, max: *max })
        }
        OptionKind::Check { .. } if !matches!(value.as_str(), "true" | "false") => {
            Some(OptionFault::Check { name, value })
        }
        OptionKind::Combo { vars, .. } if !vars.contains(&value) => {
            Some(OptionFault::Combo { name, value, vars: vars.clone() })
        }
        _ => None,
    }
}

/// Returns the `setoption` commands, `Threads` first: engines divide their hash table among their threads,
/// and fastchess does the same. The others keep their order.
pub(super) fn commands(announced: &[EngineOption], options: &[(String, String)]) -> Vec<SetOption> {
    let is_threads = |name: &str| name.eq_ignore_ascii_case("Threads");
    let (first, rest): (Vec<_>, Vec<_>) = options.iter().partition(|(name, _)| is_threads(name));
    let command = |(name, value): &(String, String)| SetOption {
        name: name.clone(),
        value: (find(announced, name) != Some(&OptionKind::Button)).then(|| value.clone()),
    };
    first.into_iter().chain(rest).map(command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_uci::Message;

    fn announced() -> Vec<EngineOption> {
        let lines = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Threads type spin default 1 min 1 max 8",
            "option name UCI_Chess960 type check default false",
            "option name Style type combo default Solid var Solid var Wild Horse",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
        ];
        let option = |line: &str| match Message::parse(line) {
            Ok(Some(Message::Option(option))) => option,
            other => panic!("{line}: {other:?}"),
        };
        lines.into_iter().map(option).collect()
    }

    #[test]
    fn values_are_judged_by_what_was_announced() {
        for (name, value, expected) in [
            ("hash", "1024", ""),
            ("Hash", "1025", "option Hash: \"1025\" is not from 1 to 1024"),
            ("Hash", "much", "option Hash: \"much\" is not from 1 to 1024"),
            ("UCI_Chess960", "true", ""),
            ("UCI_Chess960", "yes", "option UCI_Chess960: \"yes\" is neither true nor false"),
            ("Style", "Wild Horse", ""),
            ("Style", "Wild", "option Style: \"Wild\" is not one of [\"Solid\", \"Wild Horse\"]"),
            ("Clear Hash", "", ""),
            ("SyzygyPath", "/anywhere", ""),
            ("Colour", "red", "it has no option \"Colour\""),
        ] {
            let fault = option_fault(&announced(), name, value);
            assert_eq!(fault.map_or(String::new(), |fault| fault.to_string()), expected, "{name}={value}");
        }
    }

    #[test]
    fn threads_come_first_and_the_rest_in_its_order() {
        let options =
            [("SyzygyPath", ""), ("Hash", "64"), ("Threads", "2"), ("Clear Hash", "x"), ("New", "1")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let commands: Vec<String> =
            commands(&announced(), &options).iter().map(ToString::to_string).collect();
        assert_eq!(
            commands,
            [
                "setoption name Threads value 2",
                "setoption name SyzygyPath value <empty>",
                "setoption name Hash value 64",
                "setoption name Clear Hash",
                "setoption name New value 1",
            ]
        );
    }
}
