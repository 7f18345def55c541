//! Matches between engines, without I/O, threads or clocks.
//!
//! Time comes in as values and engine output as text; what to send and what was decided comes out. So the
//! same code runs in a browser's worker, in the native program and in tests with scripted players.
//!
//! [`MatchSettings`] define a match; a [`MatchProgress`] hands out units, takes [`PairRecord`]s back and reports
//! its state ([`Snapshot`]); [`match_file`] is the storage format of both.
//!
//! A [`Game`] is played by a [`Referee`] between two [`player::UciPlayer`]s; hosts pass on lines and times.
//!
//! A match consists of a [`Schedule`] of units (pairs of games on one opening), [`Openings`] in an order
//! fixed by a seed, a [`Game`] for each scheduled game, and a [`ScoreBoard`] that counts results in unit
//! order and knows when the sequential test ([`tabia_stats::Sprt`]) has decided.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
pub mod checks;
mod clock;
mod endings;
mod engine_book;
mod failures;
mod game;
mod limits;
pub mod match_file;
mod match_progress;
mod openings;
pub mod output;
pub mod player;
mod rating_pool;
mod record;
mod referee;
mod schedule;
mod scoreboard;
mod settings;
mod stored_game;
mod termination;
mod time_control;
mod totals;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use clock::{Clock, ClockState};
pub use endings::{Cause, Endings};
pub use engine_book::{EngineBook, engine_book_choice, search_only};
pub use failures::{EngineFailures, Failures};
pub use game::{Game, GameStatus, Knowledge, Report, TablebaseResult};
pub use limits::{DEFAULT_TIMEOUT_MS, LimitError, Limits, phase_depth};
pub use match_file::{MatchFile, MatchFileError, MatchHeader, MatchLineError};
pub use match_progress::{
    ExtendError, Finished, GameSummary, LlrSnapshot, MatchProgress, MergeError, MergePlan, Merging,
    PairError, PairTask, ShareError, Snapshot,
};
pub use openings::{
    BUILT_IN, DamagedOpenings, MAX_WALKS, Opening, OpeningProblem, OpeningText, Openings, OpeningsReader,
    Order,
};
pub use output::PairOutput;
pub use output::lines::{crosstable, finished_line, started_line, warning_line};
pub use output::pgn;
pub use output::sample::{SampleOptions, samples};
pub use output::standing::{Standing, standing};
pub use rating_pool::{PoolPlayer, RatingPool, ResultTotals};
pub use record::{GameRecord, Ply, SearchReport, Warning, ending};
pub use referee::{Failure, Next, Participant, Ponder, Referee, Request};
pub use schedule::{GamePair, Schedule, ScheduleError, ScheduledGame, TournamentFormat};
pub use scoreboard::{EncounterScore, LlrCurve, ScoreBoard, Share};
pub use settings::{
    BrowserEngine, BuildFile, CommandLine, CommandLineContext, DEFAULT_MEMORY_MB, EngineSettings,
    InvalidSettings, MAX_ENGINES, MAX_SEED, MatchSettings, OpeningSettings, OpeningSource, OpeningsError,
    PgnTarget, Preset, Setting, SettingsFault, SprtSettings, TextFault,
};
pub use stored_game::{Keep, PairRecord, StoredGame, StoredGameError, StoredScore};
pub use tabia_polyglot::select::{Choice, SelectionMode, SelectionOptions};
pub use termination::{Conclusion, Reason};
pub use time_control::{Period, TimeControl, TimeControlError};
pub use totals::{EngineTotals, SpeedGain, SpeedSample, WorkerTotals};
