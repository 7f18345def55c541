//! Fields of the set-up form.

use serde::{Deserialize, Serialize};
use tabia_arena::TimeControl;

use super::words;
use crate::language::tr;

/// Text field of the form. Engines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DraftField {
    /// Name of an engine.
    Name(usize),
    /// Maximum memory of an engine's build, in MiB.
    Memory(usize),
    /// Limit of an engine; the first engine's if all have the same limits.
    Limit(usize, Limit),
    /// Games per encounter.
    Games,
    /// Number of times that all encounters are played.
    Rounds,
    /// Random seed.
    Seed,
    /// Number of openings to skip.
    Start,
    /// Number of openings to use; empty for all.
    Count,
    /// Opening length in plies, for PGN games and book walks.
    Plies,
    /// Draw adjudication: first move.
    DrawMove,
    /// Draw adjudication: number of consecutive moves.
    DrawCount,
    /// Draw adjudication: maximum score in centipawns.
    DrawScore,
    /// Resign adjudication: number of consecutive moves.
    ResignCount,
    /// Resign adjudication: minimum score deficit in centipawns.
    ResignScore,
    /// Game length in moves that ends in a draw; empty for no limit.
    MaxMoves,
    /// Elo difference under H0.
    Elo0,
    /// Elo difference under H1.
    Elo1,
    /// Probability of wrongly accepting H1.
    Alpha,
    /// Probability of wrongly accepting H0.
    Beta,
    /// Fraction of positions to sample.
    Frequency,
    /// Name of the match.
    Event,
    /// Site of the match.
    Site,
    /// Number of concurrent games.
    Workers,
}

/// On/off switch of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Switch {
    /// All engines have the first engine's limits.
    SameLimits,
    /// Each opening is played with both colours.
    Repeat,
    /// Draw adjudication by score.
    Draw,
    /// Resign adjudication by score.
    Resign,
    /// Resign adjudication only when both engines agree.
    TwoSided,
    /// Adjudication by endgame tables.
    Tables,
    /// A sequential test ends the match.
    Sprt,
    /// Positions are sampled.
    Sample,
    /// The ends of principal variations are sampled.
    Resolve,
    /// Principal variations are saved.
    Variations,
}

/// Kind of limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// Clock: `moves/time+increment`, in seconds.
    Tc,
    /// Seconds per move.
    MoveTime,
    /// Nodes per move.
    Nodes,
    /// Depth in plies.
    Depth,
    /// Depth in plies for middlegames, which increases as the position gets simpler.
    Ply,
    /// Time margin in milliseconds.
    Margin,
    /// Timeout in seconds for a search without a time limit.
    Timeout,
}

impl Limit {
    /// Main limits, at least one of which must be set, in display order.
    pub const MAIN: [Self; 5] = [Self::Tc, Self::MoveTime, Self::Nodes, Self::Depth, Self::Ply];
    /// All limits.
    pub const ALL: [Self; 7] =
        [Self::Tc, Self::MoveTime, Self::Nodes, Self::Depth, Self::Ply, Self::Margin, Self::Timeout];

    /// Returns the arena's name of the limit.
    pub fn key(self) -> &'static str {
        match self {
            Self::Tc => "tc",
            Self::MoveTime => "movetime",
            Self::Nodes => "nodes",
            Self::Depth => "depth",
            Self::Ply => "ply",
            Self::Margin => "timemargin",
            Self::Timeout => "timeout",
        }
    }

    /// Returns its display name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Tc => tr!("Clock"),
            Self::MoveTime => tr!("Seconds per move"),
            Self::Nodes => tr!("Nodes per move"),
            Self::Depth => tr!("Depth"),
            Self::Ply => tr!("Depth by phase"),
            Self::Margin => tr!("Time margin (ms)"),
            Self::Timeout => tr!("Stuck after (s)"),
        }
    }

    /// Returns the initial value when it is chosen.
    pub fn proposal(self) -> &'static str {
        match self {
            Self::Tc => "8+0.08",
            Self::MoveTime => "0.1",
            Self::Nodes => "20000",
            Self::Depth | Self::Ply => "8",
            Self::Margin => "",
            Self::Timeout => "60",
        }
    }

    /// Explains the meaning of a valid text where it isn't obvious.
    pub fn read_back(self, text: &str) -> Option<String> {
        if self != Self::Tc {
            return None;
        }
        text.trim().parse::<TimeControl>().ok().map(|control| words::time_control(&control))
    }

    /// Returns a one-sentence description.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Tc => tr!(
                "[moves/]time[+increment] in seconds: 8+0.08, 40/60, 1:30+1; or 3|2 in minutes and seconds"
            ),
            Self::MoveTime => tr!("the same time for every move"),
            Self::Nodes => tr!("the same result on a busy machine, as time does not matter"),
            Self::Depth => tr!("plies"),
            Self::Ply => tr!("plies in the middlegame; +1 without queens, up to +5 in pawn endgames"),
            Self::Margin => tr!("how late a move may be without losing on time"),
            Self::Timeout => tr!("without a clock: silence of this length loses the game"),
        }
    }
}

/// Invalid field, and what it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftFault {
    /// The field; `None` for the match as a whole.
    pub field: Option<DraftField>,
    /// Description as a sentence.
    pub text: String,
}

impl DraftFault {
    /// Creates a fault of a field.
    pub fn of(field: DraftField, text: impl Into<String>) -> Self {
        Self { field: Some(field), text: text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_back() {
        assert_eq!(Limit::Tc.read_back(" 10/5").as_deref(), Some("10 moves in 5 s, repeated"));
        assert_eq!(Limit::Tc.read_back("inf"), None);
        assert_eq!(Limit::Nodes.read_back("5000"), None);
    }
}
