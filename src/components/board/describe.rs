//! Descriptions of squares and moves for screen readers.

use crate::components::strings;
use tabia_chess::{Color, Move, Piece, Position, Role};

/// Returns the colour and role: "white pawn".
pub fn piece_name(piece: Piece) -> String {
    format!("{} {}", color_name(piece.color), role_name(piece.role))
}

/// Returns "white" or "black".
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the piece's English name in lower case.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Describes a legal move in words, such as "White knight g5 takes pawn on f7, check".
pub fn move_in_words(before: &Position, m: Move) -> String {
    let side = if before.turn() == Color::White { "White" } else { "Black" };
    let mut text = if m.is_castling() {
        let short = m.to().file() > m.from().file();
        strings::castles(&side, &if short { strings::KINGSIDE } else { strings::QUEENSIDE })
    } else {
        let role = |square| before.piece_at(square).map_or("piece", |piece| role_name(piece.role));
        let (piece, from, to) = (role(m.from()), m.from(), m.to());
        if m.is_en_passant() {
            strings::captures(&side, &piece, &from, &role_name(Role::Pawn), &to)
        } else if m.is_capture() {
            strings::captures(&side, &piece, &from, &role(to), &to)
        } else {
            strings::moves(&side, &piece, &from, &to)
        }
    };
    if m.is_en_passant() {
        text.push_str(strings::EN_PASSANT);
    }
    if let Some(role) = m.promotion() {
        text.push_str(strings::PROMOTES_TO);
        text.push_str(role_name(role));
    }
    let mut after = *before;
    after.play_unchecked(m);
    if let Some(remark) = situation(&after) {
        text.push_str(", ");
        text.push_str(remark);
    }
    text
}

/// Returns check or the end of the game in words.
pub fn situation(position: &Position) -> Option<&'static str> {
    if position.is_checkmate() {
        Some("checkmate")
    } else if position.is_stalemate() {
        Some("stalemate")
    } else if position.is_insufficient_material() {
        Some(strings::DRAW_BY_INSUFFICIENT_MATERIAL)
    } else if position.checkers().any() {
        Some("check")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::fen;

    fn words(fen: &str, uci: &str) -> String {
        let position = fen::parse(fen).unwrap().position().unwrap();
        let m = position.parse_uci(uci).unwrap();
        move_in_words(&position, m)
    }

    #[test]
    fn moves_are_told_in_words() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(words(start, "g1f3"), "White knight g1 to f3");
        assert_eq!(words("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "White castles kingside");
        assert_eq!(
            words("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),
            "White pawn a7 to a8, promotes to queen, check"
        );
        assert_eq!(
            words("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            "White pawn e5 takes pawn on d6 en passant"
        );
        assert_eq!(words("4k3/p4n2/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7"), "White knight g5 takes knight on f7");
        assert_eq!(
            words("rn5k/P7/8/8/8/8/8/2K5 w - - 0 1", "a7b8q"),
            "White pawn a7 takes knight on b8, promotes to queen, check"
        );
        assert_eq!(
            words("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),
            "Black queen d8 to h4, checkmate"
        );
    }
}
