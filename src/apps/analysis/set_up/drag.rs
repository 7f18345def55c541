//! A piece that is carried over the board editor.

use tabia_chess::{Color, Piece, Square};
use web_sys::HtmlElement;

use crate::components::board::view::square_in_slot;

/// How far a pointer moves before it carries a piece, in CSS pixels.
const DISTANCE_PX: f64 = 4.0;

/// A piece under a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// The piece.
    pub piece: Piece,
    /// Where it was taken from; `None` for a spare piece.
    pub from: Option<Square>,
    /// Where the pointer went down, in CSS pixels of the window.
    pub start: (f64, f64),
    /// Whether it has moved far enough.
    pub is_moving: bool,
}

impl Drag {
    /// Takes note of where the pointer is.
    pub fn follow(&mut self, (x, y): (f64, f64)) {
        self.is_moving |= (x - self.start.0).hypot(y - self.start.1) > DISTANCE_PX;
    }
}

/// The square of a board under a point of the window.
pub fn square_at(board: &HtmlElement, (x, y): (f64, f64), orientation: Color) -> Option<Square> {
    let bounds = board.get_bounding_client_rect();
    let side = bounds.width() / 8.0;
    let (column, row) = ((x - bounds.left()) / side, (y - bounds.top()) / side);
    let is_inside = |value: f64| (0.0..8.0).contains(&value);
    (is_inside(column) && is_inside(row))
        .then(|| square_in_slot(column as usize, row as usize, orientation))
        .flatten()
}

/// Draws the carried piece under the pointer.
pub fn show_ghost(ghost: &HtmlElement, board: &HtmlElement, (x, y): (f64, f64)) {
    let side = board.get_bounding_client_rect().width() / 8.0;
    let style = format!(
        "display: block; width: {side}px; height: {side}px; transform: translate({}px, {}px)",
        x - side / 2.0,
        y - side / 2.0
    );
    // Styles of our own element can always be written.
    let _ = ghost.set_attribute("style", &style);
}
