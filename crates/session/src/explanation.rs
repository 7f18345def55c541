//! The evaluation as JSON, for programs that display it: `eval json` and `eval tables`.

use tabia_chess::{Position, Role};
use tabia_engine::TermWeights;
use tabia_engine::eval::{Packed, Term, explain, net_evaluation, piece_square_table, piece_values};
use tabia_nnue::Network;

/// Returns the evaluation as one line of JSON: its terms and the value of each piece, in centipawns.
/// docs/uci.md lists the fields.
///
/// Written by hand: there are only numbers and fixed names, and a library would make the engine binary
/// larger.
///
/// With a net there is a last field `net`: its size, its value and what it makes each piece worth.
pub fn evaluation_json(position: &Position, weights: Option<&TermWeights>, net: Option<&Network>) -> String {
    let breakdown = explain(position, weights);
    let terms = Term::ALL.into_iter().zip(breakdown.terms).map(|(term, [white, black])| {
        format!(r#""{}":{{"white":{},"black":{}}}"#, term.name(), pair(white), pair(black))
    });
    let pieces = piece_values(position, weights);
    let pieces = pieces.into_iter().map(|(square, value)| format!(r#""{square}":{value}"#));
    format!(
        r#"{{"total":{},"terms":{{{}}},"phase":{},"scale":{},"complexity":{},"tempo":{},"known_ending":{},"check":{},"pieces":{{{}}}{}}}"#,
        breakdown.total,
        joined(terms),
        breakdown.phase,
        breakdown.scale,
        breakdown.complexity,
        breakdown.tempo,
        breakdown.is_known_ending,
        position.is_check(),
        joined(pieces),
        net.map_or_else(String::new, |net| net_json(position, net)),
    )
}

/// Returns the `net` field, with a leading comma.
fn net_json(position: &Position, net: &Network) -> String {
    let (value, pieces) = net_evaluation(position, net);
    let pieces = pieces.into_iter().map(|(square, value)| format!(r#""{square}":{value}"#));
    format!(r#","net":{{"hidden":{},"total":{value},"pieces":{{{}}}}}"#, net.hidden(), joined(pieces))
}

/// Returns the piece-square tables for White as one line of JSON, keyed by piece letter.
pub(crate) fn piece_square_tables_json() -> String {
    let tables = Role::ALL.into_iter().map(|role| {
        let squares = piece_square_table(role).into_iter().map(pair);
        format!(r#""{}":[{}]"#, role.char().to_ascii_uppercase(), joined(squares))
    });
    format!("{{{}}}", joined(tables))
}

fn pair(score: Packed) -> String {
    format!("[{},{}]", score.middlegame(), score.endgame())
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}
