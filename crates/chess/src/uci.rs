//! Moves in UCI notation.

use std::fmt;

use crate::{CastlingSide, File, Move, Position, Role, Square};

/// Why a text is not a UCI move, or not a legal one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// Not of the form `e2e4` or `e7e8q`.
    Syntax(String),
    /// A move that is not legal here.
    Illegal(String),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "{text:?} is not a move like e2e4 or e7e8q"),
            Self::Illegal(text) => write!(f, "{text} is not a legal move here"),
        }
    }
}

impl std::error::Error for UciMoveError {}

/// The parts of a UCI move.
fn split(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        Some(c) => Some(Role::from_char(c).filter(|&role| !matches!(role, Role::Pawn | Role::King))?),
        None => None,
    };
    rest.next().is_none().then_some((from, to, promotion))
}

impl Position {
    /// The legal move that a UCI text names.
    ///
    /// Castling may be written as the king's move (`e1g1`) or as king takes rook (`e1h1`), whichever variant
    /// is played; where an ordinary king move has the same squares, the text means that one.
    ///
    /// ```
    /// use tabia_chess::Setup;
    ///
    /// let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Setup>()?.position()?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(position.parse_uci("e1h1"), Ok(castling));
    /// assert_eq!(position.uci(castling), "e1g1");
    /// assert_eq!(position.uci_with(castling, true), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`UciMoveError`] if the text is not a move, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let (from, to, promotion) = split(text).ok_or_else(|| UciMoveError::Syntax(text.into()))?;
        let moves = self.legal_moves();
        moves
            .iter()
            .copied()
            .find(|m| m.from() == from && m.to() == to && m.promotion() == promotion)
            .or_else(|| {
                moves.iter().copied().find(|m| {
                    m.is_castling()
                        && m.from() == from
                        && promotion.is_none()
                        && from.distance(to) >= 2
                        && CastlingSide::of(from, m.to()).king_to(self.turn()) == to
                })
            })
            .ok_or_else(|| UciMoveError::Illegal(text.into()))
    }

    /// A move of this position in UCI notation.
    ///
    /// Castling is the king's move (`e1g1`), or king takes rook (`f1h1`) if king or rook are not on their standard squares.
    pub fn uci(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        let is_orthodox = from.file() == File::E && matches!(to.file(), File::A | File::H);
        if m.is_castling() && is_orthodox {
            return format!("{from}{}", CastlingSide::of(from, to).king_to(self.turn()));
        }
        m.to_string()
    }

    /// A move of this position in UCI notation, for an engine or a game whose variant is known: with `chess960` (the option
    /// `UCI_Chess960`), castling is always king takes rook (`e1h1`); without, the same as [`Position::uci`].
    pub fn uci_with(&self, m: Move, chess960: bool) -> String {
        if chess960 { m.to_string() } else { self.uci(m) }
    }
}
