//! From games to text: PGN export format (PGN standard, sections 3.2 and 8).

use std::fmt::Write as _;

use tabia_chess::{Color, Position};

use crate::lexer::normalize;
use crate::start::{is_unknown_variant, needs_chess960};
use crate::tags::unknown_value;
use crate::{Annotations, Game, NodeId, SEVEN_TAG_ROSTER, Step};

/// Maximum line length of movetext in characters; the standard requires less than 80.
pub const LINE_WIDTH: usize = 79;

/// Parts of a game to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// Comments.
    pub comments: bool,
    /// Annotation glyphs.
    pub nags: bool,
    /// Variations.
    pub variations: bool,
}

impl WriteOptions {
    /// Everything.
    pub const ALL: Self = Self { comments: true, nags: true, variations: true };
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self::ALL
    }
}

/// Writes a game as PGN, with the seven tag roster and an empty line at the end.
///
/// ```
/// let game = &tabia_pgn::read("1.e4 e5?! *").games[0];
/// assert!(tabia_pgn::write(game).ends_with("\n\n1. e4 e5 $6 *\n\n"));
/// ```
pub fn write(game: &Game) -> String {
    write_with(game, WriteOptions::ALL)
}

/// Writes games as PGN, one after the other.
pub fn write_all<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(write).collect()
}

/// Writes a game as PGN, with the parts selected by the options.
pub fn write_with(game: &Game, options: WriteOptions) -> String {
    let mut text = String::new();
    write_tags(game, &mut text);
    text.push('\n');
    let mut movetext = Movetext { text, column: 0, is_line_start: true, opening: "" };
    write_movetext(game, options, &mut movetext);
    movetext.word(game.result().as_str());
    movetext.text.push_str("\n\n");
    movetext.text
}

fn write_tags(game: &Game, text: &mut String) {
    for name in SEVEN_TAG_ROSTER {
        let value = match name {
            "Result" => game.result().as_str(),
            _ => game.stored_tags().get(name).unwrap_or(unknown_value(name)),
        };
        write_tag(text, name, value);
    }
    // An unknown variant keeps its name if the FEN itself shows that castling follows Chess960.
    let has_own_variant =
        game.stored_tags().get("Variant").is_some_and(is_unknown_variant) && needs_chess960(game.start());
    let is_chess960_told = game.is_chess960() && !has_own_variant;
    if is_chess960_told {
        write_tag(text, "Variant", "Chess960");
    }
    let is_start_told = game.is_chess960() || *game.start() != Position::default();
    if is_start_told {
        write_tag(text, "SetUp", "1");
        // If nothing else says that it is Chess960, the FEN must name the rooks.
        let start = game.start();
        write_tag(text, "FEN", &if has_own_variant { start.to_shredder_fen() } else { start.to_fen() });
    }
    // `From Position`, say, would contradict the tags above.
    let is_written = |name| {
        SEVEN_TAG_ROSTER.contains(&name)
            || (name == "Variant" && is_chess960_told)
            || (matches!(name, "FEN" | "SetUp") && is_start_told)
    };
    for (name, value) in game.stored_tags().iter().filter(|(name, _)| !is_written(name)) {
        write_tag(text, name, value);
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let name: String = name
        .chars()
        .map(|c| if c.is_whitespace() || c.is_control() || "\"[]{}()“”„".contains(c) { '_' } else { c })
        .collect();
    if name.is_empty() {
        return;
    }
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            c if c.is_ascii_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

fn write_movetext(game: &Game, options: WriteOptions, out: &mut Movetext) {
    let root = game.annotations(NodeId::ROOT);
    write_nags(root, options, out);
    write_comments(&root.after, options, out);
    // After a comment or a variation, Black's move is numbered as well.
    let mut needs_number = true;
    let mut begins_variation = false;
    let mut depth = 0usize;
    for step in game.walk() {
        match step {
            Step::Begin => {
                depth += 1;
                if options.variations {
                    out.open();
                    needs_number = true;
                    begins_variation = true;
                }
            }
            Step::End => {
                depth -= 1;
                if options.variations {
                    out.close();
                    needs_number = true;
                }
            }
            Step::Move { .. } if depth > 0 && !options.variations => {}
            Step::Move { node, before } => {
                let Some(played) = game.played(node) else { continue };
                let annotations = game.annotations(node);
                let has_comment_before = options.comments && has_text(&annotations.before);
                // At the start of a variation this is unambiguous, and programs such as pgn-extract never accept comments after a move
                // number.
                let is_before_number = std::mem::take(&mut begins_variation);
                if is_before_number {
                    write_comments(&annotations.before, options, out);
                }
                if before.turn() == Color::White {
                    out.word(&format!("{}.", before.fullmove_number()));
                } else if needs_number || has_comment_before {
                    out.word(&format!("{}...", before.fullmove_number()));
                }
                if !is_before_number {
                    write_comments(&annotations.before, options, out);
                }
                out.word(&played.san(&before));
                write_nags(annotations, options, out);
                write_comments(&annotations.after, options, out);
                needs_number = options.comments && has_text(&annotations.after);
            }
        }
    }
}

fn has_text(comments: &[String]) -> bool {
    comments.iter().any(|comment| !normalize(comment).is_empty())
}

fn write_nags(annotations: &Annotations, options: WriteOptions, out: &mut Movetext) {
    if options.nags {
        for nag in &annotations.nags {
            out.word(&nag.to_string());
        }
    }
}

fn write_comments(comments: &[String], options: WriteOptions, out: &mut Movetext) {
    if options.comments {
        for comment in comments {
            out.comment(&normalize(comment));
        }
    }
}

/// Movetext, wrapped into lines.
struct Movetext {
    text: String,
    /// Characters in the line so far.
    column: usize,
    /// Whether the line is empty.
    is_line_start: bool,
    /// Prefix of the next word, with no line break after it: empty, or `(`.
    opening: &'static str,
}

impl Movetext {
    fn word(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        let width = opening.len() + word.chars().count();
        if !self.is_line_start && self.column + 1 + width > LINE_WIDTH {
            self.line_break();
        }
        if !self.is_line_start {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(opening);
        self.text.push_str(word);
        self.column += width;
        self.is_line_start = false;
    }

    const fn open(&mut self) {
        self.opening = "(";
    }

    fn close(&mut self) {
        if self.column + 1 > LINE_WIDTH {
            self.line_break();
        }
        self.text.push(')');
        self.column += 1;
        self.is_line_start = false;
    }

    /// Writes a comment. One that contains braces cannot be written between braces: it takes the rest of a line.
    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        if comment.contains(['{', '}']) {
            self.word(";");
            self.text.push(' ');
            self.text.push_str(comment);
            self.line_break();
            return;
        }
        let mut rest = comment;
        let mut is_first = true;
        loop {
            let end = break_place(rest);
            let (word, tail) = end.map_or((rest, None), |end| (&rest[..end], Some(&rest[end + 1..])));
            let opening = if is_first { "{" } else { "" };
            let closing = if tail.is_none() { "}" } else { "" };
            self.word(&format!("{opening}{word}{closing}"));
            is_first = false;
            match tail {
                Some(tail) => rest = tail,
                None => return,
            }
        }
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.is_line_start = true;
    }
}

/// The first space at which a comment may be wrapped: a single one, because blanks around a line break are read as one, and not before `%`,
/// which some programs would read as an escaped line.
fn break_place(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(1)).find(|&i| {
        bytes[i] == b' '
            && !is_blank_before(text, i)
            && !text[i + 1..].starts_with(|c: char| c.is_whitespace() || c == '%')
    })
}

fn is_blank_before(text: &str, at: usize) -> bool {
    text[..at].ends_with(char::is_whitespace)
}
