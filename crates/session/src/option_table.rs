//! Table of the UCI options, used to announce, look up and set them. `docs/uci.md` describes them, and a test
//! compares that page with the table.

#[cfg(test)]
mod tests;

use tabia_engine::{Settings, Strength, Trait, TranspositionTable};
use tabia_uci::{EngineOption, OptionKind};
use thiserror::Error;

use crate::book_options::BookOptions;
use crate::opening_book::BookSelection;
use crate::options::Options;

const MAX_MOVE_OVERHEAD_MS: i64 = 5_000;
const MAX_PROBE_DEPTH: i64 = 100;
const MAX_PROBE_PIECES: i64 = 7;
const MAX_SKILL_SEED: i64 = i32::MAX as i64;

/// Features of a host; some options depend on them.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a kind of file.
pub(crate) struct HostFeatures {
    pub(crate) max_threads: usize,
    pub(crate) text_files: bool,
    pub(crate) nets: bool,
    pub(crate) tablebases: bool,
    pub(crate) book: bool,
}

/// What the session must do after an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing beyond the engine's new settings.
    None,
    /// Clear the engine's state: `Clear Hash`, or scores in the hash table that are no longer valid.
    ClearHash,
    /// Resize the hash table.
    HashSize,
    /// Change the number of threads.
    Threads,
    /// Start or stop logging.
    DebugLogFile,
    /// Read the learned positions.
    LearnFile,
    /// Read the net.
    EvalFile,
    /// Open the tablebases.
    SyzygyPath,
    /// Open the book.
    BookFile,
    /// Open the book's learn file.
    BookLearnFile,
    /// Switch the book's kinds of learning.
    BookLearning,
}

/// Why an option was not set. Its value is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum OptionError {
    #[error("setoption: unknown option {0:?}")]
    Unknown(String),
    #[error("setoption {name}: {value:?} is not an integer from {min} to {max}")]
    BadSpin { name: &'static str, value: String, min: i64, max: i64 },
    #[error("setoption {name}: {value:?} is not true or false")]
    BadCheck { name: &'static str, value: String },
    #[error("setoption {name}: {value:?} is not one of {}", .vars.join(", "))]
    BadCombo { name: &'static str, value: String, vars: Vec<&'static str> },
}

/// Host feature that an option requires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Requires {
    Nothing,
    TextFiles,
    Nets,
    Tablebases,
    Book,
}

/// Where an option's value is stored, and which values are allowed.
#[derive(Clone, Copy)]
enum Field {
    Button,
    Check(fn(&mut Options) -> &mut bool),
    Spin {
        min: i64,
        max: i64,
        value: fn(&mut Options) -> &mut i64,
    },
    Text(fn(&mut Options) -> &mut String),
    Selection(fn(&mut Options) -> &mut BookSelection),
    Trait(Trait),
    /// Search parameter, global to the process.
    #[cfg(feature = "tune")]
    Tunable(&'static tabia_engine::TunableRange),
}

/// A row of the table.
#[derive(Clone, Copy)]
pub(crate) struct OptionSpec {
    name: &'static str,
    requires: Requires,
    field: Field,
    pub(crate) effect: Effect,
}

impl OptionSpec {
    const fn new(name: &'static str, field: Field) -> Self {
        Self { name, requires: Requires::Nothing, field, effect: Effect::None }
    }

    const fn check(name: &'static str, value: fn(&mut Options) -> &mut bool) -> Self {
        Self::new(name, Field::Check(value))
    }

    const fn spin(name: &'static str, min: i64, max: i64, value: fn(&mut Options) -> &mut i64) -> Self {
        Self::new(name, Field::Spin { min, max, value })
    }

    const fn text(name: &'static str, value: fn(&mut Options) -> &mut String) -> Self {
        Self::new(name, Field::Text(value))
    }

    const fn requires(mut self, requires: Requires) -> Self {
        self.requires = requires;
        self
    }

    const fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Returns type, range and default, as announced to `uci`.
    fn kind(&self) -> OptionKind {
        let mut defaults = Options::default();
        let spin = |default: i64, min: i64, max: i64| OptionKind::Spin { default, min, max };
        match self.field {
            Field::Button => OptionKind::Button,
            Field::Check(value) => OptionKind::Check { default: *value(&mut defaults) },
            Field::Spin { min, max, value } => spin(*value(&mut defaults), min, max),
            Field::Text(value) => OptionKind::String { default: value(&mut defaults).clone() },
            Field::Selection(value) => OptionKind::Combo {
                default: value(&mut defaults).name().to_owned(),
                vars: BookSelection::ALL.iter().map(|selection| selection.name().to_owned()).collect(),
            },
            Field::Trait(of) => {
                let range = of.range();
                spin(of.default_value().into(), (*range.start()).into(), (*range.end()).into())
            }
            #[cfg(feature = "tune")]
            Field::Tunable(number) => spin(number.default.into(), number.min.into(), number.max.into()),
        }
    }

    /// Sets the option and returns what the session must do.
    pub(crate) fn set(&self, options: &mut Options, value: &str) -> Result<Effect, OptionError> {
        let before = options.settings();
        self.store(options, value)?;
        let after = options.settings();
        // Scores found with another strength or evaluation would be misleading.
        let is_evaluation_changed = before.strength != after.strength
            || before.personality != after.personality
            || before.tb_rule50 != after.tb_rule50;
        Ok(if is_evaluation_changed { Effect::ClearHash } else { self.effect })
    }

    fn store(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        let name = self.name;
        match self.field {
            Field::Button => {}
            Field::Check(field) => *field(options) = parse_check(name, value)?,
            Field::Spin { min, max, value: field } => *field(options) = parse_spin(name, value, min, max)?,
            Field::Text(field) => value.clone_into(field(options)),
            Field::Selection(field) => {
                let found = BookSelection::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(value));
                *field(options) = found.ok_or_else(|| OptionError::BadCombo {
                    name,
                    value: value.to_owned(),
                    vars: BookSelection::ALL.map(BookSelection::name).to_vec(),
                })?;
            }
            Field::Trait(of) => {
                let range = of.range();
                let value = parse_spin(name, value, (*range.start()).into(), (*range.end()).into())?;
                options.personality.set(of, value as i32);
            }
            #[cfg(feature = "tune")]
            Field::Tunable(number) => {
                let value = parse_spin(name, value, number.min.into(), number.max.into())?;
                tabia_engine::set_tunable(name, value as i32);
            }
        }
        Ok(())
    }
}

/// Returns all options, in the order in which `uci` announces them.
fn table(max_threads: usize) -> Vec<OptionSpec> {
    let (min_hash, max_hash) = (TranspositionTable::MIN_MEGABYTES, TranspositionTable::MAX_MEGABYTES);
    let (min_elo, max_elo) = (Strength::MIN_ELO.into(), Strength::MAX_ELO.into());
    let mut table = vec![
        OptionSpec::spin("Hash", min_hash as i64, max_hash as i64, |o| &mut o.hash_megabytes)
            .effect(Effect::HashSize),
        OptionSpec::new("Clear Hash", Field::Button).effect(Effect::ClearHash),
        OptionSpec::spin("Threads", 1, max_threads as i64, |o| &mut o.threads).effect(Effect::Threads),
        OptionSpec::check("Ponder", |o| &mut o.ponder),
        OptionSpec::spin("MultiPV", 1, Settings::MAX_MULTI_PV as i64, |o| &mut o.multi_pv),
        OptionSpec::spin("Move Overhead", 0, MAX_MOVE_OVERHEAD_MS, |o| &mut o.move_overhead_ms),
        OptionSpec::check("UCI_Chess960", |o| &mut o.chess960),
        OptionSpec::check("UCI_AnalyseMode", |o| &mut o.analyse),
        OptionSpec::check("UCI_ShowWDL", |o| &mut o.show_wdl),
        OptionSpec::check("UCI_LimitStrength", |o| &mut o.limit_strength),
        OptionSpec::spin("UCI_Elo", min_elo, max_elo, |o| &mut o.elo),
        OptionSpec::spin("Skill Level", 0, Strength::MAX_SKILL.into(), |o| &mut o.skill),
        OptionSpec::spin("Skill Seed", 0, MAX_SKILL_SEED, |o| &mut o.skill_seed),
    ];
    table.extend(Trait::ALL.map(|of| OptionSpec::new(of.name(), Field::Trait(of))));
    table.push(OptionSpec::check("Swindle", |o| &mut o.personality.swindle));
    table.push(OptionSpec::check("Learn", |o| &mut o.learn));
    #[cfg(feature = "tune")]
    table.extend(
        tabia_engine::TUNABLES
            .iter()
            .map(|number| OptionSpec::new(number.name, Field::Tunable(number)).effect(Effect::ClearHash)),
    );
    table.push(
        OptionSpec::text("Debug Log File", |o| &mut o.debug_log_file)
            .requires(Requires::TextFiles)
            .effect(Effect::DebugLogFile),
    );
    table.push(
        OptionSpec::text("LearnFile", |o| &mut o.learn_file)
            .requires(Requires::TextFiles)
            .effect(Effect::LearnFile),
    );
    table.push(
        OptionSpec::text("EvalFile", |o| &mut o.eval_file).requires(Requires::Nets).effect(Effect::EvalFile),
    );
    table.extend(
        [
            OptionSpec::text("SyzygyPath", |o| &mut o.syzygy_path).effect(Effect::SyzygyPath),
            OptionSpec::spin("SyzygyProbeDepth", 1, MAX_PROBE_DEPTH, |o| &mut o.tb_probe_depth),
            OptionSpec::check("Syzygy50MoveRule", |o| &mut o.tb_rule50),
            OptionSpec::spin("SyzygyProbeLimit", 0, MAX_PROBE_PIECES, |o| &mut o.tb_probe_limit),
        ]
        .map(|option| option.requires(Requires::Tablebases)),
    );
    table.extend(book_options());
    table
}

/// Returns the options of the opening book.
fn book_options() -> [OptionSpec; 13] {
    [
        OptionSpec::check("OwnBook", |o| &mut o.book.own_book),
        OptionSpec::text("BookFile", |o| &mut o.book.file).effect(Effect::BookFile),
        OptionSpec::new("BookSelection", Field::Selection(|o| &mut o.book.selection)),
        OptionSpec::spin("BookWidth", 1, BookOptions::MAX_WIDTH, |o| &mut o.book.width),
        OptionSpec::spin("BookFrequency", 0, 100, |o| &mut o.book.frequency),
        OptionSpec::spin("BookLearned", 0, 100, |o| &mut o.book.learned),
        OptionSpec::spin("BookDepth", 0, BookOptions::MAX_DEPTH, |o| &mut o.book.depth),
        OptionSpec::spin("BookSeed", 0, BookOptions::MAX_SEED, |o| &mut o.book.seed),
        OptionSpec::text("BookLearnFile", |o| &mut o.book.learn_file).effect(Effect::BookLearnFile),
        OptionSpec::check("BookLearning", |o| &mut o.book.learns_searches).effect(Effect::BookLearning),
        OptionSpec::check("BookResultLearning", |o| &mut o.book.learns_results).effect(Effect::BookLearning),
        OptionSpec::spin("BookRating", 0, BookOptions::MAX_RATING, |o| &mut o.book.rating),
        OptionSpec::text("UCI_Opponent", |o| &mut o.book.opponent),
    ]
    .map(|option| option.requires(Requires::Book))
}

/// Returns the options that `uci` announces on this host.
pub(crate) fn announced(host: HostFeatures) -> Vec<EngineOption> {
    table(host.max_threads)
        .iter()
        .filter(|option| match option.requires {
            Requires::Nothing => true,
            Requires::TextFiles => host.text_files,
            Requires::Nets => host.nets,
            Requires::Tablebases => host.tablebases,
            Requires::Book => host.book,
        })
        .map(|option| EngineOption { name: option.name.to_owned(), kind: option.kind() })
        .collect()
}

/// Finds the option with this name, ignoring case. Options for files and tablebases are found even on hosts
/// without them: the session then reports what is missing.
pub(crate) fn find(name: &str, host: HostFeatures) -> Result<OptionSpec, OptionError> {
    table(host.max_threads)
        .into_iter()
        .find(|option| {
            option.name.eq_ignore_ascii_case(name) && (option.requires != Requires::Book || host.book)
        })
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))
}

fn parse_spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| OptionError::BadSpin {
        name,
        value: value.to_owned(),
        min,
        max,
    })
}

fn parse_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::BadCheck { name, value: value.to_owned() }),
    }
}
