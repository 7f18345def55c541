//! From games to text: PGN's export format (PGN standard, section 3.2 and 8).

use std::fmt::Write as _;

use tabia_chess::{Color, Position};

use crate::lexer::normalize;
use crate::start::{is_unknown_variant, needs_chess960};
use crate::tags::unknown_value;
use crate::{Annotations, Game, NodeId, SEVEN_TAG_ROSTER, Step};

/// Lines of movetext are at most this long, in characters: the standard asks for less than 80.
pub const LINE_WIDTH: usize = 79;

/// What of a game is written.
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

/// A game in PGN, with the seven tags of the roster and with an empty line at the end.
///
/// ```
/// let game = &tabia_pgn::read("1.e4 e5?! *").games[0];
/// assert!(tabia_pgn::write(game).ends_with("\n\n1. e4 e5 $6 *\n\n"));
/// ```
pub fn write(game: &Game) -> String {
    write_with(game, WriteOptions::ALL)
}

/// Games in PGN, one after the other.
pub fn write_all<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(write).collect()
}

/// A game in PGN, as far as the options say.
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
            _ => game.tags().get(name).unwrap_or(unknown_value(name)),
        };
        write_tag(text, name, value);
    }
    // A variant of which nothing else is known keeps its name, where the FEN shows by itself that castling is that of Chess960.
    let has_own_variant =
        game.tags().get("Variant").is_some_and(is_unknown_variant) && needs_chess960(game.start());
    let is_chess960_told = game.is_chess960() && !has_own_variant;
    if is_chess960_told {
        write_tag(text, "Variant", "Chess960");
    }
    if game.is_chess960() || *game.start() != Position::default() {
        write_tag(text, "SetUp", "1");
        // Where nothing else says that it is Chess960, the rooks have to be named.
        let start = game.start();
        write_tag(text, "FEN", &if has_own_variant { start.to_shredder_fen() } else { start.to_fen() });
    }
    // `From Position`, say, would contradict what is written above.
    let is_written = |name| SEVEN_TAG_ROSTER.contains(&name) || name == "Variant" && is_chess960_told;
    for (name, value) in game.tags().iter().filter(|(name, _)| !is_written(name)) {
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
    // Behind a comment or a variation Black's move has a number as well.
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
                // At the start of a variation nothing else can be meant, and programs such as pgn-extract know comments behind the
                // number of a move nowhere.
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

/// Movetext, broken into lines.
struct Movetext {
    text: String,
    /// Characters in the line so far.
    column: usize,
    /// Whether the line is empty.
    is_line_start: bool,
    /// What the next word begins with, from which no line break parts it: nothing, or `(`.
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

    /// A comment. One with braces inside cannot be written between braces: it takes the rest of a line.
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

/// The first blank at which a comment may be broken: a single one, because blanks around a line break are read as one, and not before
/// `%`, which would make the line an escaped one for some programs.
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
