//! Scores inside the search, and as the outside sees them.

/// A score in centipawns from the side to move's point of view; near ±[`MATE`] it tells a mate's distance.
pub type Value = i32;

/// The deepest line that the search looks at, in plies.
pub const MAX_PLY: usize = 246;

/// Neither side is better.
pub const DRAW: Value = 0;
/// The side to move is mated here and now, negated. A mate in n plies is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// Beyond every score.
pub const INFINITE: Value = 32_001;
/// "No score": what a static evaluation is in check, and an empty field of the transposition table.
pub const NONE: Value = 32_002;
/// The least score that proves a win by mate.
pub const MATE_IN_MAX_PLY: Value = MATE - MAX_PLY as Value;
/// A win that the tablebases know, less the plies from the root.
pub const TB_WIN: Value = 30_000;
/// The least score that a tablebase win can have.
pub const TB_WIN_IN_MAX_PLY: Value = TB_WIN - MAX_PLY as Value;
/// From here on scores come from rules that know an ending to be won.
pub const KNOWN_WIN: Value = 5_000;

/// The score for giving mate in `ply` plies from the root.
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

/// A score as it is told to people: centipawns or a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns, from the point of view of the side to move at the root.
    Centipawns(i32),
    /// Mate in so many moves (not plies); negative when the side to move is mated, 0 when it is already.
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
