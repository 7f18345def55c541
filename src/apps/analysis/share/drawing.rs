//! Arrows and circles that are kept in the comments of a move.

use crate::components::board::picture::Drawn;
use tabia_chess::Square;
use tabia_pgn::{Game, NodeId, comment};

/// The drawings of a move: `[%csl Ge4]` is a circle, `[%cal Re2e4]` an arrow.
pub fn drawings(game: &Game, node: NodeId) -> Vec<Drawn> {
    let commands = game.annotations(node).after.iter().flat_map(|text| comment::commands(text));
    commands
        .filter(|(name, _)| matches!(*name, "csl" | "cal"))
        .flat_map(|(_, argument)| argument.split(','))
        .filter_map(|shape| drawn(shape.trim()))
        .collect()
}

fn drawn(shape: &str) -> Option<Drawn> {
    let (brush, squares) = shape.split_at_checked(1)?;
    let color = match brush {
        "G" => "#1e7a3c",
        "R" => "#b3261e",
        "B" => "#1a4f9c",
        "Y" => "#c98a00",
        _ => return None,
    };
    let square = |text: &str| text.parse::<Square>().ok();
    let from = square(squares.get(..2)?)?;
    let to = match squares.get(2..)? {
        "" => from,
        to => square(to)?,
    };
    Some(Drawn { from, to, color })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_from_comments() {
        let text = "1. e4 {[%csl Ge4,Rd5] [%cal Ye2e4, Bg1f3, Xa1a2, Gz9] text} *";
        let game = &tabia_pgn::read(text).games[0];
        let drawn = drawings(game, game.line_end(NodeId::ROOT));
        let places: Vec<_> = drawn.iter().map(|drawn| format!("{}{}", drawn.from, drawn.to)).collect();
        assert_eq!(places, ["e4e4", "d5d5", "e2e4", "g1f3"]);
        assert!(drawings(game, NodeId::ROOT).is_empty());
    }
}
