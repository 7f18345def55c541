//! Upcoming repetition: whether the side to move can return to a position of the current line.
//!
//! The keys of two positions one reversible move apart differ by the key of that move, whatever else is on
//! the board. A cuckoo table of all such moves finds it in two lookups. The method is Marcel van Kervinck's
//! ("The detection of upcoming repetitions in chess", 2019), as in Stockfish.

use std::sync::OnceLock;

use tabia_chess::attacks::{self, between};
use tabia_chess::{Bitboard, Color, Piece, Position, Role, Square, zobrist};

use super::thread::SearchThread;

/// A power of two above twice the number of moves.
const SLOTS: usize = 8192;

/// All reversible moves of all pieces on an empty board, by key.
struct Cuckoo {
    keys: Vec<u64>,
    /// From and to, in either order.
    squares: Vec<(Square, Square)>,
}

static CUCKOO: OnceLock<Cuckoo> = OnceLock::new();

fn first_slot(key: u64) -> usize {
    key as usize & (SLOTS - 1)
}

fn second_slot(key: u64) -> usize {
    (key >> 16) as usize & (SLOTS - 1)
}

impl Cuckoo {
    fn build() -> (Self, usize) {
        let mut table = Self { keys: vec![0; SLOTS], squares: vec![(Square::A1, Square::A1); SLOTS] };
        let mut count = 0;
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                for from in Square::ALL {
                    for to in attacks::piece(color, role, from, Bitboard::EMPTY) {
                        if to > from {
                            let key = zobrist::piece(piece, from)
                                ^ zobrist::piece(piece, to)
                                ^ zobrist::white_to_move();
                            table.insert(key, (from, to));
                            count += 1;
                        }
                    }
                }
            }
        }
        (table, count)
    }

    /// Inserts a move into one of its two slots; an evicted entry moves to its other slot.
    fn insert(&mut self, mut key: u64, mut squares: (Square, Square)) {
        let mut slot = first_slot(key);
        loop {
            std::mem::swap(&mut self.keys[slot], &mut key);
            std::mem::swap(&mut self.squares[slot], &mut squares);
            if key == 0 {
                return;
            }
            slot = if slot == first_slot(key) { second_slot(key) } else { first_slot(key) };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        [first_slot(key), second_slot(key)]
            .into_iter()
            .find(|&slot| self.keys[slot] == key)
            .map(|slot| self.squares[slot])
    }
}

impl SearchThread<'_> {
    /// Returns whether the side to move can return to a position after the root, and so draw.
    pub(super) fn has_upcoming_repetition(&self, pos: &Position) -> bool {
        let last = self.keys.len() - 1;
        // The root itself may occur again once.
        let first = self.keys_floor.max(self.root_key + 1);
        let reach = (pos.halfmove_clock() as usize).min(last.saturating_sub(first));
        if reach < 3 {
            return false;
        }
        let cuckoo = CUCKOO.get_or_init(|| Cuckoo::build().0);
        let key = self.keys[last];
        (3..=reach).step_by(2).any(|back| {
            cuckoo
                .find(key ^ self.keys[last - back])
                .is_some_and(|(from, to)| (between(from, to) & pos.occupied()).is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_found() {
        let (cuckoo, count) = Cuckoo::build();
        // The number given by van Kervinck and Stockfish.
        assert_eq!(count, 3668);
        assert_eq!(cuckoo.keys.iter().filter(|&&key| key != 0).count(), count);
        let start: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            .parse::<tabia_chess::Setup>()
            .expect("a FEN")
            .position()
            .expect("legal");
        let mut after = start;
        let knight = after.parse_uci("g1f3").expect("legal");
        after.play_unchecked(knight);
        assert_eq!(
            cuckoo.find(start.repetition_key() ^ after.repetition_key()),
            Some((Square::G1, Square::F3))
        );
        let pawn = start.parse_uci("a2a3").expect("legal");
        let mut after = start;
        after.play_unchecked(pawn);
        assert_eq!(cuckoo.find(start.repetition_key() ^ after.repetition_key()), None);
    }
}
