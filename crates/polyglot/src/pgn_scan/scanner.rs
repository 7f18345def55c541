//! From tokens to games.

use super::lexer::{Lexer, Stop, Token, until_nul};
use super::{GameProblem, ProblemKind};

/// Takes what a [`PgnScanner`] reads.
///
/// For each game: [`GameSink::begin`], then tags, then moves, then either [`GameSink::end`] or
/// [`GameSink::reject`].
pub trait GameSink {
    /// A game begins.
    fn begin(&mut self);

    /// A tag pair, with raw escapes in the value. An error rejects the game.
    ///
    /// # Errors
    /// Why the game is not wanted.
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind>;

    /// A move of the main line. An error rejects the game.
    ///
    /// # Errors
    /// Why the move cannot be played.
    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind>;

    /// The game is complete.
    fn end(&mut self);

    /// The game cannot be taken; nothing of it counts.
    fn reject(&mut self, problem: GameProblem);

    /// Offset in the whole text of the game that begins now, in bytes, with the comments in front of it; called before
    /// [`GameSink::begin`].
    fn starts_at(&mut self, _offset: u64) {}

    /// The game's terminator as written; called before [`GameSink::end`] if the game has one.
    fn terminator(&mut self, _text: &[u8]) {}

    /// A variation opens, or closes.
    fn variation(&mut self, _opens: bool) {}

    /// The text ends after the tags of a game, without a move or a terminator: the last call.
    fn only_tags(&mut self) {}

    /// A move of a variation.
    fn variation_san(&mut self, _text: &[u8]) {}
}

/// State of the scanner: Polyglot's reader as a machine that can stop at any token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A tag or the movetext.
    Tags,
    TagName,
    TagValue,
    TagClose,
    Moves,
    /// After a move number: periods, then a move.
    Number,
    /// After a move: glyphs, then whatever comes in movetext.
    Glyphs,
    /// After a fault among the tags: to the end of the tags.
    SkipTags,
    /// After a fault: to the next game's tags.
    SkipGame,
}

/// Reads games from bytes that come in pieces of any size.
#[derive(Clone, Debug)]
pub struct PgnScanner {
    lexer: Lexer,
    strict: bool,
    state: State,
    name: Vec<u8>,
    depth: u32,
    game: u64,
    begun: bool,
    /// Whether the game has anything but tags.
    in_moves: bool,
    rewind: Option<u64>,
}

impl PgnScanner {
    /// A reader; a strict one stops for good at the first fault, as Polyglot does, and accepts no more than it.
    pub fn new(strict: bool) -> Self {
        Self {
            lexer: Lexer::new(strict),
            strict,
            state: State::Tags,
            name: Vec::new(),
            depth: 0,
            game: 1,
            begun: false,
            in_moves: false,
            rewind: None,
        }
    }

    /// Reads further bytes.
    ///
    /// # Errors
    /// The fault, if the reader is strict.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl GameSink) -> Result<(), GameProblem> {
        self.lexer.feed(bytes);
        self.run(sink)
    }

    /// Reads what is left when no more bytes come.
    ///
    /// # Errors
    /// The fault, if the reader is strict.
    pub fn finish(&mut self, sink: &mut impl GameSink) -> Result<(), GameProblem> {
        self.lexer.end();
        self.run(sink)
    }

    /// The games read so far, the rejected ones included.
    pub const fn games(&self) -> u64 {
        self.game - 1
    }

    /// Whether a comment that was never closed has swallowed the rest of the text: where it begins. Reading again
    /// from there with [`PgnScanner::resume_in`] finds the games in it.
    pub const fn swallowed_from(&self) -> Option<u64> {
        self.rewind
    }

    /// A reader that begins at [`PgnScanner::swallowed_from`], inside the game that was rejected, and goes on with
    /// the next.
    #[must_use]
    pub fn resume_in(&self) -> Self {
        Self {
            state: State::SkipGame,
            game: self.game,
            lexer: self.lexer.resumed(),
            ..Self::new(self.strict)
        }
    }

    fn run(&mut self, sink: &mut impl GameSink) -> Result<(), GameProblem> {
        loop {
            match self.step(sink) {
                Ok(true) => {}
                Ok(false) | Err(Stop::NeedMore) => return Ok(()),
                Err(Stop::Bad(kind)) => self.fault(kind, sink)?,
            }
        }
    }

    /// Reads one token; `false` at the end.
    #[inline]
    fn step(&mut self, sink: &mut impl GameSink) -> Result<bool, Stop> {
        if self.state == State::SkipTags {
            if !self.lexer.skip_tags() {
                return Err(Stop::NeedMore);
            }
            self.state = State::SkipGame;
        }
        if self.state == State::SkipGame {
            if !self.lexer.skip_to_tags() {
                return Err(Stop::NeedMore);
            }
            self.state = State::Tags;
        }
        let token = self.lexer.next()?;
        match (self.state, token) {
            (State::Tags, Token::End) => {
                // Tags without moves at the end are not a game for Polyglot.
                if std::mem::take(&mut self.begun) {
                    sink.only_tags();
                }
                return Ok(false);
            }
            (State::Tags, Token::Sign(b'[')) => {
                self.begin(sink);
                self.state = State::TagName;
            }
            (State::TagName, Token::Symbol(name)) => {
                self.name.clear();
                self.name.extend_from_slice(until_nul(self.lexer.bytes(name)));
                self.state = State::TagValue;
            }
            (State::TagValue, Token::String(value)) => {
                let value = until_nul(self.lexer.bytes(value));
                sink.tag(&self.name, value).map_err(Stop::Bad)?;
                self.state = State::TagClose;
            }
            (State::TagClose, Token::Sign(b']')) => self.state = State::Tags,
            (State::TagName | State::TagValue | State::TagClose, _) => {
                return Err(Stop::Bad(ProblemKind::MalformedTag));
            }
            (State::Number, Token::Sign(b'.')) | (State::Glyphs, Token::Glyph) => {}
            (State::Number, Token::Symbol(text)) => self.play(text, sink)?,
            (State::Number, Token::Result(text)) if !self.strict => self.end(text, sink)?,
            (State::Number, token) => return Err(Stop::Bad(unexpected(&token))),
            (state, token) => {
                if state == State::Tags {
                    self.begin(sink);
                }
                self.in_moves = true;
                return self.movetext(token, sink);
            }
        }
        Ok(true)
    }

    #[inline]
    fn movetext(&mut self, token: Token, sink: &mut impl GameSink) -> Result<bool, Stop> {
        self.state = State::Moves;
        match token {
            Token::Symbol(text) => self.play(text, sink)?,
            Token::Integer => self.state = State::Number,
            Token::Result(text) => self.end(text, sink)?,
            Token::Sign(b'(') => {
                self.depth += 1;
                sink.variation(true);
            }
            Token::Sign(b')') => {
                self.depth = self.depth.checked_sub(1).ok_or(Stop::Bad(ProblemKind::MalformedVariation))?;
                sink.variation(false);
            }
            Token::Glyph | Token::Sign(b'.') if !self.strict => {}
            token => return Err(Stop::Bad(unexpected(&token))),
        }
        Ok(true)
    }

    #[inline]
    fn play(&mut self, text: std::ops::Range<usize>, sink: &mut impl GameSink) -> Result<(), Stop> {
        self.state = State::Glyphs;
        let text = until_nul(self.lexer.bytes(text));
        if self.depth == 0 {
            sink.san(text).map_err(Stop::Bad)?;
        } else {
            sink.variation_san(text);
        }
        Ok(())
    }

    fn begin(&mut self, sink: &mut impl GameSink) {
        if !self.begun {
            self.begun = true;
            sink.starts_at(self.lexer.game_offset());
            sink.begin();
        }
    }

    fn end(&mut self, terminator: std::ops::Range<usize>, sink: &mut impl GameSink) -> Result<(), Stop> {
        if self.depth > 0 {
            return Err(Stop::Bad(ProblemKind::MalformedVariation));
        }
        sink.terminator(self.lexer.bytes(terminator));
        sink.end();
        self.next_game();
        Ok(())
    }

    fn next_game(&mut self) {
        self.lexer.lead_from_here();
        self.state = State::Tags;
        self.depth = 0;
        self.begun = false;
        self.in_moves = false;
        self.game += 1;
    }

    fn fault(&mut self, kind: ProblemKind, sink: &mut impl GameSink) -> Result<(), GameProblem> {
        let (line, column) = self.lexer.place();
        let problem = GameProblem { game: self.game, line, column, kind };
        if self.strict {
            return Err(problem);
        }
        match problem.kind {
            // What is there of the game can be used: the tags of the next game or the end replace its result.
            ProblemKind::NoTerminator if self.depth == 0 => {
                sink.end();
                self.lexer.unread();
                self.next_game();
                return Ok(());
            }
            ProblemKind::NoTerminator => self.lexer.unread(),
            ProblemKind::OpenComment => self.rewind = self.lexer.swallowed_from(),
            _ => {}
        }
        let among_tags = !self.in_moves;
        self.begin(sink);
        sink.reject(problem);
        self.next_game();
        self.state = if among_tags { State::SkipTags } else { State::SkipGame };
        Ok(())
    }
}

/// The problem when this comes where a move must.
const fn unexpected(token: &Token) -> ProblemKind {
    match token {
        Token::Sign(b'[') | Token::End => ProblemKind::NoTerminator,
        _ => ProblemKind::MoveExpected,
    }
}
