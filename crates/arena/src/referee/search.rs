//! Engine output during a search, stored as text until the move arrives.
//!
//! Only the last lines count, so an engine that prints without end costs no more than the copying.

use tabia_chess::{Move, Position};
use tabia_uci::Info;

use crate::record::SearchReport;

/// The longest accepted line, in bytes; a longer one is a malfunction.
const MAX_LINE: usize = 8192;

/// The fields that are used; errors in other fields are ignored.
const FIELDS: [&str; 5] = ["depth", "seldepth", "cp", "mate", "nodes"];

/// The last lines with scores of the current search.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreLines {
    exact: String,
    bound: String,
    /// Whether the later of the two was a bound.
    is_bound_last: bool,
    /// Whether a line was too long to read.
    flooded: bool,
}

impl ScoreLines {
    /// Returns whether a line is an `info` line.
    pub fn is_info(line: &str) -> bool {
        line.trim_start().split_ascii_whitespace().next() == Some("info")
    }

    /// Stores a line if it has a score for the best move.
    pub fn info(&mut self, line: &str) {
        if line.split_ascii_whitespace().nth(1) == Some("string") {
            return;
        }
        if line.len() > MAX_LINE {
            self.flooded = true;
            return;
        }
        let mut words = line.split_ascii_whitespace();
        let (mut has_score, mut is_bound) = (false, false);
        while let Some(word) = words.next() {
            match word {
                "score" => has_score = true,
                "lowerbound" | "upperbound" => is_bound = true,
                "multipv" if words.next() != Some("1") => return,
                // The rest of the line is text.
                "string" => break,
                _ => {}
            }
        }
        if has_score {
            self.is_bound_last = is_bound;
            let kept = if is_bound { &mut self.bound } else { &mut self.exact };
            kept.clear();
            kept.push_str(line);
        }
    }

    /// Parses the stored lines, preferring an exact score to a bound, and returns the report with warnings.
    pub fn report(
        &self,
        position: &Position,
        best: Option<&str>,
        elapsed_ms: f64,
    ) -> (SearchReport, Vec<String>) {
        let mut oddities = Vec::new();
        if self.flooded {
            oddities.push(format!("an info line of more than {MAX_LINE} bytes was not read"));
        }
        let mut read = |line: &str| {
            let Some((info, faults)) = Info::read(line) else {
                oddities.push("no score before bestmove".to_owned());
                return Info::default();
            };
            let of_interest = faults.iter().filter(|fault| FIELDS.contains(&fault.field()));
            oddities.extend(of_interest.map(ToString::to_string));
            info
        };
        let info = read(if self.exact.is_empty() { &self.bound } else { &self.exact });
        // A move that failed high at the end is played without an exact score: its variation is in the
        // bound's line.
        let (pv, resolved) = if self.is_bound_last && !self.exact.is_empty() {
            let last = read(&self.bound);
            check_variation(position, &last, best, &mut oddities)
        } else {
            check_variation(position, &info, best, &mut oddities)
        };
        let Info { score, depth, seldepth, nodes, .. } = info;
        (SearchReport { score, depth, seldepth, nodes, time_ms: elapsed_ms, pv, resolved }, oddities)
    }
}

/// Plays the principal variation. Returns its legal moves and its last position without check. A variation
/// that does not start with the best move is ignored.
fn check_variation(
    start: &Position,
    info: &Info,
    best: Option<&str>,
    oddities: &mut Vec<String>,
) -> (Vec<Move>, Option<Box<Position>>) {
    let mut position = *start;
    let (mut moves, mut resolved) = (Vec::new(), None);
    let mut is_of_best = true;
    if let (Some(first), Some(best)) = (info.pv.first(), best)
        && start.parse_uci(first.as_str()).ok() != start.parse_uci(best).ok()
    {
        oddities.push(format!("bestmove {best} is not the first move of the variation, {first}"));
        is_of_best = false;
    }
    for (index, mv) in info.pv.iter().enumerate() {
        match position.parse_uci(mv.as_str()) {
            Ok(legal) => {
                moves.push(legal);
                position.play_unchecked(legal);
            }
            Err(error) => {
                oddities.push(format!("illegal move {mv} at place {} of the variation: {error}", index + 1));
                break;
            }
        }
        if !position.is_check() {
            resolved = Some(Box::new(position));
        }
    }
    if !is_of_best {
        moves.clear();
    }
    (moves, resolved)
}
