//! Stored form of an engine's attempt at a problem.

use serde::{Deserialize, Serialize};
use tabia_suite::{Moment, Outcome, Problem};
use tabia_uci::Score;

/// Moment of a search: milliseconds, nodes, depth.
type SavedMoment = (f64, u64, u32);

/// Outcome of an attempt, as stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SavedOutcome {
    /// Index of the engine.
    pub(super) engine: usize,
    /// Index of the problem.
    pub(super) problem: usize,
    is_solved: bool,
    /// In UCI.
    chosen: Option<String>,
    found: Option<SavedMoment>,
    end: SavedMoment,
    seldepth: u32,
    cp: Option<i32>,
    mate: Option<i32>,
    line: String,
    points: Option<u32>,
}

fn moment(moment: Moment) -> SavedMoment {
    (moment.time_ms, moment.nodes, moment.depth)
}

fn of_kept((time_ms, nodes, depth): SavedMoment) -> Moment {
    Moment { time_ms, nodes, depth }
}

impl SavedOutcome {
    /// Converts the outcome of an engine's attempt at the problem with this index.
    pub(super) fn of(engine: usize, index: usize, problem: &Problem, outcome: &Outcome) -> Self {
        let (cp, mate) = match outcome.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        Self {
            engine,
            problem: index,
            is_solved: outcome.is_solved,
            chosen: outcome.chosen.map(|m| problem.position.uci_with(m, problem.is_chess960)),
            found: outcome.found.map(moment),
            end: moment(outcome.end),
            seldepth: outcome.seldepth,
            cp,
            mate,
            line: outcome.line.clone(),
            points: outcome.points,
        }
    }

    /// Returns the outcome.
    pub(super) fn outcome(self, problem: &Problem) -> Outcome {
        let score = self.cp.map(Score::Cp).or(self.mate.map(Score::Mate));
        Outcome {
            is_solved: self.is_solved,
            chosen: self.chosen.and_then(|uci| problem.position.parse_uci(&uci).ok()),
            found: self.found.map(of_kept),
            end: of_kept(self.end),
            seldepth: self.seldepth,
            score,
            line: self.line,
            points: self.points,
        }
    }
}
