//! Values of the UCI options.

use tabia_engine::{Engine, Personality, Settings, Strength};

use crate::book_options::BookOptions;

/// Value of `EvalFile` for the built-in net.
pub const BUILT_IN_NET: &str = "<built-in>";
/// Initial value of `EvalFile`.
const DEFAULT_EVAL_FILE: &str = if cfg!(feature = "net-by-default") { BUILT_IN_NET } else { "" };

/// Roughly a club player.
const DEFAULT_ELO: i64 = 1_600;

/// Values of the UCI options. Numbers are `i64`, as in UCI; the option table keeps them in range.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a UCI option.
pub(crate) struct Options {
    pub(crate) hash_megabytes: i64,
    pub(crate) threads: i64,
    pub(crate) ponder: bool,
    pub(crate) multi_pv: i64,
    pub(crate) move_overhead_ms: i64,
    pub(crate) chess960: bool,
    pub(crate) analyse: bool,
    pub(crate) show_wdl: bool,
    pub(crate) limit_strength: bool,
    pub(crate) elo: i64,
    pub(crate) skill: i64,
    pub(crate) skill_seed: i64,
    pub(crate) personality: Personality,
    /// Whether search results are learned.
    pub(crate) learn: bool,
    /// Learn file; empty for none.
    pub(crate) learn_file: String,
    /// Log file for everything received and printed; empty for none.
    pub(crate) debug_log_file: String,
    /// Net file, or [`BUILT_IN_NET`]; empty for none.
    pub(crate) eval_file: String,
    /// Tablebase folders; empty for none.
    pub(crate) syzygy_path: String,
    pub(crate) tb_probe_depth: i64,
    pub(crate) tb_rule50: bool,
    pub(crate) tb_probe_limit: i64,
    pub(crate) book: BookOptions,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            hash_megabytes: Engine::DEFAULT_HASH_MEGABYTES as i64,
            threads: 1,
            ponder: false,
            multi_pv: settings.multi_pv as i64,
            move_overhead_ms: settings.move_overhead_ms as i64,
            chess960: false,
            analyse: false,
            show_wdl: false,
            limit_strength: false,
            elo: DEFAULT_ELO,
            skill: Strength::MAX_SKILL.into(),
            skill_seed: 0,
            personality: Personality::default(),
            learn: false,
            learn_file: String::new(),
            debug_log_file: String::new(),
            eval_file: DEFAULT_EVAL_FILE.to_owned(),
            syzygy_path: String::new(),
            tb_probe_depth: settings.tb_probe_depth.into(),
            tb_rule50: settings.tb_rule50,
            tb_probe_limit: settings.tb_probe_limit.into(),
            book: BookOptions::default(),
        }
    }
}

impl Options {
    /// Returns the engine's settings.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv as usize,
            move_overhead_ms: self.move_overhead_ms as u64,
            ponder: self.ponder,
            strength: self.strength(),
            analysis: self.analyse,
            // Analysis favours neither side.
            personality: if self.analyse { self.personality.impartial() } else { self.personality },
            tb_probe_depth: self.tb_probe_depth as u32,
            tb_probe_limit: self.tb_probe_limit as u32,
            tb_rule50: self.tb_rule50,
        }
    }

    /// Returns the strength to play at. `UCI_LimitStrength` overrides `Skill Level`, as in Stockfish;
    /// analysis always uses full strength.
    fn strength(&self) -> Option<Strength> {
        let seed = self.skill_seed as u64;
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(Strength::from_elo(self.elo as u32, seed))
        } else {
            Strength::from_skill(self.skill as u32, seed)
        }
    }

    /// Returns the hash table size in megabytes.
    pub(crate) fn hash_megabytes(&self) -> usize {
        self.hash_megabytes as usize
    }

    /// Records the actual hash table size, when there was too little memory for the requested one.
    pub(crate) fn set_hash_megabytes(&mut self, megabytes: usize) {
        self.hash_megabytes = megabytes as i64;
    }

    /// Returns the number of threads per search.
    pub(crate) fn threads(&self) -> usize {
        self.threads as usize
    }
}
