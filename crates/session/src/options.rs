//! The options of the engine.

use tabia_engine::{Engine, Settings, TranspositionTable};
use tabia_uci::{EngineOption, OptionKind, SetOption};
use thiserror::Error;

/// The values of the options.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash_megabytes: usize,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    multi_pv: usize,
    move_overhead_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            hash_megabytes: Engine::DEFAULT_HASH_MEGABYTES,
            chess960: false,
            show_wdl: false,
            multi_pv: settings.multi_pv,
            move_overhead_ms: settings.move_overhead_ms,
        }
    }
}

/// What a change of an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Value,
    ClearHash,
    HashSize,
}

/// Why an option was not set. It keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum OptionRefused {
    #[error("setoption: there is no option {0:?}")]
    Unknown(String),
    #[error("setoption {name}: {value:?} is not an integer from {min} to {max}")]
    BadSpin { name: &'static str, value: String, min: i64, max: i64 },
    #[error("setoption {name}: {value:?} is neither true nor false")]
    BadCheck { name: &'static str, value: String },
}

/// The options as `uci` announces them.
pub(crate) fn announced() -> Vec<EngineOption> {
    let spin = |name: &str, default: i64, min: i64, max: i64| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::Spin { default, min, max },
    };
    let check =
        |name: &str| EngineOption { name: name.to_owned(), kind: OptionKind::Check { default: false } };
    let settings = Settings::default();
    vec![
        spin(
            "Hash",
            Engine::DEFAULT_HASH_MEGABYTES as i64,
            TranspositionTable::MIN_MEGABYTES as i64,
            TranspositionTable::MAX_MEGABYTES as i64,
        ),
        EngineOption { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        spin("Threads", 1, 1, 1),
        check("Ponder"),
        spin("MultiPV", settings.multi_pv as i64, 1, Settings::MAX_MULTI_PV as i64),
        spin("Move Overhead", settings.move_overhead_ms as i64, 0, MAX_OVERHEAD_MS),
        check("UCI_Chess960"),
        check("UCI_AnalyseMode"),
        check("UCI_ShowWDL"),
    ]
}

const MAX_OVERHEAD_MS: i64 = 5_000;

impl Options {
    pub(crate) fn settings(&self) -> Settings {
        Settings { multi_pv: self.multi_pv, move_overhead_ms: self.move_overhead_ms }
    }

    /// Sets an option; its name is compared without regard to case.
    pub(crate) fn set(&mut self, option: &SetOption) -> Result<Change, OptionRefused> {
        let value = option.value.as_deref().unwrap_or("");
        match option.name.to_ascii_lowercase().as_str() {
            "hash" => {
                let (min, max) = (TranspositionTable::MIN_MEGABYTES, TranspositionTable::MAX_MEGABYTES);
                self.hash_megabytes = spin("Hash", value, min as i64, max as i64)? as usize;
                return Ok(Change::HashSize);
            }
            "clear hash" => return Ok(Change::ClearHash),
            "threads" => {
                spin("Threads", value, 1, 1)?;
            }
            // Whether pondering is on is the GUI's affair; the time plan does not depend on it.
            "ponder" => {
                check("Ponder", value)?;
            }
            "multipv" => self.multi_pv = spin("MultiPV", value, 1, Settings::MAX_MULTI_PV as i64)? as usize,
            "move overhead" => {
                self.move_overhead_ms = spin("Move Overhead", value, 0, MAX_OVERHEAD_MS)? as u64;
            }
            "uci_chess960" => self.chess960 = check("UCI_Chess960", value)?,
            // Analysis and play are searched alike.
            "uci_analysemode" => {
                check("UCI_AnalyseMode", value)?;
            }
            "uci_showwdl" => self.show_wdl = check("UCI_ShowWDL", value)?,
            _ => return Err(OptionRefused::Unknown(option.name.clone())),
        }
        Ok(Change::Value)
    }
}

fn spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionRefused> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| OptionRefused::BadSpin {
        name,
        value: value.to_owned(),
        min,
        max,
    })
}

fn check(name: &'static str, value: &str) -> Result<bool, OptionRefused> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionRefused::BadCheck { name, value: value.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<Change, OptionRefused> {
        options.set(&SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
    }

    #[test]
    fn every_announced_option_takes_its_default_and_no_nonsense() {
        for option in announced() {
            let mut options = Options::default();
            let name = option.name.to_uppercase();
            match option.kind {
                OptionKind::Button => assert_eq!(set(&mut options, &name, None), Ok(Change::ClearHash)),
                OptionKind::Spin { default, min, max } => {
                    for good in [default, min, max] {
                        assert!(set(&mut options, &name, Some(&good.to_string())).is_ok(), "{name} {good}");
                    }
                    for bad in [(min - 1).to_string(), (max + 1).to_string(), "x".to_owned(), String::new()] {
                        assert!(set(&mut options, &name, Some(&bad)).is_err(), "{name} {bad}");
                    }
                }
                OptionKind::Check { default } => {
                    assert!(set(&mut options, &name, Some(&default.to_string())).is_ok());
                    assert!(set(&mut options, &name, Some("maybe")).is_err());
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(set(&mut Options::default(), "Colour", Some("red")).is_err());
    }
}
