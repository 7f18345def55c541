//! Verdicts in the page's language. What is written into games is English (`tabia_report::remark_text`).

use tabia_chess::Position;
use tabia_report::{Judgement, Remark, eval_words};

use crate::language::tr;

/// Returns the name of a judgement, as the beginning of a sentence.
pub fn judgement_name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => tr!("Inaccuracy"),
        Judgement::Mistake => tr!("Mistake"),
        Judgement::Blunder => tr!("Blunder"),
    }
}

/// Formats a remark about a move from the position `before`: `Mistake. Nf3 was best: +0.35 instead of -1.20 (depth 18).`
pub fn remark_text(remark: &Remark, before: &Position) -> String {
    let (best, played) = (eval_words(remark.best.eval), eval_words(remark.played));
    let depth = match remark.best.depth {
        0 => String::new(),
        depth => tr!(" (depth {depth})", depth),
    };
    if remark.is_best {
        return if best == played {
            tr!("The best move: {played}{depth}.", played, depth)
        } else {
            tr!("The best move: from {best} to {played}{depth}.", best, played, depth)
        };
    }
    let text = match remark.best.line.first().map(|&m| before.san(m)) {
        None => tr!("From {best} to {played}.", best, played),
        Some(m) if remark.loss > 0 || remark.judgement.is_some() => {
            tr!("{m} was best: {best} instead of {played}{depth}.", m, best, played, depth)
        }
        Some(m) => return tr!("As good as {m}: {played}{depth}.", m, played, depth),
    };
    remark
        .judgement
        .map_or_else(|| text.clone(), |judgement| format!("{}. {text}", judgement_name(judgement)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Move;
    use tabia_report::{Analysis, Eval};

    #[test]
    fn english_is_what_games_say() {
        let before = Position::default();
        let line: Vec<Move> = before.legal_moves().into_iter().take(1).collect();
        for (index, judgement) in
            [None, Some(Judgement::Inaccuracy), Some(Judgement::Mistake), Some(Judgement::Blunder)]
                .into_iter()
                .enumerate()
        {
            for case in 0..32 {
                let is = |bit: u32| case >> bit & 1 == 1;
                let remark = Remark {
                    node: tabia_pgn::NodeId::ROOT,
                    judgement,
                    played: Eval::Cp(if is(0) { -120 } else { 35 }),
                    best: Analysis {
                        eval: Eval::Cp(35),
                        depth: if is(1) { 18 } else { 0 },
                        line: if is(2) { line.clone() } else { Vec::new() },
                        nodes: 0,
                    },
                    loss: if is(3) { 50 } else { 0 },
                    is_best: is(4),
                };
                assert_eq!(
                    remark_text(&remark, &before),
                    tabia_report::remark_text(&remark, &before),
                    "{index} {case}"
                );
            }
        }
    }
}
