//! Reports on games, with the numbers of lichess: win percentages, judgements of moves, accuracy and average centipawn loss.
//!
//! The formulas are those of lila (`scalachess/core/eval.scala`, `modules/tree/Advice.scala`, `modules/analyse/AccuracyPercent.scala` and
//! `AccuracyCP.scala`), so that a game has the same numbers in both. Evaluations are from White's point of view, as in PGN comments
//! (`[%eval]`). This crate does not search: it makes reports from evaluations by an engine or in a file.
//!
//! - [`Report`]: both sides' numbers, from the evaluations after each move
//! - [`Plan`], [`Job`]: which positions to analyse, and how to divide them among engines
//! - [`annotate()`], [`remarks()`]: writing the findings into the game
//! - [`exercises()`]: mistakes as exercises; [`Phases`], [`move_times()`]: further parts of a report
//!
//! ```
//! use tabia_chess::Color;
//! use tabia_report::{Eval, Judgement, Report, judge, win_percent};
//!
//! assert_eq!(format!("{:.2}", win_percent(Eval::Cp(100))), "59.10");
//! assert_eq!(judge(Eval::Cp(20), Eval::Cp(-110), Color::White), Some(Judgement::Mistake));
//!
//! let game = tabia_pgn::read("1. e4 {[%eval 0.3]} g5 {[%eval 1.4]} 2. Ke2 {[%eval 0.25]} *").games.remove(0);
//! let report = Report::of_game(&game);
//! assert_eq!((report.white.mistakes, report.black.inaccuracies), (1, 1));
//! ```

mod accuracy;
mod analysis;
mod annotate;
mod asides;
mod clocks;
mod exercise;
mod findings;
mod html;
mod job;
mod judgement;
mod phases;
mod plan;
mod player;
mod remark;
mod report;
mod win;
mod words;

pub use accuracy::{game_accuracy, move_accuracy};
pub use analysis::{Analysis, Listener};
pub use annotate::{Style, annotate, remarks, report as report_of};
pub use clocks::move_times;
pub use exercise::{Exercise, SOLVED_WITHIN, Verdict, exercises, exercises_of};
pub use findings::Findings;
pub use html::{GamePage, html};
pub use job::{Job, Order};
pub use judgement::{Judgement, judge};
pub use phases::{Phase, Phases};
pub use plan::{CHUNK, Item, Place, Plan, Scope};
pub use player::{PlayerIs, side_of};
pub use remark::{Remark, eval_words, glyph};
pub use report::{Report, SideReport};
pub use tabia_pgn::comment::CommentEval as Eval;
pub use win::{START, win_chances, win_percent};
pub use words::{judgement_name, remark_text};
