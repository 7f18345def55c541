//! Standard algebraic notation.
//!
//! Written as the PGN standard requires; read as games in practice need it: check signs may be missing or
//! wrong, origin squares redundant, promotions and en passant marked in other ways, `0-0` for `O-O`, `e8Q`
//! for `e8=Q`, `ed5` for `exd5`, UCI's `g1f3` for `Nf3`.

use std::fmt;

use crate::{Bitboard, CastlingSide, File, Move, MoveList, Position, Rank, Role, Square};

/// Why a text is not a SAN move, or does not name a single legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// Not a move in algebraic notation.
    Syntax(String),
    /// No legal move matches.
    Illegal(String),
    /// More than one legal move matches.
    Ambiguous(String, Vec<Move>),
    /// A pawn reaches the last rank without a promotion role.
    MissingPromotion(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "{text:?} is not a move"),
            Self::Illegal(text) => write!(f, "{text} is not a legal move here"),
            Self::Ambiguous(text, moves) => {
                write!(f, "{text} could be")?;
                for (index, m) in moves.iter().enumerate() {
                    write!(f, "{} {m}", if index == 0 { "" } else { " or" })?;
                }
                Ok(())
            }
            Self::MissingPromotion(text) => write!(f, "{text} lacks the promotion piece"),
        }
    }
}

impl std::error::Error for SanError {}

/// The parsed parts of a SAN text, before it is known which move it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum San {
    Castling(CastlingSide),
    Normal { role: Role, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role> },
}

/// The text without the suffix after the move.
fn without_suffix(text: &str) -> &str {
    let body = text.trim().trim_end_matches(['+', '#', '!', '?']);
    body.strip_suffix("e.p.").or_else(|| body.strip_suffix("ep")).unwrap_or(body).trim_end()
}

fn parse(body: &str) -> Option<San> {
    match body {
        "O-O" | "0-0" | "o-o" => return Some(San::Castling(CastlingSide::KingSide)),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(San::Castling(CastlingSide::QueenSide)),
        _ => {}
    }
    let (role, body) = match body.chars().next()? {
        c @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') => (Role::from_char(c)?, body.get(1..)?),
        _ => (Role::Pawn, body),
    };
    let (body, promotion) = split_promotion(body)?;
    let split = body.len().checked_sub(2)?;
    let to: Square = body.get(split..)?.parse().ok()?;
    let mut origin = body.get(..split)?.chars().peekable();
    let file = origin.peek().copied().and_then(File::from_char);
    if file.is_some() {
        origin.next();
    }
    let rank = origin.peek().copied().and_then(Rank::from_char);
    if rank.is_some() {
        origin.next();
    }
    if matches!(origin.peek(), Some('x' | ':' | '-')) {
        origin.next();
    }
    if origin.next().is_some() || (promotion.is_some() && role != Role::Pawn) {
        return None;
    }
    Some(San::Normal { role, file, rank, to, promotion })
}

/// Cuts `=Q`, `Q`, `(Q)` or `/Q` off the end.
fn split_promotion(body: &str) -> Option<(&str, Option<Role>)> {
    let inner = body.strip_suffix(')').unwrap_or(body);
    let Some(letter) = inner.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return Some((body, None));
    };
    let role = Role::from_char(letter).filter(|&role| !matches!(role, Role::Pawn | Role::King))?;
    let rest = inner.get(..inner.len().checked_sub(1)?)?;
    Some((rest.trim_end_matches(['=', '(', '/']), Some(role)))
}

impl Position {
    /// The legal move that a text in algebraic notation names.
    ///
    /// ```
    /// use tabia_chess::{Position, Square};
    ///
    /// let position = Position::default();
    /// assert_eq!(position.parse_san("Nf3")?.from(), Square::G1);
    /// assert_eq!(position.parse_san("e5").unwrap_err().to_string(), "e5 is not a legal move here");
    /// # Ok::<(), tabia_chess::SanError>(())
    /// ```
    ///
    /// # Errors
    /// [`SanError`] if the text is not a move, or fits none or several of the legal moves.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let body = without_suffix(text);
        // Some programs write UCI moves into games.
        if let Ok(m) = self.parse_uci(body) {
            return Ok(m);
        }
        let san = parse(body).ok_or_else(|| SanError::Syntax(text.into()))?;
        let mut fitting = MoveList::new();
        let mut promotes = false;
        for m in self.legal_moves() {
            let fits = match san {
                San::Castling(side) => m.is_castling() && CastlingSide::of(m.from(), m.to()) == side,
                San::Normal { role, file, rank, to, promotion } => {
                    let fits = !m.is_castling()
                        && m.to() == to
                        // `d5` is never `exd5`: pawn captures name the file.
                        && !(role == Role::Pawn && file.is_none() && m.is_capture())
                        && self.piece_at(m.from()).is_some_and(|piece| piece.role == role)
                        && file.is_none_or(|file| m.from().file() == file)
                        && rank.is_none_or(|rank| m.from().rank() == rank);
                    promotes |= fits && m.is_promotion() && promotion.is_none();
                    fits && m.promotion() == promotion
                }
            };
            if fits {
                fitting.push(m);
            }
        }
        match fitting[..] {
            [m] => Ok(m),
            [] if promotes => Err(SanError::MissingPromotion(text.into())),
            [] => Err(SanError::Illegal(text.into())),
            _ => Err(SanError::Ambiguous(text.into(), fitting.to_vec())),
        }
    }

    /// A legal move of this position in standard algebraic notation, with `+` or `#`.
    pub fn san(&self, m: Move) -> String {
        let mut text = self.san_without_suffix(m);
        let mut next = *self;
        next.play_unchecked(m);
        if next.is_check() {
            text.push(if next.has_legal_moves() { '+' } else { '#' });
        }
        text
    }

    fn san_without_suffix(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        if m.is_castling() {
            return match CastlingSide::of(from, to) {
                CastlingSide::KingSide => "O-O".into(),
                CastlingSide::QueenSide => "O-O-O".into(),
            };
        }
        let role = self.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
        let mut text = String::with_capacity(8);
        if role == Role::Pawn {
            if m.is_capture() {
                text.push(from.file().char());
            }
        } else {
            text.push(role.upper_char());
            self.push_origin(&mut text, m, role);
        }
        if m.is_capture() {
            text.push('x');
        }
        text.push(to.file().char());
        text.push(to.rank().char());
        if let Some(promotion) = m.promotion() {
            text.push('=');
            text.push(promotion.upper_char());
        }
        text
    }

    /// Disambiguates the origin of a piece as far as needed: by file, else by rank, else by both.
    fn push_origin(&self, text: &mut String, m: Move, role: Role) {
        let rivals: Bitboard = self
            .legal_moves()
            .into_iter()
            .filter(|other| {
                other.to() == m.to()
                    && other.from() != m.from()
                    && !other.is_castling()
                    && self.piece_at(other.from()).is_some_and(|piece| piece.role == role)
            })
            .map(Move::from)
            .collect();
        if rivals.is_empty() {
            return;
        }
        let from = m.from();
        let same_file = (rivals & from.file().into()).any();
        let same_rank = (rivals & from.rank().into()).any();
        if !same_file || same_rank {
            text.push(from.file().char());
        }
        if same_file {
            text.push(from.rank().char());
        }
    }
}
