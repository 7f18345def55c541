//! End of a game and the outcome of reading.

use std::ops::Range;

use super::{Attempt, Builder, Evidence};
use crate::lexer::Places;
use crate::quote::quote;
use crate::reader::read_game::ReadGame;
use crate::{GameResult, NodeId, Problem, ProblemKind, steps};

impl Builder<'_> {
    /// Whether `1.` after an empty line may begin the next game.
    pub(crate) fn could_restart(&self) -> bool {
        self.has_moves
            && self.frames.is_empty()
            && (self.skip.is_some() || self.position.fullmove_number() != 1)
            && self.game.start().fullmove_number() == 1
    }

    /// Returns whether the terminator ends this game; one between games does not.
    pub(crate) fn take_terminator(&mut self, result: GameResult, at: usize, places: &mut Places<'_>) -> bool {
        let is_empty = !self.has_tags && !self.has_moves;
        if is_empty && self.number > 1 && self.game.annotations(NodeId::ROOT).is_empty() {
            let message = format!("a second result ({result}) behind the end of the game was skipped");
            self.problem(places, at, ProblemKind::Result, message, true);
            return false;
        }
        self.terminator = Some((result, at));
        self.end_skip(at);
        true
    }

    /// Reports a terminator that is a result only if part of it is ignored.
    pub(crate) fn check_spelling(
        &mut self,
        result: GameResult,
        terminator: Range<usize>,
        places: &mut Places<'_>,
    ) {
        let text = &self.text[terminator.clone()];
        if GameResult::parse(text).is_none() {
            let message = format!("the result {} was read as {result}", quote(text));
            self.problem(places, terminator.start, ProblemKind::Result, message, false);
        }
    }

    pub(crate) fn finish(mut self, end: usize, places: &mut Places<'_>) -> Attempt {
        self.flush_unknown(places);
        self.end_skip(end);
        let evidence = self.evidence.clone();
        let outcome = if self.is_game(end) {
            Ok(self.finish_game(end, places))
        } else {
            Err(self.finish_without_game(end, places))
        };
        Attempt { outcome, evidence }
    }

    fn finish_game(mut self, end: usize, places: &mut Places<'_>) -> ReadGame {
        if !self.has_moves {
            self.fix_start(end, places);
            self.end_skip(end);
        }
        let open = self.frames.len();
        if open > 0 {
            let message = format!(
                "{open} variation{} not closed; ended with the game",
                if open == 1 { " is" } else { "s are" }
            );
            self.problem(places, end, ProblemKind::Variation, message, false);
        }
        while !self.frames.is_empty() {
            self.leave_variation();
        }
        self.release_pending(self.node);
        self.set_result(end, places);
        Problem::sort(&mut self.problems);
        let from = self.from + leading_whitespace(&self.text[self.from..end]);
        ReadGame { game: self.game, span: from..end, problems: self.problems }
    }

    pub(super) fn set_result(&mut self, end: usize, places: &mut Places<'_>) {
        let result = match (self.tag_result, self.terminator) {
            (Some(tag), Some((terminator, at))) if tag != terminator && tag != GameResult::Unknown => {
                if terminator != GameResult::Unknown {
                    let message = format!(
                        "the Result tag says {tag} and the game ends with {terminator}; the tag was taken"
                    );
                    self.problem(places, at, ProblemKind::Result, message, true);
                }
                tag
            }
            (_, Some((terminator, _))) => terminator,
            (tag, None) => {
                if self.has_moves {
                    let message = "the game does not end with a result (1-0, 0-1, 1/2-1/2 or *)".to_owned();
                    self.problem(places, end, ProblemKind::Result, message, false);
                }
                tag.unwrap_or_default()
            }
        };
        self.game.set_result(result);
    }

    /// Whether the text read is a game. Without tags, a web address or a letter may contain a square or two.
    fn is_game(&self, end: usize) -> bool {
        let Evidence { moves, is_numbered, unknown_words, .. } = self.evidence;
        if self.has_tags {
            true
        } else if moves == 0 {
            let is_alone = self.number > 1 || is_blank_from(self.text, end);
            self.terminator.is_some() && !self.has_moves && unknown_words == 0 && is_alone
        } else {
            is_numbered || unknown_words <= moves
        }
    }

    /// The text had no game: one problem for that instead of one per word.
    fn finish_without_game(mut self, end: usize, places: &mut Places<'_>) -> Vec<Problem> {
        let comments = std::mem::take(&mut self.game.annotations_mut(NodeId::ROOT).after);
        if self.number > 1 {
            if let Some(comment) = comments.first() {
                let message = format!("the comment {} belongs to no game and was left out", quote(comment));
                let at = self.from + leading_whitespace(&self.text[self.from..end]);
                self.problem(places, at, ProblemKind::Comment, message, true);
            }
            return self.problems;
        }
        let is_whole = is_blank_up_to(self.text, self.from) && is_blank_from(self.text, end);
        if !is_whole || is_blank_from(self.text, 0) {
            return self.problems;
        }
        if let Some((at, fault)) = self.evidence.fault.take_if(|_| self.evidence.unknown_words == 0) {
            self.problems.clear();
            self.problem(places, at, ProblemKind::Move, format!("{fault}. No move comes before it"), true);
            return self.problems;
        }
        vec![no_game(self.text, places)]
    }
}

/// Problem for a text without a game.
pub(crate) fn no_game(text: &str, places: &mut Places<'_>) -> Problem {
    let (line, column) = places.locate(leading_whitespace(text));
    let message = format!(
        "{} holds no game: neither a tag such as [White \"Anderssen\"] nor a move such as 1. e4 was found",
        quote(text.trim())
    );
    Problem { game: 0, line, column, kind: ProblemKind::UnknownToken, message, is_loss: true }
}

/// Whether only blanks follow an offset. Looks no further than the next word: text that may be a game but is not can occur a million times.
fn is_blank_from(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start();
    steps::count(text.len() - at - rest.len());
    rest.is_empty()
}

/// Whether only blanks precede an offset. Looks no further back than the previous word.
fn is_blank_up_to(text: &str, at: usize) -> bool {
    let rest = text[..at].trim_end();
    steps::count(at - rest.len());
    rest.is_empty()
}

fn leading_whitespace(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
