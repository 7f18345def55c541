//! Scores as people read them: from White's side, in pawns, as winning chances.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;
use tabia_uci::{Bound, Score};

/// A score from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Centipawns; positive is good for White.
    Cp(i32),
    /// Somebody mates.
    Mate {
        /// Who mates.
        winner: Color,
        /// In so many moves; 0 when it is done.
        moves: u32,
    },
    /// Endgame tables say that somebody wins; how far off the mate is they do not.
    Tablebase {
        /// Who wins.
        winner: Color,
    },
}

/// The scores, in centipawns, that engines give for a win which their tables know, less the plies to it: ours, and Stockfish's since
/// its version 11 (`VALUE_TB`, shown in centipawns).
const TABLE_WINS: [std::ops::RangeInclusive<u32>; 2] = [29_754..=30_000, 19_754..=20_000];

/// From whose side scores are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Perspective {
    /// White's, whoever is to move.
    #[default]
    White,
    /// That of the side to move, as engines print it.
    SideToMove,
}

impl Perspective {
    /// Whether scores are shown from Black's side when it is `turn`'s move.
    pub fn is_reversed(self, turn: Color) -> bool {
        self == Self::SideToMove && turn == Color::Black
    }
}

impl Evaluation {
    /// A score as engines give it, from the side to move.
    pub fn from_uci(score: Score, turn: Color) -> Self {
        match score {
            Score::Cp(cp) => Self::Cp(if turn == Color::White { cp } else { cp.saturating_neg() }),
            // Mate in 0 is the side to move being mated.
            Score::Mate(moves) => {
                Self::Mate { winner: if moves > 0 { turn } else { !turn }, moves: moves.unsigned_abs() }
            }
        }
    }

    /// The same, when it comes from tablebases: a score of centipawns that stands for a win in them.
    #[must_use]
    pub fn with_table_wins(self) -> Self {
        match self {
            Self::Cp(cp) if TABLE_WINS.iter().any(|wins| wins.contains(&cp.unsigned_abs())) => {
                Self::Tablebase { winner: if cp > 0 { Color::White } else { Color::Black } }
            }
            other => other,
        }
    }

    /// Whether Black is better off.
    pub fn is_black_ahead(self) -> bool {
        match self {
            Self::Cp(cp) => cp < 0,
            Self::Mate { winner, .. } | Self::Tablebase { winner } => winner == Color::Black,
        }
    }

    /// The score in words, for those who hear it.
    pub fn spoken(self, perspective: Perspective, turn: Color) -> String {
        match self {
            Self::Tablebase { winner } => format!("Tablebase win for {winner}"),
            Self::Mate { winner, moves: 0 } => format!("Checkmate, {winner} wins"),
            other => other.text(perspective, turn),
        }
    }

    /// The score as text: `+0.34`, `-1.20`, `0.00`, `#3`, `#-3`, `TB win`, `TB loss`. Beyond a hundred pawns hundredths say nothing.
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
                if (winner == Color::White) == is_reversed { "TB loss" } else { "TB win" }.to_owned()
            }
        }
    }

    /// White's winning chances from 0 to 100, as lichess's reports count them: a mate is worth 10 pawns.
    pub fn win_percent(self) -> f64 {
        let cp = match self {
            Self::Cp(cp) => cp.clamp(-1000, 1000),
            Self::Mate { winner: Color::White, .. } | Self::Tablebase { winner: Color::White } => 1000,
            Self::Mate { .. } | Self::Tablebase { .. } => -1000,
        };
        50.0 + 50.0 * win_chances(f64::from(cp))
    }

    /// How much of the evaluation bar is White's, from 0 to 100, as lichess draws it: a mate fills it nearly, the more the closer it is.
    pub fn bar_percent(self) -> f64 {
        let cp = match self {
            Self::Cp(cp) => f64::from(cp.clamp(-1000, 1000)),
            Self::Mate { winner, moves } => {
                let cp = f64::from((21 - moves.min(10)) * 100);
                if winner == Color::White { cp } else { -cp }
            }
            // As a mate that is far off.
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

/// Winning chances from -1 to 1, fitted by lichess to its own games (lila PR 11148; scalachess `eval.scala`).
pub fn win_chances(cp: f64) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * cp).exp()) - 1.0
}

/// A bound from White's side: what is a lower bound for Black is an upper bound for White.
pub fn bound_for_white(bound: Bound, turn: Color) -> Bound {
    match (turn, bound) {
        (Color::White, bound) => bound,
        (Color::Black, Bound::Lower) => Bound::Upper,
        (Color::Black, Bound::Upper) => Bound::Lower,
    }
}

/// A count in three digits or so: `812`, `12.3 k`, `1.2 M`, `104 M`, `3.4 G`.
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

/// A speed: `1.2 M/s`.
pub fn format_nps(nodes_per_second: u64) -> String {
    match format_count(nodes_per_second) {
        text if text.contains(' ') => format!("{text}/s"),
        text => format!("{text} /s"),
    }
}

/// A time: `0.4 s`, `12 s`, `1:05`, `1:00:05`.
pub fn format_time(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..10 => format!("{seconds}.{} s", ms % 1000 / 100),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// The use of the hash table, given in thousandths: `12.3%`.
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
