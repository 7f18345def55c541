//! The pieces on the board.

use std::fmt;

use crate::attacks::{self, Sliders};
use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// Code of an empty square. Codes of pieces are `role | color << 3`.
const EMPTY: u8 = 6;

/// The pieces on their squares, and nothing else: any number of any of them.
///
/// Stored twice, as sets of squares and as an array of squares, because move generation needs the former and
/// lookups of single squares the latter.
///
/// ```
/// use tabia_chess::{Board, Color, Piece, Role, Square};
///
/// let mut board = Board::default();
/// board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// assert_eq!(board.piece_at(Square::E1).map(Piece::char), Some('K'));
/// assert_eq!(board.occupied().count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    // Two spare entries let the low three bits of a code index it without a check; they stay empty.
    roles: [Bitboard; 8],
    colors: [Bitboard; 2],
    codes: [u8; 64],
}

impl Board {
    /// An empty board.
    pub const EMPTY: Self =
        Self { roles: [Bitboard::EMPTY; 8], colors: [Bitboard::EMPTY; 2], codes: [EMPTY; 64] };

    /// All occupied squares.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of both sides' pieces of one role.
    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The squares of one side's pieces of one role.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.roles[role as usize].0 & self.colors[color as usize].0)
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.codes[square as usize];
        if code == EMPTY {
            return None;
        }
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        Some(Piece { color, role: role_of(code) })
    }

    /// The role of the piece on a square.
    #[inline(always)]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        let code = self.codes[square as usize];
        if code == EMPTY { None } else { Some(role_of(code)) }
    }

    /// Puts a piece on a square or clears it; a piece that was there is replaced.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let bit = Bitboard::from(square);
        for set in self.roles.iter_mut().chain(&mut self.colors) {
            *set &= !bit;
        }
        self.codes[square.index()] = EMPTY;
        if let Some(piece) = piece {
            self.put(square, piece.color, piece.role);
        }
    }

    /// Puts a piece on a square known to be empty.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square, color: Color, role: Role) {
        let bit = Bitboard::from(square);
        self.roles[role.index()] |= bit;
        self.colors[color.index()] |= bit;
        self.codes[square.index()] = role as u8 | (color as u8) << 3;
    }

    /// Clears a square known to hold this piece.
    #[inline(always)]
    pub(crate) fn take(&mut self, square: Square, color: Color, role: Role) {
        let bit = !Bitboard::from(square);
        self.roles[role.index()] &= bit;
        self.colors[color.index()] &= bit;
        self.codes[square.index()] = EMPTY;
    }

    /// The pieces and their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Whether all pieces and pawns of both sides are where a game of chess or Chess960 begins.
    pub fn is_start_array(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let pawns = Bitboard::from(Rank::Second.relative_to(color));
            let pieces = Bitboard::from(Rank::First.relative_to(color));
            self.pieces(color, Role::Pawn) == pawns && self.by_color(color) == (pawns | pieces)
        })
    }

    /// All pieces, of both sides, that attack a square when `occupied` squares stop sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_with(Sliders::ready(), square, occupied)
    }

    /// [`Board::attackers_to`] for callers that know that the sliders' table is filled.
    #[inline(always)]
    pub(crate) fn attackers_with(&self, sliders: Sliders, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn)
            | attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn)
            | attacks::knight(square) & self.by_role(Role::Knight)
            | attacks::king(square) & self.by_role(Role::King)
            | sliders.bishop(square, occupied) & (self.by_role(Role::Bishop) | queens)
            | sliders.rook(square, occupied) & (self.by_role(Role::Rook) | queens)
    }
}

const fn role_of(code: u8) -> Role {
    match code & 7 {
        0 => Role::Pawn,
        1 => Role::Knight,
        2 => Role::Bishop,
        3 => Role::Rook,
        4 => Role::Queen,
        _ => Role::King,
    }
}

/// An empty board.
impl Default for Board {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The first field of a FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::from_coords(file, rank)) {
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{}", piece.char())?;
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
