//! The moves of one game, played as they are read.

use tabia_chess::fen::{is_no_fen, parse_tolerant};
use tabia_chess::{Move, Position};

use super::{ProblemKind, read_san, read_whole_san};
use crate::BookMove;

/// A game's moves so far.
#[derive(Clone, Default, Debug)]
pub struct MainLine {
    position: Position,
    /// For each move, the key of the position before it and the move in Polyglot's code.
    played: Vec<(u64, u16)>,
    last: Option<Move>,
}

impl MainLine {
    /// Goes back to the normal start position.
    pub fn clear(&mut self) {
        self.restart(Position::default());
    }

    /// Starts again from another position.
    pub fn restart(&mut self, position: Position) {
        self.position = position;
        self.played.clear();
        self.last = None;
    }

    /// The position after the moves read.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// For each move, the key of the position before it and the move in Polyglot's code.
    pub fn played(&self) -> &[(u64, u16)] {
        &self.played
    }

    /// Half-moves read.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether no move was read.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Reads and plays a move; `None` for a note that is not a move, as in `exd6 e.p.`
    ///
    /// `strict` accepts only what Polyglot accepts.
    ///
    /// # Errors
    /// [`ProblemKind::IllegalMove`].
    #[inline]
    pub fn read(&mut self, text: &[u8], strict: bool) -> Result<Option<Move>, ProblemKind> {
        let Some(mv) = read_san(&self.position, text) else { return self.other_spelling(text, strict) };
        self.play(mv);
        Ok(Some(mv))
    }

    /// Reads and plays a move as [`MainLine::read`] does, but none of which Polyglot's reader understands a part only
    /// ([`read_whole_san`]).
    ///
    /// # Errors
    /// [`ProblemKind::IllegalMove`].
    #[inline]
    pub fn read_whole(&mut self, text: &[u8]) -> Result<Option<Move>, ProblemKind> {
        let Some(mv) = read_whole_san(&self.position, text) else { return self.other_spelling(text, false) };
        self.play(mv);
        Ok(Some(mv))
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let code: BookMove = mv.into();
        self.played.push((self.position.key(), code.0));
        self.last = Some(mv);
        self.position.play_unchecked(mv);
    }

    /// Passes the turn: PGN's null move. It counts as a half-move, with [`BookMove::NONE`] for its code. In check nothing happens.
    pub fn pass(&mut self) {
        let key = self.position.key();
        if self.position.play_null() {
            self.played.push((key, BookMove::NONE.0));
            self.last = None;
        }
    }

    /// Moves that Polyglot does not understand: `0-0`, `exd6 e.p.`
    #[cold]
    fn other_spelling(&mut self, text: &[u8], strict: bool) -> Result<Option<Move>, ProblemKind> {
        if !strict {
            if matches!(text, b"e" | b"p" | b"ep") && self.last.is_some_and(Move::is_en_passant) {
                return Ok(None);
            }
            if let Some(mv) = str::from_utf8(text).ok().and_then(|text| self.position.parse_san(text).ok()) {
                self.play(mv);
                return Ok(Some(mv));
            }
        }
        Err(ProblemKind::IllegalMove(String::from_utf8_lossy(text).into_owned()))
    }
}

/// Whether a tag pair says that a game is none of chess from its normal start position, and what is wrong then.
///
/// # Errors
/// [`ProblemKind::SetUp`], [`ProblemKind::Variant`].
pub fn check_tag(name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
    if name.eq_ignore_ascii_case(b"FEN") && !is_normal_start(value) {
        return Err(ProblemKind::SetUp);
    }
    if name.eq_ignore_ascii_case(b"Variant") && !is_normal_variant(value) {
        return Err(ProblemKind::Variant(String::from_utf8_lossy(value).into_owned()));
    }
    Ok(())
}

/// Returns whether a FEN describes the standard start position, whatever its clocks; one [without a board](is_no_fen) does.
pub fn is_normal_start(fen: &[u8]) -> bool {
    let fen = String::from_utf8_lossy(fen);
    if is_no_fen(&fen) {
        return true;
    }
    let position = parse_tolerant(&fen).ok().and_then(|fen| fen.setup.position().ok());
    position.is_some_and(|position| position.same_position(&Position::default()))
}

/// Whether a `Variant` tag means chess by its usual rules.
fn is_normal_variant(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).trim().to_ascii_lowercase();
    matches!(name.as_str(), "" | "?" | "-" | "standard" | "normal" | "chess" | "classical" | "from position")
}
