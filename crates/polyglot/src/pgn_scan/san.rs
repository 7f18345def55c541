//! Moves in algebraic notation, read with Polyglot's tolerance and in its order.

use tabia_chess::{Bitboard, CastlingSide, Color, File, Move, Position, Rank, Role, Square, attacks};

use crate::book_move::legal_move;

/// Parts of a move's text; Polyglot lets everything be missing.
#[derive(Clone, Copy, Default, Debug)]
struct Parts {
    piece: Option<Role>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: Option<u8>,
    to_rank: Option<u8>,
    promotion: Option<Role>,
}

/// The legal move that Polyglot's reader takes a text for; nothing if it takes it for none.
///
/// One `+` or `#` at the end is skipped. If both squares are given, the piece letter is ignored;
/// letters between what is understood from the left and from the right are skipped. With squares of origin left
/// out, pieces pinned against the move do not count as rivals.
///
/// ```
/// use tabia_polyglot::pgn_scan::read_san;
/// use tabia_chess::Position;
///
/// let start = Position::default();
/// assert_eq!(read_san(&start, b"Nf3"), read_san(&start, b"Ng1-f3+"));
/// assert_eq!(read_san(&start, b"Nf4"), None);
/// ```
pub fn read_san(position: &Position, text: &[u8]) -> Option<Move> {
    read(position, text).map(|(mv, _)| mv)
}

/// As [`read_san`], but nothing for a text of which Polyglot's reader passes over a letter, or does not look at it: it takes the German
/// `Sf3` for the pawn's move f3.
///
/// ```
/// use tabia_polyglot::pgn_scan::{read_san, read_whole_san};
/// use tabia_chess::Position;
///
/// let start = Position::default();
/// assert!(read_san(&start, b"Sf3").is_some() && read_whole_san(&start, b"Sf3").is_none());
/// assert_eq!(read_san(&start, b"Ng1-f3+"), read_whole_san(&start, b"Ng1-f3+"));
/// ```
#[inline]
pub fn read_whole_san(position: &Position, text: &[u8]) -> Option<Move> {
    read(position, text).filter(|&(_, is_whole)| is_whole).map(|(mv, _)| mv)
}

/// The move, and whether all of the text was needed.
#[inline]
fn read(position: &Position, text: &[u8]) -> Option<(Move, bool)> {
    let text = match text {
        [body @ .., b'+' | b'#'] => body,
        _ => text,
    };
    match text {
        b"O-O" => return Some((castle(position, CastlingSide::KingSide)?, true)),
        b"O-O-O" => return Some((castle(position, CastlingSide::QueenSide)?, true)),
        _ => {}
    }
    let (parts, rest) = parse(text);
    let mv = resolve(position, &parts)?;
    // With both squares given the piece is not needed, but a wrong one makes it no move.
    let is_its_piece = parts.piece.is_none_or(|role| position.board().role_at(mv.from()) == Some(role));
    Some((mv, rest.is_empty() && is_its_piece))
}

fn castle(position: &Position, side: CastlingSide) -> Option<Move> {
    let us = position.turn();
    legal_move(position, position.king(us), position.castling_rook(us, side)?, None)
}

const fn piece(letter: u8) -> Option<Role> {
    Some(match letter {
        b'P' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}

/// Takes a byte off the end if it has a meaning.
#[inline(always)]
fn take_last<T>(text: &mut &[u8], meaning: impl Fn(u8) -> Option<T>) -> Option<T> {
    let (&last, rest) = text.split_last()?;
    let found = meaning(last)?;
    *text = rest;
    Some(found)
}

/// Takes a byte off the beginning if it has a meaning.
#[inline(always)]
fn take_first<T>(text: &mut &[u8], meaning: impl Fn(u8) -> Option<T>) -> Option<T> {
    let (&first, rest) = text.split_first()?;
    let found = meaning(first)?;
    *text = rest;
    Some(found)
}

fn file(letter: u8) -> Option<u8> {
    letter.is_ascii_lowercase().then(|| letter - b'a').filter(|&file| file < 8)
}

fn rank(digit: u8) -> Option<u8> {
    digit.checked_sub(b'1').filter(|&rank| rank < 8)
}

/// Parts of the text, and what of it is ignored.
#[inline]
fn parse(mut rest: &[u8]) -> (Parts, &[u8]) {
    let text = &mut rest;
    let mut parts = Parts { piece: take_first(text, piece), ..Parts::default() };
    parts.promotion = take_last(text, |letter| piece(letter.to_ascii_uppercase()));
    if parts.promotion.is_some() {
        take_last(text, |sign| (sign == b'=').then_some(()));
    }
    parts.to_rank = take_last(text, rank);
    parts.to_file = take_last(text, file);
    // The captured piece, in long notation.
    take_last(text, piece);
    take_last(text, |sign| matches!(sign, b'-' | b'x').then_some(()));
    parts.from_file = take_first(text, file);
    parts.from_rank = take_first(text, rank);
    (parts, rest)
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(usize::from(rank) * 8 + usize::from(file))
}

#[inline]
fn resolve(position: &Position, parts: &Parts) -> Option<Move> {
    let us = position.turn();
    let to = square(parts.to_file?, parts.to_rank?)?;
    if matches!(parts.promotion, Some(Role::Pawn | Role::King)) {
        return None;
    }
    let from = match (parts.piece, parts.from_file, parts.from_rank) {
        (_, Some(file), Some(rank)) => {
            let from = square(file, rank)?;
            if position.board().role_at(from) == Some(Role::King)
                && from.rank() == to.rank()
                && from.file().index().abs_diff(to.file().index()) > 1
            {
                // The king's step over two squares, for castling.
                let rook = position.castling_rook(us, CastlingSide::of(from, to))?;
                return legal_move(position, from, rook, parts.promotion);
            }
            from
        }
        (None, None, _) => pawn_push(position, us, to)?,
        (role, from_file, from_rank) => {
            let role = role.unwrap_or(Role::Pawn);
            let reaching = match role {
                Role::Pawn => attacks::pawn(!us, to),
                role => attacks::piece(us, role, to, position.occupied()),
            };
            let mut candidates = reaching & position.pieces(us, role);
            if let Some(file) = from_file {
                candidates &= Bitboard::from_file(File::new(usize::from(file))?);
            }
            if let Some(rank) = from_rank {
                candidates &= Bitboard::from_rank(Rank::new(usize::from(rank))?);
            }
            for from in candidates & position.pinned(us) {
                if !attacks::line(position.king(us), from).contains(to) {
                    candidates = candidates.without(from);
                }
            }
            candidates.single()?
        }
    };
    legal_move(position, from, to, parts.promotion)
}

/// Square of the pawn that steps to an empty square.
fn pawn_push(position: &Position, us: Color, to: Square) -> Option<Square> {
    let occupied = position.occupied();
    let back = |square: Square| Bitboard::from(square).forward(!us).first();
    let one = back(to)?;
    let double = !occupied.contains(one) && to.rank() == Rank::Fourth.relative_to(us);
    let from = if double { back(one)? } else { one };
    position.pieces(us, Role::Pawn).contains(from).then_some(from)
}
