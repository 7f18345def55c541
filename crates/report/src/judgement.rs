//! Inaccuracies, mistakes and blunders.

use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};

use crate::Eval;
use crate::win::win_chances;

/// Severity of a bad move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// Loses 5 percentage points or more: `?!`.
    Inaccuracy,
    /// Loses 10 percentage points or more: `?`.
    Mistake,
    /// Loses 15 percentage points or more: `??`.
    Blunder,
}

impl Judgement {
    /// All judgements, mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The judgement given by a move's glyph in the game.
    pub fn said(game: &Game, node: NodeId) -> Option<Self> {
        let nags = &game.annotations(node).nags;
        Self::ALL.into_iter().find(|judgement| nags.contains(&judgement.nag()))
    }

    /// The PGN glyph: 6, 2 or 4.
    pub fn nag(self) -> tabia_pgn::Nag {
        tabia_pgn::Nag(match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        })
    }
}

/// Judges a move of `mover` from the evaluations before and after it; `None` for a move that loses little.
///
/// Mates allowed or missed are judged by the evaluation without the mate: an allowed mate is not a blunder if the position was already
/// lost, nor is a missed one if it remains won. A mate that only takes longer is not judged.
pub fn judge(before: Eval, after: Eval, mover: Color) -> Option<Judgement> {
    let sign = if mover == Color::White { 1 } else { -1 };
    match (before, after) {
        (Eval::Cp(before), Eval::Cp(after)) => {
            let chances = |cp: i32| win_chances(f64::from(cp)) * f64::from(sign);
            by_loss(chances(before) - chances(after))
        }
        (Eval::Cp(before), Eval::Mate(after)) if is_for_other(after, sign) => {
            Some(by_rest(-i64::from(before) * i64::from(sign)))
        }
        (Eval::Mate(before), Eval::Cp(after)) if before * sign > 0 => {
            Some(by_rest(i64::from(after) * i64::from(sign)))
        }
        (Eval::Mate(before), Eval::Mate(after)) if before * sign > 0 && is_for_other(after, sign) => {
            Some(Judgement::Blunder)
        }
        _ => None,
    }
}

/// Whether the mate is for the side that did not move; `#0` is for the side that did.
fn is_for_other(moves: i32, sign: i32) -> bool {
    moves.signum() * sign < 0
}

/// Judges by the loss of winning chances, on their scale from -1 to 1.
fn by_loss(loss: f64) -> Option<Judgement> {
    [(0.3, Judgement::Blunder), (0.2, Judgement::Mistake), (0.1, Judgement::Inaccuracy)]
        .into_iter()
        .find_map(|(least, judgement)| (loss >= least).then_some(judgement))
}

/// Judges by how decided the game is without the mate, in centipawns for the side that benefits.
fn by_rest(centipawns: i64) -> Judgement {
    match centipawns {
        1000.. => Judgement::Inaccuracy,
        701.. => Judgement::Mistake,
        _ => Judgement::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Eval::{Cp, Mate};
    use Judgement::{Blunder, Inaccuracy, Mistake};

    #[test]
    fn losses_are_judged_in_winning_chances() {
        for (before, after, expected) in [
            (Cp(0), Cp(-54), None),
            (Cp(0), Cp(-55), Some(Inaccuracy)),
            (Cp(0), Cp(-110), Some(Inaccuracy)),
            (Cp(0), Cp(-111), Some(Mistake)),
            (Cp(0), Cp(-168), Some(Mistake)),
            (Cp(0), Cp(-169), Some(Blunder)),
            // A lost position cannot get much worse.
            (Cp(-900), Cp(-1500), None),
            (Cp(30), Cp(200), None),
        ] {
            assert_eq!(judge(before, after, Color::White), expected, "{before:?} {after:?}");
            let (Cp(before), Cp(after)) = (before, after) else { continue };
            assert_eq!(judge(Cp(-before), Cp(-after), Color::Black), expected, "Black: {before} {after}");
        }
    }

    #[test]
    fn mates_are_judged_by_what_is_left() {
        for (before, after, expected) in [
            (Cp(30), Mate(-2), Some(Blunder)),
            (Cp(-700), Mate(-2), Some(Blunder)),
            (Cp(-701), Mate(-2), Some(Mistake)),
            (Cp(-999), Mate(-4), Some(Mistake)),
            (Cp(-1000), Mate(-4), Some(Inaccuracy)),
            (Mate(2), Cp(1000), Some(Inaccuracy)),
            (Mate(2), Cp(999), Some(Mistake)),
            (Mate(2), Cp(701), Some(Mistake)),
            (Mate(2), Cp(700), Some(Blunder)),
            (Mate(2), Mate(-3), Some(Blunder)),
            // Delayed, found, delivered, and already lost.
            (Mate(2), Mate(5), None),
            (Cp(30), Mate(3), None),
            (Mate(1), Mate(0), None),
            (Mate(-3), Mate(-1), None),
            (Mate(-3), Cp(-300), None),
        ] {
            assert_eq!(judge(before, after, Color::White), expected, "{before:?} {after:?}");
            let other = |eval| match eval {
                Cp(value) => Cp(-value),
                Mate(moves) => Mate(-moves),
            };
            assert_eq!(judge(other(before), other(after), Color::Black), expected, "{before:?} {after:?}");
        }
    }
}
