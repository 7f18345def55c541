//! Moves as books write them.

use std::fmt;

use tabia_chess::{CastlingSide, Color, Move, MoveKind, Position, Role, Square, attacks};

/// A move in Polyglot's encoding: the target square in bits 0-5, the origin in 6-11, the promotion in 12-14
/// (1 knight to 4 queen). Castling is encoded as the king capturing its own rook. Zero means "no move".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookMove(pub u16);

impl BookMove {
    /// The code 0, which readers ignore.
    pub const NONE: Self = Self(0);

    /// Square on which the move starts.
    pub fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// Square on which it ends; for castling as Polyglot writes it, the square of the own rook.
    pub fn to(self) -> Square {
        square(self.0)
    }

    /// Promotion role.
    ///
    /// # Errors
    /// The number, 5 to 15, if it names no role.
    pub const fn promotion(self) -> Result<Option<Role>, u16> {
        Ok(match self.0 >> 12 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            other => return Err(other),
        })
    }

    /// The move of the position that this code means; nothing if the position does not allow it.
    ///
    /// A move between the squares of castling is castling only if there is a king there that may castle. Some programs write the king's
    /// square of arrival (e1g1), as in the book of cutechess' tests, which other programs read as well ([`means`](Self::means)).
    pub fn resolve(self, position: &Position) -> Option<Move> {
        let other = || position.legal_moves().into_iter().find(|&mv| Self::king_two_files(mv) == Some(self));
        self.resolve_as_polyglot(position).or_else(other)
    }

    /// The same as Polyglot itself understands it, to which castling is nothing but king takes rook.
    pub fn resolve_as_polyglot(self, position: &Position) -> Option<Move> {
        legal_move(position, self.from(), self.to(), self.promotion().ok()?)
    }

    /// Whether this is a code of that move, which must be legal: Polyglot's, or for castling that with the king's square of arrival.
    pub fn means(self, mv: Move) -> bool {
        self == mv.into() || Self::king_two_files(mv) == Some(self)
    }

    /// Castling by the king's square of arrival, where that is not a step of the king.
    fn king_two_files(mv: Move) -> Option<Self> {
        if !mv.is_castling() {
            return None;
        }
        let (king, rook) = (mv.from(), mv.to());
        // On the back rank of White, then on that of the king.
        let file = CastlingSide::of(king, rook).king_to(Color::White).file();
        let to = Square::from_coords(file, king.rank());
        (king.file().index().abs_diff(file.index()) >= 2).then_some(Self((king as u16) << 6 | to as u16))
    }

    /// Returns whether any piece on an empty board could make this move, including castling.
    pub fn is_possible(self) -> bool {
        let (from, to) = (self.from(), self.to());
        let Ok(promotion) = self.promotion() else { return false };
        let reachable = attacks::queen(from, from.into()) | attacks::knight(from);
        let promotes = (from.rank() as u8, to.rank() as u8);
        reachable.contains(to)
            && (promotion.is_none()
                || matches!(promotes, (6, 7) | (1, 0))
                    && from.file().index().abs_diff(to.file().index()) <= 1)
    }
}

impl From<Move> for BookMove {
    fn from(m: Move) -> Self {
        let promotion = match m.promotion() {
            Some(Role::Knight) => 1,
            Some(Role::Bishop) => 2,
            Some(Role::Rook) => 3,
            Some(Role::Queen) => 4,
            _ => 0,
        };
        Self(m.to() as u16 | (m.from() as u16) << 6 | promotion << 12)
    }
}

/// The squares as UCI writes them with castling as king takes rook: `e2e4`, `e1h1`, `a7a8q`; unknown promotions
/// as their number.
impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Ok(None) => Ok(()),
            Ok(Some(role)) => write!(f, "{}", role.char()),
            Err(number) => write!(f, "({number})"),
        }
    }
}

impl fmt::Debug for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BookMove({self})")
    }
}

fn square(bits: u16) -> Square {
    Square::new(usize::from(bits & 63)).unwrap_or(Square::A1)
}

/// The legal move between two squares with that promotion, if there is one; castling by the rook's square.
pub(crate) fn legal_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let us = position.turn();
    if !position.by_color(us).contains(from) {
        return None;
    }
    let role = position.board().role_at(from)?;
    let capture = position.by_color(!us).contains(to);
    let kind = match role {
        Role::King if position.by_color(us).contains(to) => MoveKind::Castling,
        Role::Pawn => match promotion {
            Some(role) => return legal(position, Move::new(from, to, MoveKind::promotion(role, capture)?)),
            None if !capture && position.ep_square() == Some(to) && from.file() != to.file() => {
                MoveKind::EnPassant
            }
            None if from.index().abs_diff(to.index()) == 16 => MoveKind::DoublePush,
            None if capture => MoveKind::Capture,
            None => MoveKind::Quiet,
        },
        _ if capture => MoveKind::Capture,
        _ => MoveKind::Quiet,
    };
    if promotion.is_some() { None } else { legal(position, Move::new(from, to, kind)) }
}

fn legal(position: &Position, m: Move) -> Option<Move> {
    position.is_legal(m).then_some(m)
}
