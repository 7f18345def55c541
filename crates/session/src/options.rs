//! The values of the UCI options.

use tabia_engine::{Engine, Personality, Settings, Strength};

use crate::book_options::BookOptions;

/// The value of `EvalFile` that means the net which is part of the program.
pub const BUILT_IN_NET: &str = "<built-in>";
/// The value of `EvalFile` at the start.
const DEFAULT_EVAL_FILE: &str = if cfg!(feature = "net-by-default") { BUILT_IN_NET } else { "" };

/// Roughly a club player.
const DEFAULT_ELO: i64 = 1_600;

/// The values of the options. Numbers are `i64`, as UCI has them; the option table keeps them in range.
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
    /// The file for learned positions; empty for none.
    pub(crate) learn_file: String,
    /// The file to which everything received and printed is written; empty for none.
    pub(crate) debug_log_file: String,
    /// The file of the net, or [`BUILT_IN_NET`]; empty for none.
    pub(crate) eval_file: String,
    /// The tablebase folders; empty for none.
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
    /// The engine's settings.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv as usize,
            move_overhead_ms: self.move_overhead_ms as u64,
            ponder: self.ponder,
            strength: self.strength(),
            analysis: self.analyse,
            // Analysis prefers neither side.
            personality: if self.analyse { self.personality.impartial() } else { self.personality },
            tb_probe_depth: self.tb_probe_depth as u32,
            tb_probe_limit: self.tb_probe_limit as u32,
            tb_rule50: self.tb_rule50,
        }
    }

    /// The strength to play at. `UCI_LimitStrength` overrides `Skill Level`, as in Stockfish; analysis is
    /// always done at full strength.
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

    /// The size of the hash table in megabytes.
    pub(crate) fn hash_megabytes(&self) -> usize {
        self.hash_megabytes as usize
    }

    /// Notes the size that the hash table really has, where memory was too short for the one asked for.
    pub(crate) fn set_hash_megabytes(&mut self, megabytes: usize) {
        self.hash_megabytes = megabytes as i64;
    }

    /// Threads per search.
    pub(crate) fn threads(&self) -> usize {
        self.threads as usize
    }
}
