//! Attacks of the side not to move.

use tabia_chess::{Bitboard, Position, Role, Square, attacks};

/// The squares attacked by the side not to move in the current position, by attacker. Pins are ignored.
#[derive(Clone, Copy, Default)]
pub struct Threats {
    pawns: Bitboard,
    /// Of pawns and minor pieces.
    minors: Bitboard,
    /// Of pawns, minor pieces and rooks.
    rooks: Bitboard,
    all: Bitboard,
}

impl Threats {
    /// The threats against the side to move.
    pub fn of(pos: &Position) -> Self {
        let them = !pos.turn();
        let occupied = pos.occupied();
        let attacked_by = |role| {
            let attacks = |square| attacks::piece(them, role, square, occupied);
            pos.pieces(them, role).into_iter().map(attacks).fold(Bitboard::EMPTY, |all, set| all | set)
        };
        let pawns = attacks::pawns(them, pos.pieces(them, Role::Pawn));
        let minors = pawns | attacked_by(Role::Knight) | attacked_by(Role::Bishop);
        let rooks = minors | attacked_by(Role::Rook);
        Self { pawns, minors, rooks, all: rooks | attacked_by(Role::Queen) | attacked_by(Role::King) }
    }

    /// Whether a square is attacked.
    #[inline(always)]
    pub fn contains(&self, square: Square) -> bool {
        self.all.contains(square)
    }

    /// The squares where a piece of this role is attacked by a less valuable one.
    #[inline(always)]
    pub fn by_lesser(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => self.pawns,
            Role::Rook => self.minors,
            Role::Queen => self.rooks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &str) -> Bitboard {
        let square = |name: &str| name.parse().map(Bitboard::from_square).expect("a square");
        names.split_whitespace().map(square).fold(Bitboard::EMPTY, |all, set| all | set)
    }

    #[test]
    fn lesser_attackers_count_for_greater_pieces() {
        let pos = crate::bench::position("4k3/8/3p4/6n1/1b6/8/7r/K3q3 w - - 0 1").expect("a position");
        let threats = Threats::of(&pos);
        assert_eq!(threats.by_lesser(Role::Knight), squares("c5 e5"));
        let of_minors = squares("c5 e5 e4 f3 h3 e6 f7 h7 a3 a5 c3 d2 d6");
        assert_eq!(threats.by_lesser(Role::Rook), of_minors | squares("e1"));
        assert!(threats.by_lesser(Role::Queen).contains(Square::H1));
        assert!(!threats.by_lesser(Role::Queen).contains(Square::B1));
        assert!(
            threats.contains(Square::B1) && threats.contains(Square::D8) && !threats.contains(Square::A8)
        );
        assert_eq!(threats.by_lesser(Role::King), Bitboard::EMPTY);
    }

    /// Square by square the same as the attackers that the position gives.
    #[test]
    fn threats_are_the_attacked_squares() {
        let mut pos = Position::default();
        let mut seed = 7;
        for _ in 0..300 {
            let threats = Threats::of(&pos);
            for square in Square::ALL {
                let attackers = pos.attackers_to(square, pos.occupied()) & pos.by_color(!pos.turn());
                assert_eq!(threats.contains(square), attackers.any(), "{square} of {}", pos.board());
                let pawns = attackers & pos.by_role(Role::Pawn);
                assert_eq!(
                    threats.by_lesser(Role::Bishop).contains(square),
                    pawns.any(),
                    "{square} of {}",
                    pos.board()
                );
            }
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = (seed * 31 + 11) % 1009;
            pos.play_unchecked(moves[seed % moves.len()]);
        }
    }
}
