//! Minimal changes between two placements of pieces.

use tabia_chess::{Piece, Position, Square};

/// Pieces by square index (a1 = 0).
pub type Placement = [Option<Piece>; 64];

/// Returns the pieces of a position.
pub fn placement(position: &Position) -> Placement {
    std::array::from_fn(|index| Square::new(index).and_then(|square| position.piece_at(square)))
}

/// A change of the displayed pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceChange {
    /// The piece on `from` moves to `to`.
    Slide {
        /// Start square.
        from: Square,
        /// Destination.
        to: Square,
    },
    /// The piece on this square disappears.
    Remove(Square),
    /// A piece appears.
    Add(Square, Piece),
}

/// Returns the changes from `old` to `new`. A piece that appears is taken from the nearest square that lost the same piece,
/// as in chessground, so that any two positions can be animated, not only consecutive ones.
pub fn changes(old: &Placement, new: &Placement) -> Vec<PieceChange> {
    let mut lost: Vec<(Square, Piece)> = Vec::new();
    let mut found: Vec<(Square, Piece)> = Vec::new();
    for square in Square::ALL {
        let (before, after) = (old[square.index()], new[square.index()]);
        if before != after {
            lost.extend(before.map(|piece| (square, piece)));
            found.extend(after.map(|piece| (square, piece)));
        }
    }
    let mut changes = Vec::with_capacity(lost.len() + found.len());
    let mut added = Vec::new();
    for (to, piece) in found {
        let nearest = lost
            .iter()
            .enumerate()
            .filter(|(_, (_, other))| *other == piece)
            .min_by_key(|(_, (from, _))| squared_distance(*from, to))
            .map(|(index, _)| index);
        match nearest {
            Some(index) => changes.push(PieceChange::Slide { from: lost.swap_remove(index).0, to }),
            None => added.push(PieceChange::Add(to, piece)),
        }
    }
    changes.extend(lost.into_iter().map(|(square, _)| PieceChange::Remove(square)));
    changes.extend(added);
    changes
}

fn squared_distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files * files + ranks * ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::fen;

    fn of(fen: &str) -> Placement {
        placement(&fen::parse(fen).unwrap().position().unwrap())
    }

    fn apply(mut pieces: Placement, changes: &[PieceChange]) -> Placement {
        let moving: Vec<_> = changes
            .iter()
            .filter_map(|change| match *change {
                PieceChange::Slide { from, to } => Some((to, pieces[from.index()].take())),
                PieceChange::Remove(square) => {
                    pieces[square.index()] = None;
                    None
                }
                PieceChange::Add(..) => None,
            })
            .collect();
        for (to, piece) in moving {
            pieces[to.index()] = piece;
        }
        for change in changes {
            if let PieceChange::Add(square, piece) = *change {
                pieces[square.index()] = Some(piece);
            }
        }
        pieces
    }

    #[test]
    fn a_move_is_one_slide() {
        let old = of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let new = of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(changes(&old, &new), [PieceChange::Slide { from: Square::E2, to: Square::E4 }]);
        assert_eq!(changes(&old, &old), []);
    }

    #[test]
    fn castling_is_two_slides_and_a_capture_removes() {
        let castled = changes(&of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &of("4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
        assert_eq!(castled.len(), 2);
        assert!(castled.contains(&PieceChange::Slide { from: Square::E1, to: Square::G1 }));
        assert!(castled.contains(&PieceChange::Slide { from: Square::H1, to: Square::F1 }));
        let taken = changes(&of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), &of("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"));
        assert_eq!(
            taken,
            [PieceChange::Slide { from: Square::E4, to: Square::D5 }, PieceChange::Remove(Square::D5)]
        );
    }

    #[test]
    fn changes_lead_from_any_placement_to_any_other() {
        let all = [
            of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            of("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            of("8/P6k/8/8/8/8/8/K7 w - - 0 1"),
            of("Q7/7k/8/8/8/8/8/K7 b - - 0 1"),
        ];
        for old in all {
            for new in all {
                assert_eq!(apply(old, &changes(&old, &new)), new);
            }
        }
    }
}
