//! Arrows and circles that the user draws with the right button (or Shift and the left one), or with a pen in drawing mode.
//!
//! On a board with the drawings of a game, those are shown, and new shapes are emitted. On any other board,
//! drawing the same shape again removes it, and a click or a new position removes all. Colours as on lichess.

use super::view::slot;
use crate::state::drawing::Pen;
use tabia_chess::{Color, Square};
use tabia_pgn::comment::{Shape, ShapeColor};
use wasm_bindgen::JsValue;
use web_sys::{Element, HtmlElement, PointerEvent};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Returns the colour selected by the modifiers of `event`, by default the pen's. With the left button and no pen, Shift starts the
/// drawing and doesn't count as a modifier.
pub fn color_of(event: &PointerEvent, pen: Option<Pen>) -> ShapeColor {
    let first = event.ctrl_key() || (event.shift_key() && (event.button() == 2 || pen.is_some()));
    let second = event.alt_key() || event.meta_key();
    match (first, second) {
        (false, false) => pen.unwrap_or_default().color,
        (true, false) => ShapeColor::Red,
        (false, true) => ShapeColor::Blue,
        (true, true) => ShapeColor::Yellow,
    }
}

/// Returns the CSS value of a drawing colour.
pub fn paint(color: ShapeColor) -> &'static str {
    match color {
        ShapeColor::Green => "#1e7a3c",
        ShapeColor::Red => "#b3261e",
        ShapeColor::Blue => "#1a4f9c",
        ShapeColor::Yellow => "#c98a00",
    }
}

/// Layer of drawings.
pub struct Drawings {
    svg: Element,
    shapes: Vec<Shape>,
    preview: Option<Shape>,
    /// Whether the drawings belong to a game.
    is_kept: bool,
}

impl Drawings {
    /// Adds the layer to the board.
    ///
    /// # Errors
    /// When the browser refuses to create an element.
    pub fn new(root: &HtmlElement) -> Result<Self, JsValue> {
        let document = root.owner_document().ok_or("the board is in no document")?;
        let svg = document.create_element_ns(Some(SVG), "svg")?;
        svg.set_attribute("class", "drawings")?;
        svg.set_attribute("viewBox", "0 0 8 8")?;
        svg.set_attribute("aria-hidden", "true")?;
        root.append_child(&svg)?;
        Ok(Self { svg, shapes: Vec::new(), preview: None, is_kept: false })
    }

    /// Returns whether the drawings belong to a game.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Returns whether a drawing is in progress.
    pub fn is_drawing(&self) -> bool {
        self.preview.is_some()
    }

    /// Returns the drawing in progress.
    pub fn preview(&self) -> Option<Shape> {
        self.preview
    }

    /// Starts a drawing.
    pub fn start(&mut self, square: Square, color: ShapeColor) {
        self.preview = Some(Shape { color, from: square, to: square });
    }

    /// Extends the drawing in progress to `square`.
    pub fn extend(&mut self, square: Option<Square>, orientation: Color) {
        let (Some(preview), Some(square)) = (&mut self.preview, square) else { return };
        if preview.to != square {
            preview.to = square;
            self.draw(orientation);
        }
    }

    /// Shows the drawings of a game. From now on, the user's drawings are emitted rather than stored here.
    pub fn show(&mut self, shapes: &[Shape], orientation: Color) {
        self.is_kept = true;
        self.shapes = shapes.to_vec();
        self.draw(orientation);
    }

    /// Ends a drawing. Returns it if it belongs to a game.
    pub fn finish(&mut self, orientation: Color) -> Option<Shape> {
        let shape = self.preview.take()?;
        if self.is_kept {
            // The layer is updated when the game changes.
            return Some(shape);
        }
        let is_repeated = self.shapes.contains(&shape);
        self.shapes.retain(|other| !other.has_place_of(shape));
        if !is_repeated {
            self.shapes.push(shape);
        }
        self.draw(orientation);
        None
    }

    /// Discards the drawing in progress.
    pub fn clear_preview(&mut self, orientation: Color) {
        if self.preview.take().is_some() {
            self.draw(orientation);
        }
    }

    /// Removes all drawings that don't belong to a game.
    pub fn clear(&mut self) {
        self.preview = None;
        if !self.is_kept && !self.shapes.is_empty() {
            self.shapes.clear();
            self.svg.set_inner_html("");
        }
    }

    /// Redraws for a flipped board.
    pub fn turn(&mut self, orientation: Color) {
        self.draw(orientation);
    }

    fn draw(&self, orientation: Color) {
        let all = self.shapes.iter().chain(&self.preview);
        let markup: String = all.map(|&shape| markup(shape, orientation)).collect();
        self.svg.set_inner_html(&markup);
    }
}

/// Returns the centre of a square in the layer's units (a square is 1).
fn centre(square: Square, orientation: Color) -> (f64, f64) {
    let (column, row) = slot(square, orientation);
    (column as f64 + 0.5, row as f64 + 0.5)
}

fn markup(shape: Shape, orientation: Color) -> String {
    let color = paint(shape.color);
    let (x, y) = centre(shape.from, orientation);
    if shape.from == shape.to {
        return format!(r#"<circle cx="{x}" cy="{y}" r="0.46" stroke="{color}" stroke-width="0.07"/>"#);
    }
    let outline = arrow_outline((x, y), centre(shape.to, orientation), 0.15);
    format!(
        r##"<path d="{outline}" fill="{color}" fill-opacity="0.85" stroke="#fff" stroke-width="0.025"/>"##
    )
}

/// Returns the outline of an arrow between two centres as SVG path data; `width` is the shaft's, in squares.
pub fn arrow_outline(from: (f64, f64), to: (f64, f64), width: f64) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return String::new();
    }
    // Unit vectors along and across the arrow.
    let (ax, ay) = (dx / length, dy / length);
    let (nx, ny) = (-ay, ax);
    let head = (width * 2.2).min(length * 0.6);
    let tail = 0.22_f64.min(length * 0.2);
    let (half, wing) = (width / 2.0, width * 1.2);
    let at = |along: f64, across: f64| {
        format!("{:.3} {:.3}", from.0 + ax * along + nx * across, from.1 + ay * along + ny * across)
    };
    let neck = length - head;
    format!(
        "M{} L{} L{} L{} L{} L{} L{} Z",
        at(tail, half),
        at(neck, half),
        at(neck, wing),
        at(length, 0.0),
        at(neck, -wing),
        at(neck, -half),
        at(tail, -half),
    )
}
