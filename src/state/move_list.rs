//! The moves of a game as flat rows, ready to be drawn.

use tabia_chess::Color;
use tabia_pgn::{Game, Nag, NodeId, Step};

/// One move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRow {
    /// The node that the move leads to.
    pub node: NodeId,
    /// The number of the move, as in a FEN.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// The move in SAN, with its check mark.
    pub san: String,
    /// Glyphs.
    pub nags: Vec<Nag>,
    /// Comments that stand before the move.
    pub comments_before: Vec<String>,
    /// Comments behind the move.
    pub comments_after: Vec<String>,
    /// 0 on the main line, 1 in its variations, 2 in theirs and so on.
    pub depth: usize,
    /// Whether a variation begins with this move.
    pub begins_variation: bool,
    /// How many variations end behind this move.
    pub ends_variations: usize,
    /// Whether the number has to be shown: for every move of White, and for one of Black that follows no move of White directly.
    pub shows_number: bool,
}

impl MoveRow {
    /// `12.` or `12...`.
    pub fn number_text(&self) -> String {
        let dots = if self.color == Color::White { "." } else { "..." };
        format!("{}{dots}", self.number)
    }
}

/// All moves of a game in the order of PGN: a move, the variations in its place, the next move.
pub fn move_rows(game: &Game) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    let mut depth = 0;
    let mut begins_variation = false;
    let mut follows_directly = false;
    for step in game.walk() {
        match step {
            Step::Begin => {
                depth += 1;
                begins_variation = true;
            }
            Step::End => {
                depth -= 1;
                follows_directly = false;
                if let Some(row) = rows.last_mut() {
                    row.ends_variations += 1;
                }
            }
            Step::Move { node, before } => {
                let annotations = game.annotations(node);
                let color = before.turn();
                let shows_number = color == Color::White
                    || begins_variation
                    || !follows_directly
                    || !annotations.before.is_empty();
                rows.push(MoveRow {
                    node,
                    number: before.fullmove_number(),
                    color,
                    san: game.played(node).map_or_else(String::new, |played| played.san(&before)),
                    nags: annotations.nags.clone(),
                    comments_before: annotations.before.clone(),
                    comments_after: annotations.after.clone(),
                    depth,
                    begins_variation,
                    ends_variations: 0,
                    shows_number,
                });
                begins_variation = false;
                follows_directly = annotations.after.is_empty();
            }
        }
    }
    rows
}
