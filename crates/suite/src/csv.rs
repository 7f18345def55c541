//! The attempts as a table for other programs: comma-separated values (RFC 4180) with a header.

use tabia_uci::Score;

use crate::attempt::Outcome;
use crate::problem::Problem;

/// The names of the columns, with the end of the line.
pub const HEADER: &str = "id,fen,question,engine,move,solved,points,most points,solution ms,solution nodes,solution depth,\
depth,seldepth,nodes,ms,nps,score,line\r\n";

/// One attempt, with the end of the line.
pub fn row(problem: &Problem, engine: &str, outcome: &Outcome) -> String {
    let fen =
        if problem.is_chess960 { problem.position.to_shredder_fen() } else { problem.position.to_fen() };
    let or_nothing = |value: Option<String>| value.unwrap_or_default();
    let nps =
        if outcome.end.time_ms > 0.0 { outcome.end.nodes as f64 * 1000.0 / outcome.end.time_ms } else { 0.0 };
    let cells = [
        problem.id.clone(),
        fen,
        problem.question(),
        engine.to_owned(),
        or_nothing(outcome.chosen.map(|m| problem.position.san(m))),
        if outcome.is_solved { "1" } else { "0" }.to_owned(),
        or_nothing(outcome.points.map(|points| points.to_string())),
        or_nothing((problem.most_points() > 0).then(|| problem.most_points().to_string())),
        or_nothing(outcome.found.map(|found| format!("{:.0}", found.time_ms))),
        or_nothing(outcome.found.map(|found| found.nodes.to_string())),
        or_nothing(outcome.found.map(|found| found.depth.to_string())),
        outcome.end.depth.to_string(),
        outcome.seldepth.to_string(),
        outcome.end.nodes.to_string(),
        format!("{:.0}", outcome.end.time_ms),
        format!("{nps:.0}"),
        or_nothing(outcome.score.map(score)),
        outcome.line.clone(),
    ];
    cells.iter().map(|text| cell(text)).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A score from the side to move: pawns, or `#3`.
fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// Writes a cell, quoted if necessary. A text that a spreadsheet would take for a formula gets a leading apostrophe.
fn cell(text: &str) -> String {
    // Not `str::parse`: the standard library's tables for numbers of any length add 12 kB to the page's program.
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number =
        !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let guarded = if !is_number && text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if guarded.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}
