//! Circles and arrows on the board: `[%csl Ga1,Rb2]` and `[%cal Gc2c3]`.

use tabia_chess::Square;

use super::command::{commands, with_command};

/// Shape colours known to lichess and `ChessBase`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShapeColor {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl ShapeColor {
    /// All colours.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// The letter for the colour in comments.
    pub fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter.to_ascii_uppercase())
    }
}

/// An arrow, or a circle if both ends are the same square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Colour of the shape.
    pub color: ShapeColor,
    /// Square of a circle, or start of an arrow.
    pub from: Square,
    /// The same square for a circle, or the end of an arrow.
    pub to: Square,
}

impl Shape {
    /// Whether it is on the same squares as another shape, in any colour.
    pub fn has_place_of(self, other: Self) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }

    /// Parses `Ga1` or `Gc2c3`.
    fn parse(text: &str) -> Option<Self> {
        let color = ShapeColor::of(text.chars().next()?)?;
        let squares = text.get(1..)?;
        let from = squares.get(..2)?.parse().ok()?;
        let to = match squares.get(2..)? {
            "" => from,
            to => to.parse().ok()?,
        };
        Some(Self { color, from, to })
    }

    fn text(self) -> String {
        let letter = self.color.letter();
        if self.from == self.to {
            format!("{letter}{}", self.from)
        } else {
            format!("{letter}{}{}", self.from, self.to)
        }
    }
}

/// The shapes of a comment, in order. If two are on the same squares, the later one wins; invalid ones are skipped.
pub fn shapes(comment: &str) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for part in parts(comment) {
        if let Some(shape) = Shape::parse(part) {
            shapes.retain(|other| !other.has_place_of(shape));
            shapes.push(shape);
        }
    }
    shapes
}

/// Replaces the shapes of a comment. Unreadable entries among them, such as a colour specific to another program, are preserved.
pub fn with_shapes(comment: &str, shapes: &[Shape]) -> String {
    let unread = |name: &'static str| {
        let arguments = commands(comment).filter(move |&(command, _)| command == name);
        let parts = arguments.flat_map(|(_, argument)| argument.split(',')).map(str::trim);
        parts
            .filter(|part| !part.is_empty() && Shape::parse(part).is_none())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let set = |comment: &str, name: &'static str, is_circle: bool| {
        let own = shapes.iter().filter(|shape| (shape.from == shape.to) == is_circle);
        let texts: Vec<_> = own.map(|shape| shape.text()).chain(unread(name)).collect();
        let argument = texts.join(",");
        with_command(comment, name, Some(argument.as_str()).filter(|argument| !argument.is_empty()))
    };
    set(&set(comment, "csl", true), "cal", false)
}

fn parts(comment: &str) -> impl Iterator<Item = &str> {
    commands(comment)
        .filter(|(name, _)| matches!(*name, "csl" | "cal"))
        .flat_map(|(_, argument)| argument.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(comment: &str) -> Vec<String> {
        shapes(comment).into_iter().map(Shape::text).collect()
    }

    #[test]
    fn drawings_of_lichess_are_read() {
        assert_eq!(
            texts("[%csl Ga1,Rb2] [%cal Gc2c3,Yh8a1,Be2e4] a plan"),
            ["Ga1", "Rb2", "Gc2c3", "Yh8a1", "Be2e4"]
        );
        assert_eq!(texts("[%csl ga1, Rb2 ,]"), ["Ga1", "Rb2"], "small letters and blanks");
        assert_eq!(texts("[%csl Ga1,Ra1]"), ["Ra1"], "the later counts");
        for rubbish in [
            "[%csl]",
            "[%csl Xa1]",
            "[%csl G]",
            "[%csl Gz9]",
            "[%cal Ga1b]",
            "[%cal Ga1b9]",
            "[%csl é1]",
            "Ga1",
        ] {
            assert!(shapes(rubbish).is_empty(), "{rubbish}");
        }
    }

    #[test]
    fn drawings_are_set_and_the_rest_stays() {
        let circle = Shape { color: ShapeColor::Green, from: Square::A1, to: Square::A1 };
        let arrow = Shape { color: ShapeColor::Blue, from: Square::E2, to: Square::E4 };
        assert_eq!(with_shapes("", &[circle]), "[%csl Ga1]");
        assert_eq!(
            with_shapes("[%clk 5] a plan", &[arrow, circle]),
            "[%clk 5] [%csl Ga1] [%cal Be2e4] a plan"
        );
        assert_eq!(with_shapes("[%csl Rb2] [%cal Gc2c3] a plan", &[circle]), "[%csl Ga1] a plan");
        assert_eq!(with_shapes("[%csl Rb2]", &[]), "");
        // Orange is used by another program.
        assert_eq!(with_shapes("[%csl Oa1,Rb2] x", &[circle]), "[%csl Ga1,Oa1] x");
    }
}
