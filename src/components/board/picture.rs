//! A board as SVG, for export and print.

use super::drawings::{arrow_outline, paint};
use super::view::slot;
use std::fmt::Write as _;
use tabia_chess::{Color, Piece, Position, Role, Square};
use tabia_pgn::comment::Shape;

/// Side of a square in picture units, the same as in the piece graphics.
const UNIT: usize = 45;
/// Side of the board in picture units.
pub const BOARD: usize = 8 * UNIT;
/// Height of a name bar in picture units.
pub const NAME_BAR: usize = 26;

/// The pieces by Colin M. L. Burnett, as in the board's style sheet; always used for print.
pub const CBURNETT: &str = include_str!("../../../www/pieces/cburnett.svg");

/// Colours of a picture as CSS values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    /// Light squares.
    pub light: String,
    /// Dark squares.
    pub dark: String,
    /// Overlay on the squares of the last move.
    pub last_move: String,
    /// Border of the squares of the last move.
    pub last_move_edge: String,
    /// Background of a king in check.
    pub check: String,
    /// Coordinates on light squares.
    pub on_light: String,
    /// Coordinates on dark squares.
    pub on_dark: String,
    /// Background of the names.
    pub surface: String,
    /// Text of the names.
    pub text: String,
}

impl Colors {
    /// Returns black on white, for print.
    pub fn for_print() -> Self {
        let color = str::to_owned;
        Self {
            light: color("#fff"),
            dark: color("#cfcfcf"),
            last_move: color("none"),
            last_move_edge: color("none"),
            check: color("none"),
            on_light: color("#000"),
            on_dark: color("#000"),
            surface: color("#fff"),
            text: color("#000"),
        }
    }
}

/// Content of a picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// Piece graphics (SVG file).
    pub pieces: &'a str,
    /// Position.
    pub position: &'a Position,
    /// Side at the bottom.
    pub orientation: Color,
    /// Squares of the last move, to be marked.
    pub last_move: Option<(Square, Square)>,
    /// Arrows and circles.
    pub drawn: Vec<Shape>,
    /// Whether to show coordinates.
    pub coordinates: bool,
    /// Colours.
    pub colors: &'a Colors,
}

impl Picture<'_> {
    /// Returns a complete SVG file with a side of `size` pixels.
    pub fn svg(&self, size: u32) -> String {
        let mut text = String::new();
        // Writing to a string never fails, here and below.
        let _ = write!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {BOARD} {BOARD}" role="img"><title>{}</title>{}"#,
            escape(&self.position.to_fen()),
            piece_definitions(self.pieces)
        );
        self.board(&mut text);
        text.push_str("</svg>");
        text
    }

    /// Returns an SVG file `width` pixels wide, with the board between the players' names, the upper one first.
    pub fn svg_with_names(&self, width: u32, names: [&str; 2]) -> String {
        let height = names_height(width);
        let view = BOARD + 2 * NAME_BAR;
        let mut text = String::new();
        let _ = write!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {BOARD} {view}">{}<rect width="{BOARD}" height="{view}" fill="{}"/>"#,
            piece_definitions(self.pieces),
            self.colors.surface
        );
        for (name, y) in [(names[0], 0), (names[1], NAME_BAR + BOARD)] {
            let _ = write!(
                text,
                r#"<text x="8" y="{}" font-family="system-ui, sans-serif" font-size="14" font-weight="600" fill="{}">{}</text>"#,
                y + 18,
                self.colors.text,
                escape(name)
            );
        }
        let _ = write!(text, r#"<g transform="translate(0 {NAME_BAR})">"#);
        self.board(&mut text);
        text.push_str("</g></svg>");
        text
    }

    /// Returns the SVG element for a document that already has the [pieces](piece_definitions).
    pub fn in_document(&self, label: &str) -> String {
        let mut text = String::new();
        let _ =
            write!(text, r#"<svg viewBox="0 0 {BOARD} {BOARD}" role="img" aria-label="{}">"#, escape(label));
        self.board(&mut text);
        let _ = write!(
            text,
            r##"<rect width="{BOARD}" height="{BOARD}" fill="none" stroke="#000" stroke-width="2"/></svg>"##
        );
        text
    }

    fn board(&self, text: &mut String) {
        for square in Square::ALL {
            self.square(square, text);
        }
        for square in Square::ALL {
            if let Some(piece) = self.position.piece_at(square) {
                let (x, y) = corner(square, self.orientation);
                let (column, row) = place_in_sprite(piece);
                let (dx, dy) = (x as isize - (column * UNIT) as isize, y as isize - (row * UNIT) as isize);
                let _ = write!(text, r##"<use href="#{}" x="{dx}" y="{dy}"/>"##, piece_id(piece));
            }
        }
        for drawn in &self.drawn {
            self.drawing(*drawn, text);
        }
    }

    fn square(&self, square: Square, text: &mut String) {
        let colors = self.colors;
        let (x, y) = corner(square, self.orientation);
        let (fill, coordinate) = if square.is_light() {
            (&colors.light, &colors.on_light)
        } else {
            (&colors.dark, &colors.on_dark)
        };
        let _ = write!(text, r#"<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{fill}"/>"#);
        if self.last_move.is_some_and(|(from, to)| square == from || square == to) {
            let _ = write!(
                text,
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}" stroke-width="1.5"/>"#,
                x as f32 + 0.75,
                y as f32 + 0.75,
                UNIT as f32 - 1.5,
                UNIT as f32 - 1.5,
                colors.last_move,
                colors.last_move_edge
            );
        }
        if self.position.is_check()
            && square == self.position.king(self.position.turn())
            && colors.check != "none"
        {
            let (x, y, half) = (x + UNIT / 2, y + UNIT / 2, UNIT as f32 / 2.0);
            for (share, opacity) in [(0.98, 0.35), (0.75, 0.45), (0.5, 0.8)] {
                let _ = write!(
                    text,
                    r#"<circle cx="{x}" cy="{y}" r="{}" fill="{}" fill-opacity="{opacity}"/>"#,
                    half * share,
                    colors.check
                );
            }
        }
        if self.coordinates {
            let (column, row) = slot(square, self.orientation);
            let style = format!(
                r#"font-family="system-ui, sans-serif" font-size="8" font-weight="600" fill="{coordinate}""#
            );
            if column == 0 {
                let _ = write!(
                    text,
                    r#"<text x="{}" y="{}" {style}>{}</text>"#,
                    x + 2,
                    y + 9,
                    square.rank().char()
                );
            }
            if row == 7 {
                let _ = write!(
                    text,
                    r#"<text x="{}" y="{}" text-anchor="end" {style}>{}</text>"#,
                    x + UNIT - 2,
                    y + UNIT - 3,
                    square.file().char()
                );
            }
        }
    }

    fn drawing(&self, drawn: Shape, text: &mut String) {
        let centre = |square| {
            let (column, row) = slot(square, self.orientation);
            (column as f64 + 0.5, row as f64 + 0.5)
        };
        let Shape { from, to, color } = drawn;
        let color = paint(color);
        let (x, y) = centre(from);
        let _ = if from == to {
            write!(
                text,
                r#"<g transform="scale({UNIT})"><circle cx="{x}" cy="{y}" r="0.46" fill="none" stroke="{color}" stroke-opacity="0.85" stroke-width="0.07"/></g>"#
            )
        } else {
            let outline = arrow_outline((x, y), centre(to), 0.15);
            write!(
                text,
                r##"<g transform="scale({UNIT})"><path d="{outline}" fill="{color}" fill-opacity="0.85" stroke="#fff" stroke-width="0.025"/></g>"##
            )
        };
    }
}

/// Returns the height in pixels of a picture with names that is `width` pixels wide.
pub fn names_height(width: u32) -> u32 {
    width * (BOARD + 2 * NAME_BAR) as u32 / BOARD as u32
}

/// Returns the piece definitions of a file, for `use` elements.
pub fn piece_definitions(file: &str) -> String {
    let inner = file.split_once("<g ").map_or("", |(_, rest)| rest);
    format!("<defs><g {}</defs>", inner.trim_end().trim_end_matches("</svg>"))
}

fn piece_id(piece: Piece) -> String {
    let color = if piece.color == Color::White { 'w' } else { 'b' };
    format!("{color}{}", piece.role.upper_char())
}

/// Returns the column and row of a piece in the piece graphics.
fn place_in_sprite(piece: Piece) -> (usize, usize) {
    let column = match piece.role {
        Role::King => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 5,
    };
    (column, usize::from(piece.color == Color::Black))
}

/// Returns the top left corner of a square in picture units.
fn corner(square: Square, orientation: Color) -> (usize, usize) {
    let (column, row) = slot(square, orientation);
    (column * UNIT, row * UNIT)
}

/// Escapes text for XML and HTML; characters that XML cannot represent are left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::fen;
    use tabia_pgn::comment::ShapeColor;

    fn svg(fen: &str, orientation: Color) -> String {
        let position = fen::parse(fen).unwrap().position().unwrap();
        let colors = Colors::for_print();
        let drawn = vec![
            Shape { from: Square::E4, to: Square::E4, color: ShapeColor::Green },
            Shape { from: Square::E4, to: Square::A1, color: ShapeColor::Red },
        ];
        let last_move = Some((Square::E1, Square::E4));
        Picture {
            pieces: CBURNETT,
            position: &position,
            orientation,
            last_move,
            drawn,
            coordinates: true,
            colors: &colors,
        }
        .svg(480)
    }

    #[test]
    fn every_piece_stands_on_its_square() {
        let text = svg("4k3/8/8/8/4R3/8/8/4K2N b - - 0 1", Color::White);
        assert_eq!(text.matches("<use ").count(), 4);
        // The rook starts at 90 in the graphics; e4 starts at 180, 180.
        assert!(text.contains(r##"<use href="#wR" x="90" y="180"/>"##), "{text}");
        // The black king is in the second row of the graphics; e8 is in the first row of the board.
        assert!(text.contains(r##"<use href="#bK" x="180" y="-45"/>"##), "{text}");
        let turned = svg("4k3/8/8/8/4R3/8/8/4K2N b - - 0 1", Color::Black);
        assert!(turned.contains(r##"<use href="#wR" x="45" y="135"/>"##), "{turned}");
    }

    #[test]
    fn coordinates_marks_and_drawings_are_there() {
        let text = svg("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", Color::White);
        assert_eq!(text.matches("<text ").count(), 16);
        assert_eq!(
            text.matches("stroke-width=\"1.5\"/>").count()
                - piece_definitions(CBURNETT).matches("stroke-width=\"1.5\"/>").count(),
            2
        );
        assert!(text.contains(r##"stroke="#1e7a3c""##) && text.contains(r##"fill="#b3261e""##));
    }

    #[test]
    fn the_definitions_hold_all_pieces() {
        for file in [
            CBURNETT,
            include_str!("../../../www/pieces/flat.svg"),
            include_str!("../../../www/pieces/letters.svg"),
        ] {
            all_pieces_are_in(file);
        }
    }

    fn all_pieces_are_in(file: &str) {
        for color in Color::ALL {
            for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
                let id = piece_id(Piece { color, role });
                assert!(piece_definitions(file).contains(&format!("id=\"{id}\"")), "{id}");
            }
        }
        assert_eq!(
            piece_definitions(file).matches("<g").count(),
            piece_definitions(file).matches("</g>").count()
        );
    }

    #[test]
    fn names_cannot_leave_their_place() {
        let position = Position::default();
        let colors = Colors::for_print();
        let picture = Picture {
            pieces: CBURNETT,
            position: &position,
            orientation: Color::White,
            last_move: None,
            drawn: Vec::new(),
            coordinates: false,
            colors: &colors,
        };
        let text = picture.svg_with_names(360, ["<script>&\"", "a\u{1}b\nc"]);
        assert!(
            text.contains("&lt;script&gt;&amp;&quot;")
                && text.contains(">ab c<")
                && !text.contains("<script")
        );
        assert_eq!(names_height(360), 412);
    }
}
