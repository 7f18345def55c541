//! Points of moves in suites such as the Strategic Test Suite.

use tabia_chess::{Move, Position};
use tabia_pgn::Epd;

/// Parses points from `c0 "f5=10, Be5+=2"`, or from `c7 "f5 Be5+"` with `c8 "10 2"`; none if neither has that form throughout. `c0` is
/// a comment in most suites, so any other form is not an error.
pub(crate) fn points(epd: &Epd, position: &Position) -> Vec<(Move, u32)> {
    let listed = epd.text("c0").and_then(|text| in_pairs(&text, position));
    listed.or_else(|| in_columns(epd, position)).unwrap_or_default()
}

fn in_pairs(text: &str, position: &Position) -> Option<Vec<(Move, u32)>> {
    text.split(',')
        .map(|pair| {
            // The move may promote: "e8=Q=10".
            let (san, points) = pair.trim().rsplit_once('=')?;
            Some((read(position, san)?, points.trim().parse().ok()?))
        })
        .collect()
}

fn in_columns(epd: &Epd, position: &Position) -> Option<Vec<(Move, u32)>> {
    let (moves, points) = (epd.text("c7")?, epd.text("c8")?);
    let (moves, points): (Vec<_>, Vec<_>) =
        (moves.split_whitespace().collect(), points.split_whitespace().collect());
    if moves.len() != points.len() {
        return None;
    }
    moves.iter().zip(points).map(|(san, points)| Some((read(position, san)?, points.parse().ok()?))).collect()
}

fn read(position: &Position, san: &str) -> Option<Move> {
    position.parse_san(san.trim()).ok()
}
