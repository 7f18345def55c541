//! Building a game from tokens.

mod annotations;
mod ending;
mod tags;
mod variations;

use std::ops::Range;

use tabia_chess::Position;

use super::read_game::{MAX_PROBLEMS_PER_GAME, ReadGame};
use crate::letters::{Letters, foreign_letter};
use crate::lexer::{Places, Token};
use crate::move_text::{self, Reading};
use crate::quote::quote;
use crate::{Game, GameResult, Nag, NodeId, Problem, ProblemKind, start};
pub(super) use ending::no_game;

/// State of a line interrupted by a variation.
#[derive(Clone, Debug)]
struct Frame {
    node: NodeId,
    position: Position,
    /// Position before the move at `node`, for further variations.
    before: Position,
    /// Node that the first move of the variation follows.
    start: NodeId,
}

/// Part of a line skipped because of an unplayable move.
#[derive(Clone, Debug)]
struct Skip {
    /// Parentheses opened since then.
    depth: usize,
    /// Start offset of the skipped text.
    from: usize,
    /// Index of the problem to complete.
    problem: Option<usize>,
}

/// Evidence for and against a text without tags being a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    /// Number of moves played.
    pub(super) moves: usize,
    /// Whether one of them follows a number with a period.
    is_numbered: bool,
    /// Whether the number before the next move has a period.
    after_period: bool,
    /// Number of words unknown in PGN.
    unknown_words: usize,
    /// The first unplayable move: its offset and the reason.
    pub(super) fault: Option<(usize, String)>,
    /// Whether there are whole-number evaluations, which may be centipawns.
    pub(super) has_whole_evals: bool,
    /// The first word with a non-English piece letter, and its offset.
    pub(super) foreign_word: Option<(usize, String)>,
}

impl Evidence {
    /// Whether piece letters of another language may read more of the game.
    pub(super) fn wants_other_letters(&self) -> bool {
        self.fault.is_some() && self.foreign_word.is_some()
    }
}

/// Outcome of reading: a game, or the problems of a text without one.
pub(super) struct Attempt {
    pub(super) outcome: Result<ReadGame, Vec<Problem>>,
    pub(super) evidence: Evidence,
}

/// A game being read.
#[allow(clippy::struct_excessive_bools)] // Independent facts about the text so far.
pub(super) struct Builder<'a> {
    text: &'a str,
    number: usize,
    from: usize,
    game: Game,
    /// Language of the piece letters; `None` is English.
    letters: Option<&'static Letters>,
    problems: Vec<Problem>,

    node: NodeId,
    position: Position,
    before: Position,
    frames: Vec<Frame>,
    skip: Option<Skip>,

    /// Comments and glyphs before the next move.
    pending_comments: Vec<String>,
    pending_nags: Vec<Nag>,
    after_number: bool,
    /// Range of unknown text, from its first word to its last.
    unknown: Option<Range<usize>>,

    /// Offsets of the tags that determine the start position.
    fen_at: Option<usize>,
    variant_at: Option<usize>,
    tag_result: Option<GameResult>,
    /// The terminator and its offset.
    terminator: Option<(GameResult, usize)>,
    has_tags: bool,
    /// Whether there was a move, playable or not.
    has_moves: bool,
    evidence: Evidence,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str, number: usize, from: usize, letters: Option<&'static Letters>) -> Self {
        Self {
            text,
            number,
            from,
            game: Game::default(),
            letters,
            problems: Vec::new(),
            node: NodeId::ROOT,
            position: Position::default(),
            before: Position::default(),
            frames: Vec::new(),
            skip: None,
            pending_comments: Vec::new(),
            pending_nags: Vec::new(),
            after_number: false,
            unknown: None,
            fen_at: None,
            variant_at: None,
            tag_result: None,
            terminator: None,
            has_tags: false,
            has_moves: false,
            evidence: Evidence::default(),
        }
    }

    pub(super) fn problem(
        &mut self,
        places: &mut Places<'_>,
        at: usize,
        kind: ProblemKind,
        message: String,
        is_loss: bool,
    ) {
        if self.problems.len() > MAX_PROBLEMS_PER_GAME {
            return;
        }
        if self.problems.is_empty() {
            places.begin_game(self.from);
        }
        let (line, column) = places.locate(at);
        let (kind, message) = if self.problems.len() == MAX_PROBLEMS_PER_GAME {
            (
                ProblemKind::TooMany,
                format!("more than {MAX_PROBLEMS_PER_GAME} problems; the others are not listed"),
            )
        } else {
            (kind, message)
        };
        self.problems.push(Problem { game: self.number, line, column, kind, message, is_loss });
    }

    pub(super) fn token(&mut self, token: Token<'a>, at: usize, end: usize, places: &mut Places<'_>) {
        match token {
            Token::Tag { name, value, fault } => self.tag(name, value.into_owned(), fault, at, places),
            Token::Bracketed(text) => {
                let message = format!("{} is not a tag pair and was skipped", quote(text));
                self.problem(places, at, ProblemKind::Tag, message, true);
            }
            Token::Comment { text, fault } => self.comment(text.into_owned(), fault, at, places),
            Token::MoveNumber { periods, .. } => {
                self.after_number = true;
                self.evidence.after_period = periods;
            }
            Token::Open => self.open(at, places),
            Token::Close => self.close(at, places),
            Token::Word(word) if self.skip.is_some() => self.note_letter(word, at),
            _ if self.skip.is_some() => {}
            Token::StrayBrace => {
                let message = "a closing brace outside a comment was skipped".to_owned();
                self.problem(places, at, ProblemKind::Comment, message, false);
            }
            Token::Nag(nag) => self.nag(nag),
            Token::BadNag(text) => {
                let message =
                    format!("{} is not an annotation glyph ($0 to $255) and was skipped", quote(text));
                self.problem(places, at, ProblemKind::Nag, message, true);
            }
            Token::Reserved(_) => self.unknown_word(at, end),
            Token::Word(word) => self.word(word, at, end, places),
            // The reader handles these two.
            Token::Result(_) | Token::End => {}
        }
    }

    fn word(&mut self, word: &str, at: usize, end: usize, places: &mut Places<'_>) {
        if !self.has_moves && !move_text::has_move_shape(word) {
            // Words before the game; they must not fix its start position.
            if let Some(nag) = Nag::from_symbol(word).filter(|_| self.has_tags) {
                self.nag(nag);
            } else {
                self.unknown_word(at, end);
            }
            return;
        }
        self.begin_moves(at, places);
        if self.skip.is_some() {
            self.note_letter(word, at);
            return;
        }
        match move_text::read(&self.position, word, self.letters) {
            Reading::Played(played, nags) => {
                let is_first = self.frames.is_empty() && self.node == NodeId::ROOT;
                let id = self.game.push(self.node, played);
                if is_first {
                    // Variations may come before it.
                    self.game.promote_to_main_line(id);
                }
                self.node = id;
                self.before = self.position;
                played.apply(&mut self.position);
                self.evidence.moves += 1;
                self.evidence.is_numbered |= std::mem::take(&mut self.evidence.after_period);
                self.after_number = false;
                if !self.pending_comments.is_empty() || !self.pending_nags.is_empty() {
                    let annotations = self.game.annotations_mut(id);
                    annotations.before.append(&mut self.pending_comments);
                    for nag in self.pending_nags.drain(..) {
                        annotations.add_nag(nag);
                    }
                }
                for nag in nags {
                    self.game.annotations_mut(id).add_nag(nag);
                }
            }
            Reading::Nag(nag) => self.nag(nag),
            Reading::Mark => {}
            Reading::Unknown => self.unknown_word(at, end),
            Reading::Unplayable(reason) => {
                let turn = self.position.turn();
                let place = if self.is_inside_variation() { "variation" } else { "game" };
                let number = self.position.fullmove_number();
                let dots = if turn == tabia_chess::Color::White { "." } else { "..." };
                let fault =
                    format!("{number}{dots} {} cannot be played: {}", quote(word), self.reason(reason));
                let message = format!("{fault}. The {place} is kept up to there; left out:");
                self.evidence.fault.get_or_insert((at, fault));
                self.note_letter(word, at);
                let index = self.problems.len();
                self.problem(places, at, ProblemKind::Move, message, true);
                let problem = (self.problems.len() > index).then_some(index);
                self.release_pending(self.node_of_pending());
                self.skip = Some(Skip { depth: 0, from: at, problem });
            }
        }
    }

    /// In an unknown variant, its different rules are the likeliest reason.
    fn reason(&self, reason: String) -> String {
        match self.game.stored_tags().get("Variant").filter(|name| start::is_unknown_variant(name)) {
            Some(name) => format!("the rules of the variant {} are not known here", quote(name)),
            None => reason,
        }
    }

    fn note_letter(&mut self, word: &str, at: usize) {
        if self.evidence.foreign_word.is_none() && foreign_letter(word).is_some() {
            self.evidence.foreign_word = Some((at, word.to_owned()));
        }
    }

    fn unknown_word(&mut self, at: usize, end: usize) {
        self.evidence.unknown_words += 1;
        self.unknown = Some(self.unknown.as_ref().map_or(at, |unknown| unknown.start)..end);
    }

    /// Consecutive unknown words are one problem.
    pub(super) fn flush_unknown_before(&mut self, token: &Token<'_>, places: &mut Places<'_>) {
        if matches!(token, Token::Word(_) | Token::Reserved(_) | Token::MoveNumber { periods: false, .. }) {
            return;
        }
        self.flush_unknown(places);
    }

    fn flush_unknown(&mut self, places: &mut Places<'_>) {
        if let Some(unknown) = self.unknown.take() {
            let message =
                format!("{} means nothing in PGN and was skipped", quote(&self.text[unknown.clone()]));
            self.problem(places, unknown.start, ProblemKind::UnknownToken, message, true);
        }
    }

    fn end_skip(&mut self, end: usize) {
        let Some(skip) = self.skip.take() else { return };
        let left_out = self.text[skip.from..end.max(skip.from)].trim();
        if let Some(problem) = skip.problem.and_then(|index| self.problems.get_mut(index)) {
            problem.message.push(' ');
            problem.message.push_str(&quote(left_out));
        }
    }
}
