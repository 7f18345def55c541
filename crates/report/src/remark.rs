//! What is said about a move.

use tabia_pgn::comment::evaluation_text;
use tabia_pgn::{Nag, NodeId};

use crate::Eval;
use crate::analysis::Analysis;
use crate::judgement::Judgement;

/// A move that something is said about.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The node of the move.
    pub node: NodeId,
    /// How bad it is.
    pub judgement: Option<Judgement>,
    /// The evaluation after it, from White's side.
    pub played: Eval,
    /// The analysis of the position before it.
    pub best: Analysis,
    /// What it loses, in centipawns of at most 1000; 0 for the best move.
    pub loss: i32,
    /// Whether it is the move that the engine would have played.
    pub is_best: bool,
}

/// An evaluation for people: `+0.35`, `-1.20`, `#3`.
pub fn eval_words(eval: Eval) -> String {
    let text = evaluation_text(eval, None);
    if matches!(eval, Eval::Cp(cp) if cp > 0) { format!("+{text}") } else { text }
}

/// The glyph of a judgement as it is printed.
pub fn glyph(judgement: Judgement) -> &'static str {
    let Nag(number) = judgement.nag();
    match number {
        6 => "?!",
        2 => "?",
        _ => "??",
    }
}
