//! From text to games: nothing that can be read is lost, and everything that cannot is told.
//!
//! ```
//! use tabia_pgn::Reader;
//!
//! let mut reader = Reader::new("[White \"Anand\"]\n\n1. e4 e5 2. Nf4 *\n\n[White \"Gukesh\"]\n\n1. d4 *\n");
//! let first = reader.next().unwrap();
//! // The game is kept up to the move that cannot be played, and the problem says where that stands.
//! assert_eq!(first.game.main_line().count(), 2);
//! let problem = &first.problems[0];
//! assert!(problem.is_loss && (problem.line, problem.column) == (3, 13));
//! assert!(reader.next().unwrap().problems.is_empty());
//! ```
//!
//! # Why not the tokens of `pgn-reader`
//!
//! The crate `pgn-reader` is made for scanning well-formed files fast. It skips what it does not know without a word, hands out tokens
//! without their place, stops at an open comment ("unterminated comment" is an I/O error there), takes neither line ends of
//! a single CR nor UTF-16, and passes over UCI moves, figurines, `Ng8-f6` and symbols such as `+-`. This reader has to name line and
//! column of each fault and to read all of those. The tests use `pgn-reader` as the judge of what well-formed files contain.
//!
//! # How faults are treated
//!
//! - A move that cannot be played ends its line: the game is kept up to there, the rest of the line is named in the problem, and the
//!   game goes on behind the variation or with the next game.
//! - A word that means nothing is skipped, and so are stray braces and parentheses.
//! - Pieces may have the letters of another language, when the whole game can be read further with them than with English ones.
//! - A text without tags is a game when a numbered move can be played, or when it has more moves than other words.
//! - A result inside a variation is left out, unless nothing of the game follows it.
//! - Evaluations in whole numbers with a depth (`[%eval 24,20]`) are centipawns, as `ChessBase` writes them, where the text has no others.
//!   The comment then has them in pawns with decimals, so that they mean the same wherever they are written.
//! - A game ends with its terminator, before the tags of the next, at an empty line followed by `1.`, or at the end of the text.
//! - When the `Result` tag and the terminator differ, the tag counts (as python-chess decides), unless it is `*`.

mod builder;
mod read_game;
#[cfg(test)]
mod steps_tests;

use builder::{Attempt, Builder, no_game};

use crate::comment::{self, is_in_centipawns};
use crate::letters::{Letters, languages_of};
use crate::lexer::{Lexer, Places, Token};
use crate::{Annotations, Game, NodeId, Problem, ProblemKind};

pub use read_game::{MAX_PROBLEMS_PER_GAME, MAX_VARIATION_DEPTH, ReadGame};

/// Reads the games of a text one after the other; see the [module documentation](self) for how faults are treated.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    places: Places<'a>,
    games: usize,
    leftover: Vec<Problem>,
    /// Whether all evaluations of the text are in whole centipawns; looked at when the first one in a whole number comes.
    is_in_centipawns: Option<bool>,
}

/// What is needed to go on reading from a place.
type Begin<'a> = (Lexer<'a>, Places<'a>);

impl<'a> Reader<'a> {
    /// A reader for a text.
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

    /// What is wrong with text that belongs to no game. Complete when the iterator has ended.
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
    /// Reads up to the end of a game, or of what might have been one.
    fn attempt(&mut self, letters: Option<&'static Letters>) -> Attempt {
        let mut builder = Builder::new(self.text, self.games + 1, self.lexer.end(), letters);
        loop {
            let before = self.lexer.clone();
            let token = self.lexer.next_token();
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
                Token::Result(result) if builder.is_inside_variation() && !is_end_of_game(&self.lexer) => {
                    let message = format!("a result ({result}) inside a variation was left out");
                    builder.problem(&mut self.places, at, ProblemKind::Result, message, true);
                }
                Token::Result(result) => {
                    if builder.take_terminator(result, at, &mut self.places) {
                        self.take_trailing_comments(&mut builder);
                        break;
                    }
                }
                token => builder.token(token, at, self.lexer.end(), &mut self.places),
            }
        }
        builder.finish(self.lexer.end(), &mut self.places)
    }

    /// Reads a game again that stopped at a move with a piece letter which English has not, with the letters of each language that
    /// has it. The reading that gets furthest is taken.
    fn with_other_letters(&mut self, english: Attempt, mut begin: Begin<'a>) -> Attempt {
        let Some((at, word)) = english.evidence.foreign_word.clone() else { return english };
        // Each reading, and the next game, goes on from here.
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

    /// Comments behind the terminator belong to the game when they stand on its line or when nothing else follows.
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

/// Has the comments of a game give evaluations with decimals that they have in whole numbers of so many centipawns.
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

/// The name of the tag that follows, if one does.
fn following_tag(lexer: &Lexer<'_>) -> Option<String> {
    match lexer.clone().next_token() {
        Token::Tag { name, .. } => Some(name.to_owned()),
        _ => None,
    }
}

/// Whether a result ends the game although a variation is open: nothing but comments and glyphs stand between it and the next game.
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
