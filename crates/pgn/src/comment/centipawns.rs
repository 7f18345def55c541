//! Evaluations in whole centipawns, as `ChessBase` writes them: `[%eval 24,20]`, and other programs without a depth: `[%eval 24]`.

use super::command::{commands, with_command};
use super::values::{CommentEval, evaluation_text};

/// Notation of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A whole number, perhaps with a depth after a comma: centipawns, or pawns without decimals.
    Whole(i32, Option<u32>),
    /// A number with decimals: pawns.
    Pawns,
    /// A mate, or not an evaluation.
    Other,
}

/// Larger numbers are mates in the encoding of a program (`32766`), or not evaluations.
const LARGEST: i32 = 30_000;

/// Without a depth, smaller whole numbers may be pawns that a person wrote: `[%eval 1]`.
const LEAST_CENTIPAWNS: u32 = 30;

fn form(argument: &str) -> Form {
    let (score, depth) =
        argument.split_once(',').map_or((argument, None), |(score, depth)| (score, Some(depth.trim())));
    let score = score.trim();
    match (score.parse::<i32>(), depth.map(str::parse::<u32>)) {
        (Ok(score), _) if !(-LARGEST..=LARGEST).contains(&score) => Form::Other,
        (Ok(score), Some(Ok(depth))) => Form::Whole(score, Some(depth)),
        (Ok(0), None) => Form::Other,
        (Ok(score), None) => Form::Whole(score, None),
        _ if score.contains('.') => Form::Pawns,
        _ => Form::Other,
    }
}

fn forms(text: &str) -> impl Iterator<Item = Form> {
    commands(text).filter(|&(name, _)| name == "eval").map(|(_, argument)| form(argument))
}

/// Whether the evaluation in a comment is a whole number, other than 0 without a depth.
pub(crate) fn has_whole_evaluation(comment: &str) -> bool {
    matches!(forms(comment).next(), Some(Form::Whole(..)))
}

/// Whether all evaluations in a text are in centipawns: none has decimals, and if some have no depth, not all are small.
pub(crate) fn is_in_centipawns(text: &str) -> bool {
    let (mut have_depths, mut largest) = (true, 0);
    for form in forms(text) {
        match form {
            Form::Pawns => return false,
            Form::Whole(score, depth) => {
                have_depths &= depth.is_some();
                largest = largest.max(score.unsigned_abs());
            }
            Form::Other => {}
        }
    }
    have_depths || largest >= LEAST_CENTIPAWNS
}

/// The comment with its whole-number evaluation, a multiple of `unit` centipawns, written in pawns with decimals; `None` if it has none.
pub(crate) fn with_decimals(comment: &str, unit: i32) -> Option<String> {
    match forms(comment).next()? {
        Form::Whole(score, depth) => {
            let eval = evaluation_text(CommentEval::Cp(score * unit), depth);
            Some(with_command(comment, "eval", Some(&eval)))
        }
        Form::Pawns | Form::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_in_centipawns_where_no_evaluation_has_decimals() {
        for text in [
            "{[%eval 24,20]} e5 {[%eval -31,19]}",
            "[%eval 0,20] [%eval #3,20] [%eval 5,1]",
            "[%eval 0]",
            "[%eval 24,20] [%eval -32765]",
            "[%eval 24] e5 [%eval -31] Nf3 [%eval 0]",
            "[%eval 24] [%eval -31,19]",
        ] {
            assert!(is_in_centipawns(text), "{text}");
        }
        for text in [
            "[%eval 24,20] [%eval 0.31,19]",
            "[%eval 1] [%eval 0,20]",
            "[%eval 1.,20]",
            "[%eval 0.16/16]",
            "[%eval 1] [%eval -3]",
            "[%eval 40] [%eval 0.5]",
        ] {
            assert!(!is_in_centipawns(text), "{text}");
        }
        let text = "[%eval -24,20] [%emt 0:00:05] x";
        assert_eq!(with_decimals(text, 1).as_deref(), Some("[%eval -0.24,20] [%emt 0:00:05] x"));
        assert_eq!(with_decimals(text, 100).as_deref(), Some("[%eval -24.00,20] [%emt 0:00:05] x"));
        assert_eq!(with_decimals("[%eval -24]", 1).as_deref(), Some("[%eval -0.24]"));
        assert_eq!(with_decimals("[%eval 3]", 100).as_deref(), Some("[%eval 3.00]"));
        // Not 327.66 pawns.
        for other in [
            "[%eval 32766,20]",
            "[%eval -32760,1]",
            "[%eval 99999999999,1]",
            "[%eval 0.24,20]",
            "[%eval #3,20]",
            "x",
            "[%eval 0.3] [%eval 24,20]",
        ] {
            assert_eq!(with_decimals(other, 1), None, "{other}");
        }
        assert!(has_whole_evaluation("[%eval 24,20]") && has_whole_evaluation("[%eval 24]"));
    }
}
