//! The fields of the set-up form.

use serde::{Deserialize, Serialize};
use tabia_arena::TimeControl;

/// A field in which something is typed. Engines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Field {
    /// An engine's name.
    Name(usize),
    /// The most memory of an engine's build, in MiB.
    Memory(usize),
    /// A limit of an engine's; where all have the same limits, the first engine's.
    Limit(usize, Limit),
    /// Games per encounter.
    Games,
    /// How often all encounters are played.
    Rounds,
    /// The seed.
    Seed,
    /// How many openings are passed over.
    Start,
    /// How many openings are taken; empty for all.
    Count,
    /// The length of openings in plies: of PGN games, and of walks through a book.
    Plies,
    /// Draws by score: not before this move.
    DrawMove,
    /// For so many moves.
    DrawCount,
    /// Within so many centipawns.
    DrawScore,
    /// Losses by score: for so many moves.
    ResignCount,
    /// So many centipawns behind.
    ResignScore,
    /// A draw after so many moves; empty for no limit.
    MaxMoves,
    /// The difference under H0.
    Elo0,
    /// The difference under H1.
    Elo1,
    /// The probability of accepting H1 wrongly.
    Alpha,
    /// The probability of accepting H0 wrongly.
    Beta,
    /// The share of positions that is sampled.
    Frequency,
    /// The name of the match.
    Event,
    /// Where it is played.
    Site,
    /// How many games are played at a time.
    Workers,
}

/// What is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Switch {
    /// All engines have the first one's limits.
    SameLimits,
    /// Each opening is played with both colours.
    Repeat,
    /// Games are drawn by score.
    Draw,
    /// Games are lost by score.
    Resign,
    /// Both engines have to see a loss.
    TwoSided,
    /// Games end where endgame tables know what comes of them.
    Tables,
    /// A sequential test ends the match.
    Sprt,
    /// Positions are sampled.
    Sample,
    /// The ends of principal variations are sampled.
    Resolve,
    /// The engines' principal variations are kept.
    Variations,
}

/// The kinds of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Limit {
    /// A clock: `moves/time+increment`, in seconds.
    Tc,
    /// Seconds for each move.
    MoveTime,
    /// Nodes for each move.
    Nodes,
    /// Depth in plies.
    Depth,
    /// Depth in plies for a middle game, raised as the game gets simpler.
    Ply,
    /// How far the time may be exceeded, in milliseconds.
    Margin,
    /// How long an engine may be silent where no time limits it, in seconds.
    Timeout,
}

impl Limit {
    /// Those of which one at least must be set, in the order in which they are offered.
    pub const MAIN: [Self; 5] = [Self::Tc, Self::MoveTime, Self::Nodes, Self::Depth, Self::Ply];
    /// All.
    pub const ALL: [Self; 7] =
        [Self::Tc, Self::MoveTime, Self::Nodes, Self::Depth, Self::Ply, Self::Margin, Self::Timeout];

    /// The name of the arena's limit.
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

    /// What a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Tc => "Clock",
            Self::MoveTime => "Seconds per move",
            Self::Nodes => "Nodes per move",
            Self::Depth => "Depth",
            Self::Ply => "Depth by phase",
            Self::Margin => "Time margin (ms)",
            Self::Timeout => "Stuck after (s)",
        }
    }

    /// What is proposed when it is chosen.
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

    /// What a valid text in its field means, in words, where that is not plain to see.
    pub fn read_back(self, text: &str) -> Option<String> {
        if self != Self::Tc {
            return None;
        }
        text.trim().parse::<TimeControl>().ok().map(|control| control.words())
    }

    /// One sentence about it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Tc => {
                "[moves/]time[+increment] in seconds: 8+0.08, 40/60, 1:30+1; or 3|2 in minutes and seconds"
            }
            Self::MoveTime => "the same time for every move",
            Self::Nodes => "the same result on a busy machine, as time does not matter",
            Self::Depth => "plies",
            Self::Ply => "plies in the middlegame; +1 without queens, up to +5 in pawn endgames",
            Self::Margin => "how late a move may be without losing on time",
            Self::Timeout => "without a clock: silence of this length loses the game",
        }
    }
}

/// What is wrong with a field, and what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where; `None` for the match as a whole.
    pub field: Option<Field>,
    /// A sentence.
    pub text: String,
}

impl Fault {
    /// A fault of a field.
    pub fn of(field: Field, text: impl Into<String>) -> Self {
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
