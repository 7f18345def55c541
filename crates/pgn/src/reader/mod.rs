//! From text to games: nothing readable is lost, and everything unreadable is reported.
//!
//! ```
//! use tabia_pgn::Reader;
//!
//! let mut reader = Reader::new("[White \"Anand\"]\n\n1. e4 e5 2. Nf4 *\n\n[White \"Gukesh\"]\n\n1. d4 *\n");
//! let first = reader.next().unwrap();
//! // The game is read up to the unplayable move, and the problem has its position.
//! assert_eq!(first.game.main_line().count(), 2);
//! let problem = &first.problems[0];
//! assert!(problem.is_loss && (problem.line, problem.column) == (3, 13));
//! assert!(reader.next().unwrap().problems.is_empty());
//! ```
//!
//! # Why not the tokens of `pgn-reader`
//!
//! The crate `pgn-reader` is designed for scanning well-formed files fast. It silently skips unknown text, yields tokens without positions,
//! stops at an unclosed comment ("unterminated comment" is an I/O error there), supports neither CR line endings nor UTF-16, and ignores
//! UCI moves, figurines, `Ng8-f6` and symbols such as `+-`. This reader must read all of those and report the line and column of each
//! fault. The tests use `pgn-reader` as the reference for well-formed files.
//!
//! # How faults are treated
//!
//! - An unplayable move ends its line: the game is read up to there, the problem quotes the rest of the line, and reading resumes after the
//!   variation or with the next game.
//! - Unknown words are skipped, and so are stray braces and parentheses.
//! - Piece letters may be of another language if more of the whole game can be read with them than with English ones.
//! - A text without tags is a game if a numbered move is playable, or if it has more moves than other words.
//! - A result inside a variation is skipped, unless nothing of the game follows it; then it may also be alone in parentheses or brackets.
//! - Evaluations in whole numbers (`[%eval 24,20]`) are centipawns, as `ChessBase` writes them, if the text has no others. Without a
//!   depth (`[%eval 24]`), one of them must be 30 or more.
//!   They are converted to pawns with decimals in the comment, so that they mean the same in any file.
//! - A game ends with its terminator, before the tags of the next, at an empty line followed by `1.`, or at the end of the text.
//! - If the `Result` tag and the terminator differ, the tag wins (as in python-chess), unless it is `*`.

mod builder;
mod read_game;
#[cfg(test)]
mod steps_tests;

use builder::{Attempt, Builder, no_game};

use crate::comment::{self, is_in_centipawns};
use crate::letters::{Letters, languages_of};
use crate::lexer::{Lexer, Places, Token};
use crate::{Annotations, Game, GameResult, NodeId, Problem, ProblemKind};

pub use read_game::{MAX_PROBLEMS_PER_GAME, MAX_VARIATION_DEPTH, ReadGame};

/// Reads the games of a text one by one; see the [module documentation](self) for how faults are treated.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    places: Places<'a>,
    games: usize,
    leftover: Vec<Problem>,
    /// Whether all evaluations of the text are in whole centipawns; determined at the first whole-number evaluation.
    is_in_centipawns: Option<bool>,
}

/// State for resuming reading from a position.
type Begin<'a> = (Lexer<'a>, Places<'a>);

impl<'a> Reader<'a> {
    /// Creates a reader for a text.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            lexer: Lexer::new(text),
            places: Places::new(text),
            games: 0,
            leftover: Vec::new(),
            is_in_centipawns: None,
        }
    }

    /// Creates a reader for a part of a text that begins with a game, after this number of games.
    pub(crate) fn resumed(text: &'a str, games: usize, is_in_centipawns: Option<bool>) -> Self {
        Self { games, is_in_centipawns, ..Self::new(text) }
    }

    /// Whether evaluations in whole numbers are centipawns, once known.
    pub(crate) fn is_in_centipawns(&self) -> Option<bool> {
        self.is_in_centipawns
    }

    /// Number of line breaks before an offset.
    pub(crate) fn line_breaks_before(&mut self, offset: usize) -> usize {
        self.places.locate(offset).0 - 1
    }

    /// Problems with text outside of games. Complete once the iterator has ended.
    pub fn leftover_problems(&self) -> &[Problem] {
        &self.leftover
    }
}

impl Iterator for Reader<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            let begin = (self.lexer.clone(), self.places.clone());
            let mut attempt = self.attempt(None);
            if attempt.evidence.wants_other_letters() {
                attempt = self.with_other_letters(attempt, begin);
            }
            let has_whole_evals = attempt.evidence.has_whole_evals;
            match attempt.outcome {
                Ok(mut read) => {
                    self.games += 1;
                    if has_whole_evals {
                        let text = self.text;
                        let is_in_centipawns =
                            self.is_in_centipawns.get_or_insert_with(|| is_in_centipawns(text));
                        write_decimals(&mut read.game, if *is_in_centipawns { 1 } else { 100 });
                    }
                    return Some(read);
                }
                Err(mut problems) => {
                    for problem in &mut problems {
                        problem.game = 0;
                    }
                    self.leftover.append(&mut problems);
                }
            }
            if self.lexer.clone().next_token() == Token::End {
                if self.games == 0 && self.leftover.len() > 1 {
                    self.leftover = vec![no_game(self.text, &mut self.places)];
                }
                return None;
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads up to the end of a game, or of text that turns out not to be one.
    fn attempt(&mut self, letters: Option<&'static Letters>) -> Attempt {
        let mut builder = Builder::new(self.text, self.games + 1, self.lexer.end(), letters);
        loop {
            let before = self.lexer.clone();
            let mut token = self.lexer.next_token();
            if let Token::Bracketed(text) = token
                && let Some(result) = GameResult::parse(text)
                && is_end_of_game(&self.lexer)
            {
                token = Token::Result(result);
            }
            let at = self.lexer.start();
            builder.flush_unknown_before(&token, &mut self.places);
            match token {
                Token::End => break,
                Token::Tag { name, .. }
                    if builder.is_tag_of_next_game(name, self.lexer.after_blank_line(), || {
                        following_tag(&self.lexer)
                    }) =>
                {
                    self.lexer = before;
                    break;
                }
                Token::MoveNumber { number: 1, periods: true }
                    if self.lexer.after_blank_line() && builder.could_restart() =>
                {
                    self.lexer = before;
                    break;
                }
                Token::Result(result) => {
                    let end = self.lexer.end();
                    if builder.is_inside_variation() && !self.ends_game(&mut builder) {
                        let message = format!("a result ({result}) inside a variation was left out");
                        builder.problem(&mut self.places, at, ProblemKind::Result, message, true);
                    } else if builder.take_terminator(result, at, &mut self.places) {
                        builder.check_spelling(result, at..end, &mut self.places);
                        self.take_trailing_comments(&mut builder);
                        break;
                    }
                }
                token => builder.token(token, at, self.lexer.end(), &mut self.places),
            }
        }
        builder.finish(self.lexer.end(), &mut self.places)
    }

    /// Whether a result inside a variation ends the game: nothing of the game follows it. Leaves the variation if the result is alone in it.
    fn ends_game(&mut self, builder: &mut Builder<'_>) -> bool {
        let mut ahead = self.lexer.clone();
        let is_alone =
            builder.is_at_variation_start() && ahead.next_token() == Token::Close && is_end_of_game(&ahead);
        if is_alone {
            builder.token(Token::Close, ahead.start(), ahead.end(), &mut self.places);
            self.lexer = ahead;
        }
        is_alone || is_end_of_game(&self.lexer)
    }

    /// Rereads a game that stopped at a non-English piece letter, with the letters of each language that has it. Takes the reading that
    /// gets furthest.
    fn with_other_letters(&mut self, english: Attempt, mut begin: Begin<'a>) -> Attempt {
        let Some((at, word)) = english.evidence.foreign_word.clone() else { return english };
        // Each reading, and the next game, continues from here.
        begin.1.begin_game(begin.0.end());
        let mut best = (english, None, (self.lexer.clone(), self.places.clone()));
        for letters in languages_of(&word) {
            (self.lexer, self.places) = begin.clone();
            let attempt = self.attempt(Some(letters));
            if attempt.evidence.moves > best.0.evidence.moves {
                let is_whole = attempt.evidence.fault.is_none();
                best = (attempt, Some(letters), (self.lexer.clone(), self.places.clone()));
                if is_whole {
                    break;
                }
            }
        }
        let (mut attempt, letters, end) = best;
        (self.lexer, self.places) = end;
        if let (Ok(game), Some(letters)) = (&mut attempt.outcome, letters) {
            let (line, column) = { begin }.1.locate(at);
            let message = format!(
                "the pieces have {} letters ({}); they were read so",
                letters.language,
                letters.list()
            );
            let kind = ProblemKind::Letters;
            game.problems.push(Problem { game: self.games + 1, line, column, kind, message, is_loss: false });
            Problem::sort(&mut game.problems);
        }
        attempt
    }

    /// Comments after the terminator belong to the game if they are on its line or if nothing else follows.
    fn take_trailing_comments(&mut self, builder: &mut Builder<'_>) {
        let mut ahead = self.lexer.clone();
        let mut later = Vec::new();
        loop {
            match ahead.next_token() {
                Token::Comment { text, .. } if later.is_empty() && !ahead.after_line_break() => {
                    builder.comment_at_end(text.into_owned());
                    self.lexer = ahead.clone();
                }
                Token::Comment { text, .. } => later.push(text.into_owned()),
                Token::End => {
                    for text in later {
                        builder.comment_at_end(text);
                    }
                    self.lexer = ahead;
                    return;
                }
                _ => return,
            }
        }
    }
}

/// Rewrites whole-number evaluations of a game, in multiples of `unit` centipawns, with decimals.
fn write_decimals(game: &mut Game, unit: i32) {
    for node in game.subtree(NodeId::ROOT) {
        if game.annotations(node).is_empty() {
            continue;
        }
        let Annotations { before, after, .. } = game.annotations_mut(node);
        for comment in before.iter_mut().chain(after) {
            if let Some(changed) = comment::with_decimals(comment, unit) {
                *comment = changed;
            }
        }
    }
}

/// Name of the next token if it is a tag.
fn following_tag(lexer: &Lexer<'_>) -> Option<String> {
    match lexer.clone().next_token() {
        Token::Tag { name, .. } => Some(name.to_owned()),
        _ => None,
    }
}

/// Whether a result ends the game although a variation is open: only comments and glyphs come between it and the next game.
fn is_end_of_game(lexer: &Lexer<'_>) -> bool {
    let mut ahead = lexer.clone();
    loop {
        match ahead.next_token() {
            Token::Comment { .. } | Token::Nag(_) => {}
            Token::MoveNumber { number: 1, periods: true } => return ahead.after_blank_line(),
            token => return matches!(token, Token::Tag { .. } | Token::End),
        }
    }
}
