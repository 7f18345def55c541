//! Remarks on moves.

use tabia_pgn::comment::evaluation_text;
use tabia_pgn::{Nag, NodeId};

use crate::Eval;
use crate::analysis::Analysis;
use crate::judgement::Judgement;

/// A remark on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The node of the move.
    pub node: NodeId,
    /// Judgement of the move.
    pub judgement: Option<Judgement>,
    /// Evaluation after the move, from White's point of view.
    pub played: Eval,
    /// Analysis of the position before the move.
    pub best: Analysis,
    /// Loss in centipawns, at most 1000; 0 for the best move.
    pub loss: i32,
    /// Whether it is the engine's best move.
    pub is_best: bool,
}

/// A readable evaluation: `+0.35`, `-1.20`, `#3`.
pub fn eval_words(eval: Eval) -> String {
    let text = evaluation_text(eval, None);
    if matches!(eval, Eval::Cp(cp) if cp > 0) { format!("+{text}") } else { text }
}

/// The symbol of a judgement.
pub fn glyph(judgement: Judgement) -> &'static str {
    let Nag(number) = judgement.nag();
    match number {
        6 => "?!",
        2 => "?",
        _ => "??",
    }
}
