//! Drawing mode: taps, clicks and drags on the board draw arrows and circles instead of moving pieces.

use super::keys::{KeyPress, Modifiers};
use tabia_chess::Square;
use tabia_pgn::comment::{Shape, ShapeColor};

/// Available colours, in the order of their keys 1 to 4.
pub const COLORS: [ShapeColor; 4] =
    [ShapeColor::Green, ShapeColor::Red, ShapeColor::Blue, ShapeColor::Yellow];

/// What a tap on a square draws. A drag always draws an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DrawingTool {
    /// A circle on the square.
    #[default]
    Circle,
    /// An arrow from one tapped square to the next, for users who can't drag.
    Arrow,
}

/// Drawing tool and colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pen {
    /// The colour.
    pub color: ShapeColor,
    /// What a tap draws.
    pub tool: DrawingTool,
}

impl Default for Pen {
    fn default() -> Self {
        Self { color: ShapeColor::Green, tool: DrawingTool::default() }
    }
}

/// Result of a tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tap {
    /// Draw this shape, or erase it if it already exists.
    Draws(Shape),
    /// Start an arrow here.
    Begins(Square),
    /// Cancel the arrow that started here.
    Ends,
}

impl Pen {
    /// Handles a tap on `square`; `began` is where an arrow was started.
    pub fn tap(self, began: Option<Square>, square: Square) -> Tap {
        let color = self.color;
        match (self.tool, began) {
            (DrawingTool::Circle, _) => Tap::Draws(Shape { color, from: square, to: square }),
            (DrawingTool::Arrow, None) => Tap::Begins(square),
            (DrawingTool::Arrow, Some(from)) if from == square => Tap::Ends,
            (DrawingTool::Arrow, Some(from)) => Tap::Draws(Shape { color, from, to: square }),
        }
    }
}

/// Drawing mode, with a pen that is remembered while it is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawingMode {
    /// Whether it is on.
    pub is_on: bool,
    /// The pen.
    pub pen: Pen,
}

impl DrawingMode {
    /// Returns the pen while the mode is on.
    pub fn pen(self) -> Option<Pen> {
        self.is_on.then_some(self.pen)
    }

    /// Toggles the mode.
    #[must_use]
    pub fn toggled(self) -> Self {
        Self { is_on: !self.is_on, ..self }
    }

    /// Sets the colour.
    #[must_use]
    pub fn with_color(self, color: ShapeColor) -> Self {
        Self { pen: Pen { color, ..self.pen }, ..self }
    }

    /// Sets the tool.
    #[must_use]
    pub fn with_tool(self, tool: DrawingTool) -> Self {
        Self { pen: Pen { tool, ..self.pen }, ..self }
    }

    /// Handles a key: W toggles the mode; while it is on, 1 to 4 choose a colour, and Escape ends it. Returns `None` for every other key.
    #[must_use]
    pub fn by_key(self, press: KeyPress<'_>) -> Option<Self> {
        if press.held != Modifiers::Nothing || press.shift {
            return None;
        }
        if press.key.eq_ignore_ascii_case("w") {
            return Some(self.toggled());
        }
        if !self.is_on {
            return None;
        }
        if press.key == "Escape" {
            return Some(self.toggled());
        }
        // Digits go by key position, as with glyphs.
        let digit: usize = press.code.strip_prefix("Digit").unwrap_or(press.key).parse().ok()?;
        COLORS.get(digit.checked_sub(1)?).map(|&color| self.with_color(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str) -> KeyPress<'_> {
        KeyPress { key, code: "", held: Modifiers::Nothing, shift: false }
    }

    #[test]
    fn a_tap_draws_a_circle_and_two_taps_an_arrow() {
        let pen = Pen { color: ShapeColor::Red, tool: DrawingTool::Circle };
        let (e4, e5) = (Square::E4, Square::E5);
        let shape = |from, to| Tap::Draws(Shape { color: ShapeColor::Red, from, to });
        assert_eq!(pen.tap(None, e4), shape(e4, e4));
        assert_eq!(pen.tap(Some(e5), e4), shape(e4, e4), "begun with another tool");
        let pen = Pen { tool: DrawingTool::Arrow, ..pen };
        assert_eq!(pen.tap(None, e4), Tap::Begins(e4));
        assert_eq!(pen.tap(Some(e4), e5), shape(e4, e5));
        assert_eq!(pen.tap(Some(e4), e4), Tap::Ends);
    }

    #[test]
    fn keys_turn_it_on_choose_colours_and_end_it() {
        let off = DrawingMode::default();
        assert_eq!(off.pen(), None);
        for key in ["1", "Escape", "x", "0"] {
            assert_eq!(off.by_key(press(key)), None, "{key} belongs to the page");
        }
        let on = off.by_key(press("w")).unwrap();
        assert_eq!(on.pen(), Some(Pen::default()));
        let colors: Vec<_> =
            ["1", "2", "3", "4"].map(|key| on.by_key(press(key)).unwrap().pen.color).to_vec();
        assert_eq!(colors, COLORS);
        for key in ["0", "5", "f", "ArrowLeft"] {
            assert_eq!(on.by_key(press(key)), None, "{key}");
        }
        // French digits need Shift: the key position counts.
        let french = KeyPress { code: "Digit2", ..press("é") };
        assert_eq!(on.by_key(french).unwrap().pen.color, ShapeColor::Red);
        assert_eq!(on.by_key(KeyPress { held: Modifiers::Control, ..press("w") }), None);
        assert_eq!(on.by_key(KeyPress { shift: true, ..press("1") }), None, "a glyph of the position");
        let red = on.with_color(ShapeColor::Red);
        let ended = red.by_key(press("Escape")).unwrap();
        assert_eq!((ended.pen(), ended.pen.color), (None, ShapeColor::Red));
        assert_eq!(red.by_key(press("w")), Some(ended));
    }
}
