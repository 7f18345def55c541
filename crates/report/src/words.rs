//! Sentences about moves.

use tabia_chess::Position;

use crate::judgement::Judgement;
use crate::remark::{Remark, eval_words};

/// What a judgement is called at the beginning of a sentence.
pub fn judgement_name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

/// `Mistake. Nf3 was best: +0.35 instead of -1.20 (depth 18).`
pub fn remark_text(remark: &Remark, before: &Position) -> String {
    let (best, played, depth) = (eval_words(remark.best.eval), eval_words(remark.played), remark.best.depth);
    let (Some(&m), false) = (remark.best.line.first(), remark.is_best) else {
        return format!("The best move: {best} (depth {depth}).");
    };
    let judged =
        remark.judgement.map_or_else(String::new, |judgement| format!("{}. ", judgement_name(judgement)));
    let m = before.san(m);
    if remark.loss > 0 || remark.judgement.is_some() {
        format!("{judged}{m} was best: {best} instead of {played} (depth {depth}).")
    } else {
        format!("As good as {m}: {played} (depth {depth}).")
    }
}
