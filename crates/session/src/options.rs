//! The options of the engine.

use tabia_engine::{Engine, Personality, Settings, Strength, Trait, TranspositionTable};
use tabia_uci::{EngineOption, OptionKind, SetOption};
use thiserror::Error;

/// The values of the options.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is an option of UCI.
pub(crate) struct Options {
    pub(crate) hash_megabytes: usize,
    pub(crate) threads: usize,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    multi_pv: usize,
    move_overhead_ms: u64,
    ponder: bool,
    analyse: bool,
    limit_strength: bool,
    elo: u32,
    skill: u32,
    seed: u64,
    personality: Personality,
    /// Whether results of searches are kept.
    pub(crate) learn: bool,
    /// Where they are kept; empty for nowhere.
    pub(crate) learn_file: String,
    /// The folders of the tablebases; empty for none.
    pub(crate) syzygy_path: String,
    table_depth: u32,
    table_limit: u32,
    table_rule50: bool,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            hash_megabytes: Engine::DEFAULT_HASH_MEGABYTES,
            threads: 1,
            chess960: false,
            show_wdl: false,
            multi_pv: settings.multi_pv,
            move_overhead_ms: settings.move_overhead_ms,
            ponder: false,
            analyse: false,
            limit_strength: false,
            elo: DEFAULT_ELO,
            skill: Strength::MAX_SKILL,
            seed: 0,
            personality: Personality::default(),
            learn: false,
            learn_file: String::new(),
            syzygy_path: String::new(),
            table_depth: settings.tb_probe_depth,
            table_limit: settings.tb_probe_limit,
            table_rule50: settings.tb_rule50,
        }
    }
}

/// What a change of an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Value,
    ClearHash,
    /// What was learned with the old value would mislead.
    Forget,
    /// The tablebases are somewhere else.
    Tables,
    /// What was learned is kept in another file.
    LearnFile,
    HashSize,
    Threads,
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

/// The options as `uci` announces them; with those that name files and those about tablebases, or without.
pub(crate) fn announced(files: bool, tables: bool, most_threads: usize) -> Vec<EngineOption> {
    let spin = |name: &str, default: i64, min: i64, max: i64| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::Spin { default, min, max },
    };
    let check =
        |name: &str, default| EngineOption { name: name.to_owned(), kind: OptionKind::Check { default } };
    let settings = Settings::default();
    let mut options = vec![
        spin(
            "Hash",
            Engine::DEFAULT_HASH_MEGABYTES as i64,
            TranspositionTable::MIN_MEGABYTES as i64,
            TranspositionTable::MAX_MEGABYTES as i64,
        ),
        EngineOption { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        spin("Threads", 1, 1, most_threads as i64),
        check("Ponder", false),
        spin("MultiPV", settings.multi_pv as i64, 1, Settings::MAX_MULTI_PV as i64),
        spin("Move Overhead", settings.move_overhead_ms as i64, 0, MAX_OVERHEAD_MS),
        check("UCI_Chess960", false),
        check("UCI_AnalyseMode", false),
        check("UCI_ShowWDL", false),
        check("UCI_LimitStrength", false),
        spin("UCI_Elo", DEFAULT_ELO.into(), Strength::MIN_ELO.into(), Strength::MAX_ELO.into()),
        spin("Skill Level", Strength::MAX_SKILL.into(), 0, Strength::MAX_SKILL.into()),
        spin("Skill Seed", 0, 0, MAX_SEED),
    ];
    let usual = Personality::default();
    options.extend(Trait::ALL.into_iter().map(|of| {
        let range = of.range();
        spin(of.name(), usual.get(of).into(), (*range.start()).into(), (*range.end()).into())
    }));
    options.push(check("Swindle", usual.swindle));
    options.push(check("Learn", false));
    #[cfg(feature = "tune")]
    options.extend(
        tabia_engine::TUNABLES
            .iter()
            .map(|number| spin(number.name, number.default.into(), number.min.into(), number.max.into())),
    );
    #[cfg(feature = "tune")]
    options.extend(tabia_engine::SWITCHES.iter().map(|&(name, is_on)| check(name, is_on)));
    let text = |name: &str| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::String { default: String::new() },
    };
    if files {
        options.push(text("LearnFile"));
    }
    if tables {
        options.push(text("SyzygyPath"));
        options.push(spin("SyzygyProbeDepth", settings.tb_probe_depth.into(), 1, MAX_TABLE_DEPTH));
        options.push(check("Syzygy50MoveRule", settings.tb_rule50));
        options.push(spin("SyzygyProbeLimit", settings.tb_probe_limit.into(), 0, MAX_TABLE_MEN));
    }
    options
}

const MAX_OVERHEAD_MS: i64 = 5_000;
const MAX_TABLE_DEPTH: i64 = 100;
const MAX_TABLE_MEN: i64 = 7;
const MAX_SEED: i64 = 2_147_483_647;
/// About that of a club player.
const DEFAULT_ELO: u32 = 1_600;

impl Options {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv,
            move_overhead_ms: self.move_overhead_ms,
            ponder: self.ponder,
            strength: self.strength(),
            // Analysis shows no liking for one side.
            personality: if self.analyse { self.personality.impartial() } else { self.personality },
            tb_probe_depth: self.table_depth,
            tb_probe_limit: self.table_limit,
            tb_rule50: self.table_rule50,
        }
    }

    /// The strength to play at. `UCI_LimitStrength` overrides `Skill Level`, as in Stockfish; analysis is always
    /// done at full strength.
    fn strength(&self) -> Option<Strength> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(Strength::from_elo(self.elo, self.seed))
        } else {
            Strength::from_skill(self.skill, self.seed)
        }
    }

    /// Sets an option; its name is compared without regard to case. `most_threads` is how many a search may use.
    pub(crate) fn set(&mut self, option: &SetOption, most_threads: usize) -> Result<Change, OptionRefused> {
        let before = self.settings();
        let value = option.value.as_deref().unwrap_or("");
        match option.name.to_ascii_lowercase().as_str() {
            "hash" => {
                let (min, max) = (TranspositionTable::MIN_MEGABYTES, TranspositionTable::MAX_MEGABYTES);
                self.hash_megabytes = spin("Hash", value, min as i64, max as i64)? as usize;
                return Ok(Change::HashSize);
            }
            "clear hash" => return Ok(Change::ClearHash),
            "threads" => {
                self.threads = spin("Threads", value, 1, most_threads as i64)? as usize;
                return Ok(Change::Threads);
            }
            "ponder" => self.ponder = check("Ponder", value)?,
            "multipv" => self.multi_pv = spin("MultiPV", value, 1, Settings::MAX_MULTI_PV as i64)? as usize,
            "move overhead" => {
                self.move_overhead_ms = spin("Move Overhead", value, 0, MAX_OVERHEAD_MS)? as u64;
            }
            "uci_chess960" => self.chess960 = check("UCI_Chess960", value)?,
            "uci_analysemode" => self.analyse = check("UCI_AnalyseMode", value)?,
            "uci_showwdl" => self.show_wdl = check("UCI_ShowWDL", value)?,
            "uci_limitstrength" => self.limit_strength = check("UCI_LimitStrength", value)?,
            "uci_elo" => {
                self.elo = spin("UCI_Elo", value, Strength::MIN_ELO.into(), Strength::MAX_ELO.into())? as u32;
            }
            "skill level" => {
                self.skill = spin("Skill Level", value, 0, Strength::MAX_SKILL.into())? as u32;
            }
            "skill seed" => self.seed = spin("Skill Seed", value, 0, MAX_SEED)? as u64,
            "swindle" => self.personality.swindle = check("Swindle", value)?,
            "learn" => self.learn = check("Learn", value)?,
            "learnfile" => {
                value.clone_into(&mut self.learn_file);
                return Ok(Change::LearnFile);
            }
            "syzygypath" => {
                value.clone_into(&mut self.syzygy_path);
                return Ok(Change::Tables);
            }
            "syzygyprobedepth" => {
                self.table_depth = spin("SyzygyProbeDepth", value, 1, MAX_TABLE_DEPTH)? as u32;
            }
            "syzygyprobelimit" => {
                self.table_limit = spin("SyzygyProbeLimit", value, 0, MAX_TABLE_MEN)? as u32;
            }
            "syzygy50moverule" => self.table_rule50 = check("Syzygy50MoveRule", value)?,
            name => match Trait::ALL.into_iter().find(|of| of.name().eq_ignore_ascii_case(name)) {
                Some(of) => {
                    let range = of.range();
                    let number = spin(of.name(), value, (*range.start()).into(), (*range.end()).into())?;
                    self.personality.set(of, number as i32);
                }
                #[cfg(feature = "tune")]
                None if set_tunable(name, value)? || set_switch(name, value)? => return Ok(Change::Forget),
                None => return Err(OptionRefused::Unknown(option.name.clone())),
            },
        }
        // Scores that were found with another judgement would mislead.
        let after = self.settings();
        let judges_anew = before.strength != after.strength
            || before.personality != after.personality
            || before.tb_rule50 != after.tb_rule50;
        Ok(if judges_anew { Change::Forget } else { Change::Value })
    }
}

/// Sets a number of the search; says whether there is one of this name.
#[cfg(feature = "tune")]
fn set_tunable(name: &str, value: &str) -> Result<bool, OptionRefused> {
    let Some(number) = tabia_engine::TUNABLES.iter().find(|number| number.name.eq_ignore_ascii_case(name))
    else {
        return Ok(false);
    };
    let value = spin(number.name, value, number.min.into(), number.max.into())?;
    Ok(tabia_engine::set_tunable(number.name, value as i32))
}

/// Turns a part of the search on or off; says whether there is one of this name.
#[cfg(feature = "tune")]
fn set_switch(name: &str, value: &str) -> Result<bool, OptionRefused> {
    let Some(&(name, _)) = tabia_engine::SWITCHES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
    else {
        return Ok(false);
    };
    Ok(tabia_engine::set_switch(name, check(name, value)?))
}

pub(crate) fn spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionRefused> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| OptionRefused::BadSpin {
        name,
        value: value.to_owned(),
        min,
        max,
    })
}

pub(crate) fn check(name: &'static str, value: &str) -> Result<bool, OptionRefused> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionRefused::BadCheck { name, value: value.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST_THREADS: usize = 4;

    fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<Change, OptionRefused> {
        options.set(&SetOption { name: name.to_owned(), value: value.map(str::to_owned) }, MOST_THREADS)
    }

    #[test]
    fn every_announced_option_takes_its_default_and_no_nonsense() {
        for option in announced(true, true, MOST_THREADS) {
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
                OptionKind::String { default } => {
                    assert_eq!(
                        set(&mut options, &name, Some(&default)).ok(),
                        Some(if name == "LEARNFILE" { Change::LearnFile } else { Change::Tables })
                    );
                }
                other @ OptionKind::Combo { .. } => panic!("{other:?}"),
            }
        }
        assert!(set(&mut Options::default(), "Colour", Some("red")).is_err());
    }
}
