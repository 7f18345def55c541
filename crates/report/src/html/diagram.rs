//! Boards as SVG.

use std::fmt::Write as _;

use tabia_chess::{Color, Position, Square};

use super::escape::escape;

/// The elements of the sprite, each translated to the origin.
pub(super) fn definitions(pieces: &str) -> String {
    let inner = pieces.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once("</svg>").map_or(inner, |(inner, _)| inner);
    let mut text = String::new();
    for line in inner.lines().filter(|line| line.starts_with("<g id=")) {
        // The position in the sprite is only in the first tag.
        let (tag, rest) = line.split_once('>').unwrap_or((line, ""));
        let tag = tag.split_once(" transform=").map_or(tag, |(tag, _)| tag);
        let _ = write!(text, "{tag}>{rest}");
    }
    text
}

/// The empty board, drawn once: it looks the same for both orientations.
pub(super) fn squares() -> String {
    let mut text = String::from(
        "<g id=\"squares\"><path class=\"light\" d=\"M0 0h360v360H0z\"/><path class=\"dark\" d=\"",
    );
    for square in Square::ALL.into_iter().filter(|square| !square.is_light()) {
        let (x, y) = corner(square, Color::White);
        let _ = write!(text, "M{x} {y}h45v45h-45z");
    }
    text + "\"/></g>"
}

/// The upper left corner of a square.
fn corner(square: Square, orientation: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    match orientation {
        Color::White => (file * 45, (7 - rank) * 45),
        Color::Black => ((7 - file) * 45, rank * 45),
    }
}

/// A board from the point of view of the side that moved.
pub(super) fn diagram(
    position: &Position,
    orientation: Color,
    marked: Option<[Square; 2]>,
    label: &str,
) -> String {
    let mut text = format!(
        "<svg class=\"board\" viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"{}\"><use href=\"#squares\"/>",
        escape(label)
    );
    for square in marked.into_iter().flatten() {
        let (x, y) = corner(square, orientation);
        let _ = write!(text, "<path class=\"marked\" d=\"M{x} {y}h45v45h-45z\"/>");
    }
    for (square, piece) in position.board().iter() {
        let (x, y) = corner(square, orientation);
        let color = if piece.color == Color::White { 'w' } else { 'b' };
        let _ = write!(text, "<use href=\"#{color}{}\" x=\"{x}\" y=\"{y}\"/>", piece.role.upper_char());
    }
    text.push_str("</svg>");
    text
}
