//! Descriptions of squares and moves for screen readers.

use crate::components::strings;
use crate::language::tr;
use crate::state::text::sentence;
use tabia_chess::{Color, Move, Piece, Position, Role};

/// Returns the colour and role: "white pawn".
pub fn piece_name(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => tr!("white pawn"),
        (Color::White, Role::Knight) => tr!("white knight"),
        (Color::White, Role::Bishop) => tr!("white bishop"),
        (Color::White, Role::Rook) => tr!("white rook"),
        (Color::White, Role::Queen) => tr!("white queen"),
        (Color::White, Role::King) => tr!("white king"),
        (Color::Black, Role::Pawn) => tr!("black pawn"),
        (Color::Black, Role::Knight) => tr!("black knight"),
        (Color::Black, Role::Bishop) => tr!("black bishop"),
        (Color::Black, Role::Rook) => tr!("black rook"),
        (Color::Black, Role::Queen) => tr!("black queen"),
        (Color::Black, Role::King) => tr!("black king"),
    }
}

/// Returns the piece's name inside a sentence.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => tr!("pawn"),
        Role::Knight => tr!("knight"),
        Role::Bishop => tr!("bishop"),
        Role::Rook => tr!("rook"),
        Role::Queen => tr!("queen"),
        Role::King => tr!("king"),
    }
}

/// Describes a legal move in words, such as "White knight g5 takes pawn on f7, check".
pub fn move_in_words(before: &Position, m: Move) -> String {
    let mut text = if m.is_castling() {
        let short = m.to().file() > m.from().file();
        let side = if before.turn() == Color::White { tr!("White") } else { tr!("Black") };
        strings::castles(&side, &if short { strings::kingside() } else { strings::queenside() })
    } else {
        let (from, to) = (m.from(), m.to());
        let piece = before.piece_at(from).map(|piece| sentence(piece_name(piece))).unwrap_or_default();
        if m.is_en_passant() {
            strings::captures(&piece, &from, &role_name(Role::Pawn), &to)
        } else if m.is_capture() {
            let taken = before.piece_at(to).map_or_else(|| tr!("piece"), |piece| role_name(piece.role));
            strings::captures(&piece, &from, &taken, &to)
        } else {
            strings::moves(&piece, &from, &to)
        }
    };
    if m.is_en_passant() {
        text.push_str(strings::en_passant());
    }
    if let Some(role) = m.promotion() {
        text.push_str(&strings::promotes_to(role_name(role)));
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
        Some(tr!("checkmate"))
    } else if position.is_stalemate() {
        Some(tr!("stalemate"))
    } else if position.is_insufficient_material() {
        Some(strings::draw_by_insufficient_material())
    } else if position.checkers().any() {
        Some(tr!("check"))
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
