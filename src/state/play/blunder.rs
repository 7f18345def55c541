//! Blunder warning: what a move obviously throws away, found by a small search on material alone.
//!
//! The search looks at every move, every reply, and the captures after it. It sees a piece left en prise, a bad exchange, a mate in one
//! and a stalemate, but no plan: a sound sacrifice looks like a loss of material. A move is warned of only if another move avoids the
//! damage, and only if it loses what the player still has, not if it misses a gain.

use tabia_chess::{Color, Move, MoveList, Position, Role};

/// Minimum loss of material to be warned of, in centipawns.
const LOSS_CP: i32 = 200;
/// Value of a mate in centipawns, less one for each ply to it.
const MATE_CP: i32 = 30_000;
/// Values beyond this are mates.
const MATE_BOUND_CP: i32 = MATE_CP - 100;
/// Plies of captures and evasions searched after the reply.
const CAPTURE_PLIES: u32 = 8;
/// Maximum number of positions searched: some 30 ms on a phone.
const MAX_POSITIONS: u32 = 40_000;

/// The reason why a move is likely a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blunder {
    /// The reply is checkmate.
    Mate(Move),
    /// The reply wins material, as far as captures tell.
    Material(Move),
    /// The move is stalemate, by the side that is ahead.
    Stalemate,
}

/// Returns what the legal move `m` obviously throws away; `None` if nothing, or if every other move loses as much.
pub fn blunder(position: &Position, m: Move) -> Option<Blunder> {
    let mut after = *position;
    after.play_unchecked(m);
    let balance = balance(position, position.turn());
    if after.is_stalemate() {
        return (balance >= LOSS_CP).then_some(Blunder::Stalemate);
    }
    let mut search = MaterialSearch { left: MAX_POSITIONS };
    let (value, reply) = search.best_reply(&after)?;
    let mut replied = after;
    replied.play_unchecked(reply);
    let is_mate = replied.is_checkmate();
    if !is_mate && balance - value < LOSS_CP {
        return None;
    }
    // A value that another move has to reach for this one to be a blunder.
    let better = if is_mate { -MATE_BOUND_CP } else { value + LOSS_CP };
    let others = position.legal_moves();
    let is_avoidable = others.iter().filter(|&&other| other != m).any(|&other| {
        let mut next = *position;
        next.play_unchecked(other);
        -search.search(&next, 1, -better, -better + 1) >= better
    });
    // Out of positions: the comparison says nothing.
    if !is_avoidable || search.left == 0 {
        return None;
    }
    Some(if is_mate { Blunder::Mate(reply) } else { Blunder::Material(reply) })
}

/// Search on material.
struct MaterialSearch {
    /// Number of positions that may still be searched.
    left: u32,
}

impl MaterialSearch {
    /// Returns the value of a position for the side that has just moved, and the reply that leads to it; `None` without replies.
    fn best_reply(&mut self, position: &Position) -> Option<(i32, Move)> {
        let mut best: Option<(i32, Move)> = None;
        for m in ordered(position, &position.legal_moves()) {
            let mut next = *position;
            next.play_unchecked(m);
            let bound = best.map_or(MATE_CP, |(value, _)| value);
            // From the side that has just moved: it gets the least of what the replies leave.
            let value = self.quiet(&next, -MATE_CP, bound, 0);
            if best.is_none_or(|(least, _)| value < least) {
                best = Some((value, m));
            }
        }
        best
    }

    /// Returns the value for the side to move after `depth` plies of any moves, then captures.
    fn search(&mut self, position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.quiet(position, alpha, beta, 0);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.is_check() { -MATE_CP } else { 0 };
        }
        let mut alpha = alpha;
        for m in ordered(position, &moves) {
            let mut next = *position;
            next.play_unchecked(m);
            alpha = alpha.max(-self.search(&next, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Returns the value for the side to move when only captures and promotions are played, and every evasion of a check.
    fn quiet(&mut self, position: &Position, alpha: i32, beta: i32, plies: u32) -> i32 {
        let moves = position.legal_moves();
        let is_check = position.is_check();
        if moves.is_empty() {
            return if is_check { -MATE_CP + plies as i32 + 1 } else { 0 };
        }
        let stand = balance(position, position.turn());
        if plies >= CAPTURE_PLIES || self.left == 0 {
            return stand;
        }
        self.left -= 1;
        let mut alpha = if is_check { alpha } else { alpha.max(stand) };
        for m in ordered(position, &moves) {
            if alpha >= beta {
                break;
            }
            if !is_check && !m.is_capture() && !m.is_promotion() {
                continue;
            }
            let mut next = *position;
            next.play_unchecked(m);
            alpha = alpha.max(-self.quiet(&next, -beta, -alpha, plies + 1));
        }
        alpha
    }
}

/// Value of a piece in centipawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// Material of a side, less the other's, in centipawns.
fn balance(position: &Position, color: Color) -> i32 {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let side = |color: Color| -> i32 {
        roles.iter().map(|&role| worth(role) * position.pieces(color, role).count() as i32).sum()
    };
    side(color) - side(!color)
}

/// Returns moves with the most promising captures first: the most valuable piece by the least valuable one.
fn ordered(position: &Position, moves: &MoveList) -> Vec<Move> {
    let role_worth = |square| position.piece_at(square).map_or(0, |piece| worth(piece.role));
    let mut all: Vec<Move> = moves.iter().copied().collect();
    all.sort_by_key(|m| {
        let taken = if m.is_capture() { 10_000 + 10 * role_worth(m.to()) - role_worth(m.from()) } else { 0 };
        -(taken + m.promotion().map_or(0, worth))
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tabia_chess::fen;

    /// Returns the warning for a move in SAN, with the reply in SAN.
    fn warning(fen: &str, san: &str) -> Option<String> {
        let position = fen::parse(fen).unwrap().position().unwrap();
        let m = position.parse_san(san).unwrap();
        let mut after = position;
        after.play_unchecked(m);
        blunder(&position, m).map(|blunder| match blunder {
            Blunder::Mate(reply) | Blunder::Material(reply) => after.san(reply),
            Blunder::Stalemate => "stalemate".to_owned(),
        })
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn pieces_left_en_prise_and_mates_in_one_are_warned_of() {
        // 1. e4 e5 2. Qh5 Nc6: the queen takes a defended pawn, or stays out of reach.
        let queen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        assert_eq!(warning(queen, "Qxe5").as_deref(), Some("Nxe5"));
        assert_eq!(warning(queen, "Qxh7").as_deref(), Some("Rxh7"));
        assert_eq!(warning(queen, "Bc4"), None);
        // The fool's mate.
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(warning(fool, "g4").as_deref(), Some("Qh4#"));
        assert_eq!(warning(fool, "e4"), None);
        // A rook that stays attacked by a pawn.
        let rook = "6k1/8/8/3p4/4R3/8/8/4K3 w - - 0 1";
        assert_eq!(warning(rook, "Kd2").as_deref(), Some("dxe4"));
        assert_eq!(warning(rook, "Rd4"), None);
    }

    #[test]
    fn stalemate_is_warned_of_by_the_side_that_is_ahead() {
        let ahead = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
        assert_eq!(warning(ahead, "Qg6").as_deref(), Some("stalemate"));
        assert_eq!(warning(ahead, "Qh5+"), None);
        // The defender wants it.
        let behind = "k7/P7/K7/8/8/8/8/1b6 b - - 0 1";
        assert_eq!(warning(behind, "Bd3+"), None);
    }

    #[test]
    fn exchanges_gains_and_forced_losses_are_not_warned_of() {
        assert_eq!(warning(START, "e4"), None);
        // An even exchange of queens, and a capture with a profit although the capturing piece is lost.
        let exchange = "rnb1kbnr/ppp2ppp/8/3qp3/3Q4/8/PPP2PPP/RNB1KBNR w KQkq - 0 5";
        assert_eq!(warning(exchange, "Qxd5"), None);
        let profit = "4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(warning(profit, "Rxd5"), None);
        // Two pieces are attacked: one is lost, whatever is played.
        let fork = "4k3/8/8/8/2p1p3/1N1N4/8/4K3 w - - 0 1";
        assert_eq!(warning(fork, "Nd4"), None);
        assert_eq!(warning("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "h3"), None);
    }

    proptest! {
        #[test]
        fn a_warning_names_a_legal_reply(number in 0_u16..960, steps in prop::collection::vec(any::<u8>(), 0..20)) {
            let mut position = Position::chess960(number);
            for step in steps {
                let moves = position.legal_moves();
                let Some(m) = moves.get(usize::from(step) % moves.len().max(1)).copied() else { break };
                let found = blunder(&position, m);
                position.play_unchecked(m);
                match found {
                    Some(Blunder::Mate(reply)) => {
                        prop_assert!(position.is_legal(reply));
                        let mut mated = position;
                        mated.play_unchecked(reply);
                        prop_assert!(mated.is_checkmate());
                    }
                    Some(Blunder::Material(reply)) => prop_assert!(position.is_legal(reply)),
                    Some(Blunder::Stalemate) => prop_assert!(position.is_stalemate()),
                    None => {}
                }
            }
        }
    }
}
