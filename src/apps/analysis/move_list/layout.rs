//! Lays out the moves of a game as blocks: rows of two, comments, and variations.

use crate::state::move_list::MoveRow;
use tabia_chess::Color;

/// Part of a variation. Moves are indices into the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Move, with its number where needed.
    Move(Option<String>, usize),
    /// Comment.
    Comment(String),
    /// Start of a nested variation.
    Open,
    /// End of a nested variation.
    Close,
}

/// Block of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Main-line move and reply. White's is missing after an interruption, Black's before one.
    Pair {
        /// Move number.
        number: u32,
        /// White's move.
        white: Option<usize>,
        /// Black's move.
        black: Option<usize>,
    },
    /// Comment on the main line.
    Comment(String),
    /// Variation of the main line.
    Variation(Vec<Inline>),
}

impl Block {
    /// Iterates over the moves in the block, as indices into the rows.
    pub fn moves(&self) -> impl Iterator<Item = usize> {
        let (pair, parts) = match self {
            Self::Pair { white, black, .. } => ([*white, *black], [].as_slice()),
            Self::Comment(_) => ([None; 2], [].as_slice()),
            Self::Variation(parts) => ([None; 2], parts.as_slice()),
        };
        let inline = |part: &Inline| if let Inline::Move(_, index) = part { Some(*index) } else { None };
        pair.into_iter().flatten().chain(parts.iter().filter_map(inline))
    }
}

/// Lays out a game from the comments before its first move and its rows.
pub fn blocks(opening_comments: &[String], rows: &[MoveRow]) -> Vec<Block> {
    let mut writer = LayoutWriter { blocks: Vec::new(), in_variation: false };
    for comment in opening_comments {
        writer.comment(comment);
    }
    for (index, row) in rows.iter().enumerate() {
        writer.in_variation = row.depth > 0;
        if row.begins_variation {
            if row.depth == 1 {
                writer.blocks.push(Block::Variation(Vec::new()));
            } else {
                writer.inline(Inline::Open);
            }
        }
        for comment in &row.comments_before {
            writer.comment(comment);
        }
        writer.play(index, row);
        for comment in &row.comments_after {
            writer.comment(comment);
        }
        // The outermost variation ends with its block.
        for _ in 0..row.ends_variations.min(row.depth.saturating_sub(1)) {
            writer.inline(Inline::Close);
        }
    }
    writer.blocks
}

struct LayoutWriter {
    blocks: Vec<Block>,
    in_variation: bool,
}

impl LayoutWriter {
    fn inline(&mut self, part: Inline) {
        if let Some(Block::Variation(parts)) = self.blocks.last_mut() {
            parts.push(part);
        }
    }

    /// Writes a comment, unless nothing in it is human-readable.
    fn comment(&mut self, text: &str) {
        let text = readable(text);
        if text.is_empty() {
            return;
        }
        if self.in_variation {
            self.inline(Inline::Comment(text));
        } else {
            self.blocks.push(Block::Comment(text));
        }
    }

    fn play(&mut self, index: usize, row: &MoveRow) {
        if self.in_variation {
            let number = row.shows_number.then(|| match row.color {
                Color::White => format!("{}.", row.number),
                Color::Black => format!("{}…", row.number),
            });
            self.inline(Inline::Move(number, index));
            return;
        }
        if row.color == Color::White {
            self.blocks.push(Block::Pair { number: row.number, white: Some(index), black: None });
        } else if let Some(Block::Pair { number, black: reply @ None, .. }) = self.blocks.last_mut()
            && *number == row.number
        {
            *reply = Some(index);
        } else {
            self.blocks.push(Block::Pair { number: row.number, white: None, black: Some(index) });
        }
    }
}

/// Strips commands such as `[%clk 0:05:00]` and normalizes white space.
fn readable(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        text.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::move_list::move_rows;
    use crate::state::score::Evaluation;
    use std::time::Duration;
    use tabia_pgn::NodeId;

    fn text(pgn: &str) -> Vec<String> {
        let collection = tabia_pgn::read(pgn);
        let game = &collection.games[0];
        let rows = move_rows(game);
        let san = |index: usize| {
            let nags: String = rows[index].nags.iter().filter_map(|nag| nag.symbol()).collect();
            format!("{}{nags}", rows[index].san)
        };
        let inline = |part: &Inline| match part {
            Inline::Move(number, index) => format!("{}{}", number.clone().unwrap_or_default(), san(*index)),
            Inline::Comment(text) => format!("{{{text}}}"),
            Inline::Open => "(".to_owned(),
            Inline::Close => ")".to_owned(),
        };
        blocks(&game.annotations(NodeId::ROOT).after, &rows)
            .iter()
            .map(|block| match block {
                Block::Pair { number, white, black } => {
                    let side = |side: &Option<usize>| side.map_or("-".to_owned(), san);
                    format!("{number} {} {}", side(white), side(black))
                }
                Block::Comment(text) => format!("{{{text}}}"),
                Block::Variation(parts) => parts.iter().map(inline).collect::<Vec<_>>().join(" "),
            })
            .collect()
    }

    #[test]
    fn plain_games_are_pairs() {
        assert_eq!(text("1. e4 e5 2. Nf3! Nc6 3. Bb5 *"), ["1 e4 e5", "2 Nf3! Nc6", "3 Bb5 -"]);
    }

    #[test]
    fn comments_and_variations_interrupt_a_pair() {
        assert_eq!(
            text("1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *"),
            ["1 e4 -", "{best by test}", "1 - e5", "1…c5 2.Nf3 ( 2.c3 d5 ) 2…d6", "2 Nf3 -"]
        );
    }

    #[test]
    fn several_variations_are_several_blocks() {
        assert_eq!(text("1. e4 (1. d4 d5) (1. c4) 1... e5 *"), ["1 e4 -", "1.d4 d5", "1.c4", "1 - e5"]);
    }

    #[test]
    fn games_may_start_with_black() {
        let fen = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 30\"]\n[SetUp \"1\"]\n\n";
        assert_eq!(text(&format!("{fen}30... Kd7 31. Kd2 *")), ["30 - Kd7", "31 Kd2 -"]);
    }

    #[test]
    fn commands_to_programs_are_not_shown() {
        assert_eq!(
            text("1. e4 {[%clk 0:05:00]} e5 {[%eval 0.3]  sharp\n play} *"),
            ["1 e4 e5", "{sharp play}"]
        );
    }

    #[test]
    fn what_match_programs_say_about_moves_takes_no_lines() {
        let game = "1. e4 {book} e5 {book} 2. Nf3 {31/10 123ms, n=5, pv=\"Nf3 Nc6\"} 2... Nc6 {+0.20/9 0.1s} 3. Bb5 \
                    {M3/12 4ms} {White wins by adjudication} 1-0";
        assert_eq!(text(game), ["1 e4 e5", "2 Nf3 Nc6", "3 Bb5 -", "{White wins by adjudication}"]);
        let rows = move_rows(&tabia_pgn::read(game).games[0]);
        let facts = |index: usize| rows[index].facts.clone().unwrap();
        assert!(facts(0).is_book && facts(1).is_book);
        assert_eq!(facts(2).evaluation, Some(Evaluation::Cp(31)));
        assert_eq!((facts(2).depth, facts(2).time), (Some(10), Some(Duration::from_millis(123))));
        assert_eq!(facts(3).evaluation, Some(Evaluation::Cp(-20)), "Black's score from White's side");
        assert_eq!(facts(4).evaluation, Some(Evaluation::Mate { winner: Color::White, moves: 3 }));
        let lichess =
            move_rows(&tabia_pgn::read("1. e4 {[%eval 0.3] [%clk 1:05:23]} e5 {[%eval #-2,20]} *").games[0]);
        let facts = |index: usize| lichess[index].facts.clone().unwrap();
        assert_eq!(
            (facts(0).evaluation, facts(0).clock),
            (Some(Evaluation::Cp(30)), Some(Duration::from_secs(3923)))
        );
        assert_eq!(facts(1).evaluation, Some(Evaluation::Mate { winner: Color::Black, moves: 2 }));
    }
}
