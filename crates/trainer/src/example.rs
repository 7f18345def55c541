//! Training examples: the inputs of a position, its score and the result of its game.

use tabia_chess::{Bitboard, Color, Piece, Role, Square};
use tabia_data::format::{PackedBoard, UnpackError};
use tabia_nnue::architecture::{MAX_MEN, bucket, input, is_mirrored};

/// A position as the net sees it, from the side to move's point of view.
#[derive(Clone, Debug)]
pub struct Example {
    /// The inputs of both views, that of the side to move first. The first `men` of each are set.
    inputs: [[u16; MAX_MEN]; 2],
    /// The number of pieces.
    men: usize,
    /// Bucket of output weights.
    pub(crate) bucket: usize,
    /// The score in centipawns.
    pub(crate) score: f32,
    /// The result of the game: 0 lost, 0.5 drawn, 1 won.
    pub(crate) result: f32,
}

impl Example {
    /// The inputs of the view of the side to move (0) or of the other side (1).
    pub(crate) fn inputs(&self, view: usize) -> &[u16] {
        &self.inputs[view][..self.men]
    }

    /// Reads a position that [`Examples::new`] has checked. Others give an example that means nothing.
    fn read(packed: &PackedBoard) -> Self {
        let bytes = &packed.0;
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let turn = if bytes[24] & 0x80 == 0 { Color::White } else { Color::Black };
        let mut pieces = [(Square::A1, Piece::new(Color::White, Role::Pawn)); MAX_MEN];
        let mut mirrored = [false; 2];
        let mut men = 0;
        for square in Bitboard(u64::from_le_bytes(occupied)).into_iter().take(MAX_MEN) {
            let code = bytes[8 + men / 2] >> (men % 2 * 4) & 15;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            // Rooks with castling rights have a separate code.
            let role = Role::ALL.get(usize::from(code & 7)).copied().unwrap_or(Role::Rook);
            if role == Role::King {
                mirrored[color.index()] = is_mirrored(square);
            }
            pieces[men] = (square, Piece::new(color, role));
            men += 1;
        }
        let mut inputs = [[0; MAX_MEN]; 2];
        for (view, side) in inputs.iter_mut().zip([turn, !turn]) {
            for (slot, &(square, piece)) in view.iter_mut().zip(&pieces[..men]) {
                *slot = input(side, mirrored[side.index()], square, piece) as u16;
            }
        }
        let (score, result) = (f32::from(packed.score()), f32::from(bytes[30]) / 2.0);
        let (score, result) = if turn.is_white() { (score, result) } else { (-score, 1.0 - result) };
        Self { inputs, men, bucket: bucket(men as u32), score, result }
    }
}

/// Checked positions.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a>(&'a [PackedBoard]);

impl<'a> Examples<'a> {
    /// Checks positions.
    ///
    /// # Errors
    /// The number of the first damaged one, from 0, and what is wrong with it.
    pub fn new(packed: &'a [PackedBoard]) -> Result<Self, (usize, UnpackError)> {
        for (number, packed) in packed.iter().enumerate() {
            packed.unpack().map_err(|error| (number, error))?;
        }
        Ok(Self(packed))
    }

    /// Positions that were checked before, in another order.
    pub fn checked(packed: &'a [PackedBoard]) -> Self {
        Self(packed)
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions in their packed form.
    pub fn packed(&self) -> &'a [PackedBoard] {
        self.0
    }

    /// Splits the examples into batches of at most `size` positions.
    pub fn batches(&self, size: usize) -> impl Iterator<Item = Self> + use<'a> {
        self.0.chunks(size.max(1)).map(Self)
    }

    /// Returns part `number` of `parts` parts of nearly equal size.
    #[must_use]
    pub fn part(&self, number: usize, parts: usize) -> Self {
        let end = |number: usize| self.0.len() * number / parts.max(1);
        Self(self.0.get(end(number)..end(number + 1)).unwrap_or_default())
    }

    /// Reads them one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Example> + use<'a> {
        self.0.iter().map(Example::read)
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Position, Setup};
    use tabia_data::GameResult;

    use super::*;

    #[test]
    fn the_view_of_the_side_to_move_comes_first() {
        let read = |fen: &str, score, result| {
            let position: Position = fen.parse::<Setup>().expect("a FEN").position().expect("legal");
            let packed = [PackedBoard::new(&position, score, result)];
            Examples::new(&packed).expect("undamaged").iter().next().expect("one")
        };
        let sorted = |example: &Example, view: usize| {
            let mut inputs = example.inputs(view).to_vec();
            inputs.sort_unstable();
            inputs
        };
        let white = read("4k3/2p5/8/8/8/8/8/R3K3 w Q - 0 1", 70, GameResult::WhiteWins);
        let black = read("r3k3/8/8/8/8/8/2P5/4K3 b q - 0 1", -70, GameResult::BlackWins);
        for view in 0..2 {
            assert_eq!(sorted(&white, view), sorted(&black, view));
        }
        assert_eq!((white.score, white.result, white.bucket), (70.0, 1.0, 0));
        assert_eq!((black.score, black.result, black.bucket), (70.0, 1.0, 0));
        // The king on e1 mirrors the view: the rook is on h1, the king on d1.
        assert!(sorted(&white, 0).contains(&(3 * 64 + 7)) && sorted(&white, 0).contains(&(5 * 64 + 3)));
    }

    #[test]
    fn damage_is_found() {
        let good = PackedBoard::new(&Position::default(), 0, GameResult::Draw);
        let mut bad = good;
        bad.0[30] = 9;
        assert_eq!(Examples::new(&[good, bad]).err(), Some((1, UnpackError::Result(9))));
    }
}
