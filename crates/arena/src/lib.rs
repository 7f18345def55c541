//! Matches between engines, without input, output, threads or clocks of its own.
//!
//! Time comes in as values, lines from engines as text; what to send and what was decided comes out. So the
//! same code runs in a browser's worker, in the native program and in tests with scripted players.
//!
//! A match is a [`Schedule`] of units (pairs of games on one opening), [`Openings`] in an order that a seed fixes, a
//! [`Referee`] for each game, and a [`Tally`] that counts results in the order of their units and knows when the
//! sequential test ([`stats::Sprt`]) has decided.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
mod clock;
mod limits;
mod openings;
pub mod pgn;
mod record;
mod referee;
mod report;
pub mod rng;
mod sample;
mod schedule;
pub mod stats;
mod tally;
mod termination;
mod time_control;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use clock::Clock;
pub use limits::{DEFAULT_TIMEOUT_MS, LimitError, Limits, phase_depth};
pub use openings::{Opening, OpeningProblem, Openings, Order};
pub use record::{GameRecord, Ply, SearchReport, Warning};
pub use referee::{Failure, Next, Referee, Request, Seat};
pub use report::{crosstable, finished_line, started_line};
pub use sample::{SampleOptions, samples};
pub use schedule::{Format, Schedule, ScheduleError, ScheduledGame, Unit};
pub use tally::{Score, Tally};
pub use termination::{Conclusion, Reason};
pub use time_control::{Period, TimeControl, TimeControlError};
