//! King and pawn against king: one bit for every position.
//!
//! The table is built by retrograde analysis on first use, in a few milliseconds: first the positions that
//! decide themselves, then passes over the undecided ones until nothing changes. What remains is drawn. The
//! method is that of Marco Costalba's bitbase in Stockfish and, before it, Marcel van Kervinck's.

use std::sync::OnceLock;

use tabia_chess::{Bitboard, Color, Position, Role, Square, attacks};

/// Side to move, two kings, and the pawn on files a to d, ranks 2 to 7.
const POSITIONS: usize = 2 * 64 * 64 * 24;

/// One bit per position, set where the pawn's side wins.
struct Bitbase {
    bits: Box<[u64]>,
}

static BITBASE: OnceLock<Bitbase> = OnceLock::new();

/// A position with White's pawn on one of the files a to d.
#[derive(Clone, Copy)]
struct Kpk {
    white_to_move: bool,
    king: Square,
    lone_king: Square,
    pawn: Square,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Invalid,
    Unknown,
    Draw,
    Win,
}

impl Kpk {
    fn index(self) -> usize {
        let pawn = (self.pawn.rank().index() - 1) * 4 + self.pawn.file().index();
        ((pawn * 64 + self.king.index()) * 64 + self.lone_king.index()) * 2 + usize::from(self.white_to_move)
    }

    fn from_index(index: usize) -> Self {
        let square = |index: usize| Square::ALL[index & 63];
        let pawn = index / (2 * 64 * 64);
        Self {
            white_to_move: index & 1 == 1,
            king: square(index / 128),
            lone_king: square(index / 2),
            pawn: square((pawn / 4 + 1) * 8 + pawn % 4),
        }
    }

    /// Result known without looking at other positions.
    fn at_once(self) -> Known {
        let Self { white_to_move, king, lone_king, pawn } = self;
        let pawn_attacks = attacks::pawn(Color::White, pawn);
        let gives_check = pawn_attacks.contains(lone_king);
        if king.distance(lone_king) <= 1 || king == pawn || lone_king == pawn || white_to_move && gives_check
        {
            return Known::Invalid;
        }
        let ahead = Bitboard::from(pawn).forward(Color::White);
        if white_to_move {
            // The pawn promotes and is not taken. Where a queen would stalemate, a rook wins.
            let promotes = pawn.rank().index() == 6
                && (ahead & (Bitboard::from(king) | lone_king.into())).is_empty()
                && ahead.first().is_some_and(|at| lone_king.distance(at) > 1 || king.distance(at) == 1);
            return if promotes { Known::Win } else { Known::Unknown };
        }
        let free = attacks::king(lone_king) & !attacks::king(king);
        let takes = (free & pawn.into()).any();
        let is_stalemate = !gives_check && (free & !pawn_attacks).is_empty();
        if takes || is_stalemate { Known::Draw } else { Known::Unknown }
    }

    /// Result that follows from the positions after the legal moves.
    fn by_moves(self, known: &[Known]) -> Known {
        let Self { white_to_move, king, lone_king, pawn } = self;
        let good = if white_to_move { Known::Win } else { Known::Draw };
        let mut best = if white_to_move { Known::Draw } else { Known::Win };
        let mut consider = |after: Self| match known[after.index()] {
            Known::Unknown if best != good => best = Known::Unknown,
            found if found == good => best = good,
            _ => {}
        };
        if white_to_move {
            let moved = Self { white_to_move: false, ..self };
            for to in attacks::king(king) {
                consider(Self { king: to, ..moved });
            }
            let blocked = Bitboard::from(king) | lone_king.into();
            let step = Bitboard::from(pawn).forward(Color::White) & !blocked;
            if pawn.rank().index() < 6 {
                let double =
                    if pawn.rank().index() == 1 { step.forward(Color::White) & !blocked } else { step };
                for to in step | double {
                    consider(Self { pawn: to, ..moved });
                }
            }
        } else {
            for to in attacks::king(lone_king) {
                consider(Self { white_to_move: true, lone_king: to, ..self });
            }
        }
        best
    }
}

impl Bitbase {
    fn generate() -> Self {
        let mut known: Vec<Known> = (0..POSITIONS).map(|index| Kpk::from_index(index).at_once()).collect();
        let mut undecided: Vec<usize> =
            (0..POSITIONS).filter(|&index| known[index] == Known::Unknown).collect();
        loop {
            let before = undecided.len();
            undecided.retain(|&index| {
                known[index] = Kpk::from_index(index).by_moves(&known);
                known[index] == Known::Unknown
            });
            if undecided.len() == before {
                break;
            }
        }
        let mut bits = vec![0_u64; POSITIONS / 64].into_boxed_slice();
        for (index, _) in known.iter().enumerate().filter(|&(_, &known)| known == Known::Win) {
            bits[index / 64] |= 1 << (index % 64);
        }
        Self { bits }
    }

    fn is_win(&self, position: Kpk) -> bool {
        let index = position.index();
        self.bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

/// Whether the side with the pawn wins. `strong` has its king and one pawn, the other side its king.
pub(super) fn is_win(pos: &Position, strong: Color) -> bool {
    let Some(pawn) = pos.pieces(strong, Role::Pawn).first() else { return false };
    let mirror = pawn.file().index() > 3;
    let normal = |square: Square| {
        let square = square.relative_to(strong);
        if mirror { Square::ALL[square.index() ^ 7] } else { square }
    };
    let position = Kpk {
        white_to_move: pos.turn() == strong,
        king: normal(pos.king(strong)),
        lone_king: normal(pos.king(!strong)),
        pawn: normal(pawn),
    };
    BITBASE.get_or_init(Bitbase::generate).is_win(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, Piece, Setup};

    /// The position, if it is a legal one.
    fn position(kpk: Kpk) -> Option<Position> {
        if kpk.king == kpk.lone_king || kpk.king == kpk.pawn || kpk.lone_king == kpk.pawn {
            return None;
        }
        let mut board = Board::EMPTY;
        for (square, color, role) in [
            (kpk.king, Color::White, Role::King),
            (kpk.lone_king, Color::Black, Role::King),
            (kpk.pawn, Color::White, Role::Pawn),
        ] {
            board.set(square, Some(Piece { color, role }));
        }
        let turn = if kpk.white_to_move { Color::White } else { Color::Black };
        Setup { board, turn, ..Setup::EMPTY }.position().ok()
    }

    /// The same by the rules alone: all legal moves of all positions, promotions decided by the material
    /// left, wins propagated backwards until there are no more.
    #[test]
    fn agrees_with_retrograde_analysis_by_legal_moves() {
        let bitbase = Bitbase::generate();
        // `None` for illegal positions; otherwise whether it is won, and the positions its moves lead to.
        let mut won: Vec<Option<bool>> = vec![None; POSITIONS];
        let mut moves: Vec<(usize, Vec<u32>)> = Vec::new();
        for (index, result) in won.iter_mut().enumerate() {
            let kpk = Kpk::from_index(index);
            let Some(pos) = position(kpk) else { continue };
            let mut after = Vec::new();
            let mut wins = false;
            let mut draws = false;
            for mv in &pos.legal_moves() {
                let next = pos.play(mv).expect("legal");
                if let Some(role) = mv.promotion() {
                    let stays =
                        next.has_legal_moves() && next.legal_moves().iter().all(|mv| !mv.is_capture());
                    let mates = matches!(role, Role::Queen | Role::Rook) && (stays || next.is_checkmate());
                    wins |= mates;
                } else if mv.is_capture() {
                    draws = true;
                } else {
                    let next = Kpk {
                        white_to_move: !kpk.white_to_move,
                        king: next.king(Color::White),
                        lone_king: next.king(Color::Black),
                        pawn: next.pieces(Color::White, Role::Pawn).first().expect("a pawn"),
                    };
                    after.push(next.index() as u32);
                }
            }
            *result = Some(wins);
            let is_drawn = draws || (after.is_empty() && !pos.is_check());
            if !wins && !is_drawn {
                moves.push((index, after));
            }
        }
        loop {
            let before = moves.len();
            moves.retain(|(index, after)| {
                let is_won = |&at: &u32| won[at as usize] == Some(true);
                let wins = if index & 1 == 1 { after.iter().any(is_won) } else { after.iter().all(is_won) };
                if wins {
                    won[*index] = Some(true);
                }
                !wins
            });
            if moves.len() == before {
                break;
            }
        }
        let mut wins = 0;
        for (index, &won) in won.iter().enumerate() {
            let kpk = Kpk::from_index(index);
            if let Some(won) = won {
                assert_eq!(bitbase.is_win(kpk), won, "{index}");
                wins += usize::from(won);
            }
        }
        // The figure published for such tables.
        assert_eq!(wins, 111_282);
        assert_eq!(bitbase.bits.iter().map(|word| word.count_ones() as usize).sum::<usize>(), wins);
    }
}
