//! From text to games: nothing that can be read is lost, and everything that cannot is told.
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
//! - A game ends with its terminator, before the tags of the next, at an empty line followed by `1.`, or at the end of the text.
//! - When the `Result` tag and the terminator differ, the tag counts (as python-chess decides), unless it is `*`.

use std::ops::Range;

use tabia_chess::Position;

use crate::lexer::{CommentFault, Lexer, Places, TagFault, Token};
use crate::move_text::{self, Reading};
use crate::start::{self, Start};
use crate::{Game, GameResult, Nag, NodeId, Problem, ProblemKind};

/// Variations may be nested this deep; what is nested deeper is left out and reported. It bounds the memory that a text of
/// parentheses alone can ask for.
pub const MAX_VARIATION_DEPTH: usize = 20_000;

/// How many problems are listed per game.
pub const MAX_PROBLEMS_PER_GAME: usize = 100;

/// One game out of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub game: Game,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// What was wrong with it, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads the games of a text one after the other; see the [module documentation](self) for how faults are treated.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    places: Places<'a>,
    games: usize,
    leftover: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// A reader for a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, lexer: Lexer::new(text), places: Places::new(text), games: 0, leftover: Vec::new() }
    }

    /// What is wrong with text that belongs to no game. Complete when the iterator has ended.
    pub fn leftover_problems(&self) -> &[Problem] {
        &self.leftover
    }
}

impl Iterator for Reader<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        let mut builder = Builder::new(self.text, self.games + 1, self.lexer.end());
        loop {
            let before = self.lexer.clone();
            let token = self.lexer.next_token();
            let at = self.lexer.start();
            builder.flush_unknown_before(&token, &mut self.places);
            match token {
                Token::End => break,
                Token::Tag { name, .. }
                    if builder.is_tag_of_next_game(name, self.lexer.after_blank_line()) =>
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
                Token::Result(result) if builder.is_inside_variation() && is_next_close(&self.lexer) => {
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
        match builder.finish(self.lexer.end(), &mut self.places) {
            Ok(game) => {
                self.games += 1;
                Some(game)
            }
            Err(mut problems) => {
                for problem in &mut problems {
                    problem.game = 0;
                }
                self.leftover.append(&mut problems);
                None
            }
        }
    }
}

impl Reader<'_> {
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

fn is_next_close(lexer: &Lexer<'_>) -> bool {
    lexer.clone().next_token() == Token::Close
}

/// Where a line was left when a variation began.
#[derive(Clone, Debug)]
struct Frame {
    node: NodeId,
    position: Position,
    /// The position before the move at `node`, for further variations.
    before: Position,
    /// Parentheses in this line that began no variation and are still open.
    idle_parens: usize,
}

/// The part of a line that is left out because a move in it cannot be played.
#[derive(Clone, Debug)]
struct Skip {
    /// Parentheses opened since.
    depth: usize,
    /// Where the text that is left out begins.
    from: usize,
    /// Index of the problem to be completed.
    problem: Option<usize>,
}

struct Builder<'a> {
    text: &'a str,
    number: usize,
    from: usize,
    game: Game,
    start: Option<Start>,
    problems: Vec<Problem>,

    node: NodeId,
    position: Position,
    before: Position,
    idle_parens: usize,
    frames: Vec<Frame>,
    skip: Option<Skip>,

    /// Comments and glyphs that stand before the move to come.
    pending_comments: Vec<String>,
    pending_nags: Vec<Nag>,
    after_number: bool,
    /// Text that is not understood, from its first word to its last.
    unknown: Option<Range<usize>>,

    tag_result: Option<GameResult>,
    /// The terminator and where it stands.
    terminator: Option<(GameResult, usize)>,
    has_tags: bool,
    has_moves: bool,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, number: usize, from: usize) -> Self {
        Self {
            text,
            number,
            from,
            game: Game::default(),
            start: None,
            problems: Vec::new(),
            node: NodeId::ROOT,
            position: Position::default(),
            before: Position::default(),
            idle_parens: 0,
            frames: Vec::new(),
            skip: None,
            pending_comments: Vec::new(),
            pending_nags: Vec::new(),
            after_number: false,
            unknown: None,
            tag_result: None,
            terminator: None,
            has_tags: false,
            has_moves: false,
        }
    }

    fn problem(
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

    fn token(&mut self, token: Token<'a>, at: usize, end: usize, places: &mut Places<'_>) {
        match token {
            Token::Tag { name, value, fault } => self.tag(name, value.into_owned(), fault, at, places),
            Token::Bracketed(text) => {
                let message = format!("{} is no tag pair and was skipped", quote(text));
                self.problem(places, at, ProblemKind::Tag, message, true);
            }
            Token::Comment { text, fault } => self.comment(text.into_owned(), fault, at, places),
            Token::MoveNumber { .. } => self.after_number = true,
            Token::Open => self.open(at, places),
            Token::Close => self.close(at, places),
            _ if self.skip.is_some() => {}
            Token::StrayBrace => {
                let message = "a closing brace outside a comment was skipped".to_owned();
                self.problem(places, at, ProblemKind::Comment, message, false);
            }
            Token::Nag(nag) => self.nag(nag),
            Token::BadNag(text) => {
                let message = format!(
                    "{} is no annotation glyph (they go from $0 to $255) and was skipped",
                    quote(text)
                );
                self.problem(places, at, ProblemKind::Nag, message, true);
            }
            Token::Reserved(_) => self.unknown_word(at, end),
            Token::Word(word) => self.word(word, at, end, places),
            // These two are the reader's own business.
            Token::Result(_) | Token::End => {}
        }
    }

    // Tags

    fn is_tag_of_next_game(&self, name: &str, after_blank_line: bool) -> bool {
        let repeats = match name {
            "Result" => self.tag_result.is_some(),
            name => self.game.tags().get(name).is_some(),
        };
        self.has_moves || (self.has_tags && repeats && (after_blank_line || name == "Event"))
    }

    fn tag(
        &mut self,
        name: &str,
        value: String,
        fault: Option<TagFault>,
        at: usize,
        places: &mut Places<'_>,
    ) {
        self.has_tags = true;
        let trouble = match fault {
            None => None,
            Some(TagFault::Unterminated) => Some("has no closing quotation mark"),
            Some(TagFault::InnerQuotes) => {
                Some("has quotation marks inside its value without a backslash before them")
            }
            Some(TagFault::NoBracket) => Some("has no closing bracket"),
        };
        if let Some(trouble) = trouble {
            let message =
                format!("the tag {} {trouble}; its value was read as {}", quote(name), quote(&value));
            self.problem(places, at, ProblemKind::Tag, message, false);
        }
        if name == "Result" {
            let result = GameResult::parse(&value);
            if result.is_none() && !matches!(value.trim(), "" | "?") {
                let message = format!("{} is no result; it was read as * (not known)", quote(&value));
                self.problem(places, at, ProblemKind::Result, message, true);
            }
            self.tag_result = Some(result.unwrap_or_default());
            return;
        }
        let new_value = value.clone();
        if let Some(old) = self.game.tags_mut().set(name, value)
            && old != new_value
        {
            let message = format!(
                "the tag {} is given twice; {} was replaced by {}",
                quote(name),
                quote(&old),
                quote(&new_value)
            );
            self.problem(places, at, ProblemKind::Tag, message, true);
        }
        if name == "FEN" {
            // Problems with the position are told where the tag stands.
            self.take_start(at, places);
        }
    }

    /// Sets up the position that the tags describe. Without a legal one no move can be read.
    fn take_start(&mut self, at: usize, places: &mut Places<'_>) {
        let start = start::from_tags(self.game.tags());
        for (kind, message) in &start.problems {
            let is_known = self.problems.iter().any(|problem| problem.message == *message);
            if !is_known {
                self.problem(places, at, *kind, message.clone(), start.position.is_none());
            }
        }
        self.start = Some(start);
    }

    /// Called before the first move: from here on the start position is fixed.
    fn begin_moves(&mut self, at: usize, places: &mut Places<'_>) {
        if self.has_moves {
            return;
        }
        self.has_moves = true;
        self.fix_start(at, places);
    }

    fn fix_start(&mut self, at: usize, places: &mut Places<'_>) {
        self.take_start(at, places);
        let Some(start) = self.start.take() else { return };
        let mut game = Game::new(start.position.unwrap_or_default(), start.is_chess960);
        *game.tags_mut() = std::mem::take(self.game.tags_mut());
        *game.annotations_mut(NodeId::ROOT) = std::mem::take(self.game.annotations_mut(NodeId::ROOT));
        self.position = *game.start();
        self.before = *game.start();
        self.game = game;
        if start.position.is_some() {
            self.game.tags_mut().remove("FEN");
            self.game.tags_mut().remove("SetUp");
            if self.game.is_chess960() && start.is_variant_chess960 {
                self.game.tags_mut().remove("Variant");
            }
        } else {
            let problem = self.problems.iter().position(|problem| problem.kind == ProblemKind::StartPosition);
            self.skip = Some(Skip { depth: 0, from: at, problem });
        }
    }

    // Annotations

    fn comment(&mut self, text: String, fault: Option<CommentFault>, at: usize, places: &mut Places<'_>) {
        if let Some(fault) = fault {
            let message = match fault {
                CommentFault::Nested => "braces inside a comment; the whole was read as one comment",
                CommentFault::ToEnd => {
                    "a comment is never closed; the rest of the text was read as the comment"
                }
                CommentFault::ToNextGame => {
                    "a comment is not closed; it was ended before the tags of the next game"
                }
            };
            self.problem(places, at, ProblemKind::Comment, message.to_owned(), false);
        }
        if text.is_empty() || self.skip.is_some() {
            return;
        }
        if self.is_before_move() {
            self.pending_comments.push(text);
        } else {
            self.game.annotations_mut(self.node).after.push(text);
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_before_move() {
            self.pending_nags.push(nag);
        } else {
            add_nag(self.game.annotations_mut(self.node), nag);
        }
    }

    /// Whether a comment at this place belongs to the move that follows.
    fn is_before_move(&self) -> bool {
        self.after_number || self.is_at_variation_start()
    }

    fn is_at_variation_start(&self) -> bool {
        self.frames.last().is_some_and(|frame| self.game.parent(frame.node) == Some(self.node))
    }

    /// Gives comments that waited for a move which did not come to the last one.
    fn release_pending(&mut self, node: NodeId) {
        self.after_number = false;
        if self.pending_comments.is_empty() && self.pending_nags.is_empty() {
            return;
        }
        let annotations = self.game.annotations_mut(node);
        annotations.after.append(&mut self.pending_comments);
        for nag in self.pending_nags.drain(..) {
            add_nag(annotations, nag);
        }
    }

    fn comment_at_end(&mut self, text: String) {
        if !text.is_empty() {
            self.game.annotations_mut(self.node).after.push(text);
        }
    }

    // Variations

    fn is_inside_variation(&self) -> bool {
        !self.frames.is_empty()
    }

    fn open(&mut self, at: usize, places: &mut Places<'_>) {
        if let Some(skip) = &mut self.skip {
            skip.depth += 1;
            return;
        }
        if self.node == NodeId::ROOT || self.is_at_variation_start() {
            self.idle_parens += 1;
            let message = "a variation cannot begin here, before the first move of its line; the parenthesis was skipped";
            self.problem(places, at, ProblemKind::Variation, message.to_owned(), false);
            return;
        }
        self.release_pending(self.node);
        if self.frames.len() >= MAX_VARIATION_DEPTH {
            let message =
                format!("variations are nested more than {MAX_VARIATION_DEPTH} deep; this one was left out");
            self.problem(places, at, ProblemKind::Variation, message, true);
            self.skip = Some(Skip { depth: 1, from: at, problem: None });
            return;
        }
        let Some(parent) = self.game.parent(self.node) else { return };
        self.frames.push(Frame {
            node: std::mem::replace(&mut self.node, parent),
            position: std::mem::replace(&mut self.position, self.before),
            before: self.before,
            idle_parens: std::mem::take(&mut self.idle_parens),
        });
    }

    fn close(&mut self, at: usize, places: &mut Places<'_>) {
        if let Some(skip) = &mut self.skip {
            if skip.depth > 0 {
                skip.depth -= 1;
                // A variation that was left out for its depth alone ends with its own parenthesis.
                if skip.depth == 0 && skip.problem.is_none() && self.frames.len() >= MAX_VARIATION_DEPTH {
                    self.skip = None;
                }
                return;
            }
        } else if self.idle_parens > 0 {
            self.idle_parens -= 1;
            return;
        }
        if self.frames.is_empty() {
            let message = "a closing parenthesis without an opening one was skipped".to_owned();
            self.problem(places, at, ProblemKind::Variation, message, false);
            return;
        }
        self.end_skip(at);
        self.leave_variation();
    }

    fn leave_variation(&mut self) {
        let is_empty = self.is_at_variation_start();
        if let Some(frame) = self.frames.pop() {
            // In a variation without a move a comment can only be about the move it stands behind.
            self.release_pending(if is_empty { frame.node } else { self.node });
            self.node = frame.node;
            self.position = frame.position;
            self.before = frame.before;
            self.idle_parens = frame.idle_parens;
        }
    }

    // Moves

    fn word(&mut self, word: &str, at: usize, end: usize, places: &mut Places<'_>) {
        if !self.has_moves && !move_text::looks_like_move(word) {
            // Words in front of a game; they must not fix its start position.
            if let Some(nag) = Nag::from_symbol(word).filter(|_| self.has_tags) {
                self.nag(nag);
            } else {
                self.unknown_word(at, end);
            }
            return;
        }
        self.begin_moves(at, places);
        if self.skip.is_some() {
            return;
        }
        match move_text::read(&self.position, word) {
            Reading::Played(played, nag) => {
                let id = self.game.push(self.node, played);
                self.node = id;
                self.before = self.position;
                played.apply(&mut self.position);
                self.after_number = false;
                if !self.pending_comments.is_empty() || !self.pending_nags.is_empty() {
                    let annotations = self.game.annotations_mut(id);
                    annotations.before.append(&mut self.pending_comments);
                    for nag in self.pending_nags.drain(..) {
                        add_nag(annotations, nag);
                    }
                }
                if let Some(nag) = nag {
                    add_nag(self.game.annotations_mut(id), nag);
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
                let message = format!(
                    "{number}{dots} {} cannot be played: {reason}. The {place} is kept up to there; left out:",
                    quote(word)
                );
                let index = self.problems.len();
                self.problem(places, at, ProblemKind::Move, message, true);
                let problem = (self.problems.len() > index).then_some(index);
                self.release_pending(self.node);
                self.skip = Some(Skip { depth: 0, from: at, problem });
            }
        }
    }

    fn unknown_word(&mut self, at: usize, end: usize) {
        self.unknown = Some(self.unknown.as_ref().map_or(at, |unknown| unknown.start)..end);
    }

    /// Words in a row that mean nothing are one problem.
    fn flush_unknown_before(&mut self, token: &Token<'_>, places: &mut Places<'_>) {
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

    // The end

    /// Whether `1.` after an empty line may begin another game.
    fn could_restart(&self) -> bool {
        self.has_moves
            && self.frames.is_empty()
            && (self.skip.is_some() || self.position.fullmove_number() != 1)
            && self.game.start().fullmove_number() == 1
    }

    /// Gives back whether the terminator ends this game; one that stands between games does not.
    fn take_terminator(&mut self, result: GameResult, at: usize, places: &mut Places<'_>) -> bool {
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

    fn finish(mut self, end: usize, places: &mut Places<'_>) -> Result<ReadGame, Vec<Problem>> {
        self.flush_unknown(places);
        if !self.has_tags && !self.has_moves && self.terminator.is_none() {
            return Err(self.finish_without_game(places));
        }
        self.end_skip(end);
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
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        let from = self.from + leading_whitespace(&self.text[self.from..end]);
        Ok(ReadGame { game: self.game, span: from..end, problems: self.problems })
    }

    fn set_result(&mut self, end: usize, places: &mut Places<'_>) {
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

    /// The text had no game: one sentence about that instead of one about every word.
    fn finish_without_game(mut self, places: &mut Places<'_>) -> Vec<Problem> {
        let comments = std::mem::take(&mut self.game.annotations_mut(NodeId::ROOT).after);
        if self.number > 1 {
            if let Some(comment) = comments.first() {
                let message = format!("the comment {} belongs to no game and was left out", quote(comment));
                self.problem(places, self.text.len(), ProblemKind::Comment, message, true);
            }
            return self.problems;
        }
        if self.text.trim().is_empty() {
            return Vec::new();
        }
        let at = leading_whitespace(self.text);
        self.problems.clear();
        let message = format!(
            "{} holds no game: neither a tag such as [White \"Anderssen\"] nor a move such as 1. e4 was found",
            quote(self.text.trim())
        );
        self.problem(places, at, ProblemKind::UnknownToken, message, true);
        self.problems
    }
}

fn add_nag(annotations: &mut crate::Annotations, nag: Nag) {
    if !annotations.nags.contains(&nag) {
        annotations.nags.push(nag);
    }
}

fn leading_whitespace(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// A piece of the text for a message: in quotation marks, in one line, cut when long.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut quoted = String::from("\"");
    let mut chars = text.chars();
    quoted.extend(chars.by_ref().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }));
    if chars.next().is_some() {
        quoted.push('…');
    }
    quoted.push('"');
    quoted
}
