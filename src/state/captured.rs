//! Captured material shown next to the board, and the material balance.

use tabia_chess::{Color, Position, Role};

/// Conventional piece values in pawns.
const WORTH: [(Role, i32); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

/// Material advantage of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Opponent's pieces captured beyond its own losses, most valuable first.
    pub pieces: Vec<Role>,
    /// Material lead in pawns; 0 if it isn't ahead.
    pub ahead: i32,
}

/// Returns what `color` has captured beyond its own losses, per piece type. Counted from the pieces on the board, so a promoted pawn counts
/// as its new piece.
pub fn captured(position: &Position, color: Color) -> Captured {
    let count = |color: Color, role: Role| position.pieces(color, role).count() as i32;
    let mut captured = Captured::default();
    let mut balance = 0;
    for (role, worth) in WORTH {
        let more = count(color, role) - count(!color, role);
        balance += more * worth;
        captured.pieces.extend((0..more).map(|_| role));
    }
    captured.ahead = balance.max(0);
    captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::fen;

    #[test]
    fn exchanges_leave_what_differs() {
        let position = fen::parse("rnb1kbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1")
            .unwrap()
            .position()
            .unwrap();
        assert_eq!(captured(&position, Color::White), Captured { pieces: vec![Role::Queen], ahead: 4 });
        assert_eq!(captured(&position, Color::Black), Captured { pieces: vec![Role::Rook], ahead: 0 });
        assert_eq!(captured(&Position::default(), Color::White), Captured::default());
    }
}
