//! Information about the available engines.

use std::rc::Rc;

use tabia_arena::BuildFile;
use tabia_arena::player::chess960_fault;
use tabia_uci::{EngineOption, OptionKind};

use super::check::EngineCheck;
use super::latency::Timing;
use crate::language::tr;

/// An engine that can play in a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineInfo {
    /// SHA-256 of the build in lower-case hex, which identifies it.
    pub sha256: String,
    /// Name of the engine.
    pub name: String,
    /// File size in bytes.
    pub size: u64,
    /// Kind of file, in a few words.
    pub kind: &'static str,
    /// Node count of its `bench`, if it has one.
    pub signature: Option<u64>,
    /// Measured lateness of its moves.
    pub timing: Timing,
    /// Result of its last check.
    pub check: Option<EngineCheck>,
    /// Whether it is an engine build rather than a foreign engine.
    pub is_build: bool,
    /// Whether it is bundled with the app.
    pub is_builtin: bool,
    /// Whether the app has a multi-threaded version of this build that the page can run.
    pub can_have_threads: bool,
    /// UCI options.
    pub options: Vec<EngineOption>,
    /// Files of the build.
    pub files: Vec<BuildFile>,
}

impl EngineInfo {
    /// Returns the first digits of the hash, enough to tell builds apart.
    pub fn short_hash(&self) -> &str {
        self.sha256.get(..8).unwrap_or(&self.sha256)
    }
}

/// Returns the default value of an option; `None` for buttons.
pub fn default_of(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check { default } => Some(default.to_string()),
        OptionKind::Spin { default, .. } => Some(default.to_string()),
        OptionKind::Combo { default, .. } | OptionKind::String { default } => Some(default.clone()),
        OptionKind::Button => None,
    }
}

/// Returns what is wrong with an option value; `None` if it is valid.
pub fn fault_of(kind: &OptionKind, value: &str) -> Option<String> {
    match kind {
        OptionKind::Spin { min, max, .. } => {
            let fits = value.trim().parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number));
            (!fits).then(|| tr!("Enter a whole number from {least} to {most}.", least = min, most = max))
        }
        OptionKind::Combo { vars, .. } => (!vars.iter().any(|var| var.eq_ignore_ascii_case(value)))
            .then(|| tr!("One of {values}.", values = vars.join(", "))),
        OptionKind::Check { .. } => {
            (!matches!(value, "true" | "false")).then(|| tr!("Enter true or false.").to_owned())
        }
        OptionKind::String { .. } => {
            value.contains(['\n', '\r']).then(|| tr!("Enter a single line.").to_owned())
        }
        OptionKind::Button => None,
    }
}

/// Returns the names of invalid options in the form with their faults; `engine` is the engine's information. Includes options that the
/// build doesn't have (any more), which it would ignore silently.
pub fn option_faults(engine: &EngineInfo, options: &[(String, String)]) -> Vec<(String, String)> {
    let fault = |(name, value): &(String, String)| {
        let known = engine.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let text = match known {
            Some(option) => fault_of(&option.kind, value)?,
            None => tr!("This build does not have this option.").to_owned(),
        };
        Some((name.clone(), text))
    };
    options.iter().filter_map(fault).collect()
}

/// Returns a sentence for each engine, given by name and build, that doesn't support Chess960 although the openings need it.
pub fn chess960_faults<'a>(
    engines: impl IntoIterator<Item = (&'a str, &'a str)>,
    known: &[Rc<EngineInfo>],
    openings_need_it: bool,
) -> Vec<String> {
    let fault = |(name, build): (&str, &str)| {
        let info = known.iter().find(|info| info.sha256 == build)?;
        let text = chess960_fault(&info.options, openings_need_it)?;
        Some(format!("{name} {text}."))
    };
    engines.into_iter().filter_map(fault).collect()
}

/// Returns the largest `Threads` option among several engines.
pub fn most_threads<'a>(options: impl IntoIterator<Item = &'a [(String, String)]>) -> usize {
    let given = options.into_iter().flatten().filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
    given.filter_map(|(_, value)| value.trim().parse().ok()).max().unwrap_or(1).max(1)
}

/// Returns the default number of concurrent games for this many processors and threads per engine; one processor is left free.
pub fn usual_workers(processors: usize, threads: usize) -> usize {
    (processors.saturating_sub(1) / threads.max(1)).max(1)
}

/// Options that users shouldn't set in a match, because the referee sets them.
pub fn is_referees(name: &str) -> bool {
    ["UCI_Chess960", "Ponder", "MultiPV", "UCI_AnalyseMode"]
        .iter()
        .any(|other| other.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_what_the_engine_announced() {
        let spin = OptionKind::Spin { default: 16, min: 1, max: 64 };
        assert_eq!(default_of(&spin).as_deref(), Some("16"));
        assert_eq!(fault_of(&spin, "64"), None);
        assert!(fault_of(&spin, "65").is_some() && fault_of(&spin, "x").is_some());
        let combo = OptionKind::Combo { default: "a".into(), vars: vec!["a".into(), "b".into()] };
        assert_eq!(fault_of(&combo, "B"), None);
        assert!(fault_of(&combo, "c").is_some());
        let info = EngineInfo {
            sha256: String::new(),
            name: "x".into(),
            size: 0,
            kind: "engine build",
            signature: None,
            timing: Timing::Unknown,
            check: None,
            is_build: true,
            is_builtin: false,
            can_have_threads: false,
            options: vec![EngineOption { name: "Hash".into(), kind: spin }],
            files: Vec::new(),
        };
        let given = [("hash", "65"), ("Hash", "64"), ("Style", "wild")];
        let faults = option_faults(&info, &given.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(faults.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["hash", "Style"]);
        assert!(is_referees("uci_chess960") && !is_referees("Hash"));
    }

    #[test]
    fn engines_without_chess960_are_named_where_openings_need_it() {
        let info = |sha256: &str, options: &[&str]| {
            let kind = OptionKind::Check { default: false };
            let options =
                options.iter().map(|&name| EngineOption { name: name.to_owned(), kind: kind.clone() });
            Rc::new(EngineInfo {
                sha256: sha256.to_owned(),
                name: sha256.to_owned(),
                size: 0,
                kind: "engine build",
                signature: None,
                timing: Timing::Unknown,
                check: None,
                is_build: true,
                is_builtin: false,
                can_have_threads: false,
                options: options.collect(),
                files: Vec::new(),
            })
        };
        let known = [info("a", &["uci_chess960"]), info("b", &["Ponder"])];
        let engines = [("A", "a"), ("B", "b"), ("B 2", "b"), ("C", "not here")];
        let faults = chess960_faults(engines, &known, true);
        assert!(faults.len() == 2 && faults[0].starts_with("B has no option UCI_Chess960"), "{faults:?}");
        assert!(faults[1].starts_with("B 2 has no"), "{faults:?}");
        assert_eq!(chess960_faults(engines, &known, false), [""; 0]);
    }

    #[test]
    fn threads_are_those_of_the_engine_that_has_most() {
        let options = |given: &[(&str, &str)]| -> Vec<(String, String)> {
            given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
        };
        let most = |engines: &[Vec<(String, String)>]| most_threads(engines.iter().map(Vec::as_slice));
        assert_eq!(most(&[]), 1);
        assert_eq!(most(&[options(&[("Hash", "64")]), options(&[("threads", "4"), ("Hash", "8")])]), 4);
        assert_eq!(most(&[options(&[("Threads", "2")]), options(&[("Threads", "three")])]), 2);
        assert_eq!(most(&[options(&[("Threads", "0")])]), 1);
        let usual = |processors, threads| usual_workers(processors, threads);
        assert_eq!((usual(1, 1), usual(2, 2), usual(8, 1), usual(8, 3), usual(8, 0)), (1, 1, 7, 2, 7));
    }
}
