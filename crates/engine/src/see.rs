//! Static exchange evaluation in threshold form: does this move win at least so much?
//!
//! The swap algorithm on the target square with each side's least valuable attacker first (Chess Programming
//! Wiki, "SEE - The Swap Algorithm"); it stops as soon as the answer is known.

use tabia_chess::{Bitboard, Move, Position, Role, Square, attacks};

use crate::value::Value;

/// The value of a role in exchanges, in centipawns. The king is never lost.
pub const EXCHANGE_VALUE: [Value; 6] = [100, 320, 330, 500, 950, 0];

/// Whether the exchange started by `mv` is worth at least `threshold` to the side to move. Pins are not
/// considered.
pub fn see(pos: &Position, mv: Move, threshold: Value) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = pos.piece_at(from) else { return false };
    let mut occupied = pos.occupied() ^ Bitboard::from(from);
    let captured = if mv.is_en_passant() {
        // The captured pawn is next to the capturing one.
        occupied ^= Bitboard::from(Square::from_coords(to.file(), from.rank()));
        EXCHANGE_VALUE[Role::Pawn.index()]
    } else {
        pos.piece_at(to).map_or(0, |piece| EXCHANGE_VALUE[piece.role.index()])
    };
    let (gain, at_risk) = match mv.promotion() {
        Some(role) => {
            let promoted = EXCHANGE_VALUE[role.index()];
            (captured + promoted - EXCHANGE_VALUE[0], promoted)
        }
        None => (captured, EXCHANGE_VALUE[mover.role.index()]),
    };

    // How far the side that has just moved is above the threshold.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= at_risk;
    if balance >= 0 {
        return true;
    }

    occupied |= Bitboard::from(to);
    let diagonal = pos.by_role(Role::Bishop) | pos.by_role(Role::Queen);
    let straight = pos.by_role(Role::Rook) | pos.by_role(Role::Queen);
    let mut attackers = pos.attackers_to(to, occupied) & occupied;
    let mut side = !mover.color;
    loop {
        attackers &= occupied;
        let own = attackers & pos.by_color(side);
        let Some((role, from)) = least_valuable(pos, own) else { break };
        // The king may not capture a defended piece.
        if role == Role::King && (attackers & pos.by_color(!side)).any() {
            break;
        }
        occupied ^= Bitboard::from(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - EXCHANGE_VALUE[role.index()];
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot or need not continue has lost the exchange.
    side != mover.color
}

fn least_valuable(pos: &Position, own: Bitboard) -> Option<(Role, Square)> {
    if own.is_empty() {
        return None;
    }
    Role::ALL.iter().find_map(|&role| (own & pos.by_role(role)).first().map(|square| (role, square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_counted_to_the_end() {
        for (fen, mv, value) in [
            // A free pawn, a defended pawn, a pawn defended by a pawn.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
            ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            // Attackers behind attackers.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
            // The king captures only undefended pieces.
            ("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
            ("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            // En passant, promotion, a quiet move into danger.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 500 + 850 - 950),
            ("4k3/8/2p5/8/8/8/8/3QK3 w - - 0 1", "d1d5", -950),
        ] {
            let pos = fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal");
            let mv = pos.parse_uci(mv).expect("a legal move");
            assert!(see(&pos, mv, value), "{fen} {mv} is worth {value}");
            assert!(!see(&pos, mv, value + 1), "{fen} {mv} is worth no more than {value}");
        }
    }
}
