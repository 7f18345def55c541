//! Openings packed into bytes: small in memory, and passed from a worker to the page as they are.

use tabia_chess::{Move, Position, Setup};
use tabia_pgn::needs_chess960;

/// The length of an opening's header: Chess960 flag, length of the FEN, and number of moves.
const HEAD: usize = 4;

/// The maximum number of moves of one opening.
pub(super) const MAX_MOVES: usize = u16::MAX as usize;

/// Bytes that were not produced by `Openings::bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the openings are damaged at byte {0}")]
pub struct DamagedOpenings(usize);

/// Openings in the order they were read.
///
/// Each consists of a Chess960 flag (one byte), the length of its FEN (one byte), the number of its moves
/// (two bytes), the FEN (empty for the standard start position) and the moves (two bytes each); numbers are
/// little-endian.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// The offset of each opening.
    starts: Vec<u32>,
    has_chess960: bool,
}

impl Packed {
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<Self, DamagedOpenings> {
        let mut starts = Vec::new();
        let mut has_chess960 = false;
        let mut at = 0;
        while at < bytes.len() {
            let head = bytes.get(at..at + HEAD).ok_or(DamagedOpenings(at))?;
            let end = at + HEAD + usize::from(head[1]) + 2 * moves_in(head);
            if end > bytes.len() {
                return Err(DamagedOpenings(at));
            }
            starts.push(u32::try_from(at).map_err(|_| DamagedOpenings(at))?);
            has_chess960 |= head[0] != 0;
            at = end;
        }
        Ok(Self { bytes, starts, has_chess960 })
    }

    /// Adds an opening. Returns false when 4 GB are full.
    pub(super) fn push(&mut self, start: &Position, moves: &[Move], chess960: bool) -> bool {
        let Ok(at) = u32::try_from(self.bytes.len()) else { return false };
        let moves = moves.get(..MAX_MOVES).unwrap_or(moves);
        // Shredder-FEN can represent everything X-FEN can.
        let fen = if *start == Position::default() { String::new() } else { start.to_shredder_fen() };
        let Ok(fen_length) = u8::try_from(fen.len()) else { return false };
        let chess960 = chess960 || needs_chess960(start);
        self.starts.push(at);
        self.has_chess960 |= chess960;
        self.bytes.extend([u8::from(chess960), fen_length]);
        self.bytes.extend((moves.len() as u16).to_le_bytes());
        self.bytes.extend(fen.as_bytes());
        self.bytes.extend(moves.iter().flat_map(|mv| mv.raw().to_le_bytes()));
        true
    }

    /// Returns the start position and moves of an opening, and whether it needs Chess960. `None` if it does
    /// not exist or its bytes are damaged.
    pub(super) fn get(&self, index: usize) -> Option<(Position, Vec<Move>, bool)> {
        let start = *self.starts.get(index)? as usize;
        let (head, rest) = self.bytes.get(start..)?.split_at_checked(HEAD)?;
        let (fen, rest) = rest.split_at_checked(usize::from(head[1]))?;
        let start = match std::str::from_utf8(fen).ok()? {
            "" => Position::default(),
            fen => fen.parse::<Setup>().ok()?.position_lenient().ok()?,
        };
        let moves = rest.get(..2 * moves_in(head))?.chunks_exact(2);
        let moves = moves.map(|pair| Move::from_raw(u16::from_le_bytes([pair[0], pair[1]])));
        let moves = moves.collect::<Option<Vec<_>>>()?;
        moves.iter().try_fold(start, |position, &mv| position.play(mv).ok())?;
        Some((start, moves, head[0] != 0))
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn has_chess960(&self) -> bool {
        self.has_chess960
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

fn moves_in(head: &[u8]) -> usize {
    usize::from(u16::from_le_bytes([head[2], head[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some() -> Packed {
        let mut packed = Packed::default();
        let position = Position::default();
        let mut after = position;
        let moves: Vec<Move> = (0..3)
            .map(|_| {
                let mv = after.legal_moves()[0];
                after = after.play(mv).unwrap();
                mv
            })
            .collect();
        assert!(packed.push(&position, &moves, false));
        let setup: Setup = "4k3/8/8/8/8/8/4P3/R3K2R w HA - 3 7".parse().unwrap();
        assert!(packed.push(&setup.position().unwrap(), &[], true));
        packed
    }

    #[test]
    fn openings_come_back_from_their_bytes() {
        let packed = some();
        let again = Packed::from_bytes(packed.bytes().to_vec()).unwrap();
        assert_eq!(again, packed);
        assert_eq!((again.len(), again.has_chess960()), (2, true));
        let (start, moves, chess960) = again.get(0).unwrap();
        assert_eq!((start, moves.len(), chess960), (Position::default(), 3, false));
        assert_eq!(again.get(1).unwrap().0.to_fen(), "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 3 7");
        assert_eq!(again.get(2), None);
    }

    proptest! {
        #[test]
        fn bytes_that_are_cut_or_changed_are_refused_or_read_without_a_panic(
            cut in 0usize..200, at in 0usize..200, byte: u8,
        ) {
            let mut bytes = some().bytes().to_vec();
            let place = at % bytes.len();
            bytes[place] = byte;
            bytes.truncate(cut);
            if let Ok(packed) = Packed::from_bytes(bytes) {
                for index in 0..=packed.len() {
                    packed.get(index);
                }
            }
        }
    }

    #[test]
    fn moves_that_are_not_legal_are_damage() {
        // Found by the fuzz target `openings`: a promotion from a1 to a4.
        let packed = Packed::from_bytes(vec![b'1', 0, 1, 0, 0, 0xd6]).unwrap();
        assert_eq!((packed.len(), packed.get(0)), (1, None));
    }
}
