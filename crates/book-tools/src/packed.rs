//! Packed books: a few bytes per move, for transfer over a network.
//!
//! The position keys are random numbers, make up half of a book, and don't compress. If every position is
//! reached from the start position by book moves, the moves determine the positions, so a packed book has no keys. Unpacking
//! restores the same book, byte for byte.
//!
//! Format: [`MAGIC`], then three lists in the order of traversal, one after the other, because each of them
//! compresses better than their mixture: the number of moves of each position (a byte), each move as its index among the legal moves
//! by Polyglot's encoding (a byte), and its weight (two bytes, little-endian). A position is followed by those after its moves, in
//! order, and is written where it is first reached.

use std::collections::HashSet;

use tabia_chess::{Move, Position};
use tabia_polyglot::{BookMove, Entry, entries, to_bytes};

/// Start of a packed book: the name of the format and its version.
const MAGIC: &[u8; 4] = b"tbk1";

/// Reason why a book was not packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{left_out} of {all} entries cannot be packed: their positions are not reached by moves of the book, or they hold lessons"
)]
pub struct NotPacked {
    /// Entries that would be lost or changed.
    pub left_out: usize,
    /// All entries.
    pub all: usize,
}

/// Reason why a packed book was not unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotUnpacked {
    /// It doesn't begin with the magic bytes.
    #[error("not a packed book of this version")]
    Magic,
    /// It is truncated, or has bytes after its end.
    #[error("the packed book is incomplete or damaged")]
    Damaged,
}

/// Packs a book, given as the bytes of its file.
///
/// # Errors
/// [`NotPacked`] if it has no packed form.
pub fn pack(book: &[u8]) -> Result<Vec<u8>, NotPacked> {
    let mut sorted: Vec<Entry> = entries(book).collect();
    sorted.sort_unstable_by_key(|entry| entry.key);
    let (mut counts, mut moves, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    walk(|position| {
        let first = sorted.partition_point(|entry| entry.key < position.key());
        let mut known: Vec<&Entry> =
            sorted[first..].iter().take_while(|entry| entry.key == position.key()).collect();
        known.sort_unstable_by_key(|entry| entry.book_move);
        let legal = legal_moves(position);
        let places: Vec<_> = known
            .iter()
            .filter_map(|entry| {
                let place = legal.iter().position(|&(code, _)| code == entry.book_move)?;
                Some((place, entry.weight))
            })
            .collect();
        counts.push(places.len() as u8);
        for &(place, weight) in &places {
            moves.push(place as u8);
            weights.extend(weight.to_le_bytes());
        }
        Some(places.into_iter().map(|(place, _)| legal[place].1).collect())
    });
    let packed = [MAGIC.as_slice(), &counts, &moves, &weights].concat();
    // A book without a packed form is detected here.
    let unpacked = unpack(&packed).unwrap_or_default();
    if unpacked == book {
        return Ok(packed);
    }
    let kept: HashSet<Entry> = entries(&unpacked).collect();
    let left_out = sorted.iter().filter(|entry| !kept.contains(entry)).count();
    Err(NotPacked { left_out, all: sorted.len() })
}

/// Unpacks a book; returns the bytes of its file.
///
/// # Errors
/// [`NotUnpacked`] if it was not packed by [`pack`], or is damaged.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, NotUnpacked> {
    let packed = packed.strip_prefix(MAGIC).ok_or(NotUnpacked::Magic)?;
    let (counts, moves) = split(packed).ok_or(NotUnpacked::Damaged)?;
    let (moves, weights) = moves.split_at(moves.len() / 3);
    let (mut counts, mut moves) = (counts.iter(), moves.iter());
    let mut weights = weights.as_chunks().0.iter();
    let mut book = Vec::with_capacity(moves.len());
    walk(|position| {
        let legal = legal_moves(position);
        let mut known = Vec::new();
        for _ in 0..*counts.next()? {
            let &(book_move, m) = legal.get(usize::from(*moves.next()?))?;
            let weight = u16::from_le_bytes(*weights.next()?);
            book.push(Entry { key: position.key(), book_move, weight, learn: 0 });
            known.push(m);
        }
        Some(known)
    })
    .ok_or(NotUnpacked::Damaged)?;
    book.sort_unstable_by(|a, b| a.book_order(b).then(a.book_move.cmp(&b.book_move)));
    Ok(to_bytes(&book))
}

/// Finds the end of the counts: they are followed by three bytes for each move counted.
fn split(lists: &[u8]) -> Option<(&[u8], &[u8])> {
    let (mut low, mut moves) = (0, 0);
    while low < lists.len() && lists.len() - low > 3 * moves {
        moves += usize::from(lists[low]);
        low += 1;
    }
    (lists.len() - low == 3 * moves).then(|| lists.split_at(low))
}

/// Visits the positions of a book: `moves` returns those of a position, or `None` at the end of the bytes.
fn walk(mut moves: impl FnMut(&Position) -> Option<Vec<Move>>) -> Option<()> {
    let start = Position::default();
    let mut met = HashSet::from([start.key()]);
    let mut next = vec![start];
    while let Some(position) = next.pop() {
        let after = moves(&position)?.into_iter().map(|m| {
            let mut after = position;
            after.play_unchecked(m);
            after
        });
        let behind = next.len();
        next.extend(after.filter(|after| met.insert(after.key())));
        // The first of them must be visited first.
        next[behind..].reverse();
    }
    Some(())
}

/// Returns the legal moves, in the order of Polyglot's encoding.
fn legal_moves(position: &Position) -> Vec<(BookMove, Move)> {
    let mut legal: Vec<_> = (&position.legal_moves()).into_iter().map(|m| (m.into(), m)).collect();
    legal.sort_unstable_by_key(|&(code, _)| code);
    legal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compile, tree};

    fn book(text: &str) -> Vec<u8> {
        let rows = tree::parse(text).unwrap();
        to_bytes(&compile([rows.as_slice()]))
    }

    #[test]
    fn the_same_book_is_unpacked() {
        let texts = ["e4! c5\n  Nf3 d6? d4\n  c3 d5\nNf3 c5 e4 d6\n", "e4 d5 e5 f5 exf6 g5? fxe7 a6", "d4"];
        for book in texts.map(book).into_iter().chain([Vec::new()]) {
            let packed = pack(&book).unwrap();
            assert_eq!(unpack(&packed).unwrap(), book);
            assert!(packed.len() <= 6 + book.len() / 3, "{} of {}", packed.len(), book.len());
        }
    }

    #[test]
    fn what_has_no_packed_form_is_refused() {
        let mut lessons = book("e4 e5");
        *lessons.last_mut().unwrap() = 1;
        assert_eq!(pack(&lessons), Err(NotPacked { left_out: 1, all: 2 }));
        let start = Position::default().key();
        let elsewhere: Vec<_> = entries(&book("e4 e5 Nf3")).filter(|entry| entry.key != start).collect();
        assert_eq!(pack(&to_bytes(&elsewhere)), Err(NotPacked { left_out: 2, all: 2 }));
    }

    #[test]
    fn damaged_bytes_are_refused_and_never_panic() {
        let packed = pack(&book("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")).unwrap();
        assert_eq!(unpack(&packed[1..]), Err(NotUnpacked::Magic));
        for length in MAGIC.len()..packed.len() {
            assert_eq!(unpack(&packed[..length]), Err(NotUnpacked::Damaged), "{length} bytes");
        }
        for at in MAGIC.len()..packed.len() {
            for byte in [0, 1, 77, 255] {
                let mut other = packed.clone();
                other[at] = byte;
                let _ = unpack(&other);
            }
        }
    }
}
