//! Scores inside the search, and as they are shown.

/// A score in centipawns from the side to move's point of view; values near ±[`MATE`] are distances to mate.
pub type Value = i32;

/// The maximum search depth in plies.
pub const MAX_PLY: usize = 246;

/// An even score.
pub const DRAW: Value = 0;
/// The score of a mate on the board, from the winner's side. A mate in n plies is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// Greater than every score.
pub const INFINITE: Value = 32_001;
/// "No score": the static evaluation in check, and empty fields of the transposition table.
pub const NONE: Value = 32_002;
/// The smallest score of a proven mate.
pub const MATE_IN_MAX_PLY: Value = MATE - MAX_PLY as Value;
/// A tablebase win at the root; the plies from the root are subtracted.
pub const TB_WIN: Value = 30_000;
/// The smallest score of a tablebase win.
pub const TB_WIN_IN_MAX_PLY: Value = TB_WIN - MAX_PLY as Value;
/// Scores from here on come from rules that know an ending to be won.
pub const KNOWN_WIN: Value = 5_000;

/// The score for mating in `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The score for being mated in `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether the score is that of a forced mate, for either side.
#[inline(always)]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_IN_MAX_PLY
}

/// A score as it is shown: centipawns or a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns, from the point of view of the side to move at the root.
    Centipawns(i32),
    /// Mate in this many moves (not plies); negative if the side to move is mated, 0 if it is mated already.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        if value >= MATE_IN_MAX_PLY {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX_PLY {
            Self::Mate(-(MATE + value) / 2)
        } else {
            Self::Centipawns(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from(mate_in(3)), Score::Mate(2));
        assert_eq!(Score::from(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from(mated_in(4)), Score::Mate(-2));
        assert_eq!(Score::from(-35), Score::Centipawns(-35));
    }
}
