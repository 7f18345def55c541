//! Human-readable scores: from White's side, in pawns, as winning chances.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;
use tabia_uci::{Bound, Score};

use crate::language::tr;

/// A score from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Centipawns; positive is good for White.
    Cp(i32),
    /// Forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// Number of moves; 0 if it is already mate.
        moves: u32,
    },
    /// Tablebase win; the distance to mate is unknown.
    Tablebase {
        /// The winning side.
        winner: Color,
    },
}

/// Centipawn scores for tablebase wins, minus the plies to them: ours, and those of Stockfish since version 11 (`VALUE_TB`, converted to
/// centipawns).
const TABLE_WINS: [std::ops::RangeInclusive<u32>; 2] = [29_754..=30_000, 19_754..=20_000];

/// Side from which scores are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Perspective {
    /// White's side, regardless of the side to move.
    #[default]
    White,
    /// The side to move, as in engine output.
    SideToMove,
}

impl Perspective {
    /// Whether scores are shown from Black's side when it is `turn`'s move.
    pub fn is_reversed(self, turn: Color) -> bool {
        self == Self::SideToMove && turn == Color::Black
    }
}

impl Evaluation {
    /// Converts an engine score from the side to move.
    pub fn from_uci(score: Score, turn: Color) -> Self {
        match score {
            Score::Cp(cp) => Self::Cp(if turn == Color::White { cp } else { cp.saturating_neg() }),
            // Mate in 0 means that the side to move is mated.
            Score::Mate(moves) => {
                Self::Mate { winner: if moves > 0 { turn } else { !turn }, moves: moves.unsigned_abs() }
            }
        }
    }

    /// Converts centipawn scores that stand for tablebase wins; for scores from tablebases.
    #[must_use]
    pub fn with_table_wins(self) -> Self {
        match self {
            Self::Cp(cp) if TABLE_WINS.iter().any(|wins| wins.contains(&cp.unsigned_abs())) => {
                Self::Tablebase { winner: if cp > 0 { Color::White } else { Color::Black } }
            }
            other => other,
        }
    }

    /// Whether Black is ahead.
    pub fn is_black_ahead(self) -> bool {
        match self {
            Self::Cp(cp) => cp < 0,
            Self::Mate { winner, .. } | Self::Tablebase { winner } => winner == Color::Black,
        }
    }

    /// Returns the score in words, for screen readers.
    pub fn spoken(self, perspective: Perspective, turn: Color) -> String {
        match self {
            Self::Tablebase { winner: Color::White } => tr!("Tablebase win for White").to_owned(),
            Self::Tablebase { winner: Color::Black } => tr!("Tablebase win for Black").to_owned(),
            Self::Mate { winner: Color::White, moves: 0 } => tr!("Checkmate, White wins").to_owned(),
            Self::Mate { winner: Color::Black, moves: 0 } => tr!("Checkmate, Black wins").to_owned(),
            other => other.text(perspective, turn),
        }
    }

    /// Formats the score: `+0.34`, `-1.20`, `0.00`, `#3`, `#-3`, `TB win`, `TB loss`. Hundredths are dropped beyond a hundred pawns.
    pub fn text(self, perspective: Perspective, turn: Color) -> String {
        let is_reversed = perspective.is_reversed(turn);
        match self {
            Self::Cp(cp) => {
                let cp = i64::from(cp) * if is_reversed { -1 } else { 1 };
                let sign = match cp {
                    1.. => "+",
                    0 => "",
                    _ => "-",
                };
                if cp.abs() < 10_000 {
                    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
                } else {
                    format!("{sign}{}", cp.abs() / 100)
                }
            }
            Self::Mate { winner, moves } => {
                let sign = if (winner == Color::White) == is_reversed { "-" } else { "" };
                format!("#{sign}{moves}")
            }
            Self::Tablebase { winner } => {
                let is_loss = (winner == Color::White) == is_reversed;
                if is_loss { tr!("TB loss") } else { tr!("TB win") }.to_owned()
            }
        }
    }

    /// Returns White's winning chances from 0 to 100, as in lichess's reports: a mate counts as 10 pawns.
    pub fn win_percent(self) -> f64 {
        let cp = match self {
            Self::Cp(cp) => cp.clamp(-1000, 1000),
            Self::Mate { winner: Color::White, .. } | Self::Tablebase { winner: Color::White } => 1000,
            Self::Mate { .. } | Self::Tablebase { .. } => -1000,
        };
        50.0 + 50.0 * win_chances(f64::from(cp))
    }

    /// Returns White's share of the evaluation bar from 0 to 100, as on lichess: a mate almost fills it, the more the closer it is.
    pub fn bar_percent(self) -> f64 {
        let cp = match self {
            Self::Cp(cp) => f64::from(cp.clamp(-1000, 1000)),
            Self::Mate { winner, moves } => {
                let cp = f64::from((21 - moves.min(10)) * 100);
                if winner == Color::White { cp } else { -cp }
            }
            // Like a distant mate.
            Self::Tablebase { winner: Color::White } => 1100.0,
            Self::Tablebase { winner: Color::Black } => -1100.0,
        };
        50.0 + 50.0 * win_chances(cp)
    }
}

/// From White's side.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Perspective::White, Color::White))
    }
}

/// Returns winning chances from -1 to 1, as fitted by lichess to its own games (lila PR 11148; scalachess `eval.scala`).
pub fn win_chances(cp: f64) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * cp).exp()) - 1.0
}

/// Converts a bound to White's side: a lower bound for Black is an upper bound for White.
pub fn bound_for_white(bound: Bound, turn: Color) -> Bound {
    match (turn, bound) {
        (Color::White, bound) => bound,
        (Color::Black, Bound::Lower) => Bound::Upper,
        (Color::Black, Bound::Upper) => Bound::Lower,
    }
}

/// Abbreviates a count to about three digits: `812`, `12.3 k`, `1.2 M`, `104 M`, `3.4 G`.
pub fn format_count(count: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    for (size, unit) in UNITS {
        if count >= size {
            let tenths = count / (size / 10);
            return if tenths < 1000 {
                format!("{}.{} {unit}", tenths / 10, tenths % 10)
            } else {
                format!("{} {unit}", tenths / 10)
            };
        }
    }
    count.to_string()
}

/// Formats a speed: `1.2 M/s`.
pub fn format_nps(nodes_per_second: u64) -> String {
    match format_count(nodes_per_second) {
        count if count.contains(' ') => tr!("{count}/s", count),
        count => tr!("{count} /s", count),
    }
}

/// Formats a time: `0.4 s`, `12 s`, `1:05`, `1:00:05`.
pub fn format_time(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..10 => tr!("{seconds} s", seconds = format_args!("{seconds}.{}", ms % 1000 / 100)),
        10..60 => tr!("{seconds} s", seconds),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// Formats the use of the hash table, given in permille: `12.3%`.
pub fn format_hashfull(thousandths: u32) -> String {
    let thousandths = thousandths.min(1000);
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_that_is_done_is_said_in_words() {
        let spoken =
            |winner, moves| Evaluation::Mate { winner, moves }.spoken(Perspective::White, Color::White);
        assert_eq!(spoken(Color::Black, 0), "Checkmate, Black wins");
        assert_eq!(spoken(Color::White, 0), "Checkmate, White wins");
        assert_eq!(spoken(Color::Black, 3), "#-3");
    }
}
